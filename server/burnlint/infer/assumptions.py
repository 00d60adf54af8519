"""What is known where a condition was found to hold, or not to hold."""

from __future__ import annotations

from dataclasses import replace

from burnlint.infer.trace import Call
from burnlint.infer.values import Device
from burnlint.syntax import rust as r


def assume(condition: r.Expr, holds: bool, call: Call) -> None:
    """What is known where a condition holds, or does not: `if device.is_autodiff()`."""
    if isinstance(condition, r.Unary) and condition.op == "!":
        assume(condition.operand, not holds, call)
    elif isinstance(condition, r.Binary) and condition.op == ("&&" if holds else "||"):
        assume(condition.left, holds, call)
        assume(condition.right, holds, call)
    elif isinstance(condition, r.Binary) and condition.op in ("==", "!="):
        for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if isinstance(other, r.Lit) and isinstance(other.value, bool):
                assume(side, holds == ((condition.op == "==") == other.value), call)
    if not isinstance(condition, r.Method) or condition.name != "is_autodiff":
        return
    receiver = condition.receiver
    if isinstance(receiver, r.Path) and len(receiver.segments) == 1:
        value = call.env.get(receiver.segments[0].name)
        if isinstance(value, Device):
            left = tuple(c for c in value.backends.choices if (c.autodiff > 0) == holds)
            call.env[receiver.segments[0].name] = Device(replace(value.backends, choices=left))
