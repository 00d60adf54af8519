"""Abstract values: what is known of an expression without running it.

Every value carries its *tape*: the operations that its gradient graph holds, each with how sure that is. A value that
is not known is `Unknown`; several possible values are a `OneOf`. Nothing is ever guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from burnlint.records.schema import Entry, Operation
from burnlint.resolve.facts import Gate, ItemRef, Site
from burnlint.syntax.rust import Closure
from burnlint.truth import Truth

# ---- backends ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One backend that a program may use."""

    base: str  # name in records/backends.toml
    autodiff: int  # number of Autodiff decorators
    site: Site | None = None  # where it was chosen
    cfg: tuple[Gate, ...] = ()  # conditions under which it is the one
    decorated_at: Site | None = None  # the outermost Autodiff

    def shown(self) -> str:
        """`Autodiff<NdArray>`"""
        return "Autodiff<" * self.autodiff + self.base + ">" * self.autodiff


@dataclass(frozen=True, slots=True)
class Backends:
    """The backends that a type or device can stand for.

    `open`: others are possible too (a generic parameter whose users choose). `generic`: the choices are those of the
    whole package, taken because the code at hand is generic. `unused_autodiff` is how many decorators may be missing:
    a device whose `.autodiff()` may or may not have been called.
    """

    choices: tuple[Choice, ...] = ()
    open: bool = True
    generic: bool = False

    @property
    def autodiff(self) -> Truth:
        """Whether gradients are recorded."""
        if not self.choices:
            return None
        tracked = {choice.autodiff > 0 for choice in self.choices}
        if len(tracked) > 1 or (self.open and tracked != {True}):
            return None
        return tracked.pop()

    def inner(self) -> Backends:
        """`B::InnerBackend`, `.valid()`, `.inner()`: one decorator less."""
        return replace(self, choices=tuple(replace(c, autodiff=max(0, c.autodiff - 1)) for c in self.choices))

    def decorated(self, site: Site | None) -> Backends:
        """`Autodiff<B>`, `device.autodiff()`: one decorator more."""
        return replace(
            self,
            choices=tuple(
                replace(c, autodiff=c.autodiff + 1, site=c.site or site, decorated_at=site) for c in self.choices
            ),
        )

    def under(self, cfg: tuple[Gate, ...]) -> Backends:
        """The same choices, each under further conditions."""
        if not cfg:
            return self
        return replace(self, choices=tuple(replace(c, cfg=(*cfg, *c.cfg)) for c in self.choices))


NO_BACKENDS = Backends()


def join_backends(parts: Iterable[Backends]) -> Backends:
    """Any of these."""
    choices: dict[tuple[str, int, tuple[Gate, ...]], Choice] = {}
    open_ = False
    generic = False
    for part in parts:
        open_ = open_ or part.open
        generic = generic or part.generic
        for choice in part.choices:
            choices.setdefault((choice.base, choice.autodiff, choice.cfg), choice)
    return Backends(tuple(choices.values()), open_, generic)


# ---- the gradient graph ------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Use:
    """One use of an operation of burn, as met while a program is followed."""

    entry: Entry
    operation: Operation
    site: Site  # the name of the call
    arguments: Mapping[str, Value]
    backends: Backends
    tracked: Truth
    cfg: tuple[Gate, ...]  # conditions of the code around it
    calls: tuple[Site, ...]  # how the code got here, outermost first
    inputs: Mapping[str, Site]  # where the inputs and the receiver stand
    leaves: frozenset[str] = frozenset()  # inputs that ask for gradients themselves


Tape: TypeAlias = Mapping[Use, Truth]
"""Operations in the graph of a value -> True, or None for "perhaps"."""

EMPTY: Tape = {}


def join_tapes(tapes: Iterable[Tape], sure: bool = True) -> Tape:
    """Everything on any of the tapes; `sure=False`: each of them only perhaps."""
    present = [tape for tape in tapes if tape]
    if not present:
        return EMPTY
    if len(present) == 1 and sure:
        return present[0]
    result: dict[Use, Truth] = {}
    for tape in present:
        for use, truth in tape.items():
            result[use] = True if (truth and sure) or result.get(use) else None
    return result


# ---- values ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing is known but what may be in its graph."""

    tape: Tape = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Const:
    """A literal."""

    value: int | float | bool | str | None
    site: Site | None = None
    cfg: tuple[Gate, ...] = ()  # conditions under which it is this one


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of an enum, of burn (`type` is its canonical path) or of the package (`ref`)."""

    type: str
    ref: ItemRef | None
    name: str
    site: Site | None = None
    payload: tuple[Value, ...] = ()
    cfg: tuple[Gate, ...] = ()  # conditions under which it is this one


@dataclass(frozen=True, slots=True)
class Object:
    """A struct: of burn (`type` is its canonical path) or of the package (`ref`).

    `parameters`: whether it holds parameters that are tracked. `partial`: fields that are not listed are unknown.
    """

    type: str
    ref: ItemRef | None
    fields: Mapping[str, Value] = field(hash=False)
    backends: Backends = NO_BACKENDS
    generics: Mapping[str, TypeValue] = field(default_factory=dict, hash=False)
    parameters: Truth = None
    site: Site | None = None
    tape: Tape = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor: on which backends, and whether gradients are recorded through it."""

    backends: Backends
    tracked: Truth
    tape: Tape = field(default_factory=dict, hash=False)
    leaf: Truth = False  # it asked for gradients itself, so that it still does after `.detach()`


@dataclass(frozen=True, slots=True)
class Device:
    """A device; from 0.22 it alone decides the backend."""

    backends: Backends


@dataclass(frozen=True, slots=True)
class Several:
    """A tuple, an array, a vector, an option's content: `items` in order where `known`, else possible elements."""

    items: tuple[Value, ...]
    known: bool = True


@dataclass(frozen=True, slots=True)
class Function:
    """A function or closure as a value; `frame` is what a closure captured."""

    ref: ItemRef | None
    closure: Closure | None
    frame: object | None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several values; not known which."""

    values: tuple[Value, ...]


Value: TypeAlias = Unknown | Const | Variant | Object | Tensor | Device | Several | Function | OneOf

UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class TypeValue:
    """What a type stands for.

    kind: "backend" (`backends`), "device" (`backends`), "tensor" (`backends`), "burn" (`path`), "local" (`ref`),
    "wrapper" (`arguments`: Option, Vec, Box, a tuple: what is inside), "unknown".
    """

    kind: str
    backends: Backends = NO_BACKENDS
    path: str = ""
    ref: ItemRef | None = None
    arguments: tuple[TypeValue, ...] = ()
    generics: Mapping[str, TypeValue] = field(default_factory=dict, hash=False)


UNKNOWN_TYPE = TypeValue("unknown")


def tape_of(value: Value, depth: int = 0) -> Tape:
    """Every operation in the graph of a value or of anything inside it."""
    if isinstance(value, Tensor | Unknown):
        return value.tape
    if depth > 6:
        return EMPTY
    if isinstance(value, Object):
        return join_tapes([value.tape, *(tape_of(v, depth + 1) for v in value.fields.values())])
    if isinstance(value, Several):
        return join_tapes(tape_of(v, depth + 1) for v in value.items)
    if isinstance(value, OneOf):
        return join_tapes((tape_of(v, depth + 1) for v in value.values), sure=False)
    if isinstance(value, Variant):
        return join_tapes(tape_of(v, depth + 1) for v in value.payload)
    return EMPTY


_MOST_PARTS = 1_000
_KEPT_DEPTH = 3


def bounded(value: Value) -> Value:
    """The value, without its depths if it has too many parts: loops and recursive types can make it grow for ever."""
    count = 0
    stack = [value]
    while stack:
        parts = _parts(stack.pop())
        count += len(parts)
        if count > _MOST_PARTS:
            return _flat(value, _KEPT_DEPTH)
        stack.extend(parts)
    return value


def _parts(value: Value) -> Collection[Value]:
    if isinstance(value, Object):
        return value.fields.values()
    if isinstance(value, Several):
        return value.items
    if isinstance(value, OneOf):
        return value.values
    if isinstance(value, Variant):
        return value.payload
    return ()


def _flat(value: Value, depth: int) -> Value:
    """A value without what lies deeper; what is in its graph stays there."""
    if not _parts(value):
        return value
    if depth == 0:
        return Unknown(join_tapes([_whole_tape(value)], sure=False))
    if isinstance(value, Object):
        return replace(value, fields={name: _flat(part, depth - 1) for name, part in value.fields.items()})
    if isinstance(value, Several):
        return replace(value, items=tuple(_flat(part, depth - 1) for part in value.items))
    if isinstance(value, OneOf):
        return one_of([_flat(part, depth - 1) for part in value.values])
    if isinstance(value, Variant):
        return replace(value, payload=tuple(_flat(part, depth - 1) for part in value.payload))
    return value


def _whole_tape(value: Value) -> Tape:
    """Like `tape_of`, however deep; a part that is shared is looked at once."""
    seen: dict[int, Value] = {}
    stack = [value]
    while stack:
        part = stack.pop()
        if id(part) not in seen:
            seen[id(part)] = part
            stack.extend(_parts(part))
    return join_tapes(part.tape for part in seen.values() if isinstance(part, Tensor | Unknown | Object))


def under_cfg(value: Value, cfg: tuple[Gate, ...]) -> Value:
    """A value that only exists under these conditions."""
    if not cfg:
        return value
    if isinstance(value, Const | Variant):
        return replace(value, cfg=(*cfg, *(c for c in value.cfg if c not in cfg)))
    if isinstance(value, OneOf):
        return OneOf(tuple(under_cfg(part, cfg) for part in value.values))
    if isinstance(value, Several):
        return replace(value, items=tuple(under_cfg(part, cfg) for part in value.items))
    if isinstance(value, Object):
        return replace(value, fields={name: under_cfg(part, cfg) for name, part in value.fields.items()})
    return value


def blurred(value: Value) -> Value:
    """What is left of a value that somebody may have changed: its type, not what it holds."""
    if isinstance(value, Tensor):
        tracked = False if value.backends.autodiff is False else None
        return Tensor(value.backends, tracked, join_tapes([value.tape], sure=False))
    if isinstance(value, Object):
        fields = {name: blurred(part) for name, part in value.fields.items()}
        return replace(value, fields=fields, tape=join_tapes([value.tape], sure=False))
    if isinstance(value, Several):
        return Several(tuple(blurred(part) for part in value.items), known=False)
    if isinstance(value, OneOf):
        return one_of([blurred(part) for part in value.values])
    if isinstance(value, Device):
        return Device(replace(value.backends, open=True))
    return Unknown(join_tapes([tape_of(value)], sure=False))


def one_of(values: Iterable[Value]) -> Value:
    """Any of these values, flattened; unknown when one of them is and nothing else is worth keeping."""
    flat: list[Value] = []
    for value in values:
        for part in value.values if isinstance(value, OneOf) else (value,):
            if part not in flat:
                flat.append(part)
    if not flat:
        return UNKNOWN
    if len(flat) == 1:
        return flat[0]
    if all(isinstance(v, Device) for v in flat):
        return Device(join_backends(v.backends for v in flat if isinstance(v, Device)))
    if all(isinstance(v, Tensor) for v in flat):
        tensors = [v for v in flat if isinstance(v, Tensor)]
        tracked = {t.tracked for t in tensors}
        shared = set(tensors[0].tape)
        for tensor in tensors[1:]:
            shared &= set(tensor.tape)
        tape = {
            use: True if use in shared and all(t.tape.get(use) for t in tensors) else None
            for tensor in tensors
            for use in tensor.tape
        }
        return Tensor(join_backends(t.backends for t in tensors), tracked.pop() if len(tracked) == 1 else None, tape)
    if len(flat) > 8:
        return Unknown(join_tapes((tape_of(v) for v in flat), sure=False))
    return OneOf(tuple(flat))


def without_gradients(value: Value, inner: bool) -> Value:
    """A module after `.valid()` (`inner`: on the backend inside) or `.no_grad()`."""
    if isinstance(value, Object):
        fields = {name: without_gradients(part, inner) for name, part in value.fields.items()}
        generics = {
            name: TypeValue("backend", given.backends.inner()) if inner and given.kind == "backend" else given
            for name, given in value.generics.items()
        }
        backends = value.backends.inner() if inner else value.backends
        return replace(value, fields=fields, generics=generics, backends=backends, parameters=False)
    if isinstance(value, Tensor):
        return Tensor(value.backends.inner() if inner else value.backends, False, EMPTY)
    if isinstance(value, Several):
        return replace(value, items=tuple(without_gradients(part, inner) for part in value.items))
    if isinstance(value, OneOf):
        return OneOf(tuple(without_gradients(part, inner) for part in value.values))
    return value
