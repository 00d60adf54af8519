"""Where the lines of a text start, kept up to date by edits instead of counted again."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The byte offset of every line's start; lines end at `\\n`, `\\r\\n` or `\\r`, as in the LSP.

    An edit moves every line below it. Adding its length to each of them would take time with the length of
    the file, so the starts from `_pivot` on are stored without `_shift`, which is added when they are read.
    The pivot follows the edits: only the lines between two edits are touched, and edits are mostly close.
    """

    _starts: array[int]
    _pivot: int = 0
    _shift: int = 0

    @classmethod
    def of(cls, data: bytes) -> LineIndex:
        """The index of a whole text."""
        return cls(_line_starts(data, 0))

    @property
    def count(self) -> int:
        """How many lines there are: one more than there are line breaks."""
        return len(self._starts)

    def start(self, line: int) -> int:
        """The offset of the first byte of `line`, which must exist."""
        return self._starts[line] + (self._shift if line >= self._pivot else 0)

    def line_at(self, offset: int) -> int:
        """The line that contains `offset`; a line break belongs to the line that it ends."""
        if self._pivot < self.count and offset >= self.start(self._pivot):
            return bisect_right(self._starts, offset - self._shift, lo=self._pivot) - 1
        return bisect_right(self._starts, offset, hi=self._pivot) - 1

    def replaced(self, start: int, old_end: int, new_end: int, after: bytes) -> LineIndex:
        """The index of `after`: the text in which [start, old_end) became [start, new_end)."""
        # From the byte before the edit to the line break behind it: `\r` and `\n` may join or part there.
        first = self.line_at(max(start - 1, 0))
        below = self.line_at(old_end) + 1
        moved = new_end - old_end
        begin = self.start(first)
        if below < self.count:
            end = self.start(below) + moved
            inner = _line_starts(after[begin:end], begin)[:-1]  # the last one is the line `below`
        else:
            inner = _line_starts(after[begin:], begin)

        head, tail = self._starts[:first], self._starts[below:]
        if self._shift:
            if self._pivot < first:
                head[self._pivot :] = array("q", map(self._shift.__add__, head[self._pivot :]))
            elif self._pivot > below:
                passed = self._pivot - below
                tail[:passed] = array("q", map((-self._shift).__add__, tail[:passed]))
        return LineIndex(head + inner + tail, len(head) + len(inner), self._shift + moved)


def _line_starts(data: bytes, origin: int) -> array[int]:
    """The starts of the lines of `data`, which itself starts at `origin`."""
    # bytes.splitlines knows exactly the three line breaks of the LSP; str.splitlines knows many more.
    starts = array("q", accumulate(map(len, data.splitlines(keepends=True)), initial=origin))
    if len(starts) > 1 and not data.endswith((b"\n", b"\r")):
        starts.pop()
    return starts
