from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.settings.globs import PathPattern
from burnlint.settings.settings import Settings


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        (Settings(), True),
        (Settings(select=("rule",)), True),
        (Settings(select=("record",)), True),
        (Settings(select=("ru*",)), True),
        (Settings(select=("rul",)), False),
        (Settings(ignore=("rule",)), False),
        (Settings(ignore=("rec?rd",)), False),
        (Settings(ignore=("other",)), True),
        (Settings(select=("rule",), ignore=("record",)), False),
        (Settings(levels={"rule": "off"}), False),
        (Settings(levels={"*": "off"}), False),
        (Settings(levels={"rule": "off", "record": "error"}), True),
        (Settings(levels={"*": "off", "rule": "warning"}), True),
    ],
)
def test_wants(settings: Settings, wanted: bool) -> None:
    assert settings.wants("rule", "record") is wanted


@pytest.mark.parametrize(
    ("levels", "level"),
    [
        ({}, "warning"),
        ({"rule": "information"}, "information"),
        ({"rule": "information", "a": "error"}, "error"),
        ({"a": "information"}, "warning"),  # b stays at the finding's own level
        ({"a": "information", "b": "information"}, "information"),
        ({"r*": "error"}, "error"),
    ],
)
def test_the_most_severe_record_decides_the_level(levels: dict[str, str], level: str) -> None:
    assert Settings(levels=levels).level("rule", ("a", "b"), "warning") == level


def test_a_finding_without_records_has_the_level_of_its_rule() -> None:
    assert Settings(levels={"rule": "error"}).level("rule", (), "warning") == "error"
    assert Settings().level("rule", (), "warning") == "warning"


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("gen.rs", "src/deep/gen.rs", True),
        ("gen", "src/gen/a.rs", True),
        ("gen/", "src/gen/a.rs", True),
        ("gen", "src/generated/a.rs", False),
        ("*.rs", "src/a.rs", True),
        ("src/*.rs", "src/a.rs", True),
        ("src/*.rs", "src/b/a.rs", False),
        ("src/*.rs", "x/src/a.rs", False),
        ("./src/**", "src/b/a.rs", True),
        ("/src", "src/a.rs", True),
        ("**/b/*.rs", "src/b/a.rs", True),
        ("**/b/*.rs", "b/a.rs", True),
        ("src/**/a.rs", "src/a.rs", True),
        ("src/**/a.rs", "src/b/c/a.rs", True),
        ("src/**/a.rs", "src/b/c/d.rs", False),
        ("src/[ab].rs", "src/b.rs", True),
        ("src/[!ab].rs", "src/b.rs", False),
        ("src\\b", "src/b/a.rs", True),
        ("**", "a.rs", True),
        ("a/**", "a.rs", False),
        ("../other", "a.rs", False),
    ],
)
def test_path_patterns(pattern: str, path: str, matches: bool) -> None:
    base = Path("/project")
    assert PathPattern(base, pattern).matches(base / path) is matches


def test_nothing_outside_of_the_folder_matches() -> None:
    assert not PathPattern(Path("/project"), "**").matches(Path("/elsewhere/a.rs"))
    assert not Settings(exclude=(PathPattern(Path("/project/a"), "*.rs"),)).excludes(Path("/project/b/x.rs"))


def test_a_hostile_pattern_is_not_slow() -> None:
    # As a backtracking regular expression each of these would take longer than the universe.
    assert not PathPattern(Path("/"), "**/" * 60 + "b").matches(Path("/" + "a/" * 200))
    assert not PathPattern(Path("/"), "*a" * 60 + "b").matches(Path("/" + "a" * 250))
