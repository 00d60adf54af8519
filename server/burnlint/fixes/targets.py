"""What a fix may edit: the places that a finding knows of, and the texts around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from burnlint.cargo.context import CrateContext
from burnlint.cargo.version import Version
from burnlint.checks.finding import Finding
from burnlint.records.database import Database
from burnlint.span import Place, Span
from burnlint.syntax.text import Text


@dataclass(frozen=True)
class FixTarget:
    """A finding with everything a fix needs to look at."""

    finding: Finding
    database: Database
    context: CrateContext | None
    text: Callable[[Path], Text | None]

    @property
    def versions(self) -> tuple[Version, ...]:
        """The releases at hand."""
        return cast("tuple[Version, ...]", self.finding.facts.get("versions", ()))

    def places(self, name: str) -> Mapping[str, Place]:
        """Places by name: "argument_places", "inputs" or "backend_places"."""
        return cast("Mapping[str, Place]", self.finding.facts.get(name, {}))

    def place(self, name: str) -> Place | None:
        """One place: "backward" or "call"."""
        return self.places("code_places").get(name)

    def source(self, place: Place) -> str:
        """The text of a place; empty when its file cannot be read."""
        text = self.text(place.path)
        return "" if text is None else text.slice(place.span)

    def before(self, place: Place, length: int) -> str:
        """As many bytes of text in front of a place."""
        return self.source(Place(place.path, Span(max(0, place.span.start - length), place.span.start)))
