"""What characters look like in a terminal: how wide they are, and which must never reach it."""

from __future__ import annotations

import unicodedata

# Characters that reorder the text around them can make code look like other code.
_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """The text with every character that could command a terminal or hide something written as `\\u{1b}`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if character in "\n\t":
        return character
    if character in _REORDERING or unicodedata.category(character) in ("Cc", "Cs"):
        return f"\\u{{{ord(character):x}}}"
    return character


def display_width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, width: int) -> str:
    """The text, filled with spaces up to the width."""
    return text + " " * (width - display_width(text))
