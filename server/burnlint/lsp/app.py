"""The server on pygls: its state, its life from `initialize` to `exit`, and which handler answers what."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from burnlint import __version__
from burnlint.lsp import code_action, command, completion, configuration, hover, pull, push, scan, sync, watch
from burnlint.lsp.client import Client, read_client
from burnlint.lsp.diagnostics import file_diagnostics
from burnlint.lsp.documents import Documents, is_configuration, whole_number
from burnlint.lsp.files import Files
from burnlint.lsp.inbox import Inbox
from burnlint.lsp.messages import End, Message, Request
from burnlint.lsp.offers import Offers
from burnlint.lsp.parent import watch_parent
from burnlint.lsp.ports import Engine
from burnlint.lsp.protocol import Protocol, Send, strict_converter
from burnlint.lsp.turns import Turns
from burnlint.lsp.workplace import Workplace

logger = logging.getLogger(__name__)

HANDLERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        types.INITIALIZED: configuration.initialized,
        types.TEXT_DOCUMENT_DID_OPEN: sync.did_open,
        types.TEXT_DOCUMENT_DID_CHANGE: sync.did_change,
        types.TEXT_DOCUMENT_DID_SAVE: sync.did_save,
        types.TEXT_DOCUMENT_DID_CLOSE: sync.did_close,
        types.TEXT_DOCUMENT_DIAGNOSTIC: pull.document_diagnostic,
        types.WORKSPACE_DIAGNOSTIC: pull.workspace_diagnostic,
        types.TEXT_DOCUMENT_HOVER: hover.hover,
        types.TEXT_DOCUMENT_CODE_ACTION: code_action.code_action,
        types.CODE_ACTION_RESOLVE: code_action.resolve,
        types.TEXT_DOCUMENT_COMPLETION: completion.complete,
        types.WORKSPACE_EXECUTE_COMMAND: command.execute,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: configuration.did_change_configuration,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: configuration.did_change_workspace_folders,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: watch.did_change_watched_files,
        types.WORKSPACE_DID_CREATE_FILES: watch.did_create_files,
        types.WORKSPACE_DID_RENAME_FILES: watch.did_rename_files,
        types.WORKSPACE_DID_DELETE_FILES: watch.did_delete_files,
        types.WINDOW_WORK_DONE_PROGRESS_CANCEL: scan.cancel_progress,
    }
)


class Server(LanguageServer):
    """What the handlers share. Everything happens in one thread; `turns` says who may work."""

    protocol: Protocol
    turns: Turns
    work: Workplace

    def __init__(self, engine: Engine) -> None:
        super().__init__("burnlint", __version__, protocol_cls=Protocol, converter_factory=strict_converter)
        self.client = Client()
        self.documents = Documents()
        self.files = Files(self.documents)
        self.offers = Offers()
        self.publisher = push.Publisher(self)
        self.refresher = pull.Refresher(self)
        self.watchers = watch.Watchers()
        self._engine = engine
        self._background: set[asyncio.Task[None]] = set()
        self._receive: Callable[[Message], None] = self._begin
        for method, handler in HANDLERS.items():
            self.feature(method)(handler)

    # ---- life

    def serve(self, inbox: Inbox, send: Send) -> int:
        """Serves one client, whose `initialize` is the first message and has been answered; the exit code."""
        return asyncio.run(self._serve(inbox, send))

    async def _serve(self, inbox: Inbox, send: Send) -> int:
        self.turns = Turns(inbox)
        self.protocol.connect(send, inbox)
        await self.turns.run(lambda message: self._receive(message))
        return 0 if self.protocol.is_shut_down else 1

    def _begin(self, message: Message) -> None:
        assert isinstance(message, Request)
        params = message.params
        self.client = read_client(params.get("capabilities"))
        editor = configuration.editor_settings(params.get("initializationOptions"))
        roots = configuration.roots_of(params)
        self.work = Workplace(self._engine, self.documents, self.files.read, roots, editor)
        if (pid := whole_number(params.get("processId"))) is not None:
            self.start(watch_parent(pid, lambda: self.turns.inbox.put(End())))
        if not self.client.pulls:
            self.start(self.publisher.run())
            self.start(self.publisher.scanner.run())
        self._receive = self.protocol.receive

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something in the background, until it is done or the server ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            logger.error("work in the background failed", exc_info=problem)

    # ---- what handlers ask for

    def diagnostics(self, path: Path) -> list[dict[str, Any]]:
        """The present diagnostics of a file."""
        opened = self.documents.at(path)
        if opened is None and not self.files.exists(path):
            return []
        is_rust = opened.is_rust if opened is not None else path.suffix == ".rs"
        report = None
        if is_rust or is_configuration(path):
            report = self.work.check(path, opened is not None)
        return file_diagnostics(path, report, self.work.problems, self.client, self.files)

    def workspace_diagnostics(self, path: Path) -> list[dict[str, Any]]:
        """The same, but none for a file that is neither open nor in the workspace."""
        is_shown = self.documents.at(path) is not None or self.work.has(path)
        return self.diagnostics(path) if is_shown else []

    def text_changed(self, path: Path) -> None:
        """The text of an open document is another one. A client that pulls will ask for what follows from that."""
        if not self.client.pulls:
            self.publisher.text_changed(path)
        if is_configuration(path):
            # Until it is saved, only what the user has open follows it: somebody is typing.
            self.work.reload_settings()
            self._updates.documents_changed()

    def files_changed(self, paths: Sequence[Path]) -> None:
        """Files on disk were written, made or removed."""
        if self.work.files_changed(paths):
            self.everything_changed()
        else:
            self._updates.files_changed(paths)

    def saved(self, path: Path) -> None:
        """An open document was written. Its text is known; now is the time to see what it means for other files."""
        if self.work.decides(path):
            self.files_changed([path])
        elif self.client.pulls:
            self.refresher.announce()
        else:
            self.publisher.scan()

    def look_at_disk(self) -> None:
        """For a client without watchers: finds out whether a file that decides has changed meanwhile."""
        if self.client.registers_watchers:
            return
        contexts = (self.work.analysis.context(document.path) for document in self.documents)
        files = {
            file
            for context in contexts
            if context is not None
            for file in watch.deciding_files(context.manifest, context.workspace_root)
        }
        if changed := self.watchers.look(sorted(files)):
            self.files_changed(changed)

    def everything_changed(self) -> None:
        """Diagnostics of any file may be others now: because of a manifest, the settings or the records."""
        self._updates.everything_changed()

    @property
    def _updates(self) -> push.Publisher | pull.Refresher:
        """Who tells the client that diagnostics are others."""
        return self.refresher if self.client.pulls else self.publisher
