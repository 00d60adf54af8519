"""Answers clients that ask for diagnostics themselves: for one document, or for the whole workspace."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from burnlint.lsp.diagnostics import result_id
from burnlint.lsp.progress import Progress
from burnlint.lsp.protocol import RequestRefused
from burnlint.lsp.uris import path_of

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

logger = logging.getLogger(__name__)

_PART = 16  # reports in one partial result

Report = dict[str, Any]


async def document_diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> Report:
    """The diagnostics of one document."""
    items = await ls.refresher.diagnostics(path_of(params.text_document.uri))
    if (new_id := result_id(items)) == params.previous_result_id:
        return {"kind": "unchanged", "resultId": new_id}
    return {"kind": "full", "resultId": new_id, "items": items}


async def workspace_diagnostic(ls: Server, params: types.WorkspaceDiagnosticParams) -> Report:
    """The diagnostics of all files that have any, or had some that the client knows; waits until there is news.

    A client asks again as soon as it is answered, so one that knows everything already is kept waiting.
    """
    known = {path_of(previous.uri): previous for previous in params.previous_result_ids}
    while True:
        news = ls.refresher.news
        unchanged, changed, has_news = await _search(ls, known, params)
        if has_news or not known:
            return _last_part(ls, params.partial_result_token, unchanged + changed)
        await news.wait()


async def _search(
    ls: Server, known: dict[Path, types.PreviousResultId], params: types.WorkspaceDiagnosticParams
) -> tuple[list[Report], list[Report], bool]:
    """Reports that say nothing new, reports that do and are not sent yet, and whether there was any of those."""
    open_paths = (document.path for document in ls.documents)
    paths = dict.fromkeys((*ls.work.files(), *open_paths, *known))
    unchanged: list[Report] = []
    changed: list[Report] = []
    has_news = False
    progress = Progress(ls.protocol.tell, "burnlint")
    if params.work_done_token is not None:
        progress.begin(params.work_done_token)
    try:
        for done, path in enumerate(paths):
            await ls.turns.quiet()
            progress.report(done, len(paths))
            report = _workspace_report(ls, path, known.get(path))
            if report is None:
                continue
            if report["kind"] == "unchanged":
                unchanged.append(report)
                continue
            has_news = True
            changed.append(report)
            if params.partial_result_token is not None and len(changed) >= _PART:
                _send_part(ls, params.partial_result_token, changed)
                changed = []
    finally:
        progress.end()
    return unchanged, changed, has_news


def _workspace_report(ls: Server, path: Path, known: types.PreviousResultId | None) -> Report | None:
    """The report on one file; None when the client need not hear of it."""
    try:
        items = ls.workspace_diagnostics(path)
    except Exception:
        logger.exception("no diagnostics for %s", path)
        return None
    report: Report = {
        "uri": ls.files.uri(path) if known is None else known.uri,
        "version": ls.files.version(path),
    }
    new_id = result_id(items)
    if known is not None and known.value == new_id:
        return {"kind": "unchanged", "resultId": new_id, **report}
    if items:
        return {"kind": "full", "resultId": new_id, "items": items, **report}
    # Without a result id the client forgets the file, which has nothing to say any more.
    return None if known is None else {"kind": "full", "items": [], **report}


def _last_part(ls: Server, token: int | str | None, reports: list[Report]) -> Report:
    """The answer: with all that is left, unless the client wants everything as partial results."""
    if token is None:
        return {"items": reports}
    _send_part(ls, token, reports)
    return {"items": []}


def _send_part(ls: Server, token: int | str, reports: list[Report]) -> None:
    if reports:
        ls.protocol.tell(types.PROGRESS, {"token": token, "value": {"items": reports}})


class Refresher:
    """Answers many requests at once, and tells the client when it is time to ask again."""

    def __init__(self, ls: Server) -> None:
        self._ls = ls
        self._checks: dict[Path, asyncio.Task[list[dict[str, Any]]]] = {}  # that have not begun
        self.news = asyncio.Event()  # set, and then replaced, when files may have other diagnostics
        self._is_wanted = False
        self._is_asking = False

    async def diagnostics(self, path: Path) -> list[dict[str, Any]]:
        """The diagnostics of a file. Asked for after each edit of a burst, it is checked once, at the end of it."""
        check = self._checks.get(path)
        if check is None:
            check = self._checks[path] = asyncio.get_running_loop().create_task(self._check(path))
        # One of those who wait may be cancelled; the others still wait.
        return await asyncio.shield(check)

    async def _check(self, path: Path) -> list[dict[str, Any]]:
        await self._ls.turns.quiet()
        del self._checks[path]
        return self._ls.diagnostics(path)

    def everything_changed(self) -> None:
        """Any diagnostics may be others."""
        self.announce()
        self.documents_changed()

    def documents_changed(self) -> None:
        """Diagnostics of open documents may be others. Asks once for many calls, and never twice at a time."""
        self._is_wanted = True
        if self._ls.client.refreshes and not self._is_asking:
            self._is_asking = True
            self._ls.start(self._ask())

    def files_changed(self, paths: Iterable[Path]) -> None:
        """Files on disk are others, which may change what is true of open ones too."""
        self.announce()
        if self._ls.work.analysis.affected():
            self.documents_changed()

    def announce(self) -> None:
        """Ends the waiting for news; those who wait look for themselves."""
        self.news.set()
        self.news = asyncio.Event()

    async def _ask(self) -> None:
        try:
            while self._is_wanted:
                await self._ls.turns.quiet()
                self._is_wanted = False
                await self._ls.protocol.ask(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        except RequestRefused:
            pass  # then the client asks when it likes
        finally:
            self._is_asking = False
