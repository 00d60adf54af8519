"""The plain expressions and statements: literals, tuples and arrays, operators, let, blocks, macros."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import fmod
from typing import TYPE_CHECKING

from burnlint.infer import types
from burnlint.infer.assumptions import assume
from burnlint.infer.mutation import changed
from burnlint.infer.patterns import Hidden, bind, matches, names_of
from burnlint.infer.structs import field_of
from burnlint.infer.trace import Call, Diverges
from burnlint.infer.typed_values import opaque, refine
from burnlint.infer.values import (
    UNKNOWN,
    UNKNOWN_TYPE,
    Const,
    OneOf,
    Several,
    Tensor,
    TypeValue,
    Value,
    Variant,
    one_of,
    tape_of,
    under_cfg,
)
from burnlint.syntax import rust as r

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_MOST = 2**64  # numbers beyond are none of Rust's usual ones

_PANICS = {"panic", "unreachable", "todo", "unimplemented", "bail", "compile_error"}


def eval_lit(run: Interpreter, expr: r.Lit, call: Call, expected: TypeValue) -> Value:
    """A literal."""
    return Const(expr.value, call.frame.site(expr.span)) if expr.value is not None else UNKNOWN


def eval_group(run: Interpreter, expr: r.Group, call: Call, expected: TypeValue) -> Value:
    """`(a, b)`, `[a, b]`, `[a; n]`, `a..b`"""
    values = tuple(run.eval_all(expr.items, call))
    if expr.kind == "repeat":
        return Several(values[:1], known=False)
    if expr.kind == "range":
        return UNKNOWN
    return Several(values)


def eval_unary(run: Interpreter, expr: r.Unary, call: Call, expected: TypeValue) -> Value:
    """`&a`, `*a`, `!a`, `-a`, `a?`, `a.await`, `a[i]`"""
    value = run.eval(expr.operand, call, expected if expr.op in ("&", "*", "?", "await") else UNKNOWN_TYPE)
    if expr.op == "index":
        if isinstance(expr.extra, r.Lit) and isinstance(expr.extra.value, int):
            return field_of(run, value, str(expr.extra.value))
        run.eval(expr.extra, call)
        return one_of(value.items) if isinstance(value, Several) and value.items else value
    if expr.op == "&mut":
        changed(expr.operand, call)  # whoever holds it may change it from now on
    if expr.op == "!" and isinstance(value, Const):
        return Const(not value.value, value.site) if isinstance(value.value, bool) else UNKNOWN
    if expr.op == "as" and isinstance(value, Const):
        return _cast(value, expr.type)
    if expr.op == "?" and isinstance(value, OneOf):
        return one_of([part for part in value.values if part != Const(None)])
    if expr.op == "-" and isinstance(value, Const) and isinstance(value.value, int | float):
        return Const(-value.value, value.site)
    return value


def eval_binary(run: Interpreter, expr: r.Binary, call: Call, expected: TypeValue) -> Value:
    """`a + b`, `a == b`, `a && b`"""
    left = run.eval(expr.left, call)
    if isinstance(left, Const) and left.value is (expr.op == "||") and expr.op in ("&&", "||"):
        return left  # the other side is never run
    right = run.eval(expr.right, call)
    if expr.op in ("&&", "||") or (isinstance(left, Const) and isinstance(right, Const)):
        return _constant(expr.op, left, right)
    plain = isinstance(left, Variant) and isinstance(right, Variant) and not left.payload and not right.payload
    if expr.op in ("==", "!=") and plain and isinstance(left, Variant) and isinstance(right, Variant):
        return Const((left.name == right.name) == (expr.op == "=="))
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return run.burn.combine([left, right])
    return opaque(run.program, UNKNOWN_TYPE, [tape_of(left), tape_of(right)])


def _cast(value: Const, type_: r.Type | None) -> Value:
    """`n as usize`: only what every type of its kind holds."""
    name = type_.segments[-1].name if type_ is not None and type_.segments else ""
    number = value.value
    if not isinstance(number, bool | int | float):
        return value
    if name in ("f32", "f64"):
        return replace(value, value=float(number))
    small = abs(number) < 2**7 and (number >= 0 or name.startswith("i"))
    common = 0 <= number < 2**31 and name in ("usize", "isize", "u32", "i32", "u64", "i64")
    return replace(value, value=int(number)) if (small and name[:1] in ("i", "u")) or common else UNKNOWN


def _constant(op: str, left: Value, right: Value) -> Value:
    """Logic and comparison of literals, as far as they decide branches."""
    a = left.value if isinstance(left, Const) else None
    b = right.value if isinstance(right, Const) else None
    if op == "&&":
        return Const(False) if a is False or b is False else Const(True) if a is True and b is True else UNKNOWN
    if op == "||":
        return Const(True) if a is True or b is True else Const(False) if a is False and b is False else UNKNOWN
    if not isinstance(left, Const) or not isinstance(right, Const):
        return UNKNOWN
    if op in ("==", "!="):
        return Const((a == b) == (op == "=="))
    if isinstance(a, int | float) and isinstance(b, int | float):
        try:
            arithmetic: dict[str, Callable[[], int | float | bool]] = {
                "+": lambda: a + b,
                "-": lambda: a - b,
                "*": lambda: a * b,
                "<": lambda: a < b,
                ">": lambda: a > b,
                "<=": lambda: a <= b,
                ">=": lambda: a >= b,
                "/": lambda: _divided(a, b),
                "%": lambda: a - b * _divided(a, b) if isinstance(a, int) and isinstance(b, int) else fmod(a, b),
            }
            if op in arithmetic:
                result = arithmetic[op]()
                return Const(result) if abs(result) < _MOST else UNKNOWN
        except (ZeroDivisionError, OverflowError, ValueError):
            return UNKNOWN
    return UNKNOWN


def _divided(a: int | float, b: int | float) -> int | float:
    """As in Rust: integers are rounded towards zero."""
    if isinstance(a, int) and isinstance(b, int):
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return a / b


def eval_let(run: Interpreter, expr: r.Let, call: Call, expected: TypeValue) -> Value:
    """`let a: T = b;`, `let … else { … }`, and the `let` of `if let`."""
    gates = run.program.gates(call.frame.scope, expr.cfg)
    gate = run.program.cfg((*call.frame.cfg, *gates)) if gates else True
    if gate is False:
        return UNKNOWN
    type_ = types.evaluate(run.program, expr.type, call.frame)
    value = refine(run.program, run.eval(expr.value, call, type_), type_) if expr.value is not None else UNKNOWN
    truth = matches(run, expr.pattern, value, call) if gate is True else None
    if expr.otherwise is not None and truth is False:
        run.eval(expr.otherwise, call)  # it does not come back
    elif expr.otherwise is not None and truth is None:
        before = dict(call.env)
        with suppress(Diverges):
            run.eval(expr.otherwise, call)
        call.env.clear()
        call.env.update(before)
    value = under_cfg(value, gates)
    if gate is None and expr.pattern.kind == "name" and expr.pattern.name in call.env:
        value = one_of([call.env[expr.pattern.name], value])
    bind(run, expr.pattern, value, call, expr.value if expr.pattern.kind != "name" else None)
    return UNKNOWN if truth is None else Const(truth)  # `if let Some(x) = None`


def eval_block(run: Interpreter, expr: r.Block, call: Call, expected: TypeValue) -> Value:
    """`{ … }`: what it declares ends with it."""
    outer: dict[str, Hidden] = {}  # what the block's own names hid
    frame = call.frame
    start = len(call.jumps)
    if expr.items:
        call.frame = frame.with_items(expr.items)
    value: Value | None = None
    try:
        for statement in expr.statements:
            if isinstance(statement, r.Let):
                for name in names_of(statement.pattern):
                    outer.setdefault(name, Hidden.now(name, call))
            run.eval(statement, call)
        value = run.eval(expr.tail, call, expected) if expr.tail is not None else UNKNOWN
    except Diverges:
        if not any(jump.kind == "block" for jump in call.jumps[start:]):
            raise
    finally:
        call.frame = frame
        for name, hidden in outer.items():
            hidden.restore(name, call)
    # This may be the block that was left: labels are not looked at.
    left = [jump for jump in call.jumps[start:] if jump.kind == "block"]
    call.merge([jump.env for jump in left])
    return one_of([*([value] if value is not None else []), *(jump.value for jump in left)])


def eval_macro(run: Interpreter, expr: r.Macro, call: Call, expected: TypeValue) -> Value:
    """`vec![…]`, `panic!(…)`, `cfg!(…)`; of any other macro only the arguments are looked at."""
    if expr.name == "cfg":
        truth = run.program.cfg((*call.frame.cfg, *run.program.gates(call.frame.scope, (expr.text,))))
        return Const(truth) if truth is not None else UNKNOWN
    values = run.eval_all(expr.args, call)
    if expr.name in ("assert", "debug_assert") and expr.args:
        assume(expr.args[0], True, call)
    if expr.name in _PANICS:
        raise Diverges
    if expr.name == "vec" and len(values) == 1 and isinstance(values[0], Several):
        return values[0]
    if expr.name in ("vec", "array"):
        return Several(tuple(values), known=not expr.text)
    if expr.name == "matches":
        return UNKNOWN
    return opaque(run.program, UNKNOWN_TYPE, map(tape_of, values))


def eval_opaque(run: Interpreter, expr: r.Opaque, call: Call, expected: TypeValue) -> Value:
    """What the lowering knows nothing of but its parts."""
    return opaque(run.program, UNKNOWN_TYPE, [tape_of(run.eval(part, call)) for part in expr.parts])
