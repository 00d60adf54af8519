"""Answers clients that ask for diagnostics themselves: for one document, or for the whole workspace."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from burnlint.lsp.diagnostics import result_id
from burnlint.lsp.progress import Progress
from burnlint.lsp.protocol import RequestRefused
from burnlint.lsp.uris import path_of

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

_PART = 16  # reports in one partial result


async def document_diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> dict[str, Any]:
    """The diagnostics of one document. Asked for after each edit of a burst, it is checked once."""
    await ls.turns.quiet()
    items = ls.diagnostics(path_of(params.text_document.uri))
    return _report(items, params.previous_result_id)


async def workspace_diagnostic(ls: Server, params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
    """What is new since the client's last request; waits for news when there is none."""
    known = {path_of(previous.uri): previous for previous in params.previous_result_ids}
    while True:
        news = ls.refresher.news
        reports = await _Search(ls, known, params).run()
        # A client asks again as soon as it has the answer, so one that knows everything is kept waiting.
        if not known or any(report["kind"] == "full" for report in reports):
            return _rest(ls, reports, params.partial_result_token)
        await news.wait()


class _Search:
    """One pass over the workspace; a file's check begins only when no message waits."""

    def __init__(
        self, ls: Server, known: dict[Path, types.PreviousResultId], params: types.WorkspaceDiagnosticParams
    ) -> None:
        self._ls = ls
        self._known = known
        self._params = params
