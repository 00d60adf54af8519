"""Structs: their literals, their fields, and the defaults of structs that derive burn's Config."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.program import Program
from burnlint.infer.trace import Call
from burnlint.infer.typed_values import of_type, refine
from burnlint.infer.types import Frame
from burnlint.infer.values import (
    UNKNOWN,
    Const,
    Object,
    OneOf,
    Several,
    Tensor,
    TypeValue,
    Unknown,
    Value,
    Variant,
    join_tapes,
    one_of,
    tape_of,
)
from burnlint.resolve.facts import ItemRef
from burnlint.syntax import rust as r
from burnlint.syntax.lower import lower_expression
from burnlint.syntax.words import type_words
from burnlint.truth import all_of

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_MOST_DEFAULTS = 14  # defaults of fields that stand for each other, in a row


def eval_struct(run: Interpreter, expr: r.StructLit, call: Call, expected: TypeValue) -> Value:
    """`Model { conv, size: 3, ..base }`, and a variant of an enum with named fields."""
    fields = {name: run.eval(value, call) for name, value in expr.fields}
    names = tuple(segment.name for segment in expr.path.segments)
    site = call.frame.site(expr.span)
    if names == ("Self",) and call.frame.self_type is not None:
        type_ = call.frame.self_type
    else:
        type_ = types.evaluate(
            run.program,
            r.Type("path", expr.path.span, expr.path.segments, (), expr.path.qself),
            call.frame,
        )
    base = run.eval(expr.base, call, type_) if expr.base is not None else None
    if isinstance(base, Object):
        fields = {**base.fields, **fields}
    elif base is not None and type_.ref is not None:
        unknown = {declared.name: UNKNOWN for declared in run.program.item(type_.ref).fields}
        fields = {**unknown, **fields}
    if type_.kind == "local" and type_.ref is not None:
        run.initial.built(type_.ref, fields)
        given = {k: v for k, v in type_.generics.items() if v.kind != "unknown"}
        return Object("", type_.ref, fields, generics=given, site=site)
    if type_.kind == "burn":
        catalogued = run.program.catalog.types.get(type_.path)
        if catalogued is not None:
            return run.burn.object(catalogued, fields, site, base is None)
    for answer in types.lookup(run.program, names, call.frame) if names else []:
        if answer.kind == "item" and answer.ref is not None and answer.rest:
            return Variant("", answer.ref, answer.rest[-1], site, tuple(fields.values()))
    return Object("", None, fields, site=site, tape=join_tapes(map(tape_of, fields.values())))


def new_config(run: Interpreter, ref: ItemRef, item: r.Item, arguments: list[Value]) -> Value:
    """`new` of a struct that derives burn's Config: the fields without a default are its parameters."""
    fields: dict[str, Value] = {}
    remaining = iter(arguments)
    frame = Frame(ref, run.program.scope(ref))
    for declared in item.fields:
        default = _default(run, item, declared, frame)
        if default is not None:
            fields[declared.name] = default
        elif declared.type.segments and declared.type.segments[-1].name == "Option":
            fields[declared.name] = Const(None)
        else:
            fields[declared.name] = next(remaining, UNKNOWN)
    return Object("", ref, fields)


def eval_field(run: Interpreter, expr: r.Field, call: Call, expected: TypeValue) -> Value:
    """`model.conv`, `pair.0`"""
    return field_of(run, run.eval(expr.receiver, call), expr.name)


def field_of(run: Interpreter, value: Value, name: str) -> Value:
    """A field of a value."""
    if isinstance(value, OneOf):
        return one_of([field_of(run, part, name) for part in value.values])
    if isinstance(value, Several):
        if value.known and name.isdigit() and int(name) < len(value.items):
            return value.items[int(name)]
        return one_of(value.items) if value.items else UNKNOWN
    if isinstance(value, Object):
        if name in value.fields:
            return _typed_field(run, value, name)
        if value.ref is not None:
            return _declared_field(run, value, name)
        if run.program.catalog.has_parameters(value.type):
            owned = all_of((value.parameters, value.backends.autodiff))
            return Tensor(value.backends, owned, leaf=True)
        if value.tape:
            return Tensor(value.backends, None, value.tape)
    if isinstance(value, Tensor):
        return value
    return Unknown(tape_of(value))


def _typed_field(run: Interpreter, value: Object, name: str) -> Value:
    """A field's value; a backend that only the struct's own arguments know is added."""
    found = value.fields[name]
    if value.ref is None or not isinstance(found, Object | Tensor) or found.backends.choices:
        return found
    for declared in run.program.item(value.ref).fields:
        if declared.name == name:
            frame = Frame(value.ref, run.program.scope(value.ref), dict(value.generics))
            return refine(run.program, found, types.evaluate(run.program, declared.type, frame))
    return found


def _declared_field(run: Interpreter, value: Object, name: str) -> Value:
    """A field that this value says nothing of: what the package puts there, else anything of its type."""
    ref = value.ref
    if ref is None:
        return UNKNOWN
    item = run.program.item(ref)
    for declared in item.fields:
        if declared.name == name:
            frame = Frame(ref, run.program.scope(ref), dict(value.generics))
            type_ = types.evaluate(run.program, declared.type, frame)
            plain = of_type(run.program, type_)
            if _worth_finding(run.program, plain, declared.type):
                default = _default(run, item, declared, frame)
                initial = run.initial.of(ref, name) if default is None else one_of([default, UNKNOWN])
                if isinstance(initial, Object) and isinstance(plain, Object):
                    return replace(initial, backends=plain.backends)
                return initial if not isinstance(initial, Unknown) else plain
            return plain
    return UNKNOWN


def _worth_finding(program: Program, value: Value, type_: r.Type) -> bool:
    """Whether a field holds what decides an operation: a module of burn, its options, one of its enums."""
    catalog = program.catalog
    if isinstance(value, Object):
        return value.ref is None and value.type in catalog.types
    return isinstance(value, Unknown) and not catalog.type_names.isdisjoint(type_words(type_))


def _default(run: Interpreter, item: r.Item, declared: r.StructField, frame: Frame) -> Value | None:
    """What `#[config(default = …)]` says of a field."""
    if declared.attributes.default is None or "Config" not in item.attributes.derives:
        return None
    expression = lower_expression(declared.attributes.default)
    if expression is None:
        return None
    if declared in run.defaults or len(run.defaults) >= _MOST_DEFAULTS:
        run.cuts += 1
        return UNKNOWN
    run.defaults.append(declared)
    try:
        return _placeless(run.eval(expression, Call(frame, {}, ())))
    finally:
        run.defaults.pop()


def _placeless(value: Value) -> Value:
    """A value without its place: a default written in an attribute stands at no expression."""
    if isinstance(value, Variant | Const):
        return replace(value, site=None)
    return value
