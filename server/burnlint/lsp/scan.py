"""Checks the files of the workspace that are not open, one in each pause between messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from burnlint.lsp.progress import Progress
from burnlint.lsp.protocol import RequestRefused

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

_WORTH_SHOWING = 0.5  # seconds; what takes less is over before anybody could read the message


def cancel_progress(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
    """The user does not want to wait for the rest of the scan."""
    ls.publisher.scanner.cancel(params.token)


class Scanner:
    """A queue of files, each of which is checked once however often it is added."""

    def __init__(self, ls: Server, check: Callable[[Path], None]) -> None:
        self._ls = ls
        self._check = check
        self._waiting: dict[Path, None] = {}
        self._has_work = asyncio.Event()
        self._scans = 0

    def add(self, paths: Iterable[Path]) -> None:
        """These files are to be checked."""
        self._waiting.update(dict.fromkeys(paths))
        self._has_work.set()

    def cancel(self, token: int | str) -> None:
        """Leaves the files of the present scan unchecked, if it is the one that this token shows."""
        if token == self._token:
            self._waiting.clear()

    async def run(self) -> None:
        """Works for as long as the server lives."""
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            await self._scan()

    async def _scan(self) -> None:
        progress = Progress(self._ls.protocol.tell, "burnlint")
        if self._ls.client.shows_progress:
            self._scans += 1
            self._ls.start(_show(self._ls, progress, self._token))
        done = 0
        while self._waiting:
            await self._ls.turns.quiet()
            if self._waiting:  # they may have been cancelled meanwhile
                path = next(iter(self._waiting))
                del self._waiting[path]
                self._check(path)
            done += 1
            progress.report(done, done + len(self._waiting))
        progress.end()

    @property
    def _token(self) -> str:
        return f"burnlint/scan/{self._scans}"


async def _show(ls: Server, progress: Progress, token: str) -> None:
    """Shows the progress once the client has agreed; the scan does not wait for that."""
    await asyncio.sleep(_WORTH_SHOWING)
    if progress.is_over:
        return
    with suppress(RequestRefused):
        params = types.WorkDoneProgressCreateParams(token=token)
        await ls.protocol.ask(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params)
        progress.begin(token)
