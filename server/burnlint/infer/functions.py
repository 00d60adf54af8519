"""Calling functions and closures: their parameters get values, their bodies are followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.generics import frame_of, return_type, unify, unify_parameters
from burnlint.infer.patterns import Hidden, bind, names_of, scope
from burnlint.infer.trace import Call, Diverges, Trace
from burnlint.infer.typed_values import of_type, opaque, refine
from burnlint.infer.types import Frame
from burnlint.infer.values import UNKNOWN, UNKNOWN_TYPE, Function, OneOf, TypeValue, Value, bounded, one_of, tape_of
from burnlint.resolve.facts import Gate, ItemRef, Site
from burnlint.syntax import rust as r
from burnlint.syntax.lower import lower_body

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_MAX_CALLS = 14  # calls inside calls that are followed
_MOST_REMEMBERED = 24  # calls of one function


@dataclass(frozen=True)
class Known:
    """A call that was followed: its value, what it led to, the structs it built."""

    value: Value
    trace: Trace
    built: frozenset[ItemRef]


def call_function(
    run: Interpreter,
    ref: ItemRef,
    receiver: Value | None,
    arguments: Sequence[Value] | None,
    generics: Mapping[str, TypeValue],
    expected: TypeValue,
    calls: tuple[Site, ...],
    turbofish: Sequence[TypeValue] = (),
    guarded: bool = False,
    cfg: tuple[Gate, ...] = (),
) -> Value:
    """The value of a call; `arguments` None: a root, whose parameters are what their types say.

    A call is not followed again with the same arguments: it leads to the same uses, whatever calls led to it.
    """
    receiver = None if receiver is None else bounded(receiver)
    arguments = None if arguments is None else tuple(map(bounded, arguments))
    remembered = run.known.setdefault(ref, {})
    key = (receiver, arguments, tuple(generics.items()), expected, tuple(turbofish), guarded, cfg)
    known = remembered.get(key)
    if known is not None and run.initial.wanted not in known.built:
        run.trace.add(known.trace)
        run.built |= known.built
        return known.value
    trace, built = run.trace, run.built
    run.trace, run.built = Trace(), set()
    try:
        value, whole = _follow(run, ref, receiver, arguments, generics, expected, calls, turbofish, guarded, cfg)
        if whole:
            if len(remembered) >= _MOST_REMEMBERED:
                remembered.clear()
            remembered[key] = Known(value, run.trace, frozenset(run.built))
        return value
    finally:
        trace.add(run.trace)
        run.trace, run.built = trace, built | run.built


def _follow(
    run: Interpreter,
    ref: ItemRef,
    receiver: Value | None,
    arguments: Sequence[Value] | None,
    generics: Mapping[str, TypeValue],
    expected: TypeValue,
    calls: tuple[Site, ...],
    turbofish: Sequence[TypeValue],
    guarded: bool,
    cfg: tuple[Gate, ...],
) -> tuple[Value, bool]:
    """The value of a call, and whether nothing was cut off for the calls around it."""
    program = run.program
    item = program.item(ref)
    cuts = run.cuts
    tapes = [tape_of(value) for value in (*(arguments or ()), *((receiver,) if receiver is not None else ()))]
    if ref in run.stack or len(run.stack) >= _MAX_CALLS or item.body is None:
        run.cuts += 1
        return opaque(program, return_type(program, ref, item, generics), tapes), False
    frame = frame_of(program, ref, item, receiver, generics, turbofish)
    if arguments is not None:
        unify_parameters(program, item, frame, arguments)
    if expected.kind != "unknown" and item.type is not None:
        unify(program, item.type, expected, frame)
    frame.generics = {**types.generic_parameters(program, item.generics, frame), **frame.generics}
    frame.cfg = (*cfg, *(gate for gate in frame.cfg if gate not in cfg))
    call = Call(frame, {}, calls, guarded)
    if item.has_self:
        if receiver is not None:
            call.env["self"] = receiver
        else:
            call.env["self"] = of_type(program, frame.self_type or UNKNOWN_TYPE)
    for position, parameter in enumerate(item.parameters):
        known = arguments is not None and position < len(arguments)
        type_value = types.evaluate(program, parameter.type, frame)
        if known and arguments is not None:
            value = refine(program, arguments[position], type_value)
        else:
            value = of_type(program, type_value)
        bind(run, parameter.pattern, value, call)
    run.stack.append(ref)
    run.trace.followed.add(ref)
    try:
        body = lower_body(item.body, item.body_at)
        wanted = types.evaluate(program, item.type, frame)
        with suppress(Diverges):
            call.returns.append(run.eval(body, call, wanted))
    finally:
        run.stack.pop()
    result = one_of(call.returns) if call.returns else UNKNOWN
    return refine(program, result, wanted), run.cuts == cuts


def call_associated(
    run: Interpreter,
    ref: ItemRef,
    arguments: list[Value],
    generics: Mapping[str, TypeValue],
    turbofish: Sequence[TypeValue],
    expected: TypeValue,
    calls: tuple[Site, ...],
    guarded: bool,
    cfg: tuple[Gate, ...],
) -> Value:
    """A function of an impl called by its path; the struct's arguments give the impl's."""
    item = run.program.item(ref)
    owner = run.program.owner(ref)
    bound: dict[str, TypeValue] = {}
    container = run.program.item(owner) if owner is not None else None
    if container is not None and container.type is not None and container.type.segments:
        names = tuple(segment.name for segment in container.type.segments)
        found = run.program.resolve(names, run.program.scope(ref))
        struct = found[0].ref if found else None
        if struct is not None:
            frame = Frame(ref, run.program.scope(ref), bound)
            unify(run.program, container.type, TypeValue("local", ref=struct, generics=generics), frame)
            bound = frame.generics
    if item.has_self and arguments:
        return call_function(run, ref, arguments[0], arguments[1:], bound, expected, calls, turbofish, guarded, cfg)
    return call_function(run, ref, None, arguments, bound, expected, calls, turbofish, guarded, cfg)


def call_nested(run: Interpreter, name: str, expr: r.Call, call: Call) -> Value:
    """A function declared inside the function at hand."""
    arguments = run.eval_all(expr.args, call)
    for item in call.frame.local_items[name]:
        if item.kind == "fn" and item.body is not None and len(call.calls) < _MAX_CALLS:
            frame = call.frame.nested(item)
            frame.generics = {**frame.generics, **types.generic_parameters(run.program, item.generics, frame)}
            inner = Call(frame, {}, (*call.calls, call.frame.site(expr.span)), call.guarded)
            for parameter, value in zip(item.parameters, arguments, strict=False):
                type_ = types.evaluate(run.program, parameter.type, frame)
                bind(run, parameter.pattern, refine(run.program, value, type_), inner)
            with suppress(Diverges):
                inner.returns.append(run.eval(lower_body(item.body, item.body_at), inner))
            return one_of(inner.returns)
    return opaque(run.program, UNKNOWN_TYPE, map(tape_of, arguments))


def eval_closure(run: Interpreter, expr: r.Closure, call: Call, expected: TypeValue) -> Value:
    """`|x| x + 1`: it is followed where it is called."""
    known = call.captured.setdefault(expr, {})
    for name, value in call.env.items():
        pattern = call.bound.get(name)
        before = known.get(name)
        same = before is None or before[0] is value
        known[name] = (value if before is None or same else one_of([before[0], value]), pattern)
    return Function(None, expr, call)


def call_value(
    run: Interpreter, target: Value, arguments: Sequence[Value], call: Call, expected: TypeValue, sure: bool = True
) -> Value:
    """Call a function or closure held in a value; not `sure`: it is perhaps not called."""
    if isinstance(target, OneOf):
        return one_of([call_value(run, part, arguments, call, expected, sure=False) for part in target.values])
    if not isinstance(target, Function):
        return opaque(run.program, expected, [tape_of(target), *map(tape_of, arguments)])
    if target.ref is not None:
        return call_function(
            run, target.ref, None, list(arguments), {}, expected, call.calls, (), call.guarded, call.frame.cfg
        )
    closure, frame = target.closure, target.frame
    if closure is None or not isinstance(frame, Call):
        return UNKNOWN
    if closure in run.closures or len(run.closures) >= _MAX_CALLS:
        run.cuts += 1
        return opaque(run.program, expected, map(tape_of, arguments))
    before = dict(frame.env)
    inner = Call(frame.frame, frame.env, call.calls, frame.guarded or call.guarded)
    inner.bound, inner.captured, inner.sources = frame.bound, frame.captured, frame.sources
    # Names that stand for something else by now, or for nothing:
    captured = frame.captured.get(closure, {})
    hidden = {name: known for name, known in captured.items() if frame.bound.get(name) is not known[1]}
    with scope(hidden.keys() | set[str]().union(*map(names_of, closure.parameters)), inner):
        for name, (value, meant) in hidden.items():
            Hidden(value, meant).restore(name, inner)
        for position, pattern in enumerate(closure.parameters):
            type_ = types.evaluate(run.program, closure.types[position], frame.frame)
            given = arguments[position] if position < len(arguments) else UNKNOWN
            bind(run, pattern, refine(run.program, given, type_), inner)
        run.closures.append(closure)
        try:
            with suppress(Diverges):
                inner.returns.append(run.eval(closure.body, inner))
        finally:
            run.closures.pop()
        for name, (_, meant) in hidden.items():
            if name in inner.env and inner.bound.get(name) is meant:
                captured[name] = (inner.env[name], meant)
    if not sure:
        frame.merge([before])
    return one_of(inner.returns)
