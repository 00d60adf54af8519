"""Method calls: of the package's types, of burn's, of collections and other containers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.functions import call_function, call_value
from burnlint.infer.mutation import after_method
from burnlint.infer.trace import Backward, Call
from burnlint.infer.typed_values import opaque
from burnlint.infer.values import (
    UNKNOWN,
    UNKNOWN_TYPE,
    Const,
    Function,
    Object,
    OneOf,
    Several,
    Tensor,
    TypeValue,
    Unknown,
    Value,
    Variant,
    one_of,
    tape_of,
    without_gradients,
)
from burnlint.resolve.facts import Site
from burnlint.syntax import rust as r

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_IDENTITY = {
    "clone", "unwrap", "expect", "as_ref", "as_mut", "to_owned", "into", "borrow", "borrow_mut", "as_deref",
    "unwrap_or_default", "cloned", "copied", "lock", "read", "write", "iter", "iter_mut", "into_iter", "try_into",
    "rev", "skip", "take", "context", "with_context", "ok", "to_vec", "collect", "deref", "unwrap_or", "peekable",
    "filter", "first", "last", "get", "next", "pop", "drain", "as_slice", "chunks", "ok_or", "ok_or_else",
}  # fmt: skip
"""Methods that give their receiver, or one of its elements."""

_OTHER_BACKEND = {"inner", "valid", "from_inner", "to_device", "grad", "no_grad"}
"""Methods of a tensor whose result may be on another backend."""


_MAY_LOSE = {"filter", "ok", "first", "last", "get", "next", "pop"}
"""Methods of options, results and collections whose result may be `None` where their receiver is something."""

_ON_SOME = {"map", "and_then", "then", "then_some", "filter", "inspect"}


def eval_method(run: Interpreter, expr: r.Method, call: Call, expected: TypeValue) -> Value:
    """`receiver.name(…)`"""
    # Most methods of a tensor give a tensor of the same backend.
    same = expected if expected.kind == "tensor" and expr.name not in _OTHER_BACKEND else UNKNOWN_TYPE
    receiver = run.eval(expr.receiver, call, same)
    arguments = run.eval_all(expr.args, call)
    value = _method(run, receiver, expr, arguments, call, expected)
    after_method(run, expr, receiver, arguments, call)
    return value


def _method(
    run: Interpreter, receiver: Value, expr: r.Method, arguments: list[Value], call: Call, expected: TypeValue
) -> Value:
    """The value of a method call on a known receiver."""
    name = expr.name
    site = call.frame.site(expr.name_span)
    if isinstance(receiver, OneOf):
        parts = receiver.values
        if name in ("unwrap", "expect") or any(not isinstance(part, Const) for part in parts):
            parts = tuple(part for part in parts if part != Const(None))  # nothing is called on `None`
        return one_of([_method(run, part, expr, arguments, call, expected) for part in parts])
    if name == "backward" and not arguments and isinstance(receiver, Tensor | Unknown | Object):
        _backward(run, receiver, expr, site, call)
        return UNKNOWN
    if isinstance(receiver, Object) and receiver.ref is not None:
        found = _local_method(run, receiver, name, arguments, expr, call, expected, site)
        if found is not None:
            return found
    if isinstance(receiver, Variant) and receiver.ref is not None:
        functions = run.program.methods(receiver.ref, name)
        if functions:
            calls, cfg = (*call.calls, site), call.frame.cfg
            return call_function(run, functions[0], receiver, arguments, {}, expected, calls, (), call.guarded, cfg)
    if isinstance(receiver, Const) and (receiver.value is None or receiver.value is False) and name in _ON_SOME:
        return Const(None)  # nothing is called on `None`, and `false.then(…)` is that
    if receiver == Const(None) and name in ("is_some", "is_none"):
        return Const(name == "is_none")
    if receiver == Const(None) and name == "map_or" and arguments:
        return arguments[0]
    places = [call.frame.site(arg.span) for arg in expr.args]
    value, use, devices = run.burn.method(
        receiver,
        name,
        arguments,
        places,
        tuple(types.evaluate(run.program, g, call.frame) for g in expr.generics),
        expected,
        site,
        call.frame.site(expr.receiver.span),
        call.frame,
        call.calls,
    )
    run.trace.record(use, devices, call.guarded)
    if value is not None:
        return value
    return _container_method(run, receiver, name, arguments, call)


def _local_method(
    run: Interpreter,
    receiver: Object,
    name: str,
    arguments: list[Value],
    expr: r.Method,
    call: Call,
    expected: TypeValue,
    site: Site,
) -> Value | None:
    """A method of one of the package's structs, or one that burn derives for it; None: none that is known."""
    ref = receiver.ref
    assert ref is not None
    item = run.program.item(ref)
    functions = run.program.methods(ref, name)
    if functions:
        turbofish = tuple(types.evaluate(run.program, g, call.frame) for g in expr.generics)
        calls, cfg = (*call.calls, site), call.frame.cfg
        return one_of(
            [
                call_function(run, f, receiver, arguments, {}, expected, calls, turbofish, call.guarded, cfg)
                for f in functions[:4]
            ]
        )
    if "Config" in item.attributes.derives and name.startswith("with_") and len(arguments) == 1:
        field_name = name.removeprefix("with_")
        if any(declared.name == field_name for declared in item.fields):
            return replace(receiver, fields={**receiver.fields, field_name: arguments[0]})
    if name in ("valid", "no_grad") and not arguments:
        return without_gradients(receiver, inner=name == "valid")
    if name == "train" and not arguments:
        return replace(receiver, fields={}, generics={})
    if name in ("to_device", "fork", "load_record", "clone", "quantize_weights", "load_file"):
        return receiver
    return None


def _container_method(run: Interpreter, receiver: Value, name: str, arguments: list[Value], call: Call) -> Value:
    """Options, vectors, iterators and smart pointers: transparent, with closures applied to what is inside."""
    closures = [a for a in arguments if isinstance(a, Function)]
    if closures:
        inside = one_of(receiver.items) if isinstance(receiver, Several) and receiver.items else receiver
        others = [a for a in arguments if not isinstance(a, Function)]
        result = one_of([call_value(run, c, [*others, inside], call, UNKNOWN_TYPE, sure=False) for c in closures])
        if name in ("map", "flat_map", "filter_map", "scan"):
            return Several((result,), known=False) if isinstance(receiver, Several) else result
        if name in ("unwrap_or_else", "or_else"):
            return result if receiver == Const(None) else one_of([receiver, result])
        if name in ("fold", "and_then", "then", "map_or", "map_or_else"):
            sure = isinstance(receiver, Several) and receiver.known and receiver.items
            return one_of([result, *others]) if others and not sure else result
        if name in ("for_each", "inspect", "sort_by", "retain"):
            return receiver
        return opaque(run.program, UNKNOWN_TYPE, [tape_of(result), tape_of(receiver)])
    if name in _IDENTITY:
        if name in ("first", "last", "get", "next", "pop") and isinstance(receiver, Several):
            return one_of([*receiver.items, Const(None)]) if receiver.items else UNKNOWN
        if name == "rev" and isinstance(receiver, Several):
            return replace(receiver, items=receiver.items[::-1])
        if name in ("skip", "take", "filter", "drain", "chunks") and isinstance(receiver, Several) and arguments:
            return replace(receiver, known=False)
        if name in _MAY_LOSE and not isinstance(receiver, Several | Unknown):
            return one_of([receiver, Const(None)])
        if name == "unwrap_or" and arguments:
            return one_of([receiver, *arguments])
        return receiver
    if name == "enumerate" and isinstance(receiver, Several):
        return Several((Several((UNKNOWN, one_of(receiver.items))),), known=False)
    if name == "zip" and isinstance(receiver, Several):
        return Several((Several((one_of(receiver.items), *arguments)),), known=False)
    if name in ("push", "push_back", "insert", "extend"):
        return UNKNOWN
    return opaque(run.program, UNKNOWN_TYPE, [tape_of(receiver), *map(tape_of, arguments)])


def _backward(run: Interpreter, receiver: Value, expr: r.Method, site: Site, call: Call) -> None:
    """`loss.backward()`: everything on the tape is walked."""
    tape = tape_of(receiver)
    if tape and not call.guarded:
        text = _written(expr.receiver)
        run.trace.backwards[Backward(site, tape, f"{text}.backward()", call.frame.cfg)] = None


def _written(expr: r.Expr) -> str:
    """A short name for an expression in a message: `loss`, `output.loss`, or `…`."""
    if isinstance(expr, r.Path) and len(expr.segments) == 1:
        return expr.segments[0].name
    if isinstance(expr, r.Field):
        return f"{_written(expr.receiver)}.{expr.name}"
    if isinstance(expr, r.Method) and expr.name in ("clone", "sum", "mean"):
        return f"{_written(expr.receiver)}.{expr.name}()"
    return "…"
