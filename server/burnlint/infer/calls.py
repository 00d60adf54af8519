"""Call expressions: which function a path stands for, and what the call gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.functions import call_associated, call_function, call_nested, call_value
from burnlint.infer.generics import frame_of
from burnlint.infer.mutation import after_call
from burnlint.infer.program import Program
from burnlint.infer.structs import new_config
from burnlint.infer.trace import Call
from burnlint.infer.typed_values import of_type, opaque
from burnlint.infer.types import Frame
from burnlint.infer.values import (
    UNKNOWN,
    UNKNOWN_TYPE,
    Backends,
    Const,
    Device,
    Function,
    Object,
    TypeValue,
    Unknown,
    Value,
    Variant,
    join_tapes,
    one_of,
    tape_of,
)
from burnlint.resolve.facts import Site
from burnlint.resolve.scopes import Resolved
from burnlint.syntax import rust as r

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_WRAPPERS = {"Some", "Ok", "new", "from", "pin", "black_box", "drop", "Cow"}
"""Functions whose value is their only argument."""


def eval_call(run: Interpreter, expr: r.Call, call: Call, expected: TypeValue) -> Value:
    """`function(…)`, `Type::function(…)`, `(closure)(…)`"""
    value = _call_expression(run, expr, call, expected)
    after_call(expr.args, call)
    return value


def _call_expression(run: Interpreter, expr: r.Call, call: Call, expected: TypeValue) -> Value:
    callee = expr.callee
    if not isinstance(callee, r.Path):
        target = run.eval(callee, call)
        arguments = run.eval_all(expr.args, call)
        return call_value(run, target, arguments, call, expected)
    names = tuple(segment.name for segment in callee.segments)
    if not names:
        return Unknown(join_tapes((tape_of(v) for v in run.eval_all(expr.args, call)), sure=False))
    name_span = callee.segments[-1].span
    site = call.frame.site(name_span)
    if names[-1] == "catch_unwind":
        run.eval_all(expr.args, replace(call, guarded=True))
        return UNKNOWN
    if len(names) == 1 and names[0] in call.env:
        return call_value(run, call.env[names[0]], run.eval_all(expr.args, call), call, expected)
    turbofish = tuple(types.evaluate(run.program, g, call.frame) for g in callee.segments[-1].generics)
    if len(names) == 1 and names[0] in call.frame.local_items:
        return call_nested(run, names[0], expr, call)
    self_type = call.frame.self_type
    if names[0] == "Self" and self_type is not None:
        if self_type.ref is not None:
            answers: list[Resolved] = [Resolved("item", ref=self_type.ref, rest=names[1:])]
        else:
            answers = []
        generics: Mapping[str, TypeValue] = self_type.generics
    elif names[0] in call.frame.generics or callee.qself is not None:
        return _call_on_generic(run, callee, names, expr, call, expected)
    else:
        answers = types.lookup(run.program, names, call.frame)
        generics = _type_arguments(run.program, callee, call)
    hints = _parameter_types(run.program, answers, call)
    arguments = [run.eval(arg, call, hints[i] if i < len(hints) else UNKNOWN_TYPE) for i, arg in enumerate(expr.args)]
    results = [
        _call_resolved(run, answer, expr, name_span, arguments, generics, turbofish, call, expected)
        for answer in answers
    ]
    known = [value for value in results if value is not None]
    if known:
        return one_of(known)
    if names[-1] in _WRAPPERS and len(arguments) == 1:
        return arguments[0]
    if names[-1] == "default" and expected.kind != "unknown":
        return _default(run, expected, site, call)
    for argument in arguments:
        if isinstance(argument, Function):
            call_value(run, argument, [], call, UNKNOWN_TYPE, sure=False)
        run.trace.escape(argument)
    return opaque(run.program, UNKNOWN_TYPE, map(tape_of, arguments))


def _default(run: Interpreter, expected: TypeValue, site: Site, call: Call) -> Value:
    """`Default::default()`, where its type is known from elsewhere."""
    if expected.kind == "device" and run.program.catalog.device_era:
        made = run.program.default_choices(site)
        return Device(Backends(made, open=not made))
    defaults = run.program.methods(expected.ref, "default") if expected.ref is not None else []
    if defaults:
        calls = (*call.calls, site)
        generics, cfg = expected.generics, call.frame.cfg
        return call_function(run, defaults[0], None, [], generics, expected, calls, (), call.guarded, cfg)
    return of_type(run.program, expected)


def _parameter_types(program: Program, answers: Sequence[Resolved], call: Call) -> list[TypeValue]:
    """The types that the arguments of a call of the package's own function are expected to have."""
    if len(answers) != 1 or answers[0].ref is None or answers[0].kind != "item":
        return []
    item = program.item(answers[0].ref)
    if item.kind != "fn":
        return []
    frame = frame_of(program, answers[0].ref, item, None, {}, ())
    return [types.evaluate(program, parameter.type, frame) for parameter in item.parameters]


def _type_arguments(program: Program, callee: r.Path, call: Call) -> Mapping[str, TypeValue]:
    """`Model::<B>::new`: the arguments of the type before the last segment, by the struct's parameters.

    `Alias::new` through an alias of a struct still knows what the alias says.
    """
    if len(callee.segments) < 2:
        return {}
    head = callee.segments[:-1]
    return types.evaluate(program, r.Type("path", callee.span, head), call.frame).generics


def _call_on_generic(
    run: Interpreter, callee: r.Path, names: tuple[str, ...], expr: r.Call, call: Call, expected: TypeValue
) -> Value:
    """`B::Device::default()`, `M::new(…)`, `<B as Backend>::seed(…)`, `<Model<B>>::new()`."""
    arguments = run.eval_all(expr.args, call)
    head = r.Type("path", callee.span, callee.segments[:-1], (), callee.qself)
    base = types.evaluate(run.program, head if head.segments else callee.qself, call.frame)
    if base.kind == "device":
        return Device(base.backends)
    if base.kind == "backend" and names[-1] == "ad_enabled":
        enabled = base.backends.autodiff
        return Unknown() if enabled is None else Const(enabled)
    if base.kind == "local" and base.ref is not None:
        answer = Resolved("item", ref=base.ref, rest=(names[-1],))
        value = _call_resolved(
            run, answer, expr, callee.segments[-1].span, arguments, base.generics, (), call, expected
        )
        if value is not None:
            return value
    return opaque(run.program, expected, map(tape_of, arguments))


def _call_resolved(
    run: Interpreter,
    answer: Resolved,
    expr: r.Call,
    name_span: r.Rel,
    arguments: list[Value],
    generics: Mapping[str, TypeValue],
    turbofish: Sequence[TypeValue],
    call: Call,
    expected: TypeValue,
) -> Value | None:
    """A call of one of the things that its path may stand for; None: nothing is known of it."""
    site = call.frame.site(name_span)
    calls = (*call.calls, site)
    if answer.kind == "burn":
        return _call_burn(run, answer.path, expr, site, arguments, turbofish, call, expected)
    if answer.kind != "item" or answer.ref is None:
        return None
    item = run.program.item(answer.ref)
    cfg = (*call.frame.cfg, *answer.cfg)
    if item.kind == "fn":
        return call_function(run, answer.ref, None, arguments, {}, expected, calls, turbofish, call.guarded, cfg)
    if item.kind == "alias":
        value_type = types.evaluate(run.program, item.type, Frame(answer.ref, run.program.scope(answer.ref)))
        if value_type.ref is None:
            return _through_alias(run, answer, item, expr, name_span, arguments, generics, turbofish, call, expected)
        answer = replace(answer, ref=value_type.ref)
        generics = {**generics, **value_type.generics}
        item = run.program.item(value_type.ref)
    if not answer.rest:
        if item.kind == "struct":
            values = {str(i): value for i, value in enumerate(arguments)}
            struct = answer.ref
            assert struct is not None
            run.initial.built(struct, values)
            return Object("", struct, values, site=site)
        return None
    name = answer.rest[-1]
    if item.kind == "enum" and name in item.variants:
        return Variant("", answer.ref, name, site, tuple(arguments))
    assert answer.ref is not None
    functions = run.program.methods(answer.ref, name)
    if functions:
        return one_of(
            [
                call_associated(run, f, arguments, generics, turbofish, expected, calls, call.guarded, cfg)
                for f in functions[:4]
            ]
        )
    if "Config" in item.attributes.derives and name == "new":
        return new_config(run, answer.ref, item, arguments)
    return None


def _call_burn(
    run: Interpreter,
    path: str,
    expr: r.Call,
    site: Site,
    arguments: list[Value],
    turbofish: Sequence[TypeValue],
    call: Call,
    expected: TypeValue,
) -> Value | None:
    """A call of one of burn's functions; closures among its arguments are called by it."""
    callee = expr.callee
    assert isinstance(callee, r.Path)
    head = r.Type("path", callee.span, callee.segments[:-1] or callee.segments)
    type_ = types.evaluate(run.program, head, call.frame)
    places = [call.frame.site(arg.span) for arg in expr.args]
    value, use, devices = run.burn.call(
        path, arguments, places, type_, turbofish, expected, site, call.frame, call.calls
    )
    run.trace.record(use, devices, call.guarded)
    for argument in arguments:
        if isinstance(argument, Function):
            call_value(run, argument, [], call, UNKNOWN_TYPE, sure=False)
    return value


def _through_alias(
    run: Interpreter,
    answer: Resolved,
    item: r.Item,
    expr: r.Call,
    name_span: r.Rel,
    arguments: list[Value],
    generics: Mapping[str, TypeValue],
    turbofish: Sequence[TypeValue],
    call: Call,
    expected: TypeValue,
) -> Value | None:
    """`Place::ndarray()` where `Place` is an alias of one of burn's types."""
    assert answer.ref is not None
    frame = Frame(answer.ref, run.program.scope(answer.ref))
    written = item.type.segments if item.type is not None else ()
    for meant in types.lookup(run.program, tuple(s.name for s in written), frame) if written else ():
        if meant.kind == "burn":
            path = run.program.catalog.paths.canonical("::".join((meant.path, *answer.rest)))
            through = Resolved("burn", path, cfg=(*answer.cfg, *meant.cfg))
            return _call_resolved(run, through, expr, name_span, arguments, generics, turbofish, call, expected)
    return None
