"""Input that no client should send: answered or ignored, never shown to the user, and the next request works."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from tests.lsp.harness import FAKE, Client, client, edit, environment, framed, position

RISKY = "fn f() { risky() }\n"


@pytest.fixture(scope="module")
def capabilities() -> Any:
    return {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}


@pytest.fixture(autouse=True)
def works_afterwards(shared: Client, uri: str) -> Any:
    """Whatever a test did, the server still finds what there is to find, and shows nothing to the user."""
    yield
    shared.open(f"{uri}.after", RISKY, version=77)
    assert [one["code"] for one in shared.diagnostics(f"{uri}.after", 77)] == ["risky"]
    hover = {"textDocument": {"uri": f"{uri}.after"}, "position": position(0, 11)}
    assert "risky" in shared.result("textDocument/hover", hover)["contents"]["value"]
    shared.close(f"{uri}.after")
    assert shared.sent("window/showMessage") == []
    assert shared.process.poll() is None


# ---- below the messages


@pytest.mark.parametrize(
    "data",
    [
        b"Content-Type: x\r\n\r\n",
        b"Content-Length: nonsense\r\n\r\n{}",
        b"Content-Length: 99999999999999\r\n\r\n",
        b"\x00\x01\x02\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"Content-Length: 2\r\n\r\n{}",
        b"Content-Length: 5\r\n\r\n{nope",
        b"Content-Length: 3\r\n\r\n\xff\xff\xff",
        b"Content-Length: 2000\r\n\r\n{}",
        b"Content-Length: 0\r\n\r\n",
    ],
)
def test_rubbish_is_reported_with_no_id(shared: Client, data: bytes) -> None:
    before = len(shared.messages)
    # A second message shows where the first ends when its length is wrong.
    shared.raw(data + framed({"jsonrpc": "2.0", "method": "$/nothing"}))
    answer = shared.wait(lambda message: "error" in message and message["id"] is None, after=before)
    assert answer["error"]["code"] in (-32700, -32600)


def test_a_header_in_lower_case(shared: Client) -> None:
    body = b'{"jsonrpc":"2.0","id":"lower","method":"nonsense"}'
    shared.raw(b"content-length:%d\r\n\r\n%b" % (len(body), body))
    assert shared.answer("lower")["error"]["code"] == -32601


def test_a_message_in_many_pieces(shared: Client) -> None:
    for byte in framed({"jsonrpc": "2.0", "id": "pieces", "method": "nonsense"}):
        shared.raw(bytes([byte]))
    assert shared.answer("pieces")["error"]["code"] == -32601


# ---- messages


@pytest.mark.parametrize("method", ["nonsense", "textDocument/definition", "$/nonsense", "", "initialized", "exit"])
def test_an_unknown_request_is_refused(shared: Client, method: str) -> None:
    answer = shared.request(method, {})
    # `initialized` is known, but not as a request; it has nothing to say.
    assert answer.get("result") is None
    if method != "initialized":
        assert answer["error"]["code"] == -32601


def test_unknown_notifications_and_answers_are_ignored(shared: Client) -> None:
    for method in ("nonsense", "$/nonsense", "textDocument/hover"):
        shared.notify(method, {"any": "thing"})
    shared.send({"jsonrpc": "2.0", "id": "never asked", "result": [1]})
    shared.send({"jsonrpc": "2.0", "id": 12345, "error": "not even an object"})


def test_a_second_initialize_is_refused(shared: Client) -> None:
    assert shared.request("initialize", {"capabilities": {}})["error"]["code"] == -32600


def test_one_id_for_several_requests(shared: Client) -> None:
    before = len(shared.messages)
    for _ in range(3):
        shared.send({"jsonrpc": "2.0", "id": "same", "method": "nonsense"})
    shared.request("nonsense")
    answers = [message for message in shared.messages[before:] if message.get("id") == "same"]
    assert [answer["error"]["code"] for answer in answers] == [-32601] * 3


@pytest.mark.parametrize(
    "method",
    [
        "textDocument/hover",
        "textDocument/codeAction",
        "textDocument/completion",
        "textDocument/diagnostic",
        "workspace/diagnostic",
        "workspace/executeCommand",
    ],
)
@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        "text",
        5,
        {"textDocument": None},
        {"textDocument": {"uri": 5}, "position": position(0, 0), "previousResultIds": 1, "command": 1},
        {"textDocument": {"uri": ["file:///x"]}, "position": {"line": "one"}, "range": 1, "command": [1]},
    ],
)
def test_wrong_parameters_are_answered(shared: Client, method: str, params: Any) -> None:
    answer = shared.request(method, params)
    assert answer["error"]["code"] == -32602, answer
    assert answer["error"]["message"]


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        5,
        {},
        {"title": "x"},
        {"title": "x", "data": None},
        {"title": "x", "data": []},
        {"title": "x", "data": "1"},
        {"title": "x", "data": {"id": None}},
        {"title": "x", "data": {"id": ["1"]}},
        {"title": "x", "data": {"id": "999999", "version": 1}},
        {"title": "x", "data": {"id": 1, "version": "x"}},
        {"title": 5, "kind": {}, "data": {"server": "another", "payload": [1, 2]}},
    ],
)
def test_foreign_actions_are_not_resolved(shared: Client, params: Any) -> None:
    assert shared.request("codeAction/resolve", params)["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (method, params)
        for method in (
            "textDocument/didOpen",
            "textDocument/didChange",
            "textDocument/didClose",
            "textDocument/didSave",
            "workspace/didChangeConfiguration",
            "workspace/didChangeWatchedFiles",
            "workspace/didChangeWorkspaceFolders",
            "workspace/didRenameFiles",
            "window/workDoneProgress/cancel",
            "$/cancelRequest",
            "$/setTrace",
        )
        for params in (None, [], 7, {}, {"textDocument": 1, "changes": 1, "event": 1, "token": [], "id": {}})
    ],
)
def test_malformed_notifications_are_ignored(shared: Client, method: str, params: Any) -> None:
    shared.notify(method, params)


def test_configuration_of_any_form(shared: Client) -> None:
    for settings in (None, 5, [], "x", {"burnlint": None}, {"burnlint": [1]}, {"burnlint": {"burnlint": {}}}):
        shared.notify("workspace/didChangeConfiguration", {"settings": settings})


# ---- documents


def test_documents_that_are_not_open(shared: Client, uri: str) -> None:
    shared.change(uri, 2, {"text": "x"})
    shared.close(uri)
    shared.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    place = {"textDocument": {"uri": uri}, "position": position(0, 0)}
    assert shared.result("textDocument/hover", place) is None
    assert not shared.result("textDocument/completion", place)
    actions = {**place, "range": edit(0, 0, 0, "")["range"], "context": {"diagnostics": []}}
    assert shared.result("textDocument/codeAction", actions) == []


def test_a_document_opened_twice_has_the_second_text(shared: Client, uri: str) -> None:
    shared.open(uri, RISKY)
    shared.open(uri, "fn f() { odd() }\n", version=5)
    assert [one["code"] for one in shared.diagnostics(uri, 5)] == ["odd"]
    shared.close(uri)
    shared.close(uri)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (edit(0, 14, 9, "odd"), "fn f() { odd() }\n"),
        ({"range": {"start": position(1, 0), "end": position(0, 0)}, "text": "odd()"}, "odd()"),
        (edit(0, 0, 2**31, "odd()"), "odd()\n"),
        ({"range": {"start": position(0, 0), "end": position(2**40, 2**40)}, "text": "odd()"}, "odd()"),
        ({"range": {"start": position(10**30, 0), "end": position(10**30, 0)}, "text": "odd()"}, RISKY + "odd()"),
        ({"range": {"start": position(-5, -5), "end": position(0, 2)}, "text": "odd()"}, "odd() f() { risky() }\n"),
        (
            {"range": {"start": {"line": 0.0, "character": 0.0}, "end": position(0, 2)}, "text": "odd()"},
            "odd() f() { risky() }\n",
        ),
        ({"text": "odd()", "range": None, "rangeLength": "nonsense"}, "odd()"),
    ],
)
def test_positions_out_of_order_and_out_of_range(shared: Client, uri: str, change: Any, text: str) -> None:
    shared.open(uri, RISKY)
    shared.change(uri, 2, change)
    found = shared.diagnostics(uri, 2)
    assert [one["code"] for one in found] == re.findall(r"odd|risky", text)


def test_one_malformed_change_of_several_spoils_none_of_the_text(shared: Client, uri: str) -> None:
    shared.open(uri, RISKY)
    shared.change(uri, 2, edit(0, 9, 14, "odd"), {"range": {"start": 1}, "text": "x"})
    shared.change(uri, 3, edit(0, 0, 0, " "))
    found = shared.diagnostics(uri, 3)
    assert [(one["code"], one["range"]["start"]) for one in found] == [("risky", position(0, 10))]


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "true", '"3"', "null", "{}"])
def test_positions_that_are_no_numbers(shared: Client, uri: str, number: str) -> None:
    shared.open(uri, RISKY)
    place = f'{{"line":{number},"character":0}}'
    change = f'{{"range":{{"start":{place},"end":{place}}},"text":"x"}}'
    document = f'"textDocument":{{"uri":"{uri}","version":2}}'
    for head, rest in (
        ('"method":"textDocument/didChange"', f'"contentChanges":[{change}]'),
        ('"id":"wrong","method":"textDocument/hover"', f'"position":{place}'),
    ):
        body = f'{{"jsonrpc":"2.0",{head},"params":{{{document},{rest}}}}}'.encode()
        shared.raw(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert shared.answer("wrong")["error"]["code"] == -32602


def test_half_a_surrogate_pair(shared: Client, uri: str) -> None:
    shared.open(uri, 'fn f() { let s = "\ud83d"; risky("\ude00") }\n')
    (found,) = shared.diagnostics(uri, 1)
    assert found["range"]["start"] == position(0, 22)
    # An edit that cuts a pair in two begins before it.
    shared.open(uri, 'fn f() { "😀"; risky() }\n', version=2)
    shared.change(uri, 3, edit(0, 11, 12, ""))
    (found,) = shared.diagnostics(uri, 3)
    assert found["range"]["start"] == position(0, 13)


def test_texts_of_every_kind(shared: Client, uri: str) -> None:
    texts = [
        "(" * 20_000 + "risky()" + ")" * 20_000,
        "\0" * 1000 + "\nrisky()\0\0",
        "\r\r\n\nrisky()\x0b\x0c\u0085\u2028",
        "risky()" + "é" * 100_000,
        "risky()\n" * 3000,
        '"' * 5001 + "\nrisky()",
        "/*" * 5000 + "risky()",
    ]
    for version, text in enumerate(texts, start=1):
        shared.open(uri, text, version)
        assert len(shared.diagnostics(uri, version)) == text.count("risky("), text[:20]


def test_an_error_in_the_engine_costs_nothing_else(shared: Client, uri: str) -> None:
    shared.open(uri, RISKY)
    assert len(shared.diagnostics(uri, 1)) == 1
    shared.change(uri, 2, edit(1, 0, 0, "boom()"))
    # What was good last is shown on.
    assert [one["code"] for one in shared.diagnostics(uri, 2)] == ["risky"]
    place = {"textDocument": {"uri": uri}, "position": position(0, 11)}
    assert shared.result("textDocument/hover", place) is None
    everywhere = {"textDocument": {"uri": uri}, "range": edit(0, 0, 99, "")["range"], "context": {"diagnostics": []}}
    assert shared.result("textDocument/codeAction", everywhere) == []
    shared.change(uri, 3, edit(1, 0, 6, ""))
    assert len(shared.diagnostics(uri, 3)) == 1
    assert b"the engine is broken" in shared.log


def test_odd_uris(shared: Client) -> None:
    for number, uri in enumerate(
        [
            "",
            "x.rs",
            "file:",
            "file://",
            "file:///",
            "file:///%00.rs",
            "file:///%ff%fe.rs",
            "file:///a/../../../b.rs",
            "file://[bad/x.rs",
            "file://host/share/x.rs",
            "git:/x.rs?%7B%22ref%22%3A%22HEAD%22%7D",
            "vscode-notebook-cell:/n.ipynb#W0sZmlsZQ.rs",
            "untitled:" + "long" * 5000 + ".rs",
            "untitled:\ud800.rs",
            "http://[::1]:99999/x.rs",
        ]
    ):
        shared.open(uri, RISKY, version=number)
        assert len(shared.diagnostics(uri, number)) == 1, uri
        shared.close(uri)


def test_a_document_in_another_language_is_left_alone(shared: Client) -> None:
    shared.open("untitled:a.py", RISKY, language="python")
    assert shared.diagnostics("untitled:a.py", 1) == []
    shared.open("untitled:Untitled-1", RISKY, language="rust")
    assert len(shared.diagnostics("untitled:Untitled-1", 1)) == 1


# ---- life


def test_requests_before_initialize_and_after_shutdown() -> None:
    with client() as early:
        assert early.request("textDocument/hover", {})["error"]["code"] == -32002
        early.open("untitled:x.rs", RISKY)
        early.raw(b"Content-Length: 1\r\n\r\n{")
        assert early.request("initialize", "not an object")["error"]["code"] == -32602
        early.initialize()
        early.result("shutdown")
        for method in ("textDocument/hover", "shutdown", "initialize", "nonsense"):
            assert early.request(method, {})["error"]["code"] == -32600
        early.open("untitled:x.rs", RISKY)
        early.notify("exit")
        assert early.process.wait(30) == 0
        assert early.sent("textDocument/publishDiagnostics") == []


@pytest.mark.parametrize("steps", ["", "initialize"])
def test_exit_without_shutdown_is_an_error(steps: str) -> None:
    with client() as rude:
        if steps:
            rude.initialize()
        rude.notify("exit")
        assert rude.process.wait(30) == 1


@pytest.mark.parametrize(("steps", "code"), [("", 1), ("initialize", 1), ("initialize shutdown", 0)])
def test_the_end_of_standard_input_is_the_end(steps: str, code: int) -> None:
    with client() as gone:
        if "initialize" in steps:
            gone.initialize()
        if "shutdown" in steps:
            gone.result("shutdown")
        assert gone.process.stdin is not None
        gone.process.stdin.close()
        assert gone.process.wait(30) == code
        assert b"Traceback" not in gone.log


def test_a_client_that_stops_reading_ends_the_server() -> None:
    deaf = subprocess.Popen(
        [sys.executable, FAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert deaf.stdin is not None and deaf.stdout is not None and deaf.stderr is not None
    deaf.stdout.close()
    deaf.stdin.write(framed({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}))
    deaf.stdin.flush()
    assert deaf.wait(30) == 1
    assert b"Traceback" not in deaf.stderr.read()
