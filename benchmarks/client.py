"""A small editor: opens and edits documents, and knows when their diagnostics came."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.document import Document, Edit
from benchmarks.processes import TooSlow, settle
from benchmarks.tools import Tool
from benchmarks.wire import Died, Message, Wire, framed

PATIENCE = 120.0
_INCREMENTAL = 2
_CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "versionSupport": True,
            "codeDescriptionSupport": True,
            "dataSupport": True,
        }
    },
    "workspace": {
        "configuration": True,
        "workspaceFolders": True,
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
}


@dataclass(frozen=True)
class Publication:
    """Diagnostics of a document that the server sent by itself."""

    moment: float
    uri: str
    version: int | None
    count: int


@contextmanager
def connected(tool: Tool, root: Path) -> Iterator[Client]:
    """A server that was started for a folder and is ended at the end of the block."""
    client = Client(tool, root)
    try:
        client.initialize(root)
        yield client
    finally:
        client.close()


class Client:
    """The editor's side of a server."""

    def __init__(self, tool: Tool, root: Path) -> None:
        self.tool = tool
        self._wire = Wire(tool.server, tool.environment, root)
        self._publications: list[Publication] = []
        self._is_incremental = False

    def initialize(self, root: Path) -> float:
        """Says hello, and returns the moment at which the server had answered."""
        parameters = {
            "processId": None,
            "rootUri": root.as_uri(),
            "workspaceFolders": [{"uri": root.as_uri(), "name": root.name}],
            "capabilities": _CAPABILITIES,
        }
        moment, answer = self._request("initialize", parameters)
        sync = answer["result"]["capabilities"]["textDocumentSync"]
        # ast-grep takes whole texts only; it would believe a change of one character to be the new file.
        self._is_incremental = (sync if isinstance(sync, int) else sync["change"]) == _INCREMENTAL
        self._wire.write(framed({"method": "initialized", "params": {}}))
        return moment

    @property
    def started(self) -> float:
        """The moment at which the process was started."""
        return self._wire.started

    @property
    def pid(self) -> int:
        """The server's."""
        return self._wire.process.pid

    def open(self, path: Path) -> Document:
        """Opens a file, and does not wait for anything."""
        document = Document(path)
        item = {"uri": document.uri, "languageId": "rust", "version": document.version, "text": document.text}
        self._wire.write(framed({"method": "textDocument/didOpen", "params": {"textDocument": item}}))
        return document

    def prepare(self, document: Document, edit: Edit) -> bytes:
        """Applies an edit to the document; returns the message about it, which is still to be sent."""
        params = document.change(edit, self._is_incremental)
        return framed({"method": "textDocument/didChange", "params": params})

    def send(self, prepared: bytes) -> float:
        """Sends an edit, and returns the moment just before."""
        moment = time.perf_counter()
        self._wire.write(prepared)
        return moment

    def press(self, document: Document, edit: Edit) -> float:
        """Edits, waits for the diagnostics of the new text, and returns the seconds that this took."""
        self.forget()
        since = self.send(self.prepare(document, edit))
        return self.published(document).moment - since

    def published(self, document: Document, at_least: int = 0) -> Publication:
        """The first diagnostics of the document's present version that are so many."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for found in self._publications:
                is_new = found.version is not None and found.version >= document.version
                if found.uri == document.uri and is_new and found.count >= at_least:
                    return found
            self._receive(deadline)

    def publications(self, document: Document, wait: float = 0.3) -> list[Publication]:
        """All diagnostics of a document since the last `forget`, with those that come within a time."""
        deadline = time.monotonic() + wait
        with suppress(TooSlow):
            while True:
                self._receive(deadline)
        return [found for found in self._publications if found.uri == document.uri]

    def forget(self) -> None:
        """What was published until now is not looked at again."""
        self._publications.clear()

    def settle(self) -> None:
        """Waits until the server has nothing left to do."""
        settle(self.pid, PATIENCE * 3)

    def close(self) -> None:
        """Ends the server."""
        with suppress(Died, TooSlow, OSError):
            self._request("shutdown", None, patience=5)
            self._wire.write(framed({"method": "exit", "params": None}))
        with suppress(OSError):
            self._wire.close()

    def _request(self, method: str, params: Any, patience: float = PATIENCE) -> tuple[float, Message]:
        self._wire.write(framed({"id": method, "method": method, "params": params}))
        deadline = time.monotonic() + patience
        while True:
            moment, message = self._receive(deadline)
            if message.get("id") == method and "method" not in message:
                return moment, message

    def _receive(self, deadline: float) -> tuple[float, Message]:
        moment, message = self._wire.take(deadline - time.monotonic())
        params: dict[str, Any] = message.get("params") or {}
        if message.get("method") == "textDocument/publishDiagnostics":
            found = Publication(moment, params["uri"], params.get("version"), len(params["diagnostics"]))
            self._publications.append(found)
        elif "id" in message and "method" in message:
            is_configuration = message["method"] == "workspace/configuration"
            result = [None for _ in params["items"]] if is_configuration else None
            self._wire.write(framed({"id": message["id"], "result": result}))
        return moment, message
