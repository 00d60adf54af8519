"""Byte spans of a text as ranges of the protocol, and back."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from burnlint.span import Span
from burnlint.syntax.text import Encoding, Text


def range_of(text: Text, span: Span, encoding: Encoding) -> dict[str, Any]:
    """The range of a span, as plain data."""
    (line, character), (end_line, end_character) = (text.position(offset, encoding) for offset in span)
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def offset_of(text: Text, position: types.Position, encoding: Encoding) -> int:
    """The byte offset of a position, moved into the text."""
    return text.offset(position.line, position.character, encoding)


def span_of(text: Text, range: types.Range, encoding: Encoding) -> Span:
    """The span of a range, also when its ends are swapped."""
    return Span(*sorted((offset_of(text, range.start, encoding), offset_of(text, range.end, encoding))))


def touches(span: Span, other: Span) -> bool:
    """Whether two spans share a place, which may be where one ends and the other begins."""
    return span.start <= other.end and other.start <= span.end


def line_break(text: Text, line: int) -> str:
    """The line break that ends a line, so that what is added keeps the file's kind."""
    end = text.line_span(line).end
    following = text.data[end : end + 2]
    return "\r\n" if following == b"\r\n" else "\r" if following.startswith(b"\r") else "\n"
