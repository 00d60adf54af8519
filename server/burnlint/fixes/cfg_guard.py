"""Build a backward pass only where it works: `#[cfg(…)]` above the statement that starts it."""

from __future__ import annotations

from burnlint.checks.finding import Applicability, Edit, Fix
from burnlint.fixes.targets import FixTarget
from burnlint.records.schema import FixTemplate
from burnlint.span import Place, Span


def cfg_guard(template: FixTemplate, target: FixTarget) -> Fix | None:
    """Only for a statement that begins on its own line and whose result nothing else needs."""
    place = target.place("backward")
    text = target.text(place.path) if place is not None else None
    if place is None or text is None:
        return None
    span = text.line_span(text.line_at(place.span.start))
    line = text.slice(span)
    indent = line[: len(line) - len(line.lstrip())]
    statement = line.strip()
    if not statement.endswith(";") or statement.startswith((".", "}", ")")):
        return None
    if statement.startswith("let "):
        name = statement.removeprefix("let ").removeprefix("mut ").split("=")[0].split(":")[0].strip()
        after = text.slice((span.end, len(text.data)))
        if not name.startswith("_") and name in after:
            return None  # what follows would no longer compile
    ending = "\r\n" if text.data[span.end : span.end + 2] == b"\r\n" else "\n"
    at = Span(span.start, span.start)
    guard = f"{indent}#[cfg({template.parameters['cfg']})]{ending}"
    return Fix(template.title, Applicability(template.applicability), (Edit(Place(place.path, at), guard),))
