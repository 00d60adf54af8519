"""Texts and URIs of the files that burnlint points into, whether an editor has them open or not."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from burnlint.lsp.documents import Documents
from burnlint.lsp.uris import uri_of
from burnlint.syntax.text import Text

_KEPT = 64


class Files:
    """Open documents' own texts, and a few of those read from disk for as long as the files stay the same."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._read: OrderedDict[Path, tuple[tuple[int, int], Text]] = OrderedDict()

    def uri(self, path: Path) -> str:
        """The URI of a file: as the client wrote it, if it has."""
        opened = self._documents.at(path)
        return uri_of(path) if opened is None else opened.uri

    def version(self, path: Path) -> int | None:
        """The client's number for the text; None for a file that is not open."""
        opened = self._documents.at(path)
        return None if opened is None else opened.version

    def exists(self, path: Path) -> bool:
        """Whether there is such a file on disk; a name that cannot be one is none."""
        try:
            return path.is_file()
        except (OSError, ValueError):
            return False

    def text(self, path: Path) -> Text | None:
        """The present text of a file; None when it cannot be read."""
        if (opened := self._documents.at(path)) is not None:
            return opened.text
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._read.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            text, _ = Text.from_bytes(path.read_bytes())
        except (OSError, ValueError):
            return None
        self._read[path] = (stamp, text)
        if len(self._read) > _KEPT:
            self._read.popitem(last=False)
        return text

    def read(self, path: Path) -> bytes | None:
        """What a reader of files gets: an editor's unsaved text before the file's."""
        if (opened := self._documents.at(path)) is not None:
            return opened.text.data
        try:
            return path.read_bytes()
        except (OSError, ValueError):
            return None
