from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from burnlint.cargo.toml import read_toml
from burnlint.cargo.version import Requirement, Version
from burnlint.settings.globs import PathPattern
from burnlint.settings.parse import Layer, Source, parse_layer

FOLDER = Path("/project")
SOURCE = Source(FOLDER / "burnlint.toml", FOLDER)


def parsed(values: object) -> Layer:
    return parse_layer(values, SOURCE)


def messages(values: object) -> list[str]:
    return [problem.message for problem in parsed(values).problems]


def test_every_kind_of_value() -> None:
    layer = parsed(
        {
            "select": ["a", "b-*"],
            "ignore": "c",
            "levels": {"d": "off"},
            "burn": "0.21.0",
            "backend": " Autodiff<Wgpu> ",
            "features": [],
            "all-features": True,
            "noDefaultFeatures": False,
            "target": "wasm32-unknown-unknown",
            "exclude": ["gen/**"],
            "records": ["lint/records", "/absolute"],
            "baseline": "b.json",
        }
    )
    assert layer.problems == ()
    assert layer.values == {
        "select": ("a", "b-*"),
        "ignore": ("c",),
        "levels": {"d": "off"},
        "burn": Version.parse("0.21.0"),
        "backend": "Autodiff<Wgpu>",
        "features": (),
        "all_features": True,
        "no_default_features": False,
        "target": ("wasm32-unknown-unknown",),
        "exclude": (PathPattern(FOLDER, "gen/**"),),
        "records": (FOLDER / "lint/records", Path("/absolute")),
        "baseline": FOLDER / "b.json",
    }
    assert [(mention.kind, mention.text) for mention in layer.mentions] == [
        ("id", "a"),
        ("id", "b-*"),
        ("id", "c"),
        ("id", "d"),
        ("backend", "Autodiff<Wgpu>"),
    ]


def test_a_requirement_stands_for_all_its_releases() -> None:
    assert parsed({"burn": "0.21"}).values == {"burn": Requirement.parse("0.21")}


def test_null_is_not_set() -> None:
    assert parsed({"burn": None, "select": None}) == Layer({}, (), ())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"selct": []}, "unknown setting `selct`; did you mean `select`?"),
        ({"zzz": 1}, "unknown setting `zzz`"),
        ({"all_features": True}, "unknown setting `all_features`; did you mean `all-features`?"),
        ({"all-features": "yes"}, "`all-features` takes true or false, not a text"),
        ({"all-features": 1}, "`all-features` takes true or false, not the number 1"),
        ({"select": {"a": 1}}, "`select` takes a list of texts, not a table"),
        ({"select": ["a", 3]}, "`select` takes a text, not the number 3"),
        ({"select": [""]}, "`select` has an empty text"),
        ({"records": ["a\0b"]}, "`records` has a NUL character"),
        ({"burn": "latest"}, "`latest` is no release of burn: expected for example `0.21.0` or `0.21`"),
        ({"burn": 0.21}, "`burn` takes a text, not the number 0.21"),
        ({"target": "wasm32"}, "rustc has no target `wasm32`; did you mean `wasm32-wasip2`?"),
        ({"levels": ["a"]}, "`levels` takes a table, not a list"),
        (
            {"levels": {"a": "warn"}},
            "`warn` is no level, of `error`, `warning`, `information`, `off`; did you mean `warning`?",
        ),
        ({"levels": {"a": True}}, "true is no level, of `error`, `warning`, `information`, `off`"),
        (["select"], "`settings` takes a table, not a list"),
        (None, "`settings` takes a table, not nothing"),
    ],
)
def test_what_is_wrong_is_said(values: object, message: str) -> None:
    [found] = messages(values)
    # Which target of several is nearest may change with rustc's list.
    assert found.split("; did")[0] == message.split("; did")[0]
    assert ("did you mean" in found) == ("did you mean" in message)


def test_what_is_right_beside_it_still_applies() -> None:
    layer = parsed({"select": ["a", 3], "levels": {"a": "warn", "b": "error"}, "nope": 1, "backend": "Wgpu"})
    assert layer.values == {"select": ("a",), "levels": {"b": "error"}, "backend": "Wgpu"}
    assert len(layer.problems) == 3


def test_a_list_of_mistakes_is_not_an_empty_list() -> None:
    assert parsed({"select": [3]}).values == {}
    assert parsed({"select": []}).values == {"select": ()}


@pytest.mark.parametrize("target", ["x86_64-unknown-linux-gnu", "my/board.json"])
def test_targets(target: str) -> None:
    assert parsed({"target": [target]}) == Layer({"target": (target,)})


def test_problems_and_mentions_have_their_place() -> None:
    text = b'# settings\r\nselect = ["good", 7]\r\nlevels = { a = "warn" }\r\nunknown = true\r\n'
    file = read_toml(FOLDER / "burnlint.toml", text)

    def words(span: Any) -> bytes:
        return text[span.start : span.end]

    layer = parse_layer(dict(file.table), Source(file.path, FOLDER, lambda keys: file.place(*keys).span))
    assert [words(problem.span) for problem in layer.problems] == [b"7", b'a = "warn"', b"unknown = true"]
    assert [words(mention.span) for mention in layer.mentions] == [b'"good"']
    assert {problem.path for problem in layer.problems} == {file.path}
