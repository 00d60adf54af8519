"""Hover in manifests and settings, with the real engine; on findings it is tested with each editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.harness import Client, client, position
from tests.lsp.test_editors import LOCK, SERVER

ROOT_MANIFEST = """[workspace]
members = ["member"]

[workspace.dependencies]
# The one that all use.
burn = { version = "0.18", features = ["ndarray"] }
serde = "1"
"""
MEMBER_MANIFEST = """[package]
name = "member"
version = "0.1.0"
edition = "2021"

[dependencies]
burn = { workspace = true }

[dev-dependencies.burn-ndarray]
version = "0.18"
"""
PROGRAM = """// burnlint: ignore-file[interpolate-backward] why not
fn main() {}
const TEXT: &str = "interpolate-backward";
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    root = tmp_path_factory.mktemp("workspace")
    (root / "member" / "src").mkdir(parents=True)
    for name, text in {
        "Cargo.toml": ROOT_MANIFEST,
        "Cargo.lock": LOCK,
        "burnlint.toml": 'ignore = ["interpolate-backward", "nonsense"]\n',
        "member/Cargo.toml": MEMBER_MANIFEST,
        "member/src/main.rs": PROGRAM,
    }.items():
        (root / name).write_text(text)
    with client("-c", SERVER) as connected:
        connected.initialize({}, rootUri=root.as_uri())
        yield connected, root


def hover(workspace: tuple[Client, Path], name: str, line: int, character: int) -> str | None:
    connected, root = workspace
    path = root / name
    connected.open(path.as_uri(), path.read_text(), language="rust" if path.suffix == ".rs" else "toml")
    params = {"textDocument": {"uri": path.as_uri()}, "position": position(line, character)}
    found = connected.result("textDocument/hover", params)
    return None if found is None else found["contents"]["value"]


@pytest.mark.parametrize(
    ("name", "line", "character", "some"),
    [
        ("member/Cargo.toml", 6, 2, ["burn 0.18.0", "`Cargo.lock`", "`NdArray`"]),
        ("Cargo.toml", 5, 1, ["burn 0.18.0", "`Cargo.lock`", "`NdArray`"]),
        ("member/Cargo.toml", 8, 20, ["burn-ndarray", "for tests"]),
        ("burnlint.toml", 0, 14, ["interpolation without a backward pass"]),
        ("member/src/main.rs", 0, 30, ["interpolation without a backward pass"]),
    ],
)
def test_where_there_is_something_to_say(
    workspace: tuple[Client, Path], name: str, line: int, character: int, some: list[str]
) -> None:
    text = hover(workspace, name, line, character)
    assert text is not None
    assert [words for words in some if words not in text] == []


@pytest.mark.parametrize(
    ("name", "line", "character"),
    [
        ("Cargo.toml", 6, 1),
        ("Cargo.toml", 0, 3),
        ("member/Cargo.toml", 1, 9),
        ("burnlint.toml", 0, 1),
        ("burnlint.toml", 0, 38),
        ("member/src/main.rs", 2, 25),
        ("member/src/main.rs", 1, 3),
    ],
)
def test_where_there_is_nothing_to_say(workspace: tuple[Client, Path], name: str, line: int, character: int) -> None:
    assert hover(workspace, name, line, character) is None


def test_a_wrong_name_in_the_settings_is_shown_where_it_stands(workspace: tuple[Client, Path]) -> None:
    connected, root = workspace
    (found,) = connected.diagnostics((root / "burnlint.toml").as_uri())
    assert "`nonsense`" in found["message"]
    assert found["range"] == {"start": position(0, 34), "end": position(0, 44)}


def test_a_client_without_markdown_gets_plain_text(tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_text(MEMBER_MANIFEST.replace("workspace = true", 'version = "0.18"'))
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.rs").write_text("fn main() {}\n")
    with client("-c", SERVER) as connected:
        plain = {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}
        connected.initialize(plain, rootUri=tmp_path.as_uri())
        uri = (tmp_path / "Cargo.toml").as_uri()
        connected.open(uri, (tmp_path / "Cargo.toml").read_text(), language="toml")
        params = {"textDocument": {"uri": uri}, "position": position(6, 1)}
        contents = connected.result("textDocument/hover", params)["contents"]
        assert contents["kind"] == "plaintext"
        assert contents["value"].startswith("burn ")
