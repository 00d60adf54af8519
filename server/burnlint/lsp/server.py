"""Starts the server on standard input and output, or on a socket."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burnlint.lsp.front import Front
from burnlint.lsp.inbox import Inbox, read_into
from burnlint.lsp.log import log_to
from burnlint.lsp.messages import End, serialized

if TYPE_CHECKING:
    from burnlint.lsp.app import Server
    from burnlint.lsp.ports import Engine

logger = logging.getLogger(__name__)

Read = Callable[[], bytes]
Write = Callable[[bytes], object]

_CHUNK = 1 << 16


def main(
    stdio: bool = True,
    tcp: tuple[str, int] | None = None,
    log_file: Path | None = None,
    engine: Callable[[], Engine] | None = None,
) -> int:
    """Serves one client until it leaves; returns the exit code of the protocol."""
    log_to(log_file)
    try:
        if tcp is not None:
            return _serve_socket(tcp, engine)
        return serve(*_standard_streams(), engine)
    except KeyboardInterrupt:
        return 130
    except Exception:
        logger.exception("the server has to stop")
        return 1


def serve(read: Read, write: Write, engine: Callable[[], Engine] | None = None) -> int:
    """Serves the client at the other end of two streams."""
    inbox = Inbox()

    def send(message: dict[str, Any]) -> None:
        try:
            write(serialized(message))
        except (OSError, ValueError):  # the client is gone
            inbox.put(End())

    # The front answers `initialize` in the reading thread, while this one does the slow imports.
    reading = threading.Thread(target=read_into, args=(inbox, Front(send), read), daemon=True)
    reading.start()
    return build_server(engine).serve(inbox, send)


def build_server(engine: Callable[[], Engine] | None = None) -> Server:
    """The server on pygls, with burnlint's own engine or another one."""
    # Imports make many objects and no garbage: looking for some would only cost time.
    gc.disable()
    try:
        from burnlint.lsp.app import Server

        server = Server(_own_engine() if engine is None else engine())
    finally:
        gc.enable()
    gc.freeze()
    return server


def _own_engine() -> Engine:
    from burnlint.lsp.engine import BurnlintEngine

    return BurnlintEngine()


def _standard_streams() -> tuple[Read, Write]:
    """Standard input and output, out of reach of anything that prints."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def write(data: bytes) -> None:
        output.write(data)
        output.flush()

    # Not the buffered reader: its lock, held by the reading thread, could hang the end of the process.
    return lambda: os.read(sys.stdin.fileno(), _CHUNK), write


def _serve_socket(address: tuple[str, int], engine: Callable[[], Engine] | None) -> int:
    import socket  # few clients use one, and all wait for imports

    with socket.create_server(address) as listener:
        logger.info("listening on %s:%s", *listener.getsockname()[:2])
        connection, _ = listener.accept()
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return serve(lambda: connection.recv(_CHUNK), connection.sendall, engine)
