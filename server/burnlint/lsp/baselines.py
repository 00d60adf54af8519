"""Baselines: what a project had before is not shown in the editor either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.checks.finding import Finding
from burnlint.lsp.ports import Read, Report
from burnlint.problem import Problem
from burnlint.report.baseline import are_known, read_baseline
from burnlint.report.run import Sources
from burnlint.syntax.text import Text


@dataclass(frozen=True)
class _Rest:
    """A report without what the baseline has."""

    path: Path
    text: Text | None
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]


class Baselines:
    """The baselines that were read, each until its file changes."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._known: dict[Path, tuple[bytes, frozenset[str] | Problem]] = {}

    def without_known(self, report: Report, baseline: Path) -> Report:
        """The report without the findings that the baseline has; a broken baseline has none."""
        known = self._fingerprints(baseline)
        if isinstance(known, Problem) or not known or report.text is None:
            return report
        sources = Sources(self._read, {report.path: report.text})
        flags = are_known(report.findings, known, baseline.parent, sources)
        rest = tuple(finding for finding, is_known in zip(report.findings, flags, strict=True) if not is_known)
        return _Rest(report.path, report.text, rest, report.problems)

    def problems(self, baselines: Iterable[Path]) -> Iterator[Problem]:
        """What is wrong with these baselines."""
        for baseline in baselines:
            known = self._fingerprints(baseline)
            if isinstance(known, Problem):
                yield known

    def _fingerprints(self, path: Path) -> frozenset[str] | Problem:
        data = self._read(path)
        if data is None:
            return Problem(path, "the baseline cannot be read")
        known = self._known.get(path)
        if known is None or known[0] != data:
            known = self._known[path] = data, read_baseline(data, path)
        return known[1]
