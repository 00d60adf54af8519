"""Remove a method call that must not be made: the second `.autodiff()`."""

from __future__ import annotations

from burnlint.checks.finding import Applicability, Edit, Fix
from burnlint.fixes.targets import FixTarget
from burnlint.records.schema import FixTemplate
from burnlint.span import Place, Span


def remove_call(template: FixTemplate, target: FixTarget) -> Fix | None:
    """The call's name, its dot and its empty parentheses."""
    place = target.place("call")
    text = target.text(place.path) if place is not None else None
    if place is None or text is None:
        return None
    before = text.data[: place.span.start].rstrip()
    after = text.data[place.span.end : place.span.end + 2]
    if not before.endswith(b".") or after != b"()":
        return None
    start = len(before) - 1
    start = len(text.data[:start].rstrip())  # a call on a line of its own takes the line with it
    edit = Edit(Place(place.path, Span(start, place.span.end + 2)), "")
    return Fix(template.title, Applicability(template.applicability), (edit,))
