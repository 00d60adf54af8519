"""All that one run of the command line found, as every format reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from burnlint.cargo.context import CrateContext
from burnlint.checks.finding import Finding, Fix
from burnlint.problem import Problem
from burnlint.records.load import Database
from burnlint.span import Place, Span
from burnlint.syntax.text import Text


class Region(NamedTuple):
    """A range as reports write it: lines and columns from 1, columns in code points, the end not included."""

    line: int
    column: int
    end_line: int
    end_column: int


def shown_path(path: Path, root: Path) -> str:
    """The path relative to the root if it is inside, with forward slashes; what is no text becomes U+FFFD."""
    inside = path.relative_to(root) if path.is_relative_to(root) else path
    return inside.as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Sources:
    """The texts that findings and fixes point into, each read once and only when a report needs it."""

    def __init__(self, read: Callable[[Path], bytes | None], known: Mapping[Path, Text] | None = None) -> None:
        self._read = read
        self._texts: dict[Path, Text | None] = dict(known or {})

    def text(self, path: Path) -> Text | None:
        """The file's text, or None when it cannot be read (any more)."""
        if path not in self._texts:
            data = self._read(path)
            self._texts[path] = None if data is None else Text.from_bytes(data)[0]
        return self._texts[path]

    def region(self, path: Path, span: Span | None) -> Region | None:
        """Where the span is, if that can be said."""
        text = None if span is None else self.text(path)
        if text is None or span is None:
            return None
        line, column = text.position(span.start, "utf-32")
        end_line, end_column = text.position(span.end, "utf-32")
        return Region(line + 1, column + 1, end_line + 1, end_column + 1)


@dataclass(frozen=True)
class Entry:
    """A finding with its ways out."""

    finding: Finding
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True)
class Run:
    """What was found under a root, in the order in which it is reported."""

    root: Path
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    files: int  # how many were checked
    sources: Sources
    database: Database
    suppressed: int = 0  # findings left out because a comment suppresses them
    known: int = 0  # findings left out because the baseline has them
    package_of: Callable[[Path], CrateContext | None] = lambda path: None

    def shown(self, path: Path) -> str:
        """The path as every report writes it."""
        return shown_path(path, self.root)

    def region(self, place: Place) -> Region | None:
        """Where a place is."""
        return self.sources.region(place.path, place.span)


@dataclass(frozen=True)
class Style:
    """How a report for people looks."""

    color: bool = False
    width: int = 140
