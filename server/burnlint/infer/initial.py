"""What the package's own code puts into the fields of its structs, for code that is handed one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from burnlint.infer.functions import call_function
from burnlint.infer.program import Program
from burnlint.infer.trace import Diverges, OutOfSteps, Trace
from burnlint.infer.values import UNKNOWN, UNKNOWN_TYPE, OneOf, Value, one_of
from burnlint.resolve.facts import ItemRef
from burnlint.syntax import rust as r

if TYPE_CHECKING:
    from burnlint.infer.interpret import Interpreter


class Initial:
    """The first values of fields, found out when somebody asks, by following every function that builds the struct."""

    def __init__(self, run: Interpreter) -> None:
        self._run = run
        self.sources: set[ItemRef] = set()  # the functions that were followed for it
        self.wanted: ItemRef | None = None  # the struct whose fields are being found out
        self._found: dict[str, list[Value]] = {}  # of that struct
        self._open: set[ItemRef] = set()  # being found out
        self._known: dict[ItemRef, dict[str, Value]] = {}

    def of(self, ref: ItemRef, name: str) -> Value:
        """What is put into a field, over all places that build the struct."""
        if ref in self._open:
            self._run.cuts += 1  # what comes of it is not the whole answer, and not to be remembered
        elif ref not in self._known:
            self._open.add(ref)
            self._known[ref] = {}  # while it is being found out
            self._known[ref] = self._find(ref)
            self._open.discard(ref)
        return self._known[ref].get(name, UNKNOWN)

    def built(self, ref: ItemRef, fields: Mapping[str, Value]) -> None:
        """A struct was built with these fields."""
        self._run.built.add(ref)
        if ref == self.wanted:
            for name, value in fields.items():
                self._found.setdefault(name, []).append(value)

    def stale(self, changed: set[ItemRef]) -> bool:
        """Whether what is known of fields came from these functions, or would come from them now."""
        program = self._run.program
        structs = [program.item(ref).name.encode() for ref in self._known]
        return not self.sources.isdisjoint(changed) or any(
            _builds(program, ref, program.item(ref), struct) for ref in changed for struct in structs
        )

    def _find(self, ref: ItemRef) -> dict[str, Value]:
        run, program = self._run, self._run.program
        struct = program.item(ref).name.encode()
        found: dict[str, list[Value]] = {}
        saved = (run.trace, run.stack, run.steps, self.wanted, self._found)
        run.trace, run.stack, self.wanted, self._found = Trace(followed=self.sources), [], ref, found
        try:
            for function, item in program.functions():
                if item.body is not None and b"{" in item.body and _builds(program, function, item, struct):
                    with suppress(Diverges):
                        call_function(run, function, None, None, {}, UNKNOWN_TYPE, ())
        except OutOfSteps:
            return {}
        finally:
            run.trace, run.stack, run.steps, self.wanted, self._found = saved
        joined = {name: one_of(values) for name, values in found.items()}
        # Several places that put different things there say nothing about the one at hand.
        return {name: value for name, value in joined.items() if not isinstance(value, OneOf)}


def _builds(program: Program, ref: ItemRef, item: r.Item, struct: bytes) -> bool:
    """Whether a function may build a struct: it names it, or is one of its methods and names `Self`."""
    body = item.body or b""
    if struct in body:
        return True
    owner = program.owner(ref)
    if owner is None or b"Self" not in body:
        return False
    type_ = program.item(owner).type
    return type_ is not None and bool(type_.segments) and type_.segments[-1].name.encode() == struct
