"""Keep an operation out of the gradient graph: its input `x` becomes `x.detach()`."""

from __future__ import annotations

import re

from burnlint.checks.finding import Applicability, Edit, Fix
from burnlint.fixes.targets import FixTarget
from burnlint.records.schema import FixTemplate
from burnlint.span import Place, Span

_POSTFIX = re.compile(r"^[\w.]+(?:::\w+)*(?:\(.*\))?(?:\.\w+\(.*\))*\??$", re.DOTALL)


def detach_input(template: FixTemplate, target: FixTarget) -> Fix | None:
    """Append `.detach()`, with parentheses where the expression needs them.

    Not for a tensor that asked for gradients itself: burn keeps asking for them after `.detach()`.
    """
    if template.parameters["input"] in target.finding.facts.get("leaves", ()):
        return None
    place = target.places("inputs").get(template.parameters["input"])
    if place is None:
        return None
    source = target.source(place)
    if not source:
        return None
    after = Edit(Place(place.path, Span(place.span.end, place.span.end)), ".detach()")
    if _POSTFIX.match(source):
        edits: tuple[Edit, ...] = (after,)
    else:
        opening = Edit(Place(place.path, Span(place.span.start, place.span.start)), "(")
        edits = (opening, Edit(after.place, ").detach()"))
    return Fix(template.title, Applicability(template.applicability), edits)
