"""What went wrong with an input: data, never an exception that reaches a user."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from burnlint.span import Span


@dataclass(frozen=True)
class Problem:
    """A file that could not be read or understood in full; everything else goes on.

    `span` is in bytes of the file's UTF-8 text (after decoding), or None when the whole file is meant.
    """

    path: Path
    message: str
    span: Span | None = None
