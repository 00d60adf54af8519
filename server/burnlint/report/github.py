"""Workflow commands of GitHub Actions, which show findings on the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from burnlint.checks.finding import Level
from burnlint.render.characters import printable
from burnlint.report.run import Run, Style
from burnlint.span import Span

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "notice"}


def render(run: Run, style: Style) -> Iterator[str]:
    """One command a finding."""
    for entry in run.entries:
        finding = entry.finding
        properties = _place(run, finding.place.path, finding.place.span)
        properties["title"] = f"burnlint ({finding.rule})"
        notes = [_note(run, related.place.path, related.place.span, related.message) for related in finding.related]
        yield _command(_COMMANDS[finding.level], properties, "\n".join([finding.message, *notes]))
    for problem in run.problems:
        properties = {**_place(run, problem.path, problem.span), "title": "burnlint"}
        yield _command("error", properties, problem.message)


def _note(run: Run, path: Path, span: Span, message: str) -> str:
    region = run.sources.region(path, span)
    return f"{run.shown(path)}{f':{region.line}' if region else ''}: {message}"


def _place(run: Run, path: Path, span: Span | None) -> dict[str, str]:
    region = run.sources.region(path, span)
    if region is None:
        return {"file": run.shown(path)}
    place = {"file": run.shown(path), "line": str(region.line), "endLine": str(region.end_line)}
    # GitHub takes columns only for what stays on one line.
    if region.line == region.end_line:
        place |= {"col": str(region.column), "endColumn": str(region.end_column)}
    return place


def _command(name: str, properties: dict[str, str], message: str) -> str:
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {written}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
