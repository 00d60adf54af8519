"""Paths as expressions: what a name in the code stands for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.trace import Call
from burnlint.infer.types import Frame
from burnlint.infer.values import UNKNOWN, Const, Function, Object, TypeValue, Value, Variant, one_of, under_cfg
from burnlint.resolve.facts import ItemRef, Site
from burnlint.resolve.scopes import Resolved
from burnlint.syntax import rust as r

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_MOST_CONSTANTS = 14  # constants of a function that stand for each other, in a row
_MOST_FOLLOWED = 40  # functions and constants, each inside the one before


def eval_path(run: Interpreter, expr: r.Path, call: Call, expected: TypeValue) -> Value:
    """A variable, a constant, a variant, a function as a value."""
    names = tuple(segment.name for segment in expr.segments)
    if not names:
        return UNKNOWN
    if len(names) == 1 and names[0] in call.env:
        return call.env[names[0]]
    site = call.frame.site(expr.span)
    if names[0] == "Self" and len(names) > 1:
        return _self_path(run, names[1:], call, site)
    if names[0] in call.frame.generics or expr.qself is not None:
        return UNKNOWN
    if names[0] in call.frame.local_items and len(names) == 1:
        for item in call.frame.local_items[names[0]]:
            if item.kind == "const" and len(call.calls) < _MOST_CONSTANTS:
                calls = (*call.calls, call.frame.site(expr.span))
                return run.eval(item.value, replace(call, frame=call.frame.nested(item), calls=calls))
    values = [_path_value(run, answer, call, site) for answer in types.lookup(run.program, names, call.frame)]
    return Const(None) if names == ("None",) and values == [UNKNOWN] else one_of(values)


def _self_path(run: Interpreter, names: tuple[str, ...], call: Call, site: Site) -> Value:
    self_type = call.frame.self_type
    if self_type is None or self_type.ref is None:
        return UNKNOWN
    return _path_value(run, Resolved("item", ref=self_type.ref, rest=names), call, site)


def _path_value(run: Interpreter, answer: Resolved, call: Call, site: Site) -> Value:
    if answer.kind == "burn":
        return run.burn.variant(answer.path, site) or UNKNOWN
    if answer.kind != "item" or answer.ref is None:
        return UNKNOWN
    item = run.program.item(answer.ref)
    if item.kind == "const" and not answer.rest:
        frame = Frame(answer.ref, run.program.scope(answer.ref))
        if answer.ref in run.stack or len(run.stack) >= _MOST_FOLLOWED:
            run.cuts += 1
            return UNKNOWN
        run.stack.append(answer.ref)
        try:
            value = run.eval(item.value, Call(frame, {}, ()), types.evaluate(run.program, item.type, frame))
            return under_cfg(value, answer.cfg)
        finally:
            run.stack.pop()
    if item.kind == "enum" and len(answer.rest) == 1 and answer.rest[0] in item.variants:
        return Variant("", answer.ref, answer.rest[0], site)
    if item.kind == "struct" and not answer.rest:
        return Object("", answer.ref, {})
    if item.kind == "fn" and not answer.rest:
        return Function(answer.ref, None, None)
    if item.kind in ("struct", "enum") and len(answer.rest) == 1:
        found = run.program.methods(answer.ref, answer.rest[0])
        if found:
            return Function(found[0], None, None)
        return _associated_const(run, answer.ref, answer.rest[0])
    return UNKNOWN


def _associated_const(run: Interpreter, owner: ItemRef, name: str) -> Value:
    ref = run.program.associated_const(owner, name)
    if ref is None:
        return UNKNOWN
    if ref in run.stack or len(run.stack) >= _MOST_FOLLOWED:
        run.cuts += 1
        return UNKNOWN
    run.stack.append(ref)
    try:
        return run.eval(run.program.item(ref).value, Call(Frame(ref, run.program.scope(ref)), {}, ()))
    finally:
        run.stack.pop()
