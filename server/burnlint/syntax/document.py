"""One file, open in an editor or read from disk: its text, and its tree when somebody asks for it."""

from __future__ import annotations

from typing import TypeAlias

from tree_sitter import Tree

from burnlint.syntax.parser import IncrementalTree
from burnlint.syntax.text import Encoding, Text, encode

Position: TypeAlias = tuple[int, int]
"""A line and a character, both from 0."""


class Document:
    """Text and tree of one file. Texts and trees that were handed out never change; the document does."""

    __slots__ = ("_parsed", "_text", "version")

    def __init__(self, text: Text, version: int | None = None) -> None:
        self.version = version  # the client's number for this text; None for a file on disk
        self._text = text
        self._parsed: IncrementalTree | None = None

    @property
    def text(self) -> Text:
        """The text after all edits."""
        return self._text

    @property
    def tree(self) -> Tree:
        """The tree of `text`: that of a fresh parse, whatever edits led to it. Parsed when it is asked for."""
        if self._parsed is None:
            self._parsed = IncrementalTree(self._text.data)
        return self._parsed.tree(self._text.data)

    def edit(self, start: int, end: int, new: bytes) -> None:
        """Replace the bytes [start, end), moved to boundaries of characters, by `new`."""
        before = self._text
        start = before.boundary(start)
        end = max(start, before.boundary(end))
        after = self._text = before.replace(start, end, new)
        if self._parsed is not None:
            new_end = end + len(after.data) - len(before.data)
            self._parsed.edit(before.data, after.data, start, end, new_end)

    def change(self, range: tuple[Position, Position] | None, text: str, encoding: Encoding) -> None:
        """Apply one change of an editor; without a range, `text` is the whole new text."""
        if range is None:
            self._text = Text.from_str(text)
            self._parsed = None
            return
        start, end = sorted(self._text.offset(*position, encoding) for position in range)
        self.edit(start, end, encode(text))


def top_items(document: Document) -> list[tuple[int, int, str]]:
    """(start byte, end byte, node type) of the top of the file: items, attributes, comments, errors."""
    return [(node.start_byte, node.end_byte, node.type) for node in document.tree.root_node.named_children]
