"""The linter's remarks on records side by side: false ways out, and records and evidence that contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from burnlint.cargo.version import Version
from burnlint.records.condition import Condition
from burnlint.records.database import Database
from burnlint.records.remark import Remark, releases_words
from burnlint.records.schema import FixTemplate, Operation, Record, Works
from burnlint.records.support import PHASES, Judge, Mode, State, covers, modes_of, speaks_of, usual_depth
from burnlint.records.wording import listed

_FALSE_WAY_OUT: dict[State, str] = {
    "panics": "panics too",
    "absent": "does not exist",
    "unknown": "is not known to work",
}


class _Cell(NamedTuple):
    mode: Mode
    backend: str
    release: Version


def cell_remarks(database: Database) -> Iterator[Remark]:
    """Everything that the support table shows."""
    for operation in database.operations.values():
        records = [
            record for phase in PHASES for record in database.records_for(operation.name, phase) if record.reachable
        ]
        for record in records:
            yield from _ways_out(database, operation, record)
        yield from _contradictions(database, operation, records)
        for works in database.works:
            if works.operation == operation.name:
                yield from _against_records(database, operation, works)


def _affected(database: Database, operation: Operation, record: Record) -> Iterator[tuple[_Cell, bool]]:
    """The cells that a record speaks of, and whether it is sure of them."""
    affects = record.affects
    condition = None if affects.when is None else Condition.parse(affects.when)
    backends = [database.backends[name] for name in database.expand(affects.backends)]
    for mode in modes_of(operation):
        truth = True if condition is None else condition.evaluate(dict(mode))
        if truth is False:
            continue
        for release, backend in product(database.versions, backends):
            if (
                affects.burn.contains(release)
                and backend.burn.contains(release)
                and all(operation.arguments[name][value].contains(release) for name, value in mode)
            ):
                yield _Cell(mode, backend.name, release), truth is True


def _depth(record: Record) -> int:
    """How many Autodiff decorators a program has that the record speaks of."""
    return max(record.affects.autodiff, usual_depth(record.affects.phase))


# ---- ways out -------------------------------------------------------------------------------------------


def _ways_out(database: Database, operation: Operation, record: Record) -> Iterator[Remark]:
    judge = Judge(database, operation, _depth(record))
    affected = [cell for cell, _ in _affected(database, operation, record)]
    for index, fix in enumerate(record.fixes):
        wrong: dict[State, list[_Cell]] = {}
        for cell in dict.fromkeys(_after(fix, affected)):
            found = judge.cell(record.affects.phase, *cell)
            state = found.state
            # On the very targets of this record, another record with the same limits holds as well.
            if state == "works" and _same_target(database, record, found.limited):
                state = "panics"
            if state != "works":
                wrong.setdefault(state, []).append(cell)
        for state, cells in wrong.items():
            message = f"a false way out: {_cell_words(cells)} {_FALSE_WAY_OUT[state]}"
            yield Remark(database.origins["record", record.id], message, ("fix", index))


def _after(fix: FixTemplate, affected: Iterable[_Cell]) -> Iterator[_Cell]:
    """Where a fix leads from the cells that panic."""
    for cell in affected:
        if not fix.burn.contains(cell.release):
            continue
        if fix.kind == "switch-backend":
            yield cell._replace(backend=fix.parameters["backend"])
        elif fix.kind == "replace-argument":
            name, value = fix.parameters["argument"], fix.parameters["value"]
            if any(axis == name for axis, _ in cell.mode):
                mode = tuple((axis, value if axis == name else old) for axis, old in cell.mode)
                yield cell._replace(mode=mode)


def _same_target(database: Database, record: Record, limited: Iterable[str]) -> bool:
    target = record.affects.target
    return target is not None and any(database.records[id].affects.target == target for id in limited)


# ---- contradictions -------------------------------------------------------------------------------------


def _contradictions(database: Database, operation: Operation, records: list[Record]) -> Iterator[Remark]:
    claims: dict[tuple[object, ...], tuple[Record, str]] = {}
    for record in records:
        affects = record.affects
        others: dict[str, list[_Cell]] = {}
        for cell, sure in _affected(database, operation, record):
            texts = [message.text for message in record.messages if message.burn.contains(cell.release)]
            if not sure or not texts:
                continue
            key = (affects.phase, affects.autodiff, affects.target, *cell)
            other, text = claims.setdefault(key, (record, texts[0]))
            if text not in texts:
                others.setdefault(other.id, []).append(cell)
        for id, cells in others.items():
            message = f"`{id}` has another message for {_cell_words(cells)}"
            yield Remark(database.origins["record", record.id], message, ("affects",))


def _against_records(database: Database, operation: Operation, works: Works) -> Iterator[Remark]:
    assert works.origin is not None  # the loader sets it
    judge = Judge(database, operation)
    contradicted: dict[str, list[_Cell]] = {}
    for mode in modes_of(operation):
        if not covers(works, mode):
            continue
        releases = [release for release in database.versions if speaks_of(works, release)]
        for release, backend in product(releases, database.expand((works.backend,))):
            cell = judge.cell(works.phase, mode, backend, release)
            if cell.state == "panics":
                contradicted.setdefault(cell.records[0], []).append(_Cell(mode, backend, release))
    for id, cells in contradicted.items():
        yield Remark(works.origin, f"`{id}` says that {_cell_words(cells)} panics", ("backend",))


# ---- words ----------------------------------------------------------------------------------------------


def _cell_words(cells: list[_Cell]) -> str:
    """`Bicubic on Flex in burn 0.21.0`; of several cells all values, backends and releases."""
    values = dict.fromkeys(value for cell in cells for _, value in cell.mode)
    backends = dict.fromkeys(cell.backend for cell in cells)
    releases = releases_words(list({cell.release for cell in cells}))
    what = f"{listed(list(values), 'and', 4)} on " if values else ""
    return f"{what}{listed(list(backends), 'and', 4)} in {releases}"
