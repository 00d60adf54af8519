"""Patterns: whether a value matches one, and what its names stand for then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.structs import field_of
from burnlint.infer.trace import Call
from burnlint.infer.values import UNKNOWN, Const, Object, OneOf, Unknown, Value, Variant, bounded, one_of
from burnlint.syntax import rust as r
from burnlint.truth import Truth, not_

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter


def bind(run: Interpreter, pattern: r.Pattern, value: Value, call: Call) -> None:
    """Give the names of a pattern their values."""
    kind = pattern.kind
    if kind == "name":
        call.env[pattern.name] = bounded(value)
        for part in pattern.parts:
            bind(run, part, value, call)
    elif kind == "tuple":
        for position, part in enumerate(pattern.parts):
            bind(run, part, field_of(run, value, str(position)), call)
    elif kind == "struct":
        for name, part in zip(pattern.fields, pattern.parts, strict=False):
            bind(run, part, field_of(run, value, name), call)
    elif kind == "variant":
        for position, part in enumerate(pattern.parts):
            bind(run, part, _payload(value, position), call)
    elif kind == "or" and pattern.parts:
        for part in pattern.parts:
            bind(run, part, value, call)


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
    return set()


@contextmanager
def scope(names: Iterable[str], call: Call) -> Iterator[None]:
    """These names are bound inside only: afterwards they are what they were before."""
    outer = {name: call.env.get(name) for name in names}
    try:
        yield
    finally:
        for name, value in outer.items():
            if value is None:
                call.env.pop(name, None)
            else:
                call.env[name] = value


def _payload(value: Value, position: int) -> Value:
    """What is inside `Some(x)`, `Mode::Resize(x)`; options and results are transparent."""
    if isinstance(value, Variant):
        return value.payload[position] if position < len(value.payload) else UNKNOWN
    if isinstance(value, OneOf):
        return one_of([_payload(part, position) for part in value.values if part != Const(None)])
    if isinstance(value, Object) and str(position) in value.fields:
        return value.fields[str(position)]
    return value


def matches(run: Interpreter, pattern: r.Pattern, value: Value, call: Call) -> Truth:
    """Whether a value matches a pattern."""
    if pattern.kind in ("wild", "other"):
        return True if pattern.kind == "wild" else None
    if pattern.kind == "or":
        answers = [matches(run, part, value, call) for part in pattern.parts]
        return True if True in answers else None if None in answers else False
    path = pattern.path
    if pattern.kind == "name" and pattern.name == "None":
        return _is_none(value)
    if pattern.kind == "variant" and path is not None and path.name == "Some":
        return not_(_is_none(value))
    if pattern.kind == "name" and not pattern.parts:
        variant = _variant_named(run, (pattern.name,), call)
        if variant is None:
            return True
        return variant == value.name if isinstance(value, Variant) else None
    if path is not None and isinstance(value, Variant) and path.segments:
        name = path.segments[-1].name
        return None if name == value.name else False
    if pattern.kind == "path" and path is not None and isinstance(value, Variant):
        return path.name == value.name
    if pattern.kind == "literal" and isinstance(pattern.value, r.Lit) and isinstance(value, Const):
        return pattern.value.value == value.value
    return None


def _variant_named(run: Interpreter, names: tuple[str, ...], call: Call) -> str | None:
    """The variant of an enum that a path in a pattern stands for; None: a name that the pattern binds."""
    if not names[-1][:1].isupper():
        return None
    for answer in types.lookup(run.program, names, call.frame):
        if answer.kind == "item" and answer.rest:
            return answer.rest[-1]
        if answer.kind == "burn" and run.burn.variant(answer.path, None) is not None:
            return names[-1]
    return None


def _is_none(value: Value) -> Truth:
    """Whether an option is `None`; what is inside `Some` stands for itself."""
    if isinstance(value, Const):
        return value.value is None
    if isinstance(value, OneOf):
        answers = {_is_none(part) for part in value.values}
        return answers.pop() if len(answers) == 1 else None
    return None if isinstance(value, Unknown) else False
