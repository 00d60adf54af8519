"""Figures, and tables of them in markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Row = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """What one measurement gave."""

    title: str
    header: Row
    rows: list[Row]
    note: str = ""

    def markdown(self) -> str:
        """As a section of a page."""
        lines = [_line(self.header), "|---" + "|---:" * (len(self.header) - 1) + "|", *map(_line, self.rows)]
        parts = [f"## {self.title}", self.note, "\n".join(lines)]
        return "\n\n".join(part for part in parts if part) + "\n"


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of them does not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def milliseconds(seconds: float) -> str:
    """As in `3.4`."""
    return f"{seconds * 1000:.1f}"


def megabytes(size: int | None) -> str:
    """As in `80`, in units of a million bytes; a dash where it could not be measured."""
    return "–" if size is None else f"{size / 1e6:.0f}"


def _line(cells: Row) -> str:
    return "| " + " | ".join(cells) + " |"
