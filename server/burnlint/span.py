"""Byte ranges: the one coordinate that everything inside burnlint uses."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range [start, end) of byte offsets into a file's UTF-8 text."""

    start: int
    end: int


class Place(NamedTuple):
    """A byte range in a file."""

    path: Path
    span: Span
