"""The log: to a file, or to standard error, which editors keep. None of it is ever a message to the user."""

from __future__ import annotations

import atexit
import logging
import queue
import sys
import threading
from pathlib import Path
from typing import TextIO

_MOST_WAITING = 1000  # lines; more are dropped when nobody reads
_FORMAT = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")


def log_to(file: Path | None) -> None:
    """Sends everything that is logged to its place: to a file all there is to know, else only what went wrong."""
    handler: logging.Handler | None = None
    if file is not None:
        try:
            handler = logging.FileHandler(file, encoding="utf-8")
        except OSError as error:
            print(f"burnlint: cannot write the log: {error}", file=sys.stderr)
    root = logging.getLogger()
    root.setLevel(logging.WARNING if handler is None else logging.INFO)
    handler = handler or PatientHandler(sys.stderr)
    handler.setFormatter(_FORMAT)
    root.addHandler(handler)


class PatientHandler(logging.Handler):
    """Writes in a thread of its own: a client that does not read standard error must not stop the server."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()
        atexit.register(self._finish)

    def emit(self, record: logging.LogRecord) -> None:
        """Queues a line, or drops it."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            pass
        except Exception:
            self.handleError(record)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                self._stream.write(f"{line}\n")
                self._stream.flush()
            except (OSError, ValueError):
                return

    def _finish(self) -> None:
        """Gives what is left a moment to be written."""
        try:
            self._lines.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(1)
