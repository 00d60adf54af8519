"""One line a finding, as compilers and editors have long read them: `path:line:col: level[rule] message`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from burnlint.render.characters import printable
from burnlint.report.run import Run, Style
from burnlint.span import Span


def render(run: Run, style: Style) -> Iterator[str]:
    """The lines, without line breaks."""
    for entry in run.entries:
        finding = entry.finding
        place = _place(run, finding.place.path, finding.place.span)
        suppressed = " (suppressed)" if finding.suppressed else ""
        yield f"{place} {finding.level.value}[{finding.rule}] {_line(finding.message)}{suppressed}"
    for problem in run.problems:
        yield f"{_place(run, problem.path, problem.span)} error {_line(problem.message)}"


def _place(run: Run, path: Path, span: Span | None) -> str:
    region = run.sources.region(path, span)
    where = f"{region.line}:{region.column}:" if region else ""
    return f"{printable(run.shown(path))}:{where}"


def _line(message: str) -> str:
    return printable(" ".join(message.split()))
