"""The documents that the client has open, as it has told them; text changes are read here, and distrusted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burnlint.lsp.client import Encoding, at
from burnlint.lsp.uris import path_of
from burnlint.syntax.document import Document, Position
from burnlint.syntax.text import Text

_DECIDING = frozenset({"Cargo.toml", "Cargo.lock", "burnlint.toml", "rust-toolchain.toml", "rust-toolchain"})


@dataclass
class OpenDocument:
    """One open document. It is edited in place; texts taken from it stay as they are."""

    uri: str  # as the client writes it
    path: Path
    language: str
    document: Document

    @property
    def version(self) -> int | None:
        """The client's number for the present text."""
        return self.document.version

    @property
    def text(self) -> Text:
        """The present text."""
        return self.document.text

    @property
    def is_rust(self) -> bool:
        """Whether it is Rust source."""
        return self.language == "rust" or self.path.suffix == ".rs"

    @property
    def is_read(self) -> bool:
        """Whether burnlint has something to say about such a document."""
        return self.is_rust or is_configuration(self.path)


class Documents:
    """Open documents by path: a client may write the URI of the same file in several ways."""

    def __init__(self) -> None:
        self._open: dict[Path, OpenDocument] = {}

    def __iter__(self) -> Iterator[OpenDocument]:
        return iter(tuple(self._open.values()))

    def at(self, path: Path) -> OpenDocument | None:
        """The open document of this path."""
        return self._open.get(path)

    def of(self, uri: str) -> OpenDocument | None:
        """The open document of this URI."""
        return self._open.get(path_of(uri))

    def open(self, params: Any) -> OpenDocument:
        """Takes over the text of `didOpen`; a second time too. Raises ValueError."""
        uri, text = at(params, "textDocument.uri"), at(params, "textDocument.text")
        language, version = at(params, "textDocument.languageId"), at(params, "textDocument.version")
        if not isinstance(uri, str) or not isinstance(text, str):
            raise ValueError("a document needs a URI and a text")
        document = Document(Text.from_str(text), version=whole_number(version))
        opened = OpenDocument(uri, path_of(uri), language if isinstance(language, str) else "", document)
        self._open[opened.path] = opened
        return opened

    def change(self, params: Any, encoding: Encoding) -> OpenDocument:
        """Applies the changes of `didChange`, all or none. Raises ValueError."""
        changed = self._named(params)
        changes = at(params, "contentChanges")
        if not isinstance(changes, list):
            raise ValueError("`contentChanges` must be a list")
        for range, text in [_change(change) for change in changes]:
            changed.document.change(range, text, encoding)
        changed.document.version = whole_number(at(params, "textDocument.version"))
        return changed

    def close(self, params: Any) -> OpenDocument:
        """Forgets the document of `didClose`. Raises ValueError."""
        closed = self._named(params)
        del self._open[closed.path]
        return closed

    def _named(self, params: Any) -> OpenDocument:
        uri = at(params, "textDocument.uri")
        named = self.of(uri) if isinstance(uri, str) else None
        if named is None:
            raise ValueError(f"no such document is open: {uri!r}")
        return named


def is_configuration(path: Path) -> bool:
    """Whether the file is one of Cargo's or burnlint's own, which decide what is true of the Rust files."""
    return path.name in _DECIDING or (path.parent.name == ".cargo" and path.name in ("config.toml", "config"))


def whole_number(value: object) -> int | None:
    """A number of JSON as an integer; some clients' writers know only floating-point numbers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _change(change: object) -> tuple[tuple[Position, Position] | None, str]:
    text, range = at(change, "text"), at(change, "range")
    if not isinstance(text, str):
        raise ValueError("a change needs a text")
    if range is None:
        return None, text
    return (_position(at(range, "start")), _position(at(range, "end"))), text


def _position(position: object) -> Position:
    line, character = whole_number(at(position, "line")), whole_number(at(position, "character"))
    if line is None or character is None:
        raise ValueError("a position needs a line and a character")
    return line, character
