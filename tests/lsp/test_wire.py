"""The framing of messages: whatever stands between two good messages, the second one arrives."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.lsp.wire import LONGEST_BODY, LONGEST_LINE, Frames, Rubbish

GOOD = b'{"jsonrpc":"2.0","method":"x"}'


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def bodies(*chunks: bytes) -> list[bytes]:
    frames = Frames()
    return [frame for chunk in chunks for frame in frames.feed(chunk) if not isinstance(frame, Rubbish)]


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: %d\r\n\r\n",
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Length :  %d \r\n\r\n",
        b"Content-Length: %d\n\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n",
        b"X-Unknown\r\nContent-Length: %d\r\n\r\n",
        b"\r\n\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: 7\r\nContent-Length: %d\r\n\r\n",
    ],
)
def test_forms_of_a_header(header: bytes) -> None:
    assert bodies(header % len(GOOD) + GOOD) == [GOOD]


@pytest.mark.parametrize(
    "rubbish",
    [
        b"Content-Type: text/plain\r\n\r\n",
        b"Content-Length: many\r\n\r\n" + GOOD,
        b"Content-Length: -5\r\n\r\n" + GOOD,
        b"Content-Length:\r\n\r\n" + GOOD,
        b"Content-Length: 1e3\r\n\r\n" + GOOD,
        b"Content-Length: %d\r\n\r\n" % (LONGEST_BODY + 1) + GOOD,
        b"Content-Length: 99999999999999999999999999\r\n\r\n" + GOOD,
        b"\x00\xff\xfe\x00garbage\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        GOOD,
        b"x" * (3 * LONGEST_LINE),
        b"Content-Length: 5000\r\n\r\n" + GOOD,
    ],
)
def test_the_message_after_rubbish_arrives(rubbish: bytes) -> None:
    assert bodies(rubbish + framed(GOOD) + framed(b"{}"))[-2:] == [GOOD, b"{}"]


def test_too_short_a_length_costs_one_message() -> None:
    cut = b"Content-Length: 10\r\n\r\n" + GOOD
    assert bodies(cut + framed(GOOD) + framed(b"{}")) == [GOOD[:10], GOOD, b"{}"]


def test_too_long_a_length_does_not_wait_for_ever() -> None:
    frames = Frames()
    assert frames.feed(b"Content-Length: 100000\r\n\r\n" + GOOD) == []
    found = frames.feed(framed(b"{}"))
    assert [frame for frame in found if not isinstance(frame, Rubbish)] == [b"{}"]
    assert any(isinstance(frame, Rubbish) for frame in found)


def test_what_looks_like_a_header_inside_a_string_is_text() -> None:
    body = json.dumps({"text": "Content-Length: 5\r\n\r\nhello\n"}).encode()
    assert bodies(framed(body)) == [body]
    pretty = json.dumps({"text": "Content-Length: 5\r\n\r\n", "b": [1, 2]}, indent=2).encode()
    assert bodies(framed(pretty)) == [pretty]


def test_an_endless_line_is_not_kept() -> None:
    frames = Frames()
    for _ in range(50):
        frames.feed(b"y" * LONGEST_LINE)
    assert len(frames._buffer) <= 2 * LONGEST_LINE
    assert frames.feed(framed(GOOD)) == [GOOD]


@given(st.lists(st.binary(max_size=40).map(lambda raw: json.dumps(raw.hex()).encode())), st.data())
def test_any_split_of_the_stream_gives_the_same_bodies(messages: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(framed, messages))
    chunks = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        chunks.append(stream[:size])
        stream = stream[size:]
    assert bodies(*chunks) == messages


@given(st.binary(max_size=300))
def test_any_bytes_at_all_leave_the_next_message_readable(rubbish: bytes) -> None:
    # A header in the rubbish may swallow one message; it can never swallow two.
    assert bodies(rubbish + b"\r\n\r\n", framed(GOOD), framed(b"{}"))[-1] == b"{}"
