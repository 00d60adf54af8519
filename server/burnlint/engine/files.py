"""Files as they stand: what an editor has open first, then the disk."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from burnlint.syntax.document import Document
from burnlint.syntax.text import Text

_SKIPPED = {"target", "node_modules", "__pycache__"}
_MAX_SOURCE = 8 * 1024 * 1024  # bytes; a larger .rs file is data, not something that people write

Stamp: TypeAlias = tuple[int, int] | int
"""What tells whether a file changed: (modification time, size) on disk, a count of edits when open."""


def read_disk(path: Path) -> bytes | None:
    """The bytes of a file, or None when there is none that can be read."""
    try:
        return path.read_bytes()
    except (OSError, ValueError):
        return None


class Files:
    """All reading of the workspace goes through here."""

    def __init__(self, read: Callable[[Path], bytes | None] = read_disk) -> None:
        self._read = read
        self._open: dict[Path, Document] = {}
        self._edits: dict[Path, int] = {}
        self._count = 0

    def open(self, path: Path, document: Document) -> None:
        """From now on the text of `path` is that of `document`."""
        self._open[path] = document
        self.edited(path)

    def edited(self, path: Path) -> None:
        """The open document changed."""
        self._count += 1
        self._edits[path] = self._count

    def close(self, path: Path) -> None:
        """From now on the text of `path` is what is on disk."""
        self._open.pop(path, None)
        self._edits.pop(path, None)

    def is_open(self, path: Path) -> bool:
        """Whether an editor has the file open."""
        return path in self._open

    def opened(self) -> tuple[Path, ...]:
        """Every file that an editor has open."""
        return tuple(self._open)

    def read(self, path: Path) -> bytes | None:
        """The bytes of a file, without a byte order mark: of the open document, else of the disk."""
        document = self._open.get(path)
        if document is not None:
            return document.text.data
        raw = self._read(path)
        return None if raw is None else raw.removeprefix(codecs.BOM_UTF8)

    def document(self, path: Path) -> tuple[Document, str | None] | None:
        """The document of a file and what is wrong with its bytes; None when it cannot be read."""
        document = self._open.get(path)
        if document is not None:
            return document, None
        raw = self._read(path)
        if raw is None:
            return None
        text, message = Text.from_bytes(raw)
        return Document(text), message

    def stamp(self, path: Path) -> Stamp | None:
        """Changes whenever the text may have; None when there is no file."""
        edits = self._edits.get(path)
        if edits is not None:
            return edits
        try:
            status = path.stat()
        except (OSError, ValueError):
            return None
        return (status.st_mtime_ns, status.st_size)


def rust_files(root: Path, nested: Callable[[Path], bool]) -> Iterator[Path]:
    """The .rs files of a package, sorted; folders that `nested` says are packages of their own are left out."""
    folders = [root]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        below: list[Path] = []
        for entry in listed:
            try:
                if entry.is_dir(follow_symlinks=False):
                    path = Path(entry.path)
                    if entry.name not in _SKIPPED and not entry.name.startswith(".") and not nested(path):
                        below.append(path)
                elif entry.name.endswith(".rs") and entry.is_file() and entry.stat().st_size <= _MAX_SOURCE:
                    yield Path(entry.path)
            except OSError:
                continue
        folders.extend(reversed(below))
