"""Open documents: texts as the client has them, whatever it sends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.lsp.client import Encoding
from burnlint.lsp.documents import Documents, is_configuration, whole_number
from tests.lsp.harness import position

URI = "untitled:x.rs"


def opened(text: str, **more: Any) -> Documents:
    documents = Documents()
    item = {"uri": URI, "languageId": "rust", "version": 1, "text": text, **more}
    documents.open({"textDocument": item})
    return documents


def changed(documents: Documents, encoding: Encoding, *changes: Any, version: Any = 2) -> str:
    params = {"textDocument": {"uri": URI, "version": version}, "contentChanges": list(changes)}
    return documents.change(params, encoding).text.data.decode()


_TEXT = st.text(st.sampled_from("ab é😀\n\r\u2028"), max_size=12)
_PLACE = st.tuples(st.integers(0, 4), st.integers(0, 8))


@given(_TEXT, st.lists(st.tuples(_PLACE, _PLACE, _TEXT), max_size=4))
def test_edits_are_those_of_a_plain_text(text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]]) -> None:
    """Counted in characters, against a text that is cut and joined as a whole."""
    documents = opened(text)
    model = text
    for start, end, new in edits:
        first, last = sorted((_offset(model, *start), _offset(model, *end)))
        model = model[:first] + new + model[last:]
        change = {"range": {"start": position(*start), "end": position(*end)}, "text": new}
        assert changed(documents, "utf-32", change) == model


def _offset(text: str, line: int, character: int) -> int:
    lines = text.replace("\r\n", "\0\n").replace("\r", "\n").split("\n")
    if line >= len(lines):
        return len(text)
    return sum(len(one) + 1 for one in lines[:line]) + min(character, len(lines[line].rstrip("\0")))


def test_one_file_however_its_uri_is_written() -> None:
    documents = Documents()
    item = {"uri": "file:///a%20b.rs", "languageId": "rust", "version": 1, "text": "x"}
    documents.open({"textDocument": item})
    found = documents.of("file:///a b.rs")
    assert found is not None and found is documents.at(Path("/a b.rs"))
    assert found.uri == "file:///a%20b.rs"


@pytest.mark.parametrize(
    ("language", "uri", "is_rust"),
    [("rust", "untitled:1", True), ("", "file:///x.rs", True), ("toml", "file:///x.toml", False), (5, "a", False)],
)
def test_what_is_rust(language: Any, uri: str, is_rust: bool) -> None:
    documents = Documents()
    params = {"textDocument": {"uri": uri, "languageId": language, "text": ""}}
    assert documents.open(params).is_rust is is_rust


@pytest.mark.parametrize(
    "item", [None, {}, {"uri": "x"}, {"text": "x"}, {"uri": 1, "text": "x"}, {"uri": "x", "text": 1}]
)
def test_documents_that_cannot_be_opened(item: Any) -> None:
    documents = Documents()
    with pytest.raises(ValueError):
        documents.open({"textDocument": item})
    assert list(documents) == []


@pytest.mark.parametrize(
    "changes",
    [
        None,
        {},
        [None],
        [{}],
        [{"text": 1}],
        [{"text": "x", "range": {}}],
        [{"text": "x", "range": {"start": position(0, 0)}}],
        [{"text": "x"}, {"text": "y", "range": 5}],
    ],
)
def test_changes_that_cannot_be_made_change_nothing(changes: Any) -> None:
    documents = opened("before")
    with pytest.raises(ValueError):
        documents.change({"textDocument": {"uri": URI, "version": 9}, "contentChanges": changes}, "utf-16")
    document = documents.of(URI)
    assert document is not None and document.text.data == b"before" and document.version == 1


def test_versions_are_the_clients() -> None:
    documents = opened("", version=5.0)
    document = documents.of(URI)
    assert document is not None and document.version == 5
    for version, known in ((6, 6), (3, 3), (None, None), ("7", None)):
        changed(documents, "utf-16", {"text": ""}, version=version)
        assert document.version == known


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), (3.0, 3), (-1, -1), (True, None), (2.5, None), (float("inf"), None), (float("nan"), None), ("1", None)],
)
def test_whole_numbers(value: Any, number: int | None) -> None:
    assert whole_number(value) == number


@pytest.mark.parametrize(
    ("path", "decides"),
    [
        ("/a/Cargo.toml", True),
        ("/a/Cargo.lock", True),
        ("/a/.cargo/config.toml", True),
        ("/a/.cargo/config", True),
        ("/a/rust-toolchain", True),
        ("/a/burnlint.toml", True),
        ("/a/config.toml", False),
        ("/a/pyproject.toml", False),
        ("/a/main.rs", False),
    ],
)
def test_what_decides(path: str, decides: bool) -> None:
    assert is_configuration(Path(path)) is decides
