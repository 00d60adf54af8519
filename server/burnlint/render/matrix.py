"""The support table of an operation, as `burnlint matrix` shows it: a document, or data for other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.schema import Operation, Phase, SourceLine
from burnlint.records.support import support_table
from burnlint.render.grid import phase_blocks
from burnlint.render.links import source_link
from burnlint.render.model import Block, Document, Heading, Link, Paragraph, prose
from burnlint.render.releases import release_name, telling_releases
from burnlint.render.uses import PASSES


def matrix(
    database: Database,
    operation: Operation,
    release: Version | None = None,
    backends: Iterable[str] | None = None,
    phase: Phase | None = None,
    autodiff: int | None = None,
) -> Document:
    """The whole table of one release, or one column for the newest release of each minor one."""
    ranges = [one.affects.burn for one in database.records.values() if one.affects.operation == operation.name]
    releases = telling_releases(database.versions, ranges) if release is None else [release]
    table = support_table(
        database,
        operation,
        releases=releases,
        backends=backends,
        phases=None if phase is None else [phase],
        autodiff=autodiff,
    )
    where = "by release of burn" if release is None else f"in {release_name(release, database.versions)}"
    blocks: list[Block] = [Heading(1, prose(f"{_capital(operation.title)} {where}"))]
    for one in table.phases:
        blocks.append(Heading(2, prose(_capital(PASSES[one]))))
        blocks += phase_blocks(database, table, one, evidence=True)
    if not table.phases:
        blocks.append(Paragraph(prose("burnlint has no records or evidence of this operation.")))
    return Document(tuple(blocks))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def matrix_json(
    database: Database,
    operation: Operation,
    release: Version | None = None,
    backends: Iterable[str] | None = None,
    phase: Phase | None = None,
    autodiff: int | None = None,
) -> dict[str, Any]:
    """The same table as data: one cell for each phase, mode, backend and known release."""
    table = support_table(
        database,
        operation,
        releases=None if release is None else [release],
        backends=backends,
        phases=None if phase is None else [phase],
        autodiff=autodiff,
    )
    return {
        "schema": "burnlint-matrix/1",
        "operation": operation.name,
        "title": operation.title,
        "backends": list(table.backends),
        "releases": [str(version) for version in table.releases],
        "cells": [
            {
                "phase": at,
                "arguments": dict(mode),
                "backend": backend,
                "burn": str(version),
                "state": cell.state,
                "panicsIn": cell.phase,
                "records": list(cell.records),
                "limited": list(cell.limited),
                "evidence": cell.evidence,
                "source": None if cell.place is None else _source_json(database, cell.place),
            }
            for (at, mode, backend, version), cell in table.cells.items()
        ],
    }


def _source_json(database: Database, line: SourceLine) -> dict[str, Any]:
    link = source_link(database, line)
    return {
        "burn": str(line.release),
        "crate": line.crate,
        "path": line.path,
        "line": line.line,
        "url": link.url if isinstance(link, Link) else None,
    }
