"""Lines of a source with what they say marked below them, aligned as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from burnlint.render.characters import display_width, printable
from burnlint.report.colors import Color, Painter
from burnlint.span import Span
from burnlint.syntax.text import Text

_TAB = "    "
_CUT = "…"
_BEFORE = 20  # columns that stay visible to the left of what is marked in a long line


@dataclass(frozen=True)
class Mark:
    """A span to underline, and what to say about it."""

    span: Span
    label: str
    color: Color
    character: str = "-"


def excerpt(text: Text, marks: Sequence[Mark], gutter: int, width: int, paint: Painter) -> Iterator[str]:
    """The marked lines, in order; lines between them are left out, unless it is only one."""
    by_line: dict[int, list[Mark]] = {}
    for mark in marks:
        by_line.setdefault(text.line_at(mark.span.start), []).append(mark)
    blank = " " * gutter + " " + paint("gutter", "|")
    room = max(40, width - gutter - 3)
    previous: int | None = None
    yield blank
    for line in sorted(by_line):
        if previous is not None and line == previous + 2:
            yield _source(previous + 1, gutter, paint, _Line.of(text, previous + 1).cut(0, room))
        elif previous is not None and line > previous + 2:
            yield paint("gutter", "...")
        yield from _marked(text, line, by_line[line], gutter, room, paint)
        previous = line


def _marked(text: Text, line: int, marks: Sequence[Mark], gutter: int, room: int, paint: Painter) -> Iterator[str]:
    content = _Line.of(text, line)
    ranges = [(mark, *content.columns(text, line, mark.span)) for mark in marks]
    left = max(0, min(start for _, start, _ in ranges) - _BEFORE) if content.width > room else 0
    yield _source(line, gutter, paint, content.cut(left, room))
    blank = " " * gutter + " " + paint("gutter", "|") + " "
    for mark, start, end in ranges:
        # What lies to the right of the cut is marked at the cut.
        start = min(start - left, room - 1)
        length = max(1, min(end - left, room) - start)
        more = _CUT if text.line_at(mark.span.end) > line else ""
        words = f"{mark.character * length}{more} {printable(mark.label)}".rstrip()
        yield blank + " " * start + paint(mark.color, words)


def _source(line: int, gutter: int, paint: Painter, shown: str) -> str:
    number = paint("gutter", f"{line + 1:>{gutter}} |")
    return f"{number} {shown}".rstrip()


@dataclass(frozen=True)
class _Line:
    """A line as shown, one string a character, and the column at which each begins."""

    characters: tuple[str, ...]
    starts: tuple[int, ...]  # one more than there are characters

    @classmethod
    def of(cls, text: Text, line: int) -> _Line:
        characters = tuple(
            _TAB if character == "\t" else printable(character) for character in text.slice(text.line_span(line))
        )
        starts = [0]
        for character in characters:
            starts.append(starts[-1] + display_width(character))
        return cls(characters, tuple(starts))

    @property
    def width(self) -> int:
        return self.starts[-1]

    def columns(self, text: Text, line: int, span: Span) -> tuple[int, int]:
        """Where the part of the span that is on the line starts and ends."""
        end = text.line_span(line).end
        _, first = text.position(span.start, "utf-32")
        _, last = text.position(max(span.start, min(span.end, end)), "utf-32")
        return self.starts[first], self.starts[last]

    def cut(self, left: int, room: int) -> str:
        """The part from a column on that fits; a mark stands for what is missing on either side."""
        right = left + room
        kept = [
            (character, start)
            for character, start, end in zip(self.characters, self.starts, self.starts[1:], strict=False)
            if start >= left + (left > 0) and end <= right - (self.width > right)
        ]
        # A wide character may be cut in two: the space that it leaves keeps the rest in its columns.
        gap = " " * (kept[0][1] - left - 1) if kept and left else ""
        shown = "".join(character for character, _ in kept)
        return (_CUT if left else "") + gap + shown + (_CUT if self.width > right else "")
