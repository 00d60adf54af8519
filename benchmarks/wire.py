"""Messages to and from a language server over its pipes, with the moment at which each arrived."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any

from benchmarks.processes import TooSlow

Message = dict[str, Any]


class Died(Exception):
    """The server has ended by itself."""


def framed(message: Message) -> bytes:
    """A message as it goes over the wire."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Wire:
    """A server process. A thread reads, so that a moment is noted when a message is complete, not when it is needed."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the wire
        self._arrived: SimpleQueue[tuple[float, bytes] | None] = SimpleQueue()
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, env=environment, cwd=folder
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._stdin = self.process.stdin
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def write(self, data: bytes) -> None:
        """Sends what `framed` made."""
        self._stdin.write(data)
        self._stdin.flush()

    def take(self, timeout: float) -> tuple[float, Message]:
        """The next message."""
        try:
            arrived = self._arrived.get(timeout=max(timeout, 0))
        except Empty:
            raise TooSlow("a server did not answer in time") from None
        if arrived is None:
            self._log.seek(0)
            last_words = self._log.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise Died(f"a server has ended: {last_words}")
        moment, body = arrived
        return moment, json.loads(body)

    def close(self) -> None:
        """Waits for a process that was asked to end, and does not wait long."""
        self._stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._log.close()

    def _read(self, stream: IO[bytes]) -> None:
        length = 0
        for line in iter(stream.readline, b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif not line.strip():
                body = stream.read(length)
                self._arrived.put((time.perf_counter(), body))
        self._arrived.put(None)
