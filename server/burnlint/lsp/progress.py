"""Work-done progress: what the server is busy with, for clients that show it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from lsprotocol import types

Token = int | str
_INTERVAL = 0.2  # between two reports


class Progress:
    """One run of reports; silent until it has a token, which a client may be slow to agree to."""

    def __init__(self, tell: Callable[[str, Any], None], title: str) -> None:
        self._tell = tell
        self._title = title
        self._token: Token | None = None
        self._reported = 0.0
        self.is_over = False

    def begin(self, token: Token) -> None:
        """Shows the progress from now on."""
        if not self.is_over:
            self._token = token
            self._send({"kind": "begin", "title": self._title, "cancellable": True, "percentage": 0})

    def report(self, done: int, total: int) -> None:
        """Says how many files are done, but not too often."""
        now = time.monotonic()
        if now - self._reported >= _INTERVAL:
            self._reported = now
            percentage = min(100, 100 * done // max(total, 1))
            self._send({"kind": "report", "percentage": percentage, "message": f"{done} of {total} files"})

    def end(self) -> None:
        """Takes the progress away."""
        self.is_over = True
        self._send({"kind": "end"})
        self._token = None

    def _send(self, value: dict[str, Any]) -> None:
        if self._token is not None:
            self._tell(types.PROGRESS, {"token": self._token, "value": value})
