"""Values and types: any value of a type, what a declared type adds to a value, what a value says of its type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from burnlint.infer.program import Program
from burnlint.infer.values import (
    UNKNOWN,
    UNKNOWN_TYPE,
    Const,
    Device,
    Object,
    Several,
    Tape,
    Tensor,
    TypeValue,
    Unknown,
    Value,
    join_tapes,
    one_of,
)


def of_type(program: Program, type_: TypeValue) -> Value:
    """Any value of a type."""
    kind = type_.kind
    if kind == "tensor":
        return Tensor(type_.backends, False if type_.backends.autodiff is False else None, leaf=None)
    if kind == "device":
        return Device(type_.backends)
    if kind == "local" and type_.ref is not None:
        return Object("", type_.ref, {}, generics=type_.generics)
    if kind == "burn":
        if type_.path.endswith("module::Param") and type_.arguments:
            inner = of_type(program, type_.arguments[0])
            if isinstance(inner, Tensor):
                return replace(inner, tracked=inner.backends.autodiff, leaf=True)
            return inner
        catalogued = program.catalog.types.get(type_.path)
        if catalogued is not None and catalogued.kind == "enum":
            return UNKNOWN
        has = program.catalog.has_parameters(type_.path)
        return Object(type_.path, None, {}, type_.backends, parameters=has)
    if kind == "wrapper" and type_.arguments:
        parts = tuple(of_type(program, part) for part in type_.arguments)
        if type_.path == "tuple":
            return Several(parts)
        if type_.path == "Option":
            return one_of([parts[0], Const(None)])
        if type_.path in ("Vec", "array", "VecDeque"):
            return Several(parts[:1], known=False)
        return parts[-1] if type_.path in ("HashMap", "BTreeMap") else parts[0]
    return UNKNOWN


def opaque(program: Program, type_: TypeValue, tapes: Iterable[Tape]) -> Value:
    """The value of a call that is not followed: its type, and perhaps what its arguments carry."""
    tape = join_tapes(tapes, sure=False)
    value = of_type(program, type_)
    if isinstance(value, Tensor | Unknown | Object) and tape:
        return replace(value, tape=tape)
    return value


def refine(program: Program, value: Value, type_: TypeValue) -> Value:
    """A value with what its declared type adds."""
    if type_.kind == "device" and isinstance(value, Unknown):
        return Device(type_.backends)
    if type_.kind == "device" and isinstance(value, Device) and not value.backends.choices:
        return Device(type_.backends)
    if isinstance(value, Tensor) and type_.kind == "tensor" and not value.backends.choices:
        return replace(value, backends=type_.backends)
    if isinstance(value, Object) and value.ref is not None and value.ref == type_.ref:
        missing = {
            name: given
            for name, given in type_.generics.items()
            if name not in value.generics or value.generics[name].kind == "unknown"
        }
        if missing:
            return replace(value, generics={**value.generics, **missing})
    homeless = isinstance(value, Object) and value.ref is None and not value.backends.choices
    if homeless and isinstance(value, Object) and type_.kind == "burn" and type_.backends.choices:
        return replace(value, backends=type_.backends)
    if isinstance(value, Unknown) and type_.kind != "unknown":
        return opaque(program, type_, [value.tape])
    return value


def type_of(value: Value) -> TypeValue:
    """What a value says of its type."""
    if isinstance(value, Tensor):
        return TypeValue("tensor", value.backends)
    if isinstance(value, Device):
        return TypeValue("device", value.backends)
    if isinstance(value, Object):
        if value.ref is not None:
            return TypeValue("local", ref=value.ref, generics=value.generics)
        return TypeValue("burn", value.backends, value.type)
    if isinstance(value, Several) and value.items and not value.known:
        return TypeValue("wrapper", path="Vec", arguments=(type_of(value.items[0]),))
    return UNKNOWN_TYPE
