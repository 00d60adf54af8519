from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from burnlint.settings.load import COMMAND_LINE, EDITOR, Loaded, load_settings, merged
from burnlint.settings.settings import Settings

ROOT = Path("/work")
MEMBER = ROOT / "crates" / "member"


def load(written: dict[str, str], /, folder: Path = MEMBER, **more: Any) -> Loaded:
    contents = {ROOT / name: text.encode() for name, text in written.items()}
    return load_settings(folder, ROOT, contents.get, **more)


def test_nothing_set() -> None:
    assert load({}) == Loaded(Settings())


def test_each_source_is_stronger_than_the_one_before() -> None:
    files = {
        "burnlint.toml": 'backend = "A"',
        "Cargo.toml": '[workspace.metadata.burnlint]\nbackend = "B"',
        "crates/member/Cargo.toml": '[package.metadata.burnlint]\nbackend = "C"',
    }
    names = list(files)
    assert load({names[0]: files[names[0]]}).settings.backend == "A"
    assert load({name: files[name] for name in names[:2]}).settings.backend == "B"
    assert load(files).settings.backend == "C"
    assert load(files, editor={"backend": "D"}).settings.backend == "D"
    assert load(files, editor={"backend": "D"}, command_line={"backend": "E"}).settings.backend == "E"
    assert load(files).files == tuple(ROOT / name for name in files)


def test_the_nearest_file_is_taken_up_to_the_root_of_the_workspace() -> None:
    files = {"burnlint.toml": 'backend = "root"', "crates/burnlint.toml": 'backend = "near"'}
    assert load(files).settings.backend == "near"
    assert load(files, folder=ROOT).settings.backend == "root"
    assert load_settings(MEMBER, MEMBER, {ROOT / "burnlint.toml": b'backend = "x"'}.get).files == ()


def test_config_replaces_the_search_and_files_can_be_left_alone() -> None:
    files = {"burnlint.toml": 'backend = "found"', "other.toml": 'baseline = "b.json"', "Cargo.toml": ""}
    loaded = load(files, config=ROOT / "other.toml")
    assert loaded.settings == Settings(baseline=ROOT / "b.json")
    assert load(files, files=False) == Loaded(Settings())


def test_a_missing_config_is_a_problem() -> None:
    [problem] = load({}, config=ROOT / "none.toml").problems
    assert problem.path == ROOT / "none.toml"
    assert problem.message == "the file of settings cannot be read"


def test_a_broken_file_is_a_problem_and_the_others_apply() -> None:
    loaded = load({"burnlint.toml": "select = [", "Cargo.toml": '[workspace.metadata.burnlint]\nbackend = "B"'})
    [problem] = loaded.problems
    assert problem.path == ROOT / "burnlint.toml" and problem.span is not None
    assert loaded.settings.backend == "B"


def test_a_wrong_key_in_a_manifest_has_its_place_there() -> None:
    text = '[package]\nname = "member"\n\n[package.metadata.burnlint]\nselct = []\n'
    [problem] = load({"crates/member/Cargo.toml": text}).problems
    assert problem.path == MEMBER / "Cargo.toml"
    assert problem.span is not None and text[problem.span.start : problem.span.end] == "selct = []"


def test_metadata_of_the_wrong_type() -> None:
    [problem] = load({"Cargo.toml": "[workspace.metadata]\nburnlint = 3"}).problems
    assert problem.message == "`settings` takes a table, not the number 3"


def test_paths_are_relative_to_where_they_are_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"crates/burnlint.toml": 'records = ["r"]\nexclude = ["gen"]'}
    settings = load(files, editor={"queries": ["q"]}, command_line={"baseline": "b.json"}).settings
    assert settings.records == (ROOT / "crates" / "r",)
    assert settings.excludes(ROOT / "crates" / "gen" / "a.rs") and not settings.excludes(ROOT / "gen" / "a.rs")
    assert settings.queries == (ROOT / "q",)
    assert settings.baseline == tmp_path / "b.json"


def test_editors_send_empty_values_for_what_is_not_set() -> None:
    files = {"burnlint.toml": 'select = ["a"]\nall-features = true'}
    editor = {"select": [], "backend": "", "burn": None, "levels": {}, "allFeatures": False}
    assert load(files, editor=editor).settings == Settings(select=("a",), all_features=False)


def test_problems_of_an_editor_and_of_the_command_line_say_so() -> None:
    loaded = load({}, editor={"x": 1}, command_line={"burn": "new"})
    assert [problem.path for problem in loaded.problems] == [EDITOR, COMMAND_LINE]
    assert load({}, editor=[1]).problems[0].message == "`settings` takes a table, not a list"


class TestMerged:
    def test_the_last_value_counts(self) -> None:
        assert merged([{"features": ("a",)}, {}, {"features": ()}]) == Settings(features=())

    def test_ignore_and_levels_add_up(self) -> None:
        layers = [
            {"ignore": ("a",), "levels": {"x": "off", "y": "off"}},
            {"ignore": ("b", "a"), "levels": {"y": "error"}},
        ]
        assert merged(layers) == Settings(ignore=("a", "b"), levels={"x": "off", "y": "error"})

    def test_a_select_makes_lower_choices_void(self) -> None:
        layers = [{"select": ("a",), "ignore": ("b",)}, {"select": ("b",), "ignore": ("c",)}]
        assert merged(layers) == Settings(select=("b",), ignore=("c",))
