"""Baselines: the findings that a project has today, so that only new ones are reported."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from burnlint.checks.finding import Finding
from burnlint.problem import Problem
from burnlint.report.fingerprint import fingerprints
from burnlint.report.run import Sources, shown_path

_SCHEMA = "burnlint-baseline/1"


def write_baseline(findings: Sequence[Finding], folder: Path, sources: Sources) -> str:
    """The text of a baseline in this folder, one line a finding so that it merges well."""
    rows = [
        {"fingerprint": fingerprint, "rule": finding.rule, "path": shown_path(finding.place.path, folder)}
        for finding, fingerprint in zip(findings, fingerprints(findings, folder, sources), strict=True)
    ]
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    body = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "schema": {json.dumps(_SCHEMA)},\n  "findings": {body}\n}}\n'


def read_baseline(data: bytes, path: Path) -> frozenset[str] | Problem:
    """The fingerprints that a baseline holds."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        return Problem(path, f"not a baseline: {error}")
    if not isinstance(document, dict) or document.get("schema") != _SCHEMA:
        return Problem(path, f'not a baseline: it has no `"schema": "{_SCHEMA}"`')
    rows = document.get("findings")
    if not isinstance(rows, list) or not all(
        isinstance(row, dict) and isinstance(row.get("fingerprint"), str) for row in rows
    ):
        return Problem(path, "not a baseline: `findings` must be a list of objects with a `fingerprint`")
    return frozenset(row["fingerprint"] for row in rows)


def are_known(findings: Sequence[Finding], known: frozenset[str], folder: Path, sources: Sources) -> list[bool]:
    """For each finding whether the baseline in this folder has it."""
    return [name in known for name in fingerprints(findings, folder, sources)]
