"""Findings for people at a terminal, in the manner of rustc: the lines, the ways out and the evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from burnlint.checks.finding import Applicability, Level
from burnlint.problem import Problem
from burnlint.render.characters import printable
from burnlint.report.colors import Painter
from burnlint.report.evidence import evidence
from burnlint.report.excerpt import Mark, excerpt
from burnlint.report.run import Entry, Run, Style

_NAMES = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "possible panic"}
_HOW = {
    Applicability.SAFE: " (`--fix` applies it)",
    Applicability.CHANGES_BEHAVIOUR: " (changes behaviour; `--unsafe-fixes` applies it)",
    Applicability.DISPLAY_ONLY: "",
}


def render(run: Run, style: Style) -> Iterator[str]:
    """The lines, without line breaks."""
    for entry in run.entries:
        yield from render_entry(run, entry, style)
        yield ""
    for problem in run.problems:
        yield from render_problem(run, problem, style)
        yield ""
    yield summary(run)


def render_entry(run: Run, entry: Entry, style: Style) -> Iterator[str]:
    """One finding."""
    finding = entry.finding
    paint = Painter(style.color)
    suppressed = " (suppressed)" if finding.suppressed else ""
    yield (
        paint(finding.level.value, f"{finding.level.value}[{finding.rule}]")
        + paint("strong", f": {_flat(finding.message)}{suppressed}")
    )
    marks = {finding.place.path: [Mark(finding.place.span, "", finding.level.value, "^")]}
    for related in finding.related:
        mark = Mark(related.place.span, related.message, "gutter")
        marks.setdefault(related.place.path, []).append(mark)
    yield from _files(run, marks, style, paint)
    margin = " " * _gutter(run, marks) + " "
    yield margin + paint("gutter", "|")
    margin += paint("gutter", "=") + " "
    for fix in entry.fixes:
        yield f"{margin}{paint('help', 'help')}: {_flat(fix.title)}{_HOW[fix.applicability]}"
    for sentence in evidence(finding, run.database):
        yield f"{margin}{paint('note', 'note')}: {_flat(sentence)}"


def render_problem(run: Run, problem: Problem, style: Style) -> Iterator[str]:
    """One problem."""
    paint = Painter(style.color)
    yield paint("error", "error") + paint("strong", f": {_flat(problem.message)}")
    marks = [] if problem.span is None else [Mark(problem.span, "", "error", "^")]
    yield from _files(run, {problem.path: marks}, style, paint)


def summary(run: Run) -> str:
    """How many findings of each level there are, and what to do next."""
    levels = Counter(entry.finding.level for entry in run.entries)
    counts = [_count(levels[level], _NAMES[level]) for level in Level if levels[level]]
    counts += [_count(len(run.problems), "problem")] if run.problems else []
    words = f"{', '.join(counts) if counts else 'No known panic'} found in {_count(run.files, 'file')}"
    left_out = [f"{run.suppressed} suppressed"] if run.suppressed else []
    left_out += [f"{run.known} in the baseline"] if run.known else []
    words += f" ({', '.join(left_out)})." if left_out else "."
    rules = sorted({entry.finding.rule for entry in run.entries})
    return f"{words} `burnlint explain {rules[0]}` tells more." if rules else words


def _files(run: Run, marks: Mapping[Path, Sequence[Mark]], style: Style, paint: Painter) -> Iterator[str]:
    """The excerpt of each file, the first one's arrow pointing at the first mark."""
    gutter = _gutter(run, marks)
    margin = " " * gutter
    for number, (path, found) in enumerate(marks.items()):
        if number:
            yield f"{margin} {paint('gutter', '|')}"
        text = run.sources.text(path)
        region = run.sources.region(path, found[0].span) if found else None
        position = f":{region.line}:{region.column}" if region else ""
        arrow = paint("gutter", ":::" if number else "-->")
        yield f"{margin}{arrow} {printable(run.shown(path))}{position}"
        if text is not None and found:
            yield from excerpt(text, found, gutter, style.width, paint)
        else:
            # A file that is gone by now cannot be quoted, but what was said of it stays true.
            yield from (f"{margin} {paint('gutter', '|')} {_flat(mark.label)}" for mark in found)


def _gutter(run: Run, marks: Mapping[Path, Sequence[Mark]]) -> int:
    """How wide the greatest line number is."""
    lines = [
        region.line
        for path, found in marks.items()
        for mark in found
        if (region := run.sources.region(path, mark.span))
    ]
    return len(str(max(lines, default=1)))


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


def _flat(text: str) -> str:
    return printable(" ".join(text.split()))
