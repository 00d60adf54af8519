"""SARIF 2.1.0, for code scanning services and for tools that merge the findings of several linters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from burnlint import __version__
from burnlint.checks.finding import Fix, Level
from burnlint.problem import Problem
from burnlint.render.links import DOCS, rule_url
from burnlint.report.fingerprint import fingerprints
from burnlint.report.help import rule_help
from burnlint.report.run import Entry, Run, Style
from burnlint.span import Span

_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "note"}
_ROOT = "SRCROOT"


def render(run: Run, style: Style) -> Iterator[str]:
    """The document, indented."""
    rules = sorted({entry.finding.rule for entry in run.entries})
    names = fingerprints([entry.finding for entry in run.entries], run.root, run.sources)
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "burnlint",
                        "version": __version__,
                        "semanticVersion": __version__,
                        "informationUri": DOCS,
                        "rules": [_rule(run, rule) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": _folder_uri(run.root)}},
                "invocations": [
                    {
                        "executionSuccessful": not run.problems,
                        "toolExecutionNotifications": [_notification(run, problem) for problem in run.problems],
                    }
                ],
                "results": [
                    _result(run, entry, rules.index(entry.finding.rule), name)
                    for entry, name in zip(run.entries, names, strict=True)
                ],
            }
        ],
    }
    yield json.dumps(document, indent=2)


def _rule(run: Run, identity: str) -> dict[str, Any]:
    rule = run.database.rules.get(identity)
    if rule is None:
        return {"id": identity}
    return {
        "id": identity,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.summary},
        "helpUri": rule_url(identity),
        "help": rule_help(run.database, rule),
        "properties": {"tags": ["correctness", "burn"]},
    }


def _result(run: Run, entry: Entry, rule_index: int, fingerprint: str) -> dict[str, Any]:
    finding = entry.finding
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.level],
        "message": {"text": finding.message},
        "locations": [_location(run, *finding.place)],
        "relatedLocations": [
            {"id": number, **_location(run, *related.place), "message": {"text": related.message}}
            for number, related in enumerate(finding.related, 1)
        ],
        "partialFingerprints": {"burnlint/v1": fingerprint},
        "properties": {
            "records": [
                {
                    "id": applied.record,
                    "backend": applied.backend,
                    "burn": applied.burn,
                    "phase": applied.phase,
                }
                for applied in finding.records
            ]
        },
    }
    fixes = [_fix(run, fix) for fix in entry.fixes if fix.edits]
    if fixes:
        result["fixes"] = fixes
    if finding.suppressed:
        result["suppressions"] = [{"kind": "inSource", "status": "accepted"}]
    return result


def _fix(run: Run, fix: Fix) -> dict[str, Any]:
    paths = dict.fromkeys(edit.place.path for edit in fix.edits)
    return {
        "description": {"text": f"{fix.title} ({fix.applicability.value})"},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(run, path),
                "replacements": [
                    {"deletedRegion": _region(run, *edit.place), "insertedContent": {"text": edit.text}}
                    for edit in fix.edits
                    if edit.place.path == path
                ],
            }
            for path in paths
        ],
    }


def _notification(run: Run, problem: Problem) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": problem.message},
        "locations": [_location(run, problem.path, problem.span)],
    }


def _location(run: Run, path: Path, span: Span | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(run, path)}
    region = _region(run, path, span)
    if region:
        physical["region"] = region
    return {"physicalLocation": physical}


def _region(run: Run, path: Path, span: Span | None) -> dict[str, int]:
    """Empty when the whole file is meant, or when it cannot be read any more."""
    region = run.sources.region(path, span)
    if region is None:
        return {}
    return {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


def _artifact(run: Run, path: Path) -> dict[str, str]:
    if path.is_relative_to(run.root):
        return {"uri": quote(run.shown(path)), "uriBaseId": _ROOT}
    return {"uri": path.as_uri() if path.is_absolute() else quote(run.shown(path))}


def _folder_uri(folder: Path) -> str:
    # A base must end in a slash, or its last folder would not count.
    return folder.as_uri().rstrip("/") + "/"
