"""How burnlint knows of a panic: programs that were run, and lines of burn's source that were read."""

from __future__ import annotations

from collections.abc import Iterable

from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.schema import Record, Run
from burnlint.records.support import line_for
from burnlint.render.links import source_link
from burnlint.render.model import Prose, joined, prose


def how_known(database: Database, record: Record, release: Version, backends: Iterable[str]) -> Prose:
    """What was run on these backends in this release, and the line that speaks for it."""
    wanted = set(backends)
    runs = [run for run in runs_of(database, record) if run.burn == release and run.backend in wanted]
    parts = [run_prose(run) for run in runs]
    line = line_for(record.source, release)
    if line is not None:
        parts.append(prose(f"read: burn {line.release}, ", source_link(database, line)))
    return joined(parts, "; ")


def runs_of(database: Database, record: Record) -> list[Run]:
    """The runs that ended in the record's panic, one for each release, backend and target."""
    runs = (run for run in database.runs if run.panic == record.id)
    return list({(run.burn, run.backend, run.target): run for run in runs}.values())


def run_prose(run: Run) -> Prose:
    """One run in words."""
    return prose(f"executed: burn {run.burn}, {run.backend}, {run.target}")
