"""What changes variables: assignments, what is lent with `&mut`, methods that take `&mut self`, filled collections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from burnlint.infer.program import Program
from burnlint.infer.trace import Call
from burnlint.infer.values import UNKNOWN, Object, OneOf, Several, TypeValue, Value, Variant, blurred
from burnlint.syntax import rust as r

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_FILLS = {"push", "push_back", "push_front", "insert", "extend", "append", "resize"}
_REORDERS = {
    "truncate", "remove", "swap_remove", "retain", "pop", "pop_front", "pop_back", "drain", "split_off", "dedup",
    "swap", "reverse", "sort", "sort_by", "sort_by_key", "sort_unstable", "rotate_left", "rotate_right", "shuffle",
}  # fmt: skip
_CHANGES = {"lock", "write", "set", "replace", "fill", "swap", "entry", "get_or_insert", "get_or_insert_with"}


def eval_assign(run: Interpreter, expr: r.Assign, call: Call, expected: TypeValue) -> Value:
    """`x = y`, `x += y`, `*x = y`, `model.conv = y`; of any other place: what it belongs to may have changed."""
    value = run.eval(expr.value, call)
    target = expr.target
    while isinstance(target, r.Unary) and target.op == "*":
        target = target.operand
    owner = target.receiver if isinstance(target, r.Field) else target
    name = owner.segments[0].name if isinstance(owner, r.Path) and len(owner.segments) == 1 else None
    current = call.env.get(name) if name is not None else None
    if (name is not None and target is not expr.target) or isinstance(target, r.Field):
        _source_changed(name, call)
    if name is None or current is None:
        run.eval(target, call)
        changed(target, call)
    elif target is owner:
        call.env[name] = value if expr.op == "=" else run.burn.combine([current, value])
    elif isinstance(target, r.Field) and isinstance(current, Object) and expr.op == "=":
        call.env[name] = replace(current, fields={**current.fields, target.name: value})
    else:
        changed(target, call)
    return UNKNOWN


def after_call(args: Sequence[r.Expr], call: Call) -> None:
    """Whatever was lent to a call with `&mut` may be something else now."""
    for arg in args:
        if isinstance(arg, r.Unary) and arg.op == "&mut":
            changed(arg.operand, call)


def after_method(run: Interpreter, expr: r.Method, receiver: Value, arguments: Sequence[Value], call: Call) -> None:
    """As after any call; besides, a collection may have got elements and a method may take `&mut self`."""
    after_call(expr.args, call)
    if expr.name in _FILLS and isinstance(receiver, Several):
        added = arguments[-1:] if expr.name == "insert" else arguments
        _store(expr.receiver, Several((*receiver.items, *added), known=False), call)
    elif expr.name == "clear" and isinstance(receiver, Several):
        _store(expr.receiver, Several(()), call)
    elif expr.name in _REORDERS and isinstance(receiver, Several):
        _store(expr.receiver, replace(receiver, known=False), call)
    elif _changes_receiver(run.program, receiver, expr.name) or _lends(expr):
        changed(expr.receiver, call)


def _store(place: r.Expr, value: Value, call: Call) -> None:
    """A variable, or a field of one, is this from here on; of any other place: it may be anything."""
    owner = place.receiver if isinstance(place, r.Field) else place
    name = owner.segments[0].name if isinstance(owner, r.Path) and len(owner.segments) == 1 else ""
    current = call.env.get(name)
    if current is not None and place is owner:
        call.env[name] = value
    elif isinstance(current, Object) and isinstance(place, r.Field):
        call.env[name] = replace(current, fields={**current.fields, place.name: value})
    else:
        changed(place, call)


def _lends(expr: r.Method) -> bool:
    """Whether a method of the standard library changes its receiver, or lends it to be changed."""
    return expr.name.endswith("_mut") or expr.name in _CHANGES or (expr.name == "take" and not expr.args)


def _changes_receiver(program: Program, receiver: Value, name: str) -> bool:
    """Whether a method of the package takes `&mut self`."""
    if isinstance(receiver, OneOf):
        return any(_changes_receiver(program, part, name) for part in receiver.values)
    ref = receiver.ref if isinstance(receiver, Object | Variant) else None
    return ref is not None and any(program.item(f).changes_self for f in program.methods(ref, name))


def changed(place: r.Expr, call: Call) -> None:
    """A variable, or the variable that a field belongs to, may have been changed."""
    while isinstance(place, r.Field | r.Unary | r.Method):
        place = place.operand if isinstance(place, r.Unary) else place.receiver
    for part in place.items if isinstance(place, r.Group) else place.args if isinstance(place, r.Call) else ():
        changed(part, call)  # `(a, b) = …`
    for _, part in place.fields if isinstance(place, r.StructLit) else ():
        changed(part, call)
    if isinstance(place, r.Path) and len(place.segments) == 1:
        name = place.segments[0].name
        if name in call.env:
            call.env[name] = blurred(call.env[name])
            _source_changed(name, call)


def _source_changed(name: str | None, call: Call) -> None:
    """What a name was taken out of by a pattern may have been changed through it."""
    pattern = call.bound.get(name or "")
    source = call.sources.pop(pattern, None) if pattern is not None else None
    if source is not None and pattern is not None:
        changed(source, call)
        call.sources[pattern] = source
