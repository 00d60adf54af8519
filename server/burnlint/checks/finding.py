"""Findings: what a check returns, what every report, request and fix starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from burnlint.span import Place


class Level(str, Enum):
    """How sure burnlint is; see docs/levels.md."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"

    @property
    def rank(self) -> int:
        """0 for the most severe."""
        return ("error", "warning", "information").index(self.value)


class Applicability(str, Enum):
    """What applying a fix means, in the terms of rustc and ruff."""

    SAFE = "safe"
    CHANGES_BEHAVIOUR = "changes-behaviour"
    DISPLAY_ONLY = "display-only"


@dataclass(frozen=True)
class Applied:
    """One record that applies at the finding's place."""

    record: str
    backend: str  # as shown, e.g. "NdArray" or "Autodiff<Autodiff<NdArray>>"
    burn: str  # the release, e.g. "0.21.0", or the range when no lock file decides
    phase: str  # "forward", "backward" or "always"
    condition: str | None = None  # e.g. 'with feature `wgpu`'; None when it always holds


@dataclass(frozen=True)
class Related:
    """A line that made the finding true: an alias, a device, a `.backward()`, a line of Cargo.lock."""

    place: Place
    message: str


@dataclass(frozen=True)
class Edit:
    """Replace the text of `place` by `text`."""

    place: Place
    text: str


@dataclass(frozen=True)
class Fix:
    """A way out, ready to apply. Display-only fixes have no edits."""

    title: str
    applicability: Applicability
    edits: tuple[Edit, ...] = ()
    record: str | None = None


@dataclass(frozen=True)
class Finding:
    """One rule at one place."""

    rule: str
    level: Level
    message: str
    place: Place
    records: tuple[Applied, ...]
    related: tuple[Related, ...] = ()
    suppressed: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False, repr=False)
    """What the fixes need to know, e.g. the places of the mode literal and of the backend's name."""

    def at(self, level: Level) -> Finding:
        """The same finding at another level."""
        return replace(self, level=level)
