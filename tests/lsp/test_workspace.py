"""The workspace: scanned in the pauses, watched, and checked again when something that decides has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from burnlint.lsp.configuration import editor_settings, roots_of
from burnlint.lsp.watch import Watchers
from tests.lsp.harness import Client, client, position

PUSHED = {
    "workspace": {
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceFolders": True,
    },
    "window": {"workDoneProgress": True},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.rs").write_text("risky()")
    (tmp_path / "b.rs").write_text("calm()")
    return tmp_path


@pytest.fixture
def connected(folder: Path) -> Iterator[Client]:
    with client() as one:
        one.initialize(PUSHED, workspaceFolders=[{"uri": folder.as_uri(), "name": "w"}])
        yield one


def changed(connected: Client, *paths: Path, kind: int = 2) -> None:
    changes = [{"uri": path.as_uri(), "type": kind} for path in paths]
    connected.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def message_of(found: list[dict[str, Any]]) -> list[str]:
    return [one["message"] for one in found]


def test_files_that_are_not_open_are_checked_too(connected: Client, folder: Path) -> None:
    publication = connected.publication((folder / "a.rs").as_uri())
    assert [one["code"] for one in publication["diagnostics"]] == ["risky"]
    assert "version" not in publication
    # A clean file that was never anything else is not worth a message.
    connected.open("untitled:x.rs", "")
    connected.publication("untitled:x.rs")
    assert connected.publications((folder / "b.rs").as_uri()) == []


def test_watchers_are_narrow(connected: Client) -> None:
    connected.wait(lambda message: message.get("method") == "client/registerCapability")
    connected.result("textDocument/hover", {"textDocument": {"uri": "untitled:x"}, "position": position(0, 0)})
    registered = {
        registration["method"]: registration["registerOptions"]
        for message in connected.sent("client/registerCapability")
        for registration in message["params"]["registrations"]
    }
    assert registered["workspace/didChangeConfiguration"] == {"section": "burnlint"}
    patterns = {watcher["globPattern"] for watcher in registered["workspace/didChangeWatchedFiles"]["watchers"]}
    assert "**/Cargo.toml" in patterns and "**/*.rs" in patterns
    assert not patterns & {"**", "**/*", "**/*.toml", "**/*.json"}


def test_changes_on_disk(connected: Client, folder: Path) -> None:
    a, b, new = ((folder / name).as_uri() for name in ("a.rs", "b.rs", "new.rs"))
    connected.publication(a)
    before = len(connected.messages)
    (folder / "a.rs").write_text("calm()")
    (folder / "b.rs").write_text("odd()")
    (folder / "new.rs").write_text("maybe()")
    changed(connected, folder / "a.rs", folder / "b.rs", folder / "new.rs")
    assert connected.diagnostics(a, after=before) == []
    assert [one["code"] for one in connected.diagnostics(b, after=before)] == ["odd"]
    assert [one["code"] for one in connected.diagnostics(new, after=before)] == ["maybe"]
    before = len(connected.messages)
    (folder / "new.rs").unlink()
    changed(connected, folder / "new.rs", kind=3)
    assert connected.diagnostics(new, after=before) == []


def test_an_open_document_wins_over_its_file(connected: Client, folder: Path) -> None:
    uri = (folder / "a.rs").as_uri()
    connected.open(uri, "calm()", version=5)
    assert connected.diagnostics(uri, 5) == []
    before = len(connected.messages)
    connected.close(uri)
    assert [one["code"] for one in connected.diagnostics(uri, after=before)] == ["risky"]


def test_file_operations_in_the_editor(connected: Client, folder: Path) -> None:
    uri = (folder / "a.rs").as_uri()
    connected.publication(uri)
    moved = folder / "moved" / "c.rs"
    moved.parent.mkdir()
    (folder / "a.rs").rename(moved)
    before = len(connected.messages)
    connected.notify("workspace/didRenameFiles", {"files": [{"oldUri": uri, "newUri": moved.as_uri()}]})
    assert connected.diagnostics(uri, after=before) == []
    assert [one["code"] for one in connected.diagnostics(moved.as_uri(), after=before)] == ["risky"]
    # Of a folder the client names only the folder.
    other = folder / "other"
    moved.parent.rename(other)
    before = len(connected.messages)
    files = [{"oldUri": moved.parent.as_uri(), "newUri": other.as_uri()}]
    connected.notify("workspace/didRenameFiles", {"files": files})
    assert connected.diagnostics(moved.as_uri(), after=before) == []
    assert [one["code"] for one in connected.diagnostics((other / "c.rs").as_uri(), after=before)] == ["risky"]


def test_settings_of_the_client(folder: Path) -> None:
    uri = (folder / "a.rs").as_uri()
    with client() as connected:
        connected.configuration = {"backend": "Wgpu"}
        options = {"burnlint": {"backend": "Cuda"}}
        connected.initialize(
            PUSHED, workspaceFolders=[{"uri": folder.as_uri(), "name": "w"}], initializationOptions=options
        )
        connected.wait(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message_of(message["params"]["diagnostics"]) == ["`risky` panics on Wgpu"]
            )
        )
        before = len(connected.messages)
        connected.configuration = {"backend": "NdArray"}
        connected.notify("workspace/didChangeConfiguration", {"settings": None})
        assert message_of(connected.diagnostics(uri, after=before)) == ["`risky` panics on NdArray"]


def test_settings_of_a_client_that_cannot_be_asked(folder: Path) -> None:
    uri = (folder / "a.rs").as_uri()
    with client() as connected:
        connected.initialize({}, rootUri=folder.as_uri(), initializationOptions={"backend": "Cuda"})
        assert message_of(connected.diagnostics(uri)) == ["`risky` panics on Cuda"]
        before = len(connected.messages)
        connected.notify("workspace/didChangeConfiguration", {"settings": {"burnlint": {"backend": "Wgpu"}}})
        assert message_of(connected.diagnostics(uri, after=before)) == ["`risky` panics on Wgpu"]


def test_the_file_of_settings_on_disk_and_unsaved(connected: Client, folder: Path) -> None:
    (folder / "b.rs").write_text("odd()")
    a, b, settings = ((folder / name).as_uri() for name in ("a.rs", "b.rs", "burnlint.toml"))
    connected.publication(a)
    connected.publication(b)
    connected.open(a, "risky()")
    connected.publication(a, 1)
    before = len(connected.messages)
    (folder / "burnlint.toml").write_text("Wgpu\n")
    changed(connected, folder / "burnlint.toml", kind=1)
    assert message_of(connected.diagnostics(a, after=before)) == ["`risky` panics on Wgpu"]
    assert message_of(connected.diagnostics(b, after=before)) == ["`odd` panics on Wgpu"]
    # Unsaved settings hold for what is open; the rest follows when they are saved.
    before = len(connected.messages)
    connected.open(settings, "Cuda\n", language="toml")
    assert message_of(connected.diagnostics(a, after=before)) == ["`risky` panics on Cuda"]
    assert connected.publications(b)[-1]["diagnostics"][0]["message"] == "`odd` panics on Wgpu"
    before = len(connected.messages)
    connected.notify("textDocument/didSave", {"textDocument": {"uri": settings}})
    assert message_of(connected.diagnostics(b, after=before)) == ["`odd` panics on Cuda"]
    # Without the document the file holds, and that says something else.
    before = len(connected.messages)
    connected.close(settings)
    assert message_of(connected.diagnostics(a, after=before)) == ["`risky` panics on Wgpu"]


def test_folders_that_come_and_go(connected: Client, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    second = tmp_path_factory.mktemp("second")
    (second / "z.rs").write_text("odd()")
    first_uri, second_uri = (folder / "a.rs").as_uri(), (second / "z.rs").as_uri()
    connected.publication(first_uri)
    before = len(connected.messages)
    event = {"added": [{"uri": second.as_uri(), "name": "2"}], "removed": [{"uri": folder.as_uri(), "name": "w"}]}
    connected.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert [one["code"] for one in connected.diagnostics(second_uri, after=before)] == ["odd"]
    assert connected.diagnostics(first_uri, after=before) == []


def test_a_scan_shows_its_progress_and_can_be_stopped(tmp_path: Path) -> None:
    for number in range(80):
        (tmp_path / f"n{number:02}.rs").write_text("slow() odd()")
    with client() as connected:
        connected.initialize(PUSHED, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
        begin = connected.wait(lambda message: message.get("method") == "$/progress")["params"]
        assert begin["value"]["kind"] == "begin" and begin["value"]["cancellable"]
        # An open document does not wait for the scan.
        connected.open("untitled:x.rs", "risky()")
        connected.diagnostics("untitled:x.rs", 1)
        assert len(connected.sent("textDocument/publishDiagnostics")) < 60
        connected.notify("window/workDoneProgress/cancel", {"token": "another"})
        connected.notify("window/workDoneProgress/cancel", {"token": begin["token"]})
        ended = connected.wait(
            lambda message: message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end"
        )
        assert ended["params"]["token"] == begin["token"]
        assert len(connected.sent("textDocument/publishDiagnostics")) < 80


def test_a_client_that_answers_nothing_is_served_all_the_same(folder: Path) -> None:
    with client() as silent:
        silent.ignored |= {
            "client/registerCapability",
            "workspace/configuration",
            "window/workDoneProgress/create",
        }
        silent.initialize(PUSHED, workspaceFolders=[{"uri": folder.as_uri(), "name": "w"}])
        assert len(silent.diagnostics((folder / "a.rs").as_uri())) == 1
        assert silent.leave() == 0


# ---- without a server


@pytest.mark.parametrize(
    ("params", "roots"),
    [
        ({}, []),
        ({"workspaceFolders": None, "rootUri": None}, []),
        ({"rootPath": "/p"}, ["/p"]),
        ({"rootPath": "/p", "rootUri": "file:///u"}, ["/u"]),
        ({"rootUri": "file:///u", "workspaceFolders": []}, ["/u"]),
        ({"workspaceFolders": [{"uri": "file:///a"}, {"uri": "file:///b"}, {"uri": "file:///a"}]}, ["/a", "/b"]),
        ({"workspaceFolders": [{"uri": "vscode-vfs://x/y"}, None, 5, {}]}, []),
        ({"workspaceFolders": "x", "rootUri": 5, "rootPath": "\0"}, []),
    ],
)
def test_roots(params: dict[str, Any], roots: list[str]) -> None:
    assert roots_of(params) == [Path(root) for root in roots]


@pytest.mark.parametrize(
    "sent",
    [
        {"backend": "Wgpu"},
        {"burnlint": {"backend": "Wgpu"}},
        {"settings": {"backend": "Wgpu"}},
        {"settings": {"burnlint": {"backend": "Wgpu"}}},
    ],
)
def test_settings_however_they_are_wrapped(sent: Any) -> None:
    assert editor_settings(sent) == {"backend": "Wgpu"}


def test_a_look_finds_what_has_changed(tmp_path: Path) -> None:
    watchers = Watchers()
    here, missing = tmp_path / "Cargo.toml", tmp_path / "Cargo.lock"
    here.write_text("a")
    assert watchers.look([here, missing]) == []
    here.write_text("longer")
    missing.write_text("new")
    assert watchers.look([here, missing]) == [here, missing]
    os.utime(here, ns=(1, 1))
    assert watchers.look([here, missing]) == [here]
    missing.unlink()
    assert watchers.look([here, missing]) == [missing]
    assert watchers.look([here, missing]) == []
