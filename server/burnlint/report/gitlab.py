"""GitLab's code quality report: what a merge request adds or removes, told apart by fingerprints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from burnlint.checks.finding import Level
from burnlint.report.fingerprint import fingerprints
from burnlint.report.run import Run, Style
from burnlint.span import Span

_SEVERITIES = {Level.ERROR: "critical", Level.WARNING: "major", Level.INFORMATION: "info"}


def render(run: Run, style: Style) -> Iterator[str]:
    """The document, indented."""
    findings = [entry.finding for entry in run.entries]
    names = fingerprints(findings, run.root, run.sources)
    rows = [
        {
            "description": finding.message,
            "check_name": finding.rule,
            "fingerprint": name,
            "severity": _SEVERITIES[finding.level],
            "location": _location(run, finding.place.path, finding.place.span),
        }
        for finding, name in zip(findings, names, strict=True)
    ]
    rows += [
        {
            "description": problem.message,
            "check_name": "burnlint",
            "fingerprint": hashlib.sha256(f"{run.shown(problem.path)}\0{problem.message}".encode()).hexdigest(),
            "severity": "blocker",
            "location": _location(run, problem.path, problem.span),
        }
        for problem in run.problems
    ]
    yield json.dumps(rows, indent=2)


def _location(run: Run, path: Path, span: Span | None) -> dict[str, Any]:
    region = run.sources.region(path, span)
    # GitLab shows nothing without a line; the first one stands for the whole file.
    lines = {"begin": region.line, "end": region.end_line} if region else {"begin": 1}
    return {"path": run.shown(path), "lines": lines}
