"""How the server starts and ends."""

from __future__ import annotations

import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from burnlint.lsp.parent import is_alive
from tests.lsp.harness import FAKE, PATIENCE, Client, client, environment, framed

RISKY = "fn f() { risky() }\n"


def test_the_log_goes_to_a_file(tmp_path: Path) -> None:
    log = tmp_path / "burnlint.log"
    with client(str(FAKE), str(log)) as connected:
        connected.initialize()
        connected.raw(b"Content-Length: 1\r\n\r\n{")
        assert connected.leave() == 0
        assert "malformed" in log.read_text()
        assert connected.log == b""


def test_a_log_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    with client(str(FAKE), str(tmp_path / "no" / "such" / "folder")) as connected:
        connected.initialize()
        assert connected.leave() == 0
        assert b"cannot write the log" in connected.log


def test_what_is_printed_does_not_reach_the_client() -> None:
    script = """
        import sys
        from burnlint.lsp.server import main
        from tests.lsp.fake_engine import FakeEngine

        class Loud(FakeEngine):
            def settings(self, *arguments):
                print("hello from somewhere")
                import os
                os.write(1, b"and from below")
                return super().settings(*arguments)

        sys.exit(main(engine=Loud))
    """
    with client("-c", textwrap.dedent(script)) as connected:
        connected.initialize()
        connected.open("untitled:x.rs", RISKY)
        assert len(connected.diagnostics("untitled:x.rs", 1)) == 1
        assert connected.leave() == 0
        assert b"hello" in connected.log and b"below" in connected.log


def test_an_engine_that_cannot_start_ends_the_server() -> None:
    script = """
        import sys
        from burnlint.lsp.server import main

        class Damaged:
            def settings(self, *arguments):
                raise FileNotFoundError("reinstall it")

        sys.exit(main(engine=Damaged))
    """
    with client("-c", textwrap.dedent(script)) as connected:
        connected.result("initialize", {"capabilities": {}})
        assert connected.process.wait(PATIENCE) == 1
    assert b"reinstall it" in connected.log
    assert connected.sent("window/showMessage") == []


def test_a_socket() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = f"""
        import sys
        from burnlint.lsp.server import main
        from tests.lsp.fake_engine import FakeEngine
        sys.exit(main(tcp=("127.0.0.1", {port}), engine=FakeEngine))
    """
    server = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], env=environment())
    try:
        connection = _connected(port, server)
        with connection, connection.makefile("rb") as answers:
            connection.sendall(framed({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}))
            length = int(answers.readline().split(b":")[1])
            assert answers.readline() == b"\r\n"
            assert b'"capabilities"' in answers.read(length)
            connection.sendall(framed({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}))
            connection.sendall(framed({"jsonrpc": "2.0", "method": "exit"}))
            assert server.wait(PATIENCE) == 0
    finally:
        server.kill()


def _connected(port: int, server: subprocess.Popen[bytes]) -> socket.socket:
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            assert server.poll() is None


def test_the_server_does_not_outlive_the_process_that_started_it() -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with client() as connected:
        connected.initialize(processId=parent.pid)
        connected.open("untitled:x.rs", RISKY)
        connected.diagnostics("untitled:x.rs", 1)
        assert connected.process.poll() is None
        parent.kill()
        parent.wait()
        assert connected.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("pid", [0, -1, 2**22 + 1, 2**70])
def test_a_process_that_cannot_be_seen_is_not_waited_for(pid: int) -> None:
    assert not is_alive(pid)


def test_the_memory_does_not_grow_with_edits() -> None:
    """Counts what lives, in the server, before and after many edits and requests."""
    script = """
        import gc, sys
        from burnlint.lsp.app import HANDLERS
        from burnlint.lsp.server import main
        from tests.lsp.fake_engine import FakeEngine

        def count(ls, params):
            gc.collect()
            protocol = ls.protocol
            tables = (
                protocol._request_futures, protocol._result_types, protocol._tasks, ls._background,
                ls.publisher._dirty, ls.publisher._sent, ls.turns._waiting, ls.turns.inbox._taken_back,
            )
            return {"objects": len(gc.get_objects()), "tables": sum(map(len, tables))}

        import burnlint.lsp.app as app
        from types import MappingProxyType
        app.HANDLERS = MappingProxyType({**HANDLERS, "workspace/executeCommand": count})
        sys.exit(main(engine=FakeEngine))
    """
    uri = "untitled:x.rs"
    command = {"command": "count"}
    hover = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}

    def edits(connected: Client, first: int, last: int) -> None:
        for version in range(first, last):
            text = "x" if version % 2 else ""
            start, end = {"line": 0, "character": 0}, {"line": 0, "character": 0 if text else 1}
            connected.change(uri, version, {"range": {"start": start, "end": end}, "text": text})
            if version % 500 == 0:
                connected.request("textDocument/hover", hover)
                connected.request("no/such/method", hover)
                connected.notify("$/cancelRequest", {"id": version})
        connected.diagnostics(uri, last - 1)

    with client("-c", textwrap.dedent(script)) as connected:
        connected.initialize()
        connected.open(uri, RISKY)
        edits(connected, 3, 1001)
        before = connected.result("workspace/executeCommand", command)
        edits(connected, 1001, 21001)
        after = connected.result("workspace/executeCommand", command)
        # A few entries come and go, but there were 20,000 edits.
        assert after["tables"] < 20
        assert after["objects"] - before["objects"] < 200


def test_a_client_that_does_not_read_the_log_is_served() -> None:
    server = subprocess.Popen(
        [sys.executable, FAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert server.stdin is not None and server.stdout is not None
    try:
        server.stdin.write(framed({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}))
        item = {"uri": "untitled:x.rs", "languageId": "rust", "version": 1, "text": "boom()"}
        params = {"textDocument": item}
        hover = {"textDocument": item, "position": {"line": 0, "character": 0}}
        # Each of these leaves a traceback; together they are more than a pipe holds.
        server.stdin.write(framed({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params}))
        for id in range(2, 300):
            server.stdin.write(framed({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": hover}))
        server.stdin.write(framed({"jsonrpc": "2.0", "id": 1000, "method": "shutdown"}))
        server.stdin.write(framed({"jsonrpc": "2.0", "method": "exit"}))
        server.stdin.flush()
        assert b'"id":1000' in server.stdout.read()
        assert server.wait(PATIENCE) == 0
    finally:
        server.kill()
