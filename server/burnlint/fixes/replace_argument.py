"""Replace the variant that decides: `InterpolateMode::Bicubic` becomes `InterpolateMode::Nearest`."""

from __future__ import annotations

import re

from burnlint.checks.finding import Applicability, Edit, Fix
from burnlint.fixes.targets import FixTarget
from burnlint.records.schema import FixTemplate
from burnlint.span import Place, Span

_LAST_NAME = re.compile(r"(\w+)\s*$")


def replace_argument(template: FixTemplate, target: FixTarget) -> Fix | None:
    """Only the last name of the path changes, to what this entry calls the value."""
    place = target.places("argument_places").get(template.parameters["argument"])
    if place is None:
        return None
    source = target.source(place)
    found = _LAST_NAME.search(source)
    if found is None:
        return None
    value = _as_written(template, target)
    if value is None:
        return None
    offset = len(source[: found.start(1)].encode())
    start = place.span.start + offset
    edit = Edit(Place(place.path, Span(start, start + len(found[1].encode()))), value)
    return Fix(template.title, Applicability(template.applicability), (edit,))


def _as_written(template: FixTemplate, target: FixTarget) -> str | None:
    """The value in the words of the entry that was called (nn's `Linear` is the operation's `Bilinear`)."""
    wanted = str(template.parameters["value"])
    operation = target.database.operations[str(target.finding.facts["operation"])]
    for entry in operation.entries:
        if entry.call == target.finding.facts["entry"] and any(map(entry.burn.contains, target.versions)):
            names = entry.maps.get(template.parameters["argument"])
            if names is None:
                return wanted
            return next((written for written, meant in names.items() if meant == wanted), None)
    return None
