"""Patterns of names and paths, as settings write them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path


def is_pattern(text: str) -> bool:
    """Whether the text stands for several names."""
    return any(character in text for character in "*?[")


def matches_name(name: str, pattern: str) -> bool:
    """Whether the pattern stands for the name of this rule or record; case counts on every system."""
    return name == pattern or (is_pattern(pattern) and fnmatchcase(name, pattern))


@dataclass(frozen=True)
class PathPattern:
    """A glob under a folder: `*` stays inside one name, `**` spans folders.

    As in .gitignore, a pattern without a slash (other than at its end) matches at any depth, and a pattern
    that matches a folder stands for all that is in it.
    """

    base: Path
    pattern: str

    def matches(self, path: Path) -> bool:
        """Whether the path, or a folder that it is in, matches."""
        try:
            parts = path.relative_to(self.base).parts
        except ValueError:
            return False
        segments = _segments(self.pattern)
        # The segments that may come next; a set of them, so that no pattern is slow.
        states = _reached({0}, segments)
        for part in parts:
            if len(segments) in states:
                break
            stay = {state for state in states if segments[state] == "**"}
            step = {state + 1 for state in states if fnmatchcase(part, segments[state])}
            states = _reached(stay | step, segments)
        return len(segments) in states


def _segments(pattern: str) -> list[str]:
    pattern = pattern.replace("\\", "/").removeprefix("./").rstrip("/")
    segments = [segment for segment in pattern.split("/") if segment]
    return segments if "/" in pattern else ["**", *segments]


def _reached(states: Iterable[int], segments: list[str]) -> set[int]:
    """The states, and those behind each `**`, which may stand for no folder at all."""
    reached = set(states)
    for index, segment in enumerate(segments):
        if index in reached and segment == "**":
            reached.add(index + 1)
    return reached
