"""`burnlint server` only hands its options on; the server itself is tested in tests/lsp."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from burnlint.lsp import server

from .conftest import Burnlint


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), {"stdio": True, "tcp": None, "log_file": None}),
        (("--stdio", "--clientProcessId=7"), {"stdio": True, "tcp": None, "log_file": None}),
        (("--tcp", "127.0.0.1:0"), {"stdio": False, "tcp": ("127.0.0.1", 0), "log_file": None}),
        (("--tcp", "[::1]:9257"), {"stdio": False, "tcp": ("::1", 9257), "log_file": None}),
        (("--log-file", "a.log"), {"stdio": True, "tcp": None, "log_file": Path("a.log")}),
    ],
)
def test_options(
    burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], expected: dict[str, Any]
) -> None:
    given: list[dict[str, Any]] = []

    def main(**options: Any) -> int:
        given.append(options)
        return 7

    monkeypatch.setattr(server, "main", main)
    assert burnlint("server", *words).code == 7
    assert given == [expected]


@pytest.mark.parametrize("address", ["9257", "host:", ":1", "host:port", "host:70000", "host:-1"])
def test_addresses_that_are_none(burnlint: Burnlint, address: str) -> None:
    output = burnlint("server", f"--tcp={address}")
    assert output.code == 2 and f"`{address}` is not HOST:PORT" in output.err
