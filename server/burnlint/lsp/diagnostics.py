"""Findings and problems as diagnostics of the protocol: plain data, since they are sent with every key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from burnlint.checks.finding import Finding, Level
from burnlint.engine.session import UNUSED
from burnlint.lsp.client import Client
from burnlint.lsp.files import Files
from burnlint.lsp.ports import Report
from burnlint.lsp.ranges import range_of
from burnlint.problem import Problem
from burnlint.render.links import rule_url
from burnlint.syntax.text import Text

SOURCE = "burnlint"
SEVERITY: Mapping[Level, int] = MappingProxyType({Level.ERROR: 1, Level.WARNING: 2, Level.INFORMATION: 3})
_WARNING = 2
_UNNECESSARY = 1


def file_diagnostics(
    path: Path, report: Report | None, problems: Iterable[Problem], client: Client, files: Files
) -> list[dict[str, Any]]:
    """Everything to be shown in a file: of its report, and of problems that were found elsewhere."""
    text = report.text if report is not None and report.text is not None else files.text(path)
    if text is None:
        text = Text.from_str("")
    findings = report.findings if report is not None else ()
    own = dict.fromkeys((*(report.problems if report is not None else ()), *problems))
    return [problem_diagnostic(problem, text, client) for problem in own if problem.path == path] + [
        finding_diagnostic(finding, text, client, files) for finding in shown(findings, path)
    ]


def shown(findings: Iterable[Finding], path: Path) -> list[Finding]:
    """The findings that are diagnostics of this file, in its order."""
    visible = [finding for finding in findings if finding.place.path == path and not finding.suppressed]
    return sorted(visible, key=lambda finding: (finding.place.span, finding.rule))


def finding_diagnostic(finding: Finding, text: Text, client: Client, files: Files) -> dict[str, Any]:
    """The diagnostic of a finding in a file with this text."""
    diagnostic: dict[str, Any] = {
        "range": range_of(text, finding.place.span, client.encoding),
        "severity": SEVERITY[finding.level],
        "code": finding.rule,
        "source": SOURCE,
        "message": finding.message,
    }
    # What rests on no record, such as a suppression that is not needed, has no page.
    if client.code_description and finding.records:
        diagnostic["codeDescription"] = {"href": rule_url(finding.rule)}
    if client.related_information and (related := _related(finding, text, client, files)):
        diagnostic["relatedInformation"] = related
    if finding.rule == UNUSED and _UNNECESSARY in client.diagnostic_tags:
        diagnostic["tags"] = [_UNNECESSARY]
    if client.diagnostic_data and finding.records:
        diagnostic["data"] = {"records": list(dict.fromkeys(applied.record for applied in finding.records))}
    return diagnostic


def problem_diagnostic(problem: Problem, text: Text, client: Client) -> dict[str, Any]:
    """The diagnostic of a problem; one with the whole file is shown on its first line."""
    return {
        "range": range_of(text, problem.span or text.line_span(0), client.encoding),
        "severity": _WARNING,
        "source": SOURCE,
        "message": problem.message,
    }


def result_id(items: list[dict[str, Any]]) -> str:
    """Stands for these diagnostics: equal when they are, so that nothing need be remembered for each file."""
    return f"{hash(json.dumps(items, sort_keys=True)) & 0xFFFFFFFFFFFFFFFF:016x}"


def _related(finding: Finding, text: Text, client: Client, files: Files) -> list[dict[str, Any]]:
    found = []
    for related in finding.related:
        path, span = related.place
        own = text if path == finding.place.path else files.text(path)
        if own is not None:
            location = {"uri": files.uri(path), "range": range_of(own, span, client.encoding)}
            found.append({"location": location, "message": related.message})
    return found
