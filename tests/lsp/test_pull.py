"""Diagnostics on request: never pushed as well, and sent again only when they are others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.harness import Client, client, edit

PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


@pytest.fixture(scope="module")
def capabilities() -> Any:
    return PULLS


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[tuple[Client, Path]]:
    """A client that has a folder with three files open, of which two have findings."""
    for name, text in {"a.rs": "risky()", "b.rs": "", "c.rs": "odd() odd()"}.items():
        (tmp_path / name).write_text(text)
    with client() as connected:
        folders = [{"uri": tmp_path.as_uri(), "name": "work"}]
        connected.initialize(PULLS, workspaceFolders=folders)
        yield connected, tmp_path


def pull(connected: Client, uri: str, previous: str | None = None) -> Any:
    document = {"textDocument": {"uri": uri}, "previousResultId": previous}
    return connected.result("textDocument/diagnostic", document)


def names(reports: list[dict[str, Any]]) -> list[str]:
    return [report["uri"].rpartition("/")[2] for report in reports]


def test_full_then_unchanged_then_full(shared: Client, uri: str) -> None:
    shared.open(uri, "risky()")
    first = pull(shared, uri)
    assert first["kind"] == "full"
    assert [one["code"] for one in first["items"]] == ["risky"]
    assert pull(shared, uri, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    # The same diagnostics at another version are the same; at another place they are not.
    shared.change(uri, 2, edit(0, 7, 7, " "))
    assert pull(shared, uri, first["resultId"])["kind"] == "unchanged"
    shared.change(uri, 3, edit(0, 0, 0, " "))
    moved = pull(shared, uri, first["resultId"])
    assert moved["kind"] == "full" and moved["resultId"] != first["resultId"]
    assert pull(shared, uri, "from another server")["kind"] == "full"
    assert shared.sent("textDocument/publishDiagnostics") == []


def test_a_burst_of_edits_and_requests_is_answered_with_the_last_text(shared: Client, uri: str) -> None:
    shared.open(uri, "slow()\n")
    pull(shared, uri)
    ids = []
    for version in range(2, 52):
        shared.change(uri, version, edit(0, 0, 0, "odd();"))
        ids.append(shared.start("textDocument/diagnostic", {"textDocument": {"uri": uri}}))
    answers = [shared.answer(id)["result"] for id in ids]
    assert len(answers[-1]["items"]) == 50
    counts = [len(answer["items"]) for answer in answers]
    assert counts == sorted(counts)


def test_a_request_that_is_taken_back_is_answered_as_cancelled(shared: Client, uri: str) -> None:
    shared.open(uri, "slow()\n" * 4)
    # The first one keeps the server busy while the second one is sent and taken back.
    busy = shared.start("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    for method in ("textDocument/diagnostic", "textDocument/hover"):
        id = shared.start(method, {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
        shared.notify("$/cancelRequest", {"id": id})
        if method == "textDocument/diagnostic":
            assert shared.answer(id)["error"]["code"] == -32800
    assert shared.answer(busy)["result"]["kind"] == "full"


def test_documents_that_are_not_open(shared: Client, tmp_path: Path) -> None:
    (tmp_path / "x.rs").write_text("odd()")
    assert [one["code"] for one in pull(shared, (tmp_path / "x.rs").as_uri())["items"]] == ["odd"]
    assert pull(shared, (tmp_path / "missing.rs").as_uri())["items"] == []
    for uri in ("untitled:never-opened.rs", "untitled:" + "long" * 1000, "file:///" + "long" * 1000, ""):
        assert pull(shared, uri)["items"] == []


def test_the_workspace_without_what_has_nothing_to_say(workspace: tuple[Client, Path]) -> None:
    connected, _ = workspace
    reports = connected.result("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert names(reports) == ["a.rs", "c.rs"]
    assert [(report["kind"], report["version"], len(report["items"])) for report in reports] == [
        ("full", None, 1),
        ("full", None, 2),
    ]


def test_the_workspace_in_parts_with_progress(workspace: tuple[Client, Path]) -> None:
    connected, folder = workspace
    for number in range(60):
        (folder / f"n{number:02}.rs").write_text("odd()")
    connected.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (folder / "n00.rs").as_uri(), "type": 1}]})
    params = {"previousResultIds": [], "partialResultToken": "part", "workDoneToken": 7}
    assert connected.result("workspace/diagnostic", params) == {"items": []}
    progress = [message["params"] for message in connected.sent("$/progress")]
    parts = [one["value"]["items"] for one in progress if one["token"] == "part"]
    assert len(parts) > 1
    assert sorted(names([report for part in parts for report in part])) == sorted(
        ["a.rs", "c.rs", *(f"n{number:02}.rs" for number in range(60))]
    )
    kinds = [one["value"]["kind"] for one in progress if one["token"] == 7]
    assert kinds[0] == "begin" and kinds[-1] == "end"


def test_a_client_that_knows_everything_waits_for_news(workspace: tuple[Client, Path]) -> None:
    connected, folder = workspace
    first = connected.result("workspace/diagnostic", {"previousResultIds": []})["items"]
    known = [{"uri": report["uri"], "value": report["resultId"]} for report in first]
    waiting = connected.start("workspace/diagnostic", {"previousResultIds": known})
    # Other requests are answered meanwhile, in turn with the search, which so is over when four are.
    for _ in range(4):
        assert pull(connected, (folder / "a.rs").as_uri(), known[0]["value"])["kind"] == "unchanged"
    assert not any(message.get("id") == waiting for message in connected.messages if "method" not in message)

    (folder / "a.rs").write_text("fixed()")
    (folder / "c.rs").unlink()
    (folder / "d.rs").write_text("maybe()")
    changes = [
        {"uri": (folder / name).as_uri(), "type": kind} for name, kind in (("a.rs", 2), ("c.rs", 3), ("d.rs", 1))
    ]
    connected.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    news = {report["uri"][-4:]: report for report in connected.answer(waiting)["result"]["items"]}
    assert {name: [one["code"] for one in report["items"]] for name, report in news.items()} == {
        "a.rs": [],
        "c.rs": [],
        "d.rs": ["maybe"],
    }
    # What has nothing to say any more has no result id, so that the client forgets it.
    assert "resultId" not in news["a.rs"] and "resultId" in news["d.rs"]


def test_waiting_ends_with_a_cancellation_or_with_the_server(workspace: tuple[Client, Path]) -> None:
    connected, _ = workspace
    first = connected.result("workspace/diagnostic", {"previousResultIds": []})["items"]
    known = [{"uri": report["uri"], "value": report["resultId"]} for report in first]
    for _ in range(2):
        waiting = connected.start("workspace/diagnostic", {"previousResultIds": known})
        connected.notify("$/cancelRequest", {"id": waiting})
        assert connected.answer(waiting)["error"]["code"] == -32800
    waiting = connected.start("workspace/diagnostic", {"previousResultIds": known})
    connected.send({"jsonrpc": "2.0", "id": waiting, "method": "textDocument/hover", "params": {}})
    assert connected.answer(waiting)["error"]["code"] == -32600
    assert connected.leave() == 0


def test_open_documents_are_reported_with_their_version(workspace: tuple[Client, Path]) -> None:
    connected, folder = workspace
    uri = (folder / "b.rs").as_uri()
    connected.open(uri, "maybe()", version=9)
    reports = connected.result("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert [(name, report["version"]) for name, report in zip(names(reports), reports, strict=True)] == [
        ("a.rs", None),
        ("b.rs", 9),
        ("c.rs", None),
    ]


def test_requests_are_answered_during_the_scan(workspace: tuple[Client, Path]) -> None:
    connected, folder = workspace
    for number in range(40):
        (folder / f"slow{number:02}.rs").write_text("slow()")
    (folder / "z.rs").write_text("odd()")
    connected.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": (folder / "z.rs").as_uri(), "type": 1}]})
    scan = connected.start("workspace/diagnostic", {"previousResultIds": []})
    pull(connected, (folder / "a.rs").as_uri())
    assert not any(message.get("id") == scan for message in connected.messages if "method" not in message)
    assert names(connected.answer(scan)["result"]["items"]) == ["a.rs", "c.rs", "z.rs"]


def test_refresh_is_asked_for_when_the_rules_of_the_game_change(workspace: tuple[Client, Path]) -> None:
    connected, folder = workspace
    uri = (folder / "a.rs").as_uri()
    pull(connected, uri)
    assert connected.sent("workspace/diagnostic/refresh") == []
    (folder / "burnlint.toml").write_text("Wgpu\n")
    change = {"changes": [{"uri": (folder / "burnlint.toml").as_uri(), "type": 1}]}
    for _ in range(10):
        connected.notify("workspace/didChangeWatchedFiles", change)
    connected.wait(lambda message: message.get("method") == "workspace/diagnostic/refresh")
    assert pull(connected, uri)["items"][0]["message"] == "`risky` panics on Wgpu"
    connected.result("workspace/diagnostic", {"previousResultIds": []})
    assert len(connected.sent("workspace/diagnostic/refresh")) < 10


def test_a_client_that_never_answers_is_asked_once(tmp_path: Path) -> None:
    with client() as connected:
        connected.ignored.add("workspace/diagnostic/refresh")
        connected.initialize(PULLS, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
        for _ in range(5):
            change = {"changes": [{"uri": (tmp_path / "Cargo.toml").as_uri(), "type": 2}]}
            connected.notify("workspace/didChangeWatchedFiles", change)
            connected.result("workspace/diagnostic", {"previousResultIds": []})
        time.sleep(0.05)
        assert len(connected.sent("workspace/diagnostic/refresh")) == 1
        assert connected.leave() == 0
