"""One JSON document, in the stable form of docs/schema/check-output.schema.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from burnlint.checks.finding import Fix
from burnlint.problem import Problem
from burnlint.report.run import Entry, Run, Style
from burnlint.span import Span

SCHEMA = "burnlint/1"


def render(run: Run, style: Style) -> Iterator[str]:
    """The document, indented."""
    document = {
        "schema": SCHEMA,
        "findings": [finding_object(run, entry) for entry in run.entries],
        "errors": [error_object(run, problem) for problem in run.problems],
    }
    yield json.dumps(document, indent=2)


def finding_object(run: Run, entry: Entry) -> dict[str, Any]:
    """One finding with its fixes."""
    finding = entry.finding
    return {
        "rule": finding.rule,
        "level": finding.level.value,
        "message": finding.message,
        **_place(run, finding.place.path, finding.place.span),
        "records": [
            {
                "id": applied.record,
                "backend": applied.backend,
                "burn": applied.burn,
                "phase": applied.phase,
                **({"condition": applied.condition} if applied.condition is not None else {}),
            }
            for applied in finding.records
        ],
        "related": [
            {**_place(run, related.place.path, related.place.span), "message": related.message}
            for related in finding.related
        ],
        "fixes": [_fix(run, fix) for fix in entry.fixes],
        "suppressed": finding.suppressed,
    }


def error_object(run: Run, problem: Problem) -> dict[str, Any]:
    """What burnlint could not read or understand."""
    return {**_place(run, problem.path, problem.span), "message": problem.message}


def _fix(run: Run, fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "applicability": fix.applicability.value,
        "edits": [{**_place(run, edit.place.path, edit.place.span), "text": edit.text} for edit in fix.edits],
    }


def _place(run: Run, path: Path, span: Span | None) -> dict[str, Any]:
    """The path, and the range unless the whole file is meant or the file cannot be read any more."""
    region = run.sources.region(path, span)
    if region is None:
        return {"path": run.shown(path)}
    return {
        "path": run.shown(path),
        "range": {
            "start": {"line": region.line, "column": region.column},
            "end": {"line": region.end_line, "column": region.end_column},
        },
    }
