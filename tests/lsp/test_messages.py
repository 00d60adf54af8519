"""What bytes are read as, and that whatever is sent can be read again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.lsp.messages import (
    Code,
    End,
    Malformed,
    Message,
    Notification,
    Request,
    Response,
    answer,
    error,
    parse,
    serialized,
)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}', Request(1, "m", {"a": 1})),
        (b'{"jsonrpc":"2.0","id":"x","method":"m"}', Request("x", "m", None)),
        (b'{"jsonrpc":"2.0","method":"m","params":[1]}', Notification("m", [1])),
        (b'{"jsonrpc":"2.0","method":"exit"}', End()),
        (b'{"jsonrpc":"2.0","id":1,"method":"exit"}', Request(1, "exit", None)),
        (b'{"jsonrpc":"2.0","id":7,"result":null}', Response(7, None, None)),
        (b'{"jsonrpc":"2.0","id":7,"error":{"code":1}}', Response(7, None, {"code": 1})),
        (b'{"method":"m","params":"\\ud83d"}', Notification("m", "\ud83d")),
    ],
)
def test_messages(body: bytes, message: Message) -> None:
    assert parse(body) == message


@pytest.mark.parametrize(
    ("body", "id", "code"),
    [
        (b"", None, Code.PARSE_ERROR),
        (b"{", None, Code.PARSE_ERROR),
        (b"\xff\xfe\x00", None, Code.PARSE_ERROR),
        (b'{"id":1,"method":"m\xff"}', None, Code.PARSE_ERROR),
        (b"[" * 200_000, None, Code.PARSE_ERROR),
        (b"1" * 10_000, None, Code.PARSE_ERROR),
        (b"[]", None, Code.INVALID_REQUEST),
        (b'[{"id":1,"method":"m"}]', None, Code.INVALID_REQUEST),
        (b"null", None, Code.INVALID_REQUEST),
        (b"{}", None, Code.INVALID_REQUEST),
        (b'{"id":3}', 3, Code.INVALID_REQUEST),
        (b'{"id":3,"method":7}', 3, Code.INVALID_REQUEST),
        (b'{"id":null,"method":"m"}', None, Code.INVALID_REQUEST),
        (b'{"id":[1],"method":"m"}', None, Code.INVALID_REQUEST),
        (b'{"id":1.5,"method":"m"}', None, Code.INVALID_REQUEST),
        (b'{"id":true,"method":"m"}', None, Code.INVALID_REQUEST),
        (b'{"id":{},"result":1}', None, Code.INVALID_REQUEST),
    ],
)
def test_malformed(body: bytes, id: int | None, code: Code) -> None:
    message = parse(body)
    assert isinstance(message, Malformed)
    assert (message.id, message.code) == (id, code)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_something(body: bytes) -> None:
    assert isinstance(parse(body), (Request, Notification, Response, Malformed, End))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None, exclude_categories=())),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=8,
    )
)
def test_whatever_is_sent_can_be_read(result: object) -> None:
    header, _, body = serialized(answer(1, result)).partition(b"\r\n\r\n")
    assert header == b"Content-Length: %d" % len(body)
    assert json.loads(body)["result"] == result


def test_errors() -> None:
    assert error(None, Code.PARSE_ERROR, "no") == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32700, "message": "no"},
    }
