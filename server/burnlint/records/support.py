"""The support table, derived from records and evidence: operation x mode x backend x release x phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from burnlint.cargo.version import Version
from burnlint.records.condition import Condition
from burnlint.records.database import Database
from burnlint.records.schema import Operation, Phase, Record, Run, SourceLine, Works
from burnlint.truth import Truth

State: TypeAlias = Literal["panics", "works", "absent", "unknown"]
Evidence: TypeAlias = Literal["executed", "source"] | None
Mode: TypeAlias = tuple[tuple[str, str], ...]
"""A value for each argument of the operation that has a list of values, e.g. `(("mode", "Bicubic"),)`."""

PHASES: tuple[Phase, ...] = ("forward", "backward", "always")

_MAX_MODES = 1000


@dataclass(frozen=True)
class Cell:
    """What is known of one mode on one backend in one release and phase."""

    state: State
    phase: Phase | None = None  # where it panics: a backward pass cannot be when the forward pass panics already
    records: tuple[str, ...] = ()  # the records that say so
    limited: tuple[str, ...] = ()  # records that hold for some targets only, or some values of other arguments
    evidence: Evidence = None
    place: SourceLine | None = None  # in burn's source for this release, or for another of its minor series


@dataclass(frozen=True)
class SupportTable:
    """The cells of one operation; every combination of the axes has one."""

    operation: Operation
    phases: tuple[Phase, ...]
    modes: tuple[Mode, ...]
    backends: tuple[str, ...]
    releases: tuple[Version, ...]
    cells: Mapping[tuple[Phase, Mode, str, Version], Cell]

    def cell(self, phase: Phase, mode: Mode, backend: str, release: Version) -> Cell:
        """One cell."""
        return self.cells[phase, mode, backend, release]


def usual_depth(phase: Phase) -> int:
    """How many Autodiff decorators a backend has when nothing is said."""
    return 1 if phase == "backward" else 0


def modes_of(operation: Operation) -> tuple[Mode, ...]:
    """Every combination of the values that the arguments of an operation can have, in the file's order."""
    axes = [[(name, value) for value in values] for name, values in operation.arguments.items() if values]
    total = 1
    for axis in axes:
        total *= len(axis)
    return tuple(product(*axes)) if total <= _MAX_MODES else ((),)


def support_table(
    database: Database,
    operation: Operation,
    *,
    releases: Iterable[Version] | None = None,
    backends: Iterable[str] | None = None,
    phases: Iterable[Phase] | None = None,
    autodiff: int | None = None,
) -> SupportTable:
    """The table, for all known releases, backends and phases or for some; families and `*` are expanded.

    Backends that only forward have no rows of their own: they do what the backend behind them does. `autodiff` is
    the number of Autodiff decorators; without it a backward pass has one and everything else has none.
    """
    judge = Judge(database, operation, autodiff)
    axes = (
        judge.phases() if phases is None else tuple(phases),
        modes_of(operation),
        database.expand(["*"] if backends is None else backends),
        database.versions if releases is None else tuple(releases),
    )
    return SupportTable(operation, *axes, {key: judge.cell(*key) for key in product(*axes)})


class Judge:
    """Answers for the cells of one operation."""

    def __init__(self, database: Database, operation: Operation, autodiff: int | None = None) -> None:
        self._database = database
        self._operation = operation
        self._autodiff = autodiff
        self._works = [works for works in database.works if works.operation == operation.name]
        ended = ("ran", "panicked")  # nothing else decides a cell
        self._runs = [run for run in database.runs if run.operation == operation.name and run.outcome in ended]
        self._expanded: dict[tuple[str, ...], frozenset[str]] = {}
        self._conditions: dict[tuple[str, Mode], Truth] = {}
        self._worlds: dict[Version, _World] = {}

    def phases(self) -> tuple[Phase, ...]:
        """The phases of which a record or evidence speaks."""
        spoken = {works.phase for works in self._works} | {run.phase for run in self._runs if run.phase is not None}
        name = self._operation.name
        return tuple(p for p in PHASES if p in spoken or self._database.records_for(name, p))

    def cell(self, phase: Phase, mode: Mode, backend: str, release: Version) -> Cell:
        """What is known of one combination; the backend is a name, not a family."""
        world = self._world(release)
        if backend not in world.backends or not world.values.issuperset(mode):
            return Cell("absent")
        usual = usual_depth(phase)
        depth = usual if self._autodiff is None else self._autodiff
        limited: list[str] = []
        # A backward pass needs a forward pass first.
        stages: tuple[Phase, ...] = ("forward", "backward") if phase == "backward" else (phase,)
        for stage in stages:
            certain: list[Record] = []
            for record in world.records[stage]:
                truth = self._applies(record, depth, mode, backend)
                if truth:
                    certain.append(record)
                elif truth is None:
                    limited.append(record.id)
            if certain:
                runs = self._runs_of(world, phase, mode, backend)
                return _panicking(stage, certain, limited, runs, release)
        # A backward pass that works shows that the forward pass works under one decorator; nothing shows more.
        shown: Phase | None = phase if depth <= usual else "backward" if depth == 1 else None
        working = self._working(world, shown, mode, backend, release) if shown else None
        evidence, place = working or (None, None)
        return Cell("works" if working else "unknown", None, (), tuple(limited), evidence, place)

    def _world(self, release: Version) -> _World:
        """Everything that is there in a release."""
        if release not in self._worlds:
            there = self._operation.burn.contains(release)
            backends = self._database.backends.values()
            arguments = self._operation.arguments.items()
            self._worlds[release] = _World(
                backends=frozenset(b.name for b in backends if there and b.burn.contains(release)),
                values=frozenset(
                    (name, value) for name, values in arguments for value in values if values[value].contains(release)
                ),
                records={
                    phase: [
                        record
                        for record in self._database.records_for(self._operation.name, phase)
                        if record.reachable and record.affects.burn.contains(release)
                    ]
                    for phase in PHASES
                },
                works=[works for works in self._works if speaks_of(works, release)],
                runs=[run for run in self._runs if speaks_of(run, release)],
            )
        return self._worlds[release]

    def _applies(self, record: Record, depth: int, mode: Mode, backend: str) -> Truth:
        affects = record.affects
        if affects.autodiff > depth or backend not in self._expand(affects.backends):
            return False
        key = (record.id, mode)
        if key not in self._conditions:
            when = affects.when
            self._conditions[key] = True if when is None else Condition.parse(when).evaluate(dict(mode))
        truth = self._conditions[key]
        return truth if truth is False or affects.target is None else None

    def _expand(self, names: tuple[str, ...]) -> frozenset[str]:
        if names not in self._expanded:
            self._expanded[names] = frozenset(self._database.expand(names))
        return self._expanded[names]

    def _working(
        self, world: _World, phase: Phase, mode: Mode, backend: str, release: Version
    ) -> tuple[Evidence, SourceLine | None] | None:
        executed = any(run.outcome == "ran" for run in self._runs_of(world, phase, mode, backend))
        for works in world.works:
            if works.phase == phase and backend in self._expand((works.backend,)) and covers(works, mode):
                return "executed" if executed else "source", line_for(works.source, release)
        return ("executed", None) if executed else None

    def _runs_of(self, world: _World, phase: Phase, mode: Mode, backend: str) -> list[Run]:
        return [run for run in world.runs if (run.phase, run.backend) == (phase, backend) and covers(run, mode)]


class _World(NamedTuple):
    """What there is in one release: of an operation, and of all backends."""

    backends: frozenset[str]
    values: frozenset[tuple[str, str]]  # of arguments
    records: dict[Phase, list[Record]]
    works: list[Works]
    runs: list[Run]


def _panicking(stage: Phase, records: list[Record], limited: list[str], runs: list[Run], release: Version) -> Cell:
    ids = tuple(record.id for record in records)
    place = next((line for record in records if (line := line_for(record.source, release))), None)
    executed = any(run.panic in ids for run in runs)
    evidence: Evidence = "executed" if executed else "source" if place else None
    return Cell("panics", stage, ids, tuple(limited), evidence, place)


# ---- evidence -------------------------------------------------------------------------------------------


def covers(evidence: Works | Run, mode: Mode) -> bool:
    """Whether evidence is about a mode: a run had all of its values, a source line may leave some open."""
    given = set(evidence.arguments.items())
    return given.issubset(mode) if isinstance(evidence, Works) else given.issuperset(mode)


def speaks_of(evidence: Works | Run, release: Version) -> bool:
    """Whether evidence is about a release."""
    if isinstance(evidence, Run):
        return evidence.burn == release
    if evidence.burn is not None:
        return evidence.burn.contains(release)
    return any(line.release == release for line in evidence.source)


def line_for(lines: Iterable[SourceLine], release: Version) -> SourceLine | None:
    """The source line that speaks for a release: its own, else the newest one of its minor series."""
    series = [line for line in lines if line.release.release[:2] == release.release[:2]]
    own = next((line for line in series if line.release == release), None)
    return own or max(series, key=lambda line: line.release, default=None)
