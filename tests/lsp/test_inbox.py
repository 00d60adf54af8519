"""Arrival: order, and what is known ahead of taking a message."""

from __future__ import annotations

from burnlint.lsp.front import Front
from burnlint.lsp.inbox import Inbox, read_into
from burnlint.lsp.messages import Code, End, Malformed, Notification, Request
from tests.lsp.harness import framed

CANCEL = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 2}}


def test_messages_come_in_order_of_arrival_and_the_end_last() -> None:
    chunks = iter(
        [
            framed({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}),
            framed({"jsonrpc": "2.0", "id": 2, "method": "m"}) + b"rubbish\r\n\r\n" + framed(CANCEL),
            b"",
        ]
    )
    inbox = Inbox()
    read_into(inbox, Front(lambda message: None), lambda: next(chunks))
    assert inbox.take() == Request(1, "initialize", {})
    assert inbox.take() == Request(2, "m", None)
    assert inbox.is_taken_back(2)
    rubbish = inbox.take()
    assert isinstance(rubbish, Malformed) and rubbish.code is Code.PARSE_ERROR
    assert inbox.take() == Notification("$/cancelRequest", {"id": 2})
    assert not inbox.is_taken_back(2)
    assert inbox.take() == End()
    assert inbox.take() is None


def test_a_broken_pipe_is_the_end() -> None:
    def read() -> bytes:
        raise ConnectionResetError

    inbox = Inbox()
    read_into(inbox, Front(lambda message: None), read)
    assert inbox.take() == End()


def test_malformed_cancellations_are_nothing() -> None:
    inbox = Inbox()
    for params in (None, [], {"id": None}, {"id": [2]}, {"id": True}, 5):
        inbox.put(Notification("$/cancelRequest", params))
    assert not inbox.is_taken_back(True) and not inbox.is_taken_back(2)
