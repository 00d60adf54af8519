"""Completion where ids are written, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.harness import Client, position


def complete(shared: Client, uri: str, text: str, language: str = "rust") -> tuple[list[str], list[Any]]:
    """Labels and items at the `|` in the text."""
    before, _, after = text.partition("|")
    shared.open(uri, before + after, language=language)
    lines = before.split("\n")
    character = len(lines[-1].encode("utf-16-le")) // 2
    params = {"textDocument": {"uri": uri}, "position": position(len(lines) - 1, character)}
    items = shared.result("textDocument/completion", params)
    return [item["label"] for item in items], items


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("// burnlint: |", ["ignore[", "ignore-item[", "ignore-file["]),
        ("f(); // burnlint: ign|", ["ignore[", "ignore-item[", "ignore-file["]),
        ("// burnlint: ignore[|", ["risky", "odd", "maybe"]),
        ("// burnlint: ignore-file[ri|sky] why", ["risky", "odd", "maybe"]),
        ("/* burnlint: ignore-item[odd, |] */", ["risky", "maybe"]),
        ("m! { // burnlint: ignore[|\n}", ["risky", "odd", "maybe"]),
        ("// burnlint: ignore[odd] |", []),
        ("// ignore[|", []),
        ('let x = "// burnlint: ignore[|";', []),
        ("burnlint: ignore[|", []),
        ("fn f() { | }", []),
    ],
)
def test_in_comments(shared: Client, uri: str, text: str, labels: list[str]) -> None:
    assert complete(shared, uri, text)[0] == labels


def test_what_is_written_already_is_replaced(shared: Client, uri: str) -> None:
    _, items = complete(shared, uri, "/* 😀 */ // burnlint: ignore[ri|sky]")
    edit = items[0]["textEdit"]
    assert edit == {"newText": "risky", "range": {"start": position(0, 29), "end": position(0, 31)}}
    assert items[0]["detail"] == "a risky call"
    assert [item["sortText"] for item in items] == sorted(item["sortText"] for item in items)


@pytest.mark.parametrize(
    ("name", "text", "some"),
    [
        ("burnlint.toml", "|", {"select", "ignore", "levels", "all-features"}),
        ("burnlint.toml", 'ignore = ["|"]', {"risky", "odd"}),
        ("burnlint.toml", "ignore = [|]", {'"risky"', '"odd"'}),
        ("burnlint.toml", "[levels]\n|", {"risky", "odd"}),
        ("burnlint.toml", '[levels]\nodd = "|', {"error", "warning", "information", "off"}),
        ("burnlint.toml", "levels = { odd = |", {'"error"', '"off"'}),
        ("burnlint.toml", "all-features = |", {"true", "false"}),
        ("burnlint.toml", 'target = ["wasm32-|', {"wasm32-unknown-unknown"}),
        ("Cargo.toml", "[workspace.metadata.burnlint]\n|", {"select", "ignore"}),
        ("Cargo.toml", "[package.metadata.burnlint.levels]\n|", {"risky"}),
    ],
)
def test_in_settings(shared: Client, tmp_path: Path, name: str, text: str, some: set[str]) -> None:
    labels, _ = complete(shared, (tmp_path / name).as_uri(), text, language="toml")
    assert some <= set(labels)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("burnlint.toml", "# |"),
        ("burnlint.toml", 'exclude = ["|'),
        ("burnlint.toml", "[unknown]\n|"),
        ("Cargo.toml", "[dependencies]\n|"),
        ("Cargo.toml", "|"),
        ("other.toml", "|"),
    ],
)
def test_where_nothing_is_known(shared: Client, tmp_path: Path, name: str, text: str) -> None:
    assert complete(shared, (tmp_path / name).as_uri(), text, language="toml")[0] == []
