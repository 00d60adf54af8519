"""The text of a file as UTF-8 bytes, with line and character positions in the encodings of the LSP."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from burnlint.span import Span
from burnlint.syntax.lines import LineIndex

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]
"""What a character of a position counts: bytes, UTF-16 code units, or code points."""


@dataclass(frozen=True, slots=True)
class Text:
    """Valid UTF-8, never changed: `replace` returns a new text.

    A byte order mark at the start of a file is not part of its text: editors remove it before they send or
    count anything, and so does rustc. `bom` remembers it for whoever writes the file back.
    """

    data: bytes
    bom: bool = False
    _lines: LineIndex = field(repr=False, compare=False, kw_only=True)

    @classmethod
    def from_str(cls, text: str) -> Text:
        """The text as an editor sent it; each lone surrogate becomes U+FFFD."""
        return cls._of(encode(text))

    @classmethod
    def from_bytes(cls, raw: bytes) -> tuple[Text, str | None]:
        """The text of a file, and what is wrong with it: invalid bytes become U+FFFD."""
        bom = raw.startswith(codecs.BOM_UTF8)
        data = raw[len(codecs.BOM_UTF8) :] if bom else raw
        message = _complaint(raw)
        return cls._of(data.decode("utf-8", "replace").encode() if message else data, bom), message

    @classmethod
    def _of(cls, data: bytes, bom: bool = False) -> Text:
        return cls(data, bom, _lines=LineIndex.of(data))

    @property
    def line_count(self) -> int:
        """How many lines there are; an empty text has one."""
        return self._lines.count

    def line_at(self, offset: int) -> int:
        """The line that contains the byte `offset`."""
        return self._lines.line_at(min(max(offset, 0), len(self.data)))

    def line_span(self, line: int) -> Span:
        """The bytes of a line without its line break; an empty span for a line that does not exist."""
        if line < 0:
            return Span(0, 0)
        if line >= self.line_count:
            return Span(len(self.data), len(self.data))
        start = self._lines.start(line)
        if line + 1 == self.line_count:
            return Span(start, len(self.data))
        end = self._lines.start(line + 1)
        return Span(start, end - (2 if self.data.endswith(b"\r\n", start, end) else 1))

    def offset(self, line: int, character: int, encoding: Encoding) -> int:
        """The byte offset of a position, clamped to its line and to the text.

        Inside a character (between the units of a surrogate pair, say) it is the start of that character.
        """
        start, end = self.line_span(line)
        if character <= 0 or line < 0:
            return start
        content = self.data[start:end]
        if encoding == "utf-8" or content.isascii():
            return self.boundary(min(start + character, end))
        if encoding == "utf-16":
            units = content.decode().encode("utf-16-le")[: 2 * character]
            # "ignore" drops the first half of a pair that was cut in two.
            return start + len(units.decode("utf-16-le", "ignore").encode())
        return start + len(content.decode()[:character].encode())

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """The line and character of a byte offset; inside a line break it is the end of the line."""
        line = self.line_at(offset)
        start, end = self.line_span(line)
        content = self.data[start : self.boundary(min(offset, end))]
        if encoding == "utf-8" or content.isascii():
            return line, len(content)
        text = content.decode()
        return line, len(text.encode("utf-16-le")) // 2 if encoding == "utf-16" else len(text)

    def boundary(self, offset: int) -> int:
        """`offset`, moved into the text and back to the start of the character it is in."""
        offset = min(max(offset, 0), len(self.data))
        while offset < len(self.data) and self.data[offset] & 0xC0 == 0x80:
            offset -= 1
        return offset

    def slice(self, span: tuple[int, int]) -> str:
        """The text of a span; of characters cut in two the first is taken whole, the last left out."""
        return self.data[self.boundary(span[0]) : self.boundary(span[1])].decode()

    def replace(self, start: int, end: int, new: bytes) -> Text:
        """This text with `new` for [start, end), moved to boundaries; invalid bytes become U+FFFD."""
        start = self.boundary(start)
        end = max(start, self.boundary(end))
        if not new.isascii():
            new = new.decode("utf-8", "replace").encode()
        view = memoryview(self.data)
        after = b"".join((view[:start], new, view[end:]))
        lines = self._lines.replaced(start, end, start + len(new), after)
        return Text(after, self.bom, _lines=lines)


def encode(text: str) -> bytes:
    """UTF-8 of a string from outside; each lone surrogate becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Pairs of surrogates become one character, lone ones U+FFFD: as many UTF-16 units as before.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _complaint(raw: bytes) -> str | None:
    """Why these bytes are not a proper source file, or None."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "the file is UTF-16, not UTF-8: save it as UTF-8"
    nul = raw.find(b"\0")
    if nul >= 0 and 3 * max(raw[0::2].count(0), raw[1::2].count(0)) > len(raw):
        return "the file looks like UTF-16, not UTF-8: save it as UTF-8"
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return f"the file is not valid UTF-8: byte 0x{raw[error.start]:02x} at {_where(raw, error.start)}"
    if nul >= 0:
        return f"the file contains a NUL byte at {_where(raw, nul)}: is it a source file?"
    return None


def _where(raw: bytes, offset: int) -> str:
    return f"offset {offset} (line {LineIndex.of(raw[:offset]).count})"
