"""Patterns: whether a value matches one, and what its names stand for then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.structs import field_of
from burnlint.infer.trace import Call
from burnlint.infer.values import (
    Const,
    Object,
    OneOf,
    Several,
    Unknown,
    Value,
    Variant,
    bounded,
    join_tapes,
    one_of,
    tape_of,
)
from burnlint.syntax import rust as r
from burnlint.truth import Truth, all_of, not_

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter


def bind(run: Interpreter, pattern: r.Pattern, value: Value, call: Call, source: r.Expr | None = None) -> None:
    """Give the names of a pattern their values; `source` is what they are parts of."""
    kind = pattern.kind
    if kind == "name":
        call.env[pattern.name] = bounded(value)
        call.bound[pattern.name] = pattern
        if source is not None:
            call.sources[pattern] = source
        for part in pattern.parts:
            bind(run, part, value, call, source)
    elif kind == "tuple":
        for position, part in enumerate(pattern.parts):
            bind(run, part, _element(run, pattern, value, position), call, source)
    elif kind == "struct":
        for name, part in zip(pattern.fields, pattern.parts, strict=False):
            bind(run, part, field_of(run, value, name), call, source)
    elif kind == "variant":
        for position, part in enumerate(pattern.parts):
            bind(run, part, _payload(pattern, value, position), call, source)
    elif kind == "or" and pattern.parts:
        for part in pattern.parts:
            bind(run, part, value, call, source)


def names_of(pattern: r.Pattern) -> set[str]:
    """The names that a pattern binds, those of constants too: without their declarations they look alike."""
    own = {pattern.name} if pattern.kind == "name" else set()
    return own.union(*map(names_of, pattern.parts))


def names_in(condition: r.Expr | None) -> set[str]:
    """The names that the `let`s of a condition bind."""
    if isinstance(condition, r.Let):
        return names_of(condition.pattern)
    if isinstance(condition, r.Binary):
        return names_in(condition.left) | names_in(condition.right)
    if isinstance(condition, r.Opaque):
        return set[str]().union(*map(names_in, condition.parts))
    return set()


@contextmanager
def scope(names: Iterable[str], call: Call) -> Iterator[None]:
    """These names are bound inside only: afterwards they are what they were before."""
    outer = {name: Hidden.now(name, call) for name in names}
    try:
        yield
    finally:
        for name, hidden in outer.items():
            hidden.restore(name, call)


@dataclass(frozen=True)
class Hidden:
    """What a name stands for, perhaps nothing, while another of the same name hides it."""

    value: Value | None
    pattern: r.Pattern | None
    jumps: int = 0  # how many jumps there were before

    @staticmethod
    def now(name: str, call: Call) -> Hidden:
        """What a name stands for before it is bound once more."""
        return Hidden(call.env.get(name), call.bound.get(name), len(call.jumps))

    def restore(self, name: str, call: Call) -> None:
        """The name stands for it again, also where code jumped from inside."""
        for env in (call.env, *(jump.env for jump in call.jumps[self.jumps :])):
            if self.value is None:
                env.pop(name, None)
            else:
                env[name] = self.value
        if self.pattern is None:
            call.bound.pop(name, None)
        else:
            call.bound[name] = self.pattern


def _aligned(pattern: r.Pattern, count: int) -> bool:
    """Whether parts and values stand at the same positions: no `..`, and no `_`, which is not among the parts."""
    return len(pattern.parts) == count and not any(map(_is_rest, pattern.parts))


def _is_rest(part: r.Pattern) -> bool:
    return part.kind == "other" or (part.kind == "name" and any(map(_is_rest, part.parts)))


def _element(run: Interpreter, pattern: r.Pattern, value: Value, position: int) -> Value:
    """What the pattern at a position of a tuple or slice stands for."""
    if not isinstance(value, Several) or (value.known and _aligned(pattern, len(value.items))):
        return field_of(run, value, str(position))
    return _any_of(value) if _is_rest(pattern.parts[position]) else one_of(value.items)


def _any_of(value: Value) -> Value:
    """Any of the parts of a value, or perhaps some of them together."""
    return Unknown(join_tapes([tape_of(value)], sure=False))


_TRANSPARENT = {"Some", "Ok"}
"""Variants of options and results: what is inside stands for itself."""


def _payload(pattern: r.Pattern, value: Value, position: int) -> Value:
    """What is inside `Some(x)`, `Mode::Resize(x)`; options and results are transparent."""
    name = pattern.path.name if pattern.path is not None else ""
    if isinstance(value, OneOf):
        return one_of([_payload(pattern, part, position) for part in value.values if part != Const(None)])
    if name == "Err" and not (isinstance(value, Variant) and value.name == name):
        return _any_of(value)
    if isinstance(value, Variant) and (name not in _TRANSPARENT or name == value.name):
        return value.payload[position] if _aligned(pattern, len(value.payload)) else one_of(value.payload)
    if isinstance(value, Object) and str(position) in value.fields:
        return value.fields[str(position)] if _aligned(pattern, len(value.fields)) else one_of(value.fields.values())
    return value


def matches(run: Interpreter, pattern: r.Pattern, value: Value, call: Call) -> Truth:
    """Whether a value matches a pattern."""
    if isinstance(value, OneOf):
        answers = [matches(run, pattern, part, call) for part in value.values]
        return answers[0] if len(set(answers)) == 1 else None
    if isinstance(value, Const | Variant) and value.cfg and pattern.kind not in ("wild", "or", "tuple"):
        value = replace(value, cfg=())
        return True if matches(run, pattern, value, call) is True else None
    if pattern.kind in ("wild", "other"):
        return True if pattern.kind == "wild" else None
    if pattern.kind == "or":
        answers = [matches(run, part, value, call) for part in pattern.parts]
        return True if True in answers else None if None in answers else False
    path = pattern.path
    if pattern.kind == "name" and pattern.name == "None":
        return _is_none(value)
    if pattern.kind == "variant" and path is not None and path.name == "Some":
        return all_of((not_(_is_none(value)), *_inside(run, pattern, value, call)))
    if pattern.kind == "name" and pattern.parts:
        return matches(run, pattern.parts[0], value, call)
    if pattern.kind == "name":
        binds, variant = _meaning(run, pattern.name, call)
        if binds:
            return True
        return variant == value.name if isinstance(value, Variant) and variant is not None else None
    if pattern.kind == "tuple":
        if not isinstance(value, Several) or not value.known or not _aligned(pattern, len(value.items)):
            return True if _irrefutable(pattern, run, call) else None
        return all_of(matches(run, part, item, call) for part, item in zip(pattern.parts, value.items, strict=True))
    if path is not None and isinstance(value, Variant) and path.segments:
        if not _has_variant(run, value, path.name):
            return None  # `Ok(…)`, whose inside stands for itself; a constant
        if path.name != value.name:
            return False
        return all_of(_inside(run, pattern, value, call)) if pattern.kind in ("path", "variant") else None
    if pattern.kind == "literal" and isinstance(pattern.value, r.Lit) and isinstance(value, Const):
        return pattern.value.value == value.value
    return None


def _inside(run: Interpreter, pattern: r.Pattern, value: Value, call: Call) -> Iterator[Truth]:
    """Whether what is inside a variant matches the patterns there."""
    own = isinstance(value, Variant) and pattern.path is not None and pattern.path.name == value.name
    aligned = _aligned(pattern, len(value.payload) if own and isinstance(value, Variant) else 1)
    for position, part in enumerate(pattern.parts):
        answer = matches(run, part, _payload(pattern, value, position), call)
        yield answer if aligned or _irrefutable(part, run, call) else None


def _irrefutable(pattern: r.Pattern, run: Interpreter, call: Call) -> bool:
    """Whether a pattern without variants and literals matches whatever has its type."""
    if pattern.kind == "name" and not pattern.parts:
        return _meaning(run, pattern.name, call)[0]
    return pattern.kind == "wild" or (
        pattern.kind == "tuple" and all(_irrefutable(p, run, call) for p in pattern.parts)
    )


def _has_variant(run: Interpreter, value: Variant, name: str) -> bool:
    """Whether the enum of a value has a variant of this name."""
    if value.ref is not None:
        return name in run.program.item(value.ref).variants
    type_ = run.program.catalog.types.get(value.type)
    return type_ is not None and name in type_.variants


def _meaning(run: Interpreter, name: str, call: Call) -> tuple[bool, str | None]:
    """Whether a name in a pattern is bound by it; else the variant that it stands for, unless it is a constant."""
    if not name[:1].isupper():
        return True, None
    if name in call.frame.local_items:
        return False, None
    for answer in types.lookup(run.program, (name,), call.frame):
        if answer.kind == "item" and answer.rest:
            return False, answer.rest[-1]
        if answer.kind == "burn" and run.burn.variant(answer.path, None) is not None:
            return False, name
        return False, None
    return True, None


def _is_none(value: Value) -> Truth:
    """Whether an option is `None`; what is inside `Some` stands for itself."""
    if isinstance(value, Const):
        return value.value is None
    if isinstance(value, OneOf):
        answers = {_is_none(part) for part in value.values}
        return answers.pop() if len(answers) == 1 else None
    return None if isinstance(value, Unknown) else False
