"""What following code works on and leaves behind: the function at hand, the trace of a root, the ways to stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from burnlint.infer.types import Frame
from burnlint.infer.values import Device, Tape, Use, Value, one_of, tape_of
from burnlint.resolve.facts import Gate, ItemRef, Site
from burnlint.syntax.rust import Closure, Expr, Pattern


class OutOfSteps(Exception):
    """A root that is too large to be followed whole; what was found so far is still true."""


class Diverges(Exception):
    """The code at hand does not go on: return, break, a panic."""


@dataclass(eq=False)
class Jump:
    """A `break` or `continue`, with the variables there."""

    kind: str  # "break", "continue", "block" (a `break` that stands in no loop: out of a block with a label)
    env: dict[str, Value]
    value: Value


@dataclass(eq=False)
class Call:
    """One function being followed."""

    frame: Frame
    env: dict[str, Value]
    calls: tuple[Site, ...]
    guarded: bool = False  # inside `catch_unwind`: a panic here is no failure
    returns: list[Value] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)  # the ways out of the round at hand of a loop
    loops: int = 0  # around the code at hand
    sources: dict[Pattern, Expr] = field(default_factory=dict)  # of what a name is a part, which `*name = …` changes
    bound: dict[str, Pattern] = field(default_factory=dict)  # which pattern bound a name, to tell names that look alike
    captured: dict[Closure, dict[str, tuple[Value, Pattern | None]]] = field(default_factory=dict)

    def merge(self, others: Sequence[Mapping[str, Value]]) -> None:
        """Each variable may also be what it was there."""
        for name, value in self.env.items():
            options = [value, *(other[name] for other in others if name in other)]
            if any(option is not value for option in options):
                self.env[name] = one_of(options)


@dataclass(frozen=True, eq=False)
class Backward:
    """A `.backward()` with the operations in the graph that it walks."""

    site: Site
    tape: Tape
    text: str  # as written, e.g. "loss.backward()"
    cfg: tuple[Gate, ...]


@dataclass
class Trace:
    """What following one root found."""

    uses: dict[Use, None] = field(default_factory=dict)
    backwards: dict[Backward, None] = field(default_factory=dict)
    escaped: dict[Use, None] = field(default_factory=dict)  # in the graph of what leaves the code at hand
    followed: set[ItemRef] = field(default_factory=set)
    devices: dict[Device, None] = field(default_factory=dict)
    complete: bool = True

    def add(self, other: Trace) -> None:
        """Take over what another trace found."""
        self.uses.update(other.uses)
        self.backwards.update(other.backwards)
        self.escaped.update(other.escaped)
        self.followed |= other.followed
        self.devices.update(other.devices)

    def record(self, use: Use | None, devices: Sequence[Device], guarded: bool) -> None:
        """A call of burn was met; a use that may panic is none inside `catch_unwind`."""
        if use is not None and not guarded:
            self.uses[use] = None
        self.devices.update(dict.fromkeys(devices))

    def escape(self, value: Value) -> None:
        """A value leaves the code at hand, and others may walk its graph."""
        self.escaped.update(dict.fromkeys(tape_of(value)))
