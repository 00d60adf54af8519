"""Pushed diagnostics: right positions in every encoding, the newest version, and few of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.harness import Client, client, edit, position


@pytest.fixture(scope="module")
def capabilities() -> Any:
    support = {"relatedInformation": True, "codeDescriptionSupport": True, "dataSupport": True}
    return {"textDocument": {"publishDiagnostics": {**support, "tagSupport": {"valueSet": [1, 2]}}}}


def test_a_diagnostic_says_all_that_the_client_understands(shared: Client, tmp_path: Path) -> None:
    other = tmp_path / "other.rs"
    other.write_text("é 😀\n")
    uri = (tmp_path / "lib.rs").as_uri()
    shared.open(uri, "// see other.rs\nfn f() { risky() }\n", version=3)
    assert shared.publication(uri) == {
        "uri": uri,
        "version": 3,
        "diagnostics": [
            {
                "range": {"start": position(1, 9), "end": position(1, 14)},
                "severity": 1,
                "code": "risky",
                "codeDescription": {"href": "https://burnlint.github.io/rules/risky"},
                "source": "burnlint",
                "message": "`risky` panics",
                "relatedInformation": [
                    {
                        "location": {
                            "uri": other.as_uri(),
                            "range": {"start": position(0, 0), "end": position(0, 2)},
                        },
                        "message": "the other place",
                    }
                ],
                "data": {"records": ["risky-record"]},
            }
        ],
    }


def test_levels_and_order(shared: Client, uri: str) -> None:
    shared.open(uri, "maybe() odd()\nrisky()\n")
    assert [(one["code"], one["severity"]) for one in shared.diagnostics(uri)] == [
        ("maybe", 3),
        ("odd", 2),
        ("risky", 1),
    ]


def test_a_client_that_understands_less_is_told_less(tmp_path: Path) -> None:
    (tmp_path / "other.rs").write_text("x\n")
    uri = (tmp_path / "lib.rs").as_uri()
    with client() as simple:
        simple.initialize({})
        simple.open(uri, "// see other.rs\nrisky()")
        (found,) = simple.diagnostics(uri)
        assert set(found) == {"range", "severity", "code", "source", "message"}


@pytest.mark.parametrize(
    ("encodings", "chosen", "character"),
    [
        # The string is 10 bytes, 5 UTF-16 units or 3 characters long.
        (["utf-8", "utf-16"], "utf-8", 19),
        (["utf-32", "utf-8"], "utf-8", 19),
        (["utf-16"], "utf-16", 14),
        (None, "utf-16", 14),
        (["utf-32"], "utf-32", 12),
    ],
)
def test_positions_behind_an_emoji(encodings: list[str] | None, chosen: str, character: int) -> None:
    line = 'f(); "😀é😀"; risky()\n'
    uri = "untitled:emoji.rs"
    with client() as connected:
        result = connected.initialize({"general": {"positionEncodings": encodings}})
        assert result["capabilities"]["positionEncoding"] == chosen
        connected.open(uri, line)
        (found,) = connected.diagnostics(uri)
        assert found["range"] == {"start": position(0, character), "end": position(0, character + 5)}
        # Replacing by the same positions must replace just that word.
        connected.change(uri, 2, edit(0, character, character + 5, "odd"))
        (found,) = connected.diagnostics(uri, 2)
        assert found["code"] == "odd"
        assert found["range"] == {"start": position(0, character), "end": position(0, character + 3)}
        hover = {"textDocument": {"uri": uri}, "position": position(0, character + 1)}
        assert connected.result("textDocument/hover", hover)["range"] == found["range"]


def test_line_breaks_of_the_protocol_and_no_others(shared: Client, uri: str) -> None:
    shared.open(uri, "a\x0cb\u2028c\r\nd\re\nrisky()")
    (found,) = shared.diagnostics(uri)
    assert found["range"]["start"] == position(3, 0)
    shared.change(uri, 2, edit(1, 0, 0, "X\n"))
    (found,) = shared.diagnostics(uri, 2)
    assert found["range"]["start"] == position(4, 0)


def test_every_version_is_answered_when_there_is_time(shared: Client, uri: str) -> None:
    shared.open(uri, "")
    assert shared.diagnostics(uri, 1) == []
    for version, letter in enumerate("risky()", start=2):
        shared.change(uri, version, edit(0, version - 2, version - 2, letter))
        found = shared.diagnostics(uri, version)
        assert [one["code"] for one in found] == (["risky"] if version >= 7 else [])


def test_a_burst_of_edits_is_answered_with_few_publications(shared: Client, uri: str) -> None:
    # The fake engine sleeps in every check, so that a check for each edit would be seen.
    shared.open(uri, "slow()\n")
    shared.diagnostics(uri, 1)
    before = len(shared.publications(uri))
    for version in range(2, 52):
        shared.change(uri, version, edit(0, 0, 0, "risky();" if version == 51 else "odd();"))
    last = shared.diagnostics(uri, 51)
    assert [one["code"] for one in last] == ["risky"] + ["odd"] * 49
    versions = [publication["version"] for publication in shared.publications(uri)[before:]]
    assert len(versions) <= 3
    assert versions == sorted(versions) and versions[-1] == 51


def test_changes_in_one_message_are_made_in_order(shared: Client, uri: str) -> None:
    shared.open(uri, "")
    shared.change(uri, 2, {"text": "xx"}, edit(0, 1, 2, "isky()"), edit(0, 0, 1, "r"), edit(0, 0, 0, "\n"))
    (found,) = shared.diagnostics(uri, 2)
    assert found["range"]["start"] == position(1, 0)


def test_what_is_closed_is_cleared(shared: Client, uri: str) -> None:
    shared.open(uri, "risky()")
    assert len(shared.diagnostics(uri)) == 1
    before = len(shared.messages)
    shared.close(uri)
    cleared = shared.publication(uri, after=before)
    assert cleared == {"uri": uri, "diagnostics": []}


def test_problems_of_a_manifest_are_shown_in_it(shared: Client, tmp_path: Path) -> None:
    uri = (tmp_path / "Cargo.toml").as_uri()
    shared.open(uri, "# é nonsense\n", language="toml")
    (found,) = shared.diagnostics(uri)
    assert (found["message"], found["severity"]) == ("this is nonsense", 2)
    assert found["range"] == {"start": position(0, 4), "end": position(0, 12)}
    shared.change(uri, 2, {"text": ""})
    assert shared.diagnostics(uri, 2) == []


def test_nothing_is_pulled_from_a_client_that_is_pushed_to(shared: Client) -> None:
    assert shared.sent("workspace/diagnostic/refresh") == []
