"""The conversation before `initialize`."""

from __future__ import annotations

from typing import Any

import pytest

from burnlint.lsp.front import Front
from burnlint.lsp.messages import Code, End, Malformed, Message, Notification, Request, Response


class Sent(list[dict[str, Any]]):
    @property
    def codes(self) -> list[int]:
        return [message["error"]["code"] for message in self]


def test_nothing_passes_before_initialize() -> None:
    sent = Sent()
    front = Front(sent.append)
    early: list[Message] = [
        Request(1, "textDocument/hover", {}),
        Request(2, "shutdown", None),
        Notification("textDocument/didOpen", {}),
        Response(3, None, None),
        Malformed(None, Code.PARSE_ERROR, "not JSON"),
        Request(4, "initialize", None),
        Request(5, "initialize", [1]),
    ]
    assert [front.take(message) for message in early] == [None] * len(early)
    assert sent.codes == [-32002, -32002, -32700, -32602, -32602]


@pytest.mark.parametrize("params", [{}, {"capabilities": None}, {"capabilities": [1]}])
def test_initialize_is_answered_at_once_and_everything_passes_from_then_on(params: dict[str, Any]) -> None:
    sent = Sent()
    front = Front(sent.append)
    request = Request("first", "initialize", params)
    assert front.take(request) is request
    assert sent[0]["id"] == "first" and "capabilities" in sent[0]["result"]
    for message in (Request(2, "initialize", {}), Notification("x", None), Malformed(None, Code.PARSE_ERROR, "")):
        assert front.take(message) is message
    assert len(sent) == 1


def test_the_end_always_passes() -> None:
    front = Front(lambda message: None)
    assert front.take(End()) == End()
