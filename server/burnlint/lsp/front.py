"""The conversation until `initialize` is answered, without pygls, which takes much longer to import."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burnlint.lsp.capabilities import initialize_result
from burnlint.lsp.client import read_client
from burnlint.lsp.messages import Code, End, Malformed, Message, Request, answer, error


class Front:
    """Answers in the server's place until the client has introduced itself, then lets all messages pass."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._open = False

    def take(self, message: Message) -> Message | None:
        """The message, if it is the server's business; the first such one is `initialize`, or the end."""
        if self._open or isinstance(message, End):
            return message
        if isinstance(message, Malformed):
            self._send(error(message.id, message.code, message.reason))
        elif isinstance(message, Request):
            return self._request(message)
        return None

    def _request(self, request: Request) -> Request | None:
        if request.method != "initialize":
            self._send(error(request.id, Code.NOT_INITIALIZED, "the first request must be `initialize`"))
            return None
        if not isinstance(request.params, dict):
            self._send(error(request.id, Code.INVALID_PARAMS, "`params` must be an object"))
            return None
        self._open = True
        self._send(answer(request.id, initialize_result(read_client(request.params.get("capabilities")))))
        return request
