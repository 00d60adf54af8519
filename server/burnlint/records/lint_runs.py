"""The linter's remarks on runs: evidence that contradicts a record or the support table, or that shows nothing."""

from __future__ import annotations

from collections.abc import Iterator

from burnlint.cargo import cfg
from burnlint.cargo.targets import target_cfg
from burnlint.records.database import Database
from burnlint.records.lint_values import value_remarks
from burnlint.records.panics import source_file
from burnlint.records.patterns import compiled
from burnlint.records.remark import Remark
from burnlint.records.schema import Outcome, Phase, Record, Run
from burnlint.records.support import Judge
from burnlint.truth import Truth

_DID: dict[Outcome, str] = {
    "ran": "ran to its end",
    "panicked": "panicked",
    "wrong": "gave a wrong result",
    "timed-out": "did not end",
    "killed": "was killed",
    "does-not-compile": "does not compile",
}


def run_remarks(database: Database) -> Iterator[Remark]:
    """Everything that runs show to be wrong."""
    judges: dict[str, Judge] = {}
    for run in database.runs:
        assert run.origin is not None  # the loader sets it
        if run.burn not in database.versions:
            yield Remark(run.origin, f"burn {run.burn} is no known release")
        if target_cfg(run.target) is None:
            yield Remark(run.origin, f"rustc has no target `{run.target}`")
        if run.operation is None or run.phase is None:
            remarks = _example(database, run)
        else:
            yield from value_remarks(database, run.origin, run.operation, run.arguments)
            judge = judges.setdefault(run.operation, Judge(database, database.operations[run.operation]))
            remarks = _cell(database, judge, run, run.operation, run.phase)
        for message in remarks:
            yield Remark(run.origin, message)


def _cell(database: Database, judge: Judge, run: Run, operation: str, phase: Phase) -> Iterator[str]:
    cell = judge.cell(phase, tuple(run.arguments.items()), run.backend, run.burn)
    if run.record is not None:
        record = database.records[run.record]
        affects = record.affects
        if affects.operation != operation or run.backend not in database.expand(affects.backends):
            yield f"`{record.id}` says nothing of this operation and backend"
        elif not record.reachable:
            yield f"the run reached `{record.id}`, which is marked as not reachable"
        elif record.id not in (*cell.records, *cell.limited):
            yield f"the run panicked with the message of `{record.id}`, which does not speak of this cell"
        yield from _message(record, run)
    elif run.outcome == "does-not-compile":
        return  # the program is not right for this release; it says nothing about burn
    elif cell.state == "panics" and run.outcome == "panicked":
        yield f"`{cell.records[0]}` says that this panics, but the line does not name it: it has {run.message}"
    elif cell.state == "panics":
        yield f"`{cell.records[0]}` says that this panics, but the run {_DID[run.outcome]}"
    elif run.outcome != "ran" and cell.state == "works":
        yield f"this is said to work, but the run {_DID[run.outcome]}: {run.message}"


def _example(database: Database, run: Run) -> Iterator[str]:
    assert run.record is not None  # an example is that of a record
    record = database.records[run.record]
    number = run.example or 0
    if number > len(record.examples):
        yield f"`{record.id}` has no example {number}"
        return
    example = record.examples[number - 1]
    titles = [f"after: {title}" for title in example.after]
    if run.part not in ("program", "twin", *titles):
        yield f"example {number} of `{record.id}` has no part `{run.part}`"
    panics = run.part == "program" and _holds(record, run.target) is not False
    if panics and run.outcome == "panicked":
        yield from _message(record, run)
    elif run.outcome != ("panicked" if panics else "ran"):
        found = f": {run.message}" if run.message else ""
        yield f"the {run.part} of example {number} of `{record.id}` {_DID[run.outcome]}{found}"


def _holds(record: Record, target: str) -> Truth:
    """Whether a record's target condition holds where the program ran."""
    if record.affects.target is None:
        return True
    return cfg.evaluate(cfg.parse(record.affects.target), cfg.CfgEnv(frozenset(), complete=True, target=target))


def _message(record: Record, run: Run) -> Iterator[str]:
    patterns = [compiled(m.pattern) for m in record.messages if m.burn.contains(run.burn)]
    if not any(pattern.search(run.message or "") for pattern in patterns if pattern is not None):
        yield f"`{record.id}` has no message like `{run.message}` for burn {run.burn}"
    file, _, line = (run.place or "").rpartition(":")
    noted = [
        one.line for one in record.source if one.release == run.burn and source_file(one.path) == source_file(file)
    ]
    if noted and line.isdigit() and int(line) not in noted:
        yield f"it panicked at line {line}, where `{record.id}` names {' and '.join(map(str, noted))}"
