"""Code actions: what is offered, and that the edit is made on the server's own ranges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from burnlint.lsp.code_action import is_wanted
from burnlint.lsp.offers import Offer, Offers
from tests.lsp.harness import Client, client, edit, position

LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}}}
RESOLVES = {
    **LITERALS,
    "isPreferredSupport": True,
    "dataSupport": True,
    "resolveSupport": {"properties": ["edit"]},
}
TEXT = 'fn f() {\n    g("😀", risky());\n    odd();\n}\n'


def capable(action: Any, document_changes: bool = True) -> Any:
    return {
        "textDocument": {"codeAction": action},
        "workspace": {"workspaceEdit": {"documentChanges": document_changes}},
        "window": {"showDocument": {"support": True}},
    }


@pytest.fixture(scope="module")
def capabilities() -> Any:
    return capable(RESOLVES)


def actions(connected: Client, uri: str, range: Any = None, **context: Any) -> list[Any]:
    params = {
        "textDocument": {"uri": uri},
        "range": range or {"start": position(1, 13), "end": position(1, 13)},
        "context": {"diagnostics": [], **context},
    }
    result = connected.result("textDocument/codeAction", params)
    assert isinstance(result, list)
    return result


def named(found: list[Any], beginning: str) -> Any:
    (action,) = [action for action in found if action["title"].startswith(beginning)]
    return action


def resolved(connected: Client, action: Any) -> Any:
    return connected.result("codeAction/resolve", action)["edit"]


def test_what_is_offered_for_a_finding(shared: Client, uri: str) -> None:
    shared.open(uri, TEXT)
    found = actions(shared, uri)
    assert [(action["title"], action["kind"], action.get("isPreferred")) for action in found] == [
        ("Call `calm` instead", "quickfix", True),
        ("Write it in the manifest too (changes behaviour)", "quickfix", None),
        ("Ignore risky on this line, with a comment", "quickfix", None),
        ("Ignore risky in `fn f`, with a comment", "quickfix", None),
        ("Ignore risky in this file, with a comment", "quickfix", None),
        ("Open the documentation of risky", "quickfix", None),
        ("Apply all safe fixes of burnlint", "source.fixAll.burnlint", None),
    ]
    assert all("edit" not in action for action in found)
    assert all(action["diagnostics"][0]["code"] == "risky" for action in found[:-1])
    assert set(found[0]["data"]) == {"id", "version"}


def test_only_findings_in_the_range_and_only_wanted_kinds(shared: Client, uri: str) -> None:
    shared.open(uri, TEXT)
    at_odd = {"start": position(2, 4), "end": position(2, 4)}
    assert named(actions(shared, uri, at_odd, only=["quickfix"]), "Call")["title"] == (
        "Call `calm` instead (changes behaviour)"
    )
    everywhere = {"start": position(9, 0), "end": position(0, 0)}
    codes = [action["diagnostics"][0]["code"] for action in actions(shared, uri, everywhere, only=["quickfix"])]
    assert set(codes) == {"risky", "odd"}
    assert actions(shared, uri, {"start": position(0, 0), "end": position(0, 0)}, only=["quickfix"]) == []
    for only in (["source"], ["source.fixAll"], ["source.fixAll.burnlint"]):
        (action,) = actions(shared, uri, only=only)
        assert action["kind"] == "source.fixAll.burnlint"
    assert actions(shared, uri, only=["refactor", "source.organizeImports", "source.fixAll.other"]) == []
    assert actions(shared, uri, only=[]) == []


def test_edits_are_versioned_and_at_the_servers_own_places(shared: Client, uri: str) -> None:
    shared.open(uri, TEXT, version=4)
    # Some clients send byte columns here, or other servers' findings of any form.
    wrong = {"range": edit(1, 0, 99, "")["range"], "message": "x", "code": "risky"}
    found = actions(shared, uri, diagnostics=[wrong, None, {"range": 5}])
    assert resolved(shared, named(found, "Call")) == {
        "documentChanges": [
            {
                "textDocument": {"uri": uri, "version": 4},
                "edits": [{"range": edit(1, 12, 17, "")["range"], "newText": "calm"}],
            }
        ]
    }


def test_an_edit_in_two_files(shared: Client, tmp_path: Path) -> None:
    (tmp_path / "Cargo.toml").write_bytes(b"[package]\r\n")
    uri = (tmp_path / "lib.rs").as_uri()
    shared.open(uri, TEXT)
    changes = resolved(shared, named(actions(shared, uri), "Write"))["documentChanges"]
    assert [(change["textDocument"]["uri"], change["textDocument"]["version"]) for change in changes] == [
        (uri, 1),
        ((tmp_path / "Cargo.toml").as_uri(), None),
    ]
    # Line breaks are those of the file.
    assert changes[1]["edits"] == [{"range": edit(0, 0, 0, "")["range"], "newText": "# calm\r\n"}]


def test_an_edit_in_a_file_that_is_gone_is_refused(shared: Client, tmp_path: Path) -> None:
    uri = (tmp_path / "lib.rs").as_uri()
    shared.open(uri, TEXT)
    answer = shared.request("codeAction/resolve", named(actions(shared, uri), "Write"))
    assert "error" in answer


def test_an_action_of_an_older_text_is_refused(shared: Client, uri: str) -> None:
    shared.open(uri, TEXT)
    old = named(actions(shared, uri), "Call")
    shared.change(uri, 2, edit(0, 0, 0, " "))
    assert shared.request("codeAction/resolve", old)["error"]["code"] == -32801
    new = named(actions(shared, uri), "Call")
    assert resolved(shared, new)["documentChanges"][0]["textDocument"]["version"] == 2
    shared.close(uri)
    assert shared.request("codeAction/resolve", new)["error"]["code"] == -32801


def test_the_rest_of_an_action_comes_back_as_it_was(shared: Client, uri: str) -> None:
    shared.open(uri, TEXT)
    action = {**named(actions(shared, uri), "Call"), "of the client's": [1, None]}
    result = shared.result("codeAction/resolve", action)
    assert {key: value for key, value in result.items() if key != "edit"} == action


@pytest.mark.parametrize(
    ("beginning", "line", "comment"),
    [
        ("Ignore risky on", 1, "    // burnlint: ignore[risky] TODO: say why\n"),
        ("Ignore risky in `fn f`", 0, "// burnlint: ignore-item[risky] TODO: say why\n"),
        ("Ignore risky in this", 0, "// burnlint: ignore-file[risky] TODO: say why\n"),
    ],
)
def test_comments(shared: Client, uri: str, beginning: str, line: int, comment: str) -> None:
    shared.open(uri, TEXT)
    (change,) = resolved(shared, named(actions(shared, uri), beginning))["documentChanges"]
    assert change["edits"] == [{"range": edit(line, 0, 0, "")["range"], "newText": comment}]


def test_all_safe_fixes_at_once(shared: Client, uri: str) -> None:
    shared.open(uri, "risky();\nodd();\nrisky();\n")
    (action,) = actions(shared, uri, only=["source.fixAll"])
    (change,) = resolved(shared, action)["documentChanges"]
    places = [(one["range"]["start"], one["newText"]) for one in change["edits"]]
    assert places == [(position(0, 0), "calm"), (position(2, 0), "calm")]
    shared.change(uri, 2, {"text": "odd();"})
    assert actions(shared, uri, only=["source.fixAll"]) == []


def test_a_client_that_does_not_resolve_gets_the_edit_at_once(tmp_path: Path) -> None:
    uri = (tmp_path / "lib.rs").as_uri()
    with client() as simple:
        simple.initialize(capable(LITERALS, document_changes=False))
        simple.open(uri, TEXT)
        found = actions(simple, uri)
        assert all("data" not in action and "isPreferred" not in action for action in found)
        changes = {"changes": {uri: [{"range": edit(1, 12, 17, "")["range"], "newText": "calm"}]}}
        assert named(found, "Call")["edit"] == changes
        assert named(found, "Apply")["edit"] == changes
        # The manifest is not there, so that fix cannot be made.
        assert not any(action["title"].startswith("Write") for action in found)


def test_the_documentation_is_opened_by_the_client(shared: Client, uri: str) -> None:
    shared.open(uri, TEXT)
    command = named(actions(shared, uri), "Open")["command"]
    page = "https://burnlint.github.io/rules/risky"
    params = {"command": command["command"], "arguments": command["arguments"]}
    before = len(shared.messages)
    assert shared.result("workspace/executeCommand", params) == page
    shown = shared.wait(lambda message: message.get("method") == "window/showDocument", after=before)
    assert shown["params"] == {"uri": page, "external": True}


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("burnlint.explain", []),
        ("burnlint.explain", ["risky", "risky"]),
        ("burnlint.explain", [{"a": 1}]),
        ("burnlint.openDocs", ["no-such-rule"]),
        ("burnlint.openDocs", None),
        ("burnlint.nonsense", ["risky"]),
    ],
)
def test_commands_that_make_no_sense(shared: Client, command: str, arguments: Any) -> None:
    params = {"command": command, "arguments": arguments}
    assert shared.request("workspace/executeCommand", params)["error"]["code"] == -32602


def test_an_explanation_is_markdown(shared: Client) -> None:
    text = shared.result("workspace/executeCommand", {"command": "burnlint.explain", "arguments": ["risky"]})
    assert text.startswith("# `risky`: a risky call")


@pytest.mark.parametrize(
    ("kind", "only", "wanted"),
    [
        ("quickfix", None, True),
        ("quickfix", [""], True),
        ("quickfix", ["quickfix"], True),
        ("quickfix", ["quick"], False),
        ("quickfix", ["quickfix.extra"], False),
        ("source.fixAll.burnlint", ["source"], True),
        ("source.fixAll.burnlint", ["source.fix"], False),
    ],
)
def test_kinds_include_more_special_ones(kind: str, only: list[str] | None, wanted: bool) -> None:
    assert is_wanted(kind, only) is wanted


def test_old_offers_are_forgotten() -> None:
    offers = Offers()
    offer = Offer(Path("x.rs"), 1, "fix-all")
    first = offers.add(offer)
    newest = [offers.add(offer) for _ in range(600)][-1]
    assert offers.get(first) is None
    assert offers.get(newest) is offer
    assert len(offers._offers) < 600
