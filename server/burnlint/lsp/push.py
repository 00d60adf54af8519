"""Pushes diagnostics to clients that do not ask for them, always of the newest text."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from burnlint.lsp.diagnostics import result_id
from burnlint.lsp.documents import OpenDocument
from burnlint.lsp.scan import Scanner

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

logger = logging.getLogger(__name__)

_CLEAN = (None, result_id([]))
# Seconds. Two edits so close were sent without waiting for an answer, and more will follow.
_TOGETHER = 0.0003
_END_OF_BURST = 0.002
_LONGEST_BURST = 0.02


class Publisher:
    """Knows whose diagnostics may be out of date, and checks one document whenever no message waits."""

    def __init__(self, ls: Server) -> None:
        self._ls = ls
        self.scanner = Scanner(ls, self._publish)
        self._dirty: dict[Path, None] = {}  # open documents, the longest waiting first
        self._has_work = asyncio.Event()
        self._sent: dict[Path, tuple[int | None, str]] = {}  # what the client shows: version and result id
        self._last_edit = 0.0
        self._is_burst = False

    def text_changed(self, path: Path) -> None:
        """An open document has another text."""
        now = time.monotonic()
        self._is_burst, self._last_edit = now - self._last_edit < _TOGETHER, now
        self._dirty[path] = None
        self._has_work.set()

    def closed(self, document: OpenDocument) -> None:
        """A document is no longer open; its file is checked as it is on disk."""
        self._dirty.pop(document.path, None)
        if self._ls.work.has(document.path):
            self.files_changed([document.path])
        else:
            self._send(document.uri, document.path, None, [])

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Files on disk are others."""
        self.scanner.add(path for path in paths if self._ls.work.has(path) or path in self._sent)
        self._has_work.set()

    def documents_changed(self) -> None:
        """What is true of any open document may be something else."""
        self._dirty.update(dict.fromkeys(document.path for document in self._ls.documents))
        self._has_work.set()

    def everything_changed(self) -> None:
        """What is true of any file may be something else."""
        self.documents_changed()
        self.scan()

    def scan(self) -> None:
        """Checks every file of the workspace, and those that the client still shows something in."""
        self.scanner.add((*self._ls.work.files(), *self._sent))

    async def run(self) -> None:
        """Works for as long as the server lives."""
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            if self._is_burst:
                await self._end_of_burst()
            await self._ls.turns.quiet()
            # An edit of an alias changes what is true of other documents too.
            self._dirty.update(dict.fromkeys(self._ls.work.analysis.affected()))
            while self._dirty:
                path = next(iter(self._dirty))
                del self._dirty[path]
                self._publish(path)
                await self._ls.turns.quiet()

    async def _end_of_burst(self) -> None:
        """Returns when no edit has come for a moment. A single edit is never held up by this."""
        latest = time.monotonic() + _LONGEST_BURST
        before = 0.0
        while before != self._last_edit and time.monotonic() < latest:
            before = self._last_edit
            await asyncio.sleep(_END_OF_BURST)
        self._is_burst = False

    def _publish(self, path: Path) -> None:
        try:
            items = self._ls.workspace_diagnostics(path)
        except Exception:
            logger.exception("no diagnostics for %s", path)
        else:
            self._send(self._ls.files.uri(path), path, self._ls.files.version(path), items)

    def _send(self, uri: str, path: Path, version: int | None, items: list[dict[str, Any]]) -> None:
        state = (version, result_id(items))
        if self._sent.get(path, _CLEAN) == state:
            return
        if state == _CLEAN:
            del self._sent[path]
        else:
            self._sent[path] = state
        params: dict[str, Any] = {"uri": uri, "diagnostics": items}
        if version is not None:
            params["version"] = version
        self._ls.protocol.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
