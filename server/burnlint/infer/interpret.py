"""Follow functions with abstract values: which operations they reach, on which backends, and what backward passes meet.

Nothing is executed. Both sides of an undecided branch are followed and joined, loops once, calls of the package's own
functions into their bodies up to a depth; what is cut off or not known stays unknown.

Here is the way in, and which function evaluates which kind of expression (`_EVAL`); the functions are in the files
that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from burnlint.infer import branches, calls, expressions, functions, methods, mutation, paths, structs
from burnlint.infer.burn_calls import BurnCalls
from burnlint.infer.functions import Known, call_function
from burnlint.infer.initial import Initial
from burnlint.infer.program import Program
from burnlint.infer.trace import Call, Diverges, OutOfSteps, Trace
from burnlint.infer.values import UNKNOWN, UNKNOWN_TYPE, TypeValue, Value
from burnlint.resolve.facts import ItemRef
from burnlint.syntax import rust as r

_MAX_STEPS = 20_000  # expressions looked at from one root
_MOST_STEPS = 150_000  # from all roots at a time; then each may take only a few more
_LEAST_STEPS = 1_000


class Interpreter:
    """Follows code of one package; one instance serves many roots."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.burn = BurnCalls(program)
        self.initial = Initial(self)
        # Known from earlier roots:
        self.known: dict[ItemRef, dict[object, Known]] = {}  # what calls of a function led to, by what decides them
        # Of the roots that are being followed:
        self.spent = 0  # expressions looked at; whoever follows many roots starts at 0
        # Of the root at hand:
        self.trace = Trace()
        self.steps = 0  # expressions looked at
        self.limit = _MAX_STEPS
        self.cuts = 0  # calls that were not followed, for their depth or because they are being followed
        self.stack: list[ItemRef] = []  # functions and constants being followed
        self.closures: list[r.Closure] = []  # closures being followed
        self.defaults: list[r.StructField] = []  # fields whose defaults are being found out
        self.built: set[ItemRef] = set()  # structs that the call at hand built

    def follow(self, ref: ItemRef) -> Trace:
        """Follow a function as if it were called with anything its signature allows."""
        self.trace = Trace()
        self.steps = 0
        self.limit = _MAX_STEPS if self.spent < _MOST_STEPS else _LEAST_STEPS
        self.stack = []
        try:
            value = call_function(self, ref, None, None, {}, UNKNOWN_TYPE, ())
            if self.program.offered(ref):
                self.trace.escape(value)
        except OutOfSteps:
            self.trace.complete = False
        except Diverges:
            pass
        self.spent += self.steps
        return self.trace

    def forget(self, changed: set[ItemRef]) -> bool:
        """These functions say something else now; whether what is known of fields came from them, and all is void."""
        for remembered in self.known.values():
            for key in [key for key, known in remembered.items() if not changed.isdisjoint(known.trace.followed)]:
                del remembered[key]
        return self.initial.stale(changed)

    def eval(self, expr: r.Expr | None, call: Call, expected: TypeValue = UNKNOWN_TYPE) -> Value:
        """The value of an expression."""
        if expr is None:
            return UNKNOWN
        self.steps += 1
        if self.steps > self.limit:
            raise OutOfSteps
        return _EVAL[type(expr)](self, expr, call, expected)

    def eval_all(self, exprs: Sequence[r.Expr], call: Call) -> list[Value]:
        """The values of several expressions."""
        return [self.eval(expr, call) for expr in exprs]


_EVAL: dict[type, Callable[..., Value]] = {
    r.Path: paths.eval_path,
    r.Lit: expressions.eval_lit,
    r.Call: calls.eval_call,
    r.Method: methods.eval_method,
    r.Field: structs.eval_field,
    r.StructLit: structs.eval_struct,
    r.Group: expressions.eval_group,
    r.Unary: expressions.eval_unary,
    r.Binary: expressions.eval_binary,
    r.Assign: mutation.eval_assign,
    r.Let: expressions.eval_let,
    r.Block: expressions.eval_block,
    r.Gated: branches.eval_gated,
    r.If: branches.eval_if,
    r.Match: branches.eval_match,
    r.Loop: branches.eval_loop,
    r.Closure: functions.eval_closure,
    r.Jump: branches.eval_jump,
    r.Macro: expressions.eval_macro,
    r.Opaque: expressions.eval_opaque,
}
