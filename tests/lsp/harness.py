"""A small client over real pipes that can also say what no decent client would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from burnlint.lsp.wire import Frames, Rubbish

ROOT = Path(__file__).resolve().parents[2]
FAKE = Path(__file__).with_name("serve_fake.py")
PATIENCE = 30.0

Message = dict[str, Any]


def framed(message: object) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def environment() -> dict[str, str]:
    """Where a server process finds burnlint and these tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "server"), str(ROOT)))}


class Client:
    """Sends what it is told to, remembers everything it gets, and answers the server's requests."""

    def __init__(self, *arguments: str, stderr: int | None = subprocess.PIPE) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *(arguments or (str(FAKE),))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment(),
        )
        self.messages: list[Message] = []
        self.configuration: Any = None
        self.answers: dict[str, Any] = {}  # method of a request of the server -> its result
        self.ignored: set[str] = set()  # requests of the server that get no answer
        self.log = b""
        self._arrived = threading.Condition()
        self._ids = iter(range(1, 1_000_000))
        threads = [threading.Thread(target=self._read, daemon=True)]
        if stderr is not None:
            threads.append(threading.Thread(target=self._read_log, daemon=True))
        for thread in threads:
            thread.start()

    # ---- sending

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        self.raw(framed(message))

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def start(self, method: str, params: Any = None) -> int:
        id = next(self._ids)
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return id

    def request(self, method: str, params: Any = None) -> Message:
        return self.answer(self.start(method, params))

    def result(self, method: str, params: Any = None) -> Any:
        answer = self.request(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    # ---- waiting

    def answer(self, id: object) -> Message:
        return self.wait(lambda message: "method" not in message and message.get("id") == id)

    def wait(self, wanted: Callable[[Message], bool], after: int = 0) -> Message:
        """The first message, among those after the given number of messages, that is wanted."""
        deadline = time.monotonic() + PATIENCE
        with self._arrived:
            while True:
                for message in self.messages[after:]:
                    if wanted(message):
                        return message
                left = deadline - time.monotonic()
                if left <= 0 or not self._arrived.wait(left):
                    raise AssertionError(f"nothing came; the log: {self.log.decode(errors='replace')}")

    def diagnostics(self, uri: str, version: int | None = None, after: int = 0) -> list[Message]:
        """What is pushed for this version of a document."""
        return self.publication(uri, version, after)["diagnostics"]

    def publication(self, uri: str, version: int | None = None, after: int = 0) -> Message:
        def wanted(message: Message) -> bool:
            params = message.get("params")
            if message.get("method") != "textDocument/publishDiagnostics" or params["uri"] != uri:
                return False
            return version is None or params.get("version") == version

        return self.wait(wanted, after)["params"]

    def publications(self, uri: str) -> list[Message]:
        return [
            message["params"]
            for message in self.messages
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
        ]

    def sent(self, method: str) -> list[Message]:
        """Everything that the server has sent of one kind."""
        return [message for message in self.messages if message.get("method") == method]

    # ---- life

    def initialize(self, capabilities: Any = None, **more: Any) -> Message:
        params = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **more}
        result = self.result("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str, version: int = 1, language: str = "rust") -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Any) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def leave(self) -> int:
        """Ends as the protocol wants it; returns the exit code."""
        self.result("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    # ---- reading

    def _read(self) -> None:
        assert self.process.stdout is not None
        frames = Frames()
        while data := os.read(self.process.stdout.fileno(), 1 << 16):
            for frame in frames.feed(data):
                assert not isinstance(frame, Rubbish), frame
                message = json.loads(frame)
                if "method" in message and "id" in message:
                    self._reply(message)
                with self._arrived:
                    self.messages.append(message)
                    self._arrived.notify_all()

    def _reply(self, message: Message) -> None:
        method = message["method"]
        if method in self.ignored:
            return
        result = self.answers.get(method)
        if method == "workspace/configuration":
            result = [self.configuration for _ in message["params"]["items"]]
        self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        while data := os.read(self.process.stderr.fileno(), 1 << 16):
            self.log += data


@contextmanager
def client(*arguments: str, **options: Any) -> Iterator[Client]:
    """A client whose server is gone afterwards."""
    connected = Client(*arguments, **options)
    try:
        yield connected
    finally:
        connected.kill()


def position(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def edit(line: int, start: int, end: int, text: str) -> dict[str, Any]:
    return {"range": {"start": position(line, start), "end": position(line, end)}, "text": text}
