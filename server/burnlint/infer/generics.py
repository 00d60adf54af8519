"""The generic parameters of a function: what a call, its arguments and the bounds say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from burnlint.infer import types
from burnlint.infer.program import Program
from burnlint.infer.typed_values import type_of
from burnlint.infer.types import Frame
from burnlint.infer.values import Object, TypeValue, Value
from burnlint.resolve.facts import ItemRef
from burnlint.syntax import rust as r

_MAX_DEPTH = 6  # types inside types that are compared


def frame_of(
    program: Program,
    ref: ItemRef,
    item: r.Item,
    receiver: Value | None,
    generics: Mapping[str, TypeValue],
    turbofish: Sequence[TypeValue],
) -> Frame:
    """The frame of a function: its module, Self, and the generic parameters that are known."""
    frame = Frame(ref, program.scope(ref), dict(generics), cfg=program.item_gates(ref))
    owner = program.owner(ref)
    if owner is not None:
        container = program.item(owner)
        frame.cfg = (*program.item_gates(owner), *program.item_gates(ref))
        if container.type is not None:
            if isinstance(receiver, Object) and receiver.ref is not None:
                unify(program, container.type, type_of(receiver), frame)
            frame.generics = {**types.generic_parameters(program, container.generics, frame), **frame.generics}
            frame.self_type = types.evaluate(program, container.type, frame)
    declared = [g for g in item.generics if not g.const]
    for generic, given in zip(declared, turbofish, strict=False):
        if given.kind != "unknown":
            frame.generics[generic.name] = given
    return frame


def return_type(program: Program, ref: ItemRef, item: r.Item, generics: Mapping[str, TypeValue]) -> TypeValue:
    """What a function gives back, as far as its signature says."""
    frame = frame_of(program, ref, item, None, generics, ())
    frame.generics = {**types.generic_parameters(program, item.generics, frame), **frame.generics}
    return types.evaluate(program, item.type, frame)


def unify_parameters(program: Program, item: r.Item, frame: Frame, arguments: Sequence[Value]) -> None:
    """Learn generic parameters from the arguments of a call."""
    for parameter, value in zip(item.parameters, arguments, strict=False):
        if parameter.type is not None:
            unify(program, parameter.type, type_of(value), frame)


def unify(program: Program, written: r.Type, actual: TypeValue, frame: Frame, depth: int = 0) -> None:
    """Learn generic parameters from a type as written and what stands in its place."""
    if actual.kind == "unknown" or depth > _MAX_DEPTH:
        return
    if written.kind == "ref" and written.inner:
        unify(program, written.inner[0], actual, frame, depth + 1)
        return
    if written.kind != "path" or not written.segments:
        return
    names = [segment.name for segment in written.segments]
    first = names[0]
    if written.qself is not None and written.qself.segments and names[-1] == "Device":
        first, names = written.qself.segments[0].name, [written.qself.segments[0].name, "Device"]
    free = first not in frame.generics or frame.generics[first].kind == "unknown"
    if len(names) == 1 and not written.segments[0].generics:
        if free and _is_generic(program, first, frame):
            frame.generics[first] = actual
        return
    if names[1:] == ["Device"] and actual.kind == "device" and free and _is_generic(program, first, frame):
        if actual.backends.choices and not actual.backends.open:
            frame.generics[first] = TypeValue("backend", actual.backends)
        return
    inner = written.segments[-1].generics
    if actual.kind in ("tensor", "burn") and inner and actual.backends.choices:
        head = inner[0]
        unify(program, head, TypeValue("backend", actual.backends), frame, depth + 1)
    elif actual.kind == "local" and actual.ref is not None:
        struct = program.item(actual.ref)
        parameters = [g for g in struct.generics if not g.const]
        arguments = [g for g in inner if g.kind not in ("const", "other")]
        for parameter, argument in zip(parameters, arguments, strict=False):
            given = actual.generics.get(parameter.name)
            if given is not None:
                unify(program, argument, given, frame, depth + 1)
    elif actual.kind == "wrapper":
        for argument, part in zip(inner, actual.arguments, strict=False):
            unify(program, argument, part, frame, depth + 1)
    elif inner and names[-1] in ("Option", "Vec", "Box", "Arc", "Rc", "Result"):
        unify(program, inner[0], actual, frame, depth + 1)


def _is_generic(program: Program, name: str, frame: Frame) -> bool:
    item = program.item(frame.ref)
    owner = program.owner(frame.ref)
    declared = list(item.generics) + (list(program.item(owner).generics) if owner is not None else [])
    return any(g.name == name and not g.const for g in declared)
