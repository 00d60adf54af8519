"""Where code may go on in several ways: if, match, loops, cfg, jumps; and how what they leave behind is joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from burnlint.infer.assumptions import assume
from burnlint.infer.patterns import bind, matches, names_in, names_of, scope
from burnlint.infer.trace import Call, Diverges, Jump
from burnlint.infer.values import UNKNOWN, Const, Several, TypeValue, Value, one_of, under_cfg
from burnlint.syntax import rust as r
from burnlint.truth import Truth, all_of

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter

_MAX_UNROLLED = 8  # elements of a literal array that a loop runs over one by one


def eval_if(run: Interpreter, expr: r.If, call: Call, expected: TypeValue) -> Value:
    """`if`, `if let`, `if cfg!(…)`; a condition that is known leaves one branch."""
    condition = expr.condition
    negated = False
    while isinstance(condition, r.Unary) and condition.op == "!":
        condition, negated = condition.operand, not negated
    if isinstance(condition, r.Macro) and condition.name == "cfg":
        text = f"not({condition.text})" if negated else condition.text
        return _cfg_if(run, expr, text, call, expected)
    with scope(names_in(expr.condition), call):
        return _if(run, expr, condition, negated, call, expected)


def _if(run: Interpreter, expr: r.If, condition: r.Expr, negated: bool, call: Call, expected: TypeValue) -> Value:
    value = run.eval(expr.condition, call)
    known = value.value if isinstance(value, Const) and isinstance(value.value, bool) else None
    if known is True:
        return run.eval(expr.then, call, expected)
    if known is False:
        return run.eval(expr.otherwise, call, expected) if expr.otherwise is not None else UNKNOWN

    def then(inner: Call) -> Value:
        assume(condition, not negated, inner)
        return run.eval(expr.then, inner, expected)

    def otherwise(inner: Call) -> Value:
        assume(condition, negated, inner)
        return run.eval(expr.otherwise, inner, expected)

    return _join([then, otherwise], call, may_skip=False)


def _cfg_if(run: Interpreter, expr: r.If, text: str, call: Call, expected: TypeValue) -> Value:
    """An `if` whose condition is a cfg expression."""
    truth = run.program.cfg((*call.frame.cfg, *run.program.gates(call.frame.scope, (text,))))
    if truth is True:
        return run.eval(expr.then, call, expected)
    if truth is False:
        return run.eval(expr.otherwise, call, expected) if expr.otherwise is not None else UNKNOWN
    branches: list[Callable[[Call], Value]] = [lambda inner: _under(run, expr.then, (text,), inner, expected)]
    if expr.otherwise is not None:
        otherwise = expr.otherwise
        branches.append(lambda inner: _under(run, otherwise, (f"not({text})",), inner, expected))
    return _join(branches, call, expr.otherwise is None)


def eval_match(run: Interpreter, expr: r.Match, call: Call, expected: TypeValue) -> Value:
    """`match`: the arms that the value may match."""
    value = run.eval(expr.value, call)
    branches: list[Callable[[Call], Value]] = []
    for arm in expr.arms:
        if arm.cfg and run.program.cfg((*call.frame.cfg, *run.program.gates(call.frame.scope, arm.cfg))) is False:
            continue
        truth = all_of((matches(run, arm.pattern, value, call), _guard(run, arm, value, call)))
        if truth is False:
            continue

        def follow(inner: Call, arm: r.Arm = arm) -> Value:
            with scope(names_of(arm.pattern) | names_in(arm.guard), inner):
                bind(run, arm.pattern, value, inner, expr.value)
                if arm.guard is not None:
                    run.eval(arm.guard, inner)
                return _under(run, arm.body, arm.cfg, inner, expected)

        branches.append(follow)
        if truth is True and not arm.cfg:
            break
    if not branches:
        return UNKNOWN
    return _join(branches, call, may_skip=False)


def _guard(run: Interpreter, arm: r.Arm, value: Value, call: Call) -> Truth:
    """Whether the `if` of an arm holds."""
    if arm.guard is None:
        return True
    before = dict(call.env)
    with scope(names_of(arm.pattern) | names_in(arm.guard), call):
        bind(run, arm.pattern, value, call)
        try:
            answer = run.eval(arm.guard, call)
        except Diverges:
            return None
        finally:
            call.env.clear()
            call.env.update(before)
    return answer.value if isinstance(answer, Const) and isinstance(answer.value, bool) and not answer.cfg else None


def eval_loop(run: Interpreter, expr: r.Loop, call: Call, expected: TypeValue) -> Value:
    """`for`, `while`, `loop`: over a literal array element by element, else two rounds."""
    names = names_in(expr.value) if expr.pattern is None else names_of(expr.pattern)
    with scope(names, call):
        return _loop(run, expr, call)


def _loop(run: Interpreter, expr: r.Loop, call: Call) -> Value:
    value = run.eval(expr.value, call) if expr.value is not None else UNKNOWN
    if expr.pattern is None and isinstance(value, Const) and value.value is False:
        return UNKNOWN  # `while false`

    breaks: list[dict[str, Value]] = []

    def round_(element: Value) -> bool:
        """One time through the body; whether it came to its end."""
        around, call.jumps = call.jumps, []
        call.loops += 1
        before = dict(call.env)
        ended = True
        try:
            if expr.pattern is not None:
                bind(run, expr.pattern, element, call)
            run.eval(expr.body, call)
        except Diverges:
            ended = False
            call.env.clear()
            call.env.update(call.jumps[0].env if call.jumps else before)
        finally:
            jumps, call.jumps = call.jumps, around
            call.loops -= 1
        breaks.extend(jump.env for jump in jumps if jump.kind == "break")
        call.merge([jump.env for jump in jumps])  # `if found { mode = …; break; }`
        return ended

    if isinstance(value, Several) and value.known and expr.pattern is not None and len(value.items) <= _MAX_UNROLLED:
        for item in value.items:  # `for resize in [small, large]`
            if not round_(item):
                break  # whether by `break` or by `continue`: what comes next is not sure to come
        return UNKNOWN
    element = one_of(value.items) if isinstance(value, Several) and value.items else value
    endless = expr.pattern is None and expr.value is None
    runs = endless or (isinstance(expr.value, r.Group) and _runs(expr.value))
    for _ in range(2):  # what one round leaves behind is where the next one starts
        before = dict(call.env)
        round_(element)
        if not runs:
            call.merge([before])
    if endless and breaks:  # the only ways out
        call.env.clear()
        call.env.update(breaks[0])
        call.merge(breaks[1:])
    return UNKNOWN


def _runs(group: r.Group) -> bool:
    """Whether a literal range or array has an element."""
    if group.kind != "range":
        return bool(group.items)
    ends = [item.value for item in group.items if isinstance(item, r.Lit) and isinstance(item.value, int)]
    return len(ends) == 2 and len(group.items) == 2 and ends[0] < ends[1]


def eval_gated(run: Interpreter, expr: r.Gated, call: Call, expected: TypeValue) -> Value:
    """Code under `#[cfg(…)]`."""
    cfg = (*call.frame.cfg, *run.program.gates(call.frame.scope, expr.cfg))
    gate = run.program.cfg(cfg)
    if gate is False or not run.program.compatible(cfg):
        return UNKNOWN
    if gate is True:
        return run.eval(expr.body, call, expected)
    return _join([(lambda inner: _under(run, expr.body, expr.cfg, inner, expected))], call, True)


def eval_jump(run: Interpreter, expr: r.Jump, call: Call, expected: TypeValue) -> Value:
    """`return`, `break`, `continue`"""
    value = run.eval(expr.value, call) if expr.value is not None else UNKNOWN
    if expr.kind == "return":
        call.returns.append(value)
    else:
        kind = expr.kind if call.loops else "block"
        call.jumps.append(Jump(kind, dict(call.env), value))
    raise Diverges


def _under(run: Interpreter, body: r.Expr, cfg: Sequence[str], call: Call, expected: TypeValue) -> Value:
    """The value of code that is there only under these conditions."""
    frame = call.frame
    gates = run.program.gates(frame.scope, cfg)
    call.frame = replace(frame, cfg=(*frame.cfg, *gates))
    try:
        return under_cfg(run.eval(body, call, expected), gates)
    finally:
        call.frame = frame


def _join(branches: Sequence[Callable[[Call], Value]], call: Call, may_skip: bool) -> Value:
    """Follow each branch from the same start, and join what they leave behind."""
    before = dict(call.env)
    ends: list[dict[str, Value]] = []
    values: list[Value] = []
    for branch in branches:
        call.env.clear()
        call.env.update(before)
        try:
            values.append(branch(call))
        except Diverges:
            continue
        ends.append(dict(call.env))
    if may_skip:
        ends.append(before)
    call.env.clear()
    if not ends:
        call.env.update(before)
        raise Diverges
    for name in before:
        options = [end[name] for end in ends if name in end]
        first = options[0] if options else before[name]
        call.env[name] = first if all(o is first for o in options) else one_of(options)
    return one_of(values) if values else UNKNOWN
