"""records/evidence/RELEASE.jsonl: one line for each program, in a fixed order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from burnlint.cargo.version import Version
from burnlint.records.patterns import compiled
from burnlint.records.schema import Phase, Record
from tests.ground_truth.execute import Outcome
from tests.ground_truth.programs import Program
from tests.workspace import shipped

FOLDER = Path(__file__).parents[2] / "records/evidence"


def read(path: Path) -> dict[tuple[object, ...], dict[str, Any]]:
    """The lines of a file by what they show."""
    if not path.is_file():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {_identity(row): row for row in rows}


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """All lines, in order."""
    ordered = sorted(map(_linked, rows), key=lambda row: tuple(map(str, _identity(row))))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ordered)
    path.write_text(text, encoding="utf-8")


def row(program: Program, release: Version, outcome: Outcome, target: str, toolchain: str) -> dict[str, Any]:
    """The line of a program that was run."""
    facts: dict[str, Any] = {**program.shows, "backend": program.backend, "burn": str(release), "target": target}
    facts["outcome"] = outcome.kind
    if outcome.message is not None:
        facts["message"] = outcome.message
    if outcome.place is not None:
        facts["place"] = outcome.place
    return {**facts, "toolchain": toolchain, "program": program.digest}


def _linked(row: Mapping[str, Any]) -> dict[str, Any]:
    """The line of a cell with the record whose message the panic has: there may be more records than when it ran."""
    linked = dict(row)
    if "operation" in row:
        linked.pop("record", None)
        record = _record_of(row) if row["outcome"] == "panicked" else None
        if record is not None:
            linked["record"] = record.id
    return linked


def _record_of(row: Mapping[str, Any]) -> Record | None:
    """The record with the message: of the same operation, on this backend, in this release."""
    database = shipped()
    release = Version.parse(row["burn"])
    phases: tuple[Phase, ...] = ("forward", "always", "backward")
    for phase in phases if row["phase"] == "backward" else phases[:2]:
        for record in database.records_for(row["operation"], phase):
            affects = record.affects
            if row["backend"] in database.expand(affects.backends) and affects.burn.contains(release):
                for message in record.messages:
                    pattern = compiled(message.pattern)
                    if message.burn.contains(release) and pattern and pattern.search(row["message"]):
                        return record
    return None


def identity(program: Program, target: str) -> tuple[object, ...]:
    """By what a program's line is found."""
    return _identity({**program.shows, "backend": program.backend, "target": target})


def _identity(row: Mapping[str, Any]) -> tuple[object, ...]:
    keys = ("record", "example", "part") if "part" in row else ("operation", "phase", "arguments")
    return (*(json.dumps(row[key], sort_keys=True) for key in keys), row["backend"], row["target"])
