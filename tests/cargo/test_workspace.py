"""Loading a project: what is around a file, what is broken, what is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from burnlint.cargo.files import Read
from burnlint.cargo.workspace import Project, load_project

Load = Callable[..., Project]
Write = Callable[..., Path]

APP = '[package]\nname = "{}"\nversion = "0.1.0"\n[dependencies]\nburn = "0.21"\n'
LOCK = 'version = 4\n\n[[package]]\nname = "burn"\nversion = "{}"\n'
TREE = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\nexclude = ["nested"]\n',
    "Cargo.lock": LOCK.format("0.21.1"),
    "crates/a/Cargo.toml": APP.format("a"),
    "crates/a/src/lib.rs": "",
    "crates/b/Cargo.toml": APP.format("b"),
    "crates/b/Cargo.lock": LOCK.format("0.21.9"),
    "nested/Cargo.toml": APP.format("nested"),
    "nested/Cargo.lock": LOCK.format("0.21.2"),
    "stray/Cargo.toml": APP.format("stray"),
}


def releases(project: Project) -> dict[str, str | None]:
    return {package.name: package.burn.shown() if package.burn else None for package in project.packages}


@pytest.mark.parametrize("start", ["", "Cargo.toml", "crates/a", "crates/a/src/lib.rs", "crates/b/new/file.rs"])
def test_the_lock_file_of_the_root_decides(load: Load, start: str) -> None:
    project = load(TREE, start)
    assert project.problems == ()
    assert releases(project) == {"a": "0.21.1", "b": "0.21.1"}


def test_a_nested_crate_outside_the_workspace_has_its_own(load: Load) -> None:
    project = load(TREE, "nested/src/main.rs")
    assert project.problems == () and project.root.parent.name == "nested"
    assert releases(project) == {"nested": "0.21.2"}


def test_a_package_that_its_workspace_does_not_know(load: Load) -> None:
    project = load(TREE, "stray")
    (problem,) = project.problems
    assert problem.path.parent.name == "stray" and "neither a member nor excluded" in problem.message
    assert releases(project) == {"stray": "0.21"}


def test_no_manifest_at_all(load: Load) -> None:
    project = load({"src/main.rs": ""}, "src")
    (problem,) = project.problems
    assert problem.path == project.root and "no Cargo.toml" in problem.message and project.packages == ()


@pytest.mark.parametrize(
    ("name", "text", "others"),
    [
        ("crates/a/Cargo.toml", "[package", {"b": "0.21.1"}),
        ("crates/a/Cargo.toml", '[package]\nversion = "1.0.0"\n', {"b": "0.21.1"}),
        ("crates/a/Cargo.toml", "", {"b": "0.21.1"}),
        ("Cargo.lock", "<<<<<<< HEAD\n", {"a": "0.21", "b": "0.21"}),
        ("crates/a/.cargo/config.toml", "build = ]", {"a": "0.21.1", "b": "0.21.1"}),
        ("rust-toolchain.toml", "toolchain", {"a": "0.21.1", "b": "0.21.1"}),
        ("Cargo.toml", "[workspace", {}),
    ],
)
def test_one_broken_file_is_one_problem(load: Load, name: str, text: str, others: dict[str, str]) -> None:
    project = load({**TREE, name: text})
    (problem,) = project.problems
    assert problem.path == project.root.parent / name
    assert releases(project) == others


def test_an_editor_s_text_comes_before_the_disk(write: Write, read: Read) -> None:
    folder = write(TREE)
    unsaved = {folder / "crates/a/Cargo.toml": APP.format("renamed").replace("0.21", "0.22").encode()}
    project = load_project(folder, lambda path: unsaved.get(path) or read(path))
    assert releases(project) == {"renamed": "0.22", "b": "0.21.1"}
    # What is on the disk has not been forgotten.
    assert releases(load_project(folder, read)) == {"a": "0.21.1", "b": "0.21.1"}


def test_every_file_that_may_change_the_answer_is_known(load: Load) -> None:
    project = load(TREE)
    folder = project.root.parent
    inputs = {path.relative_to(folder).as_posix() for path in project.inputs if path.is_relative_to(folder)}
    assert inputs >= {
        "Cargo.toml",
        "Cargo.lock",
        "crates/a/Cargo.toml",
        "crates/a/.cargo/config.toml",
        ".cargo/config",
        "rust-toolchain.toml",
    }
    assert "nested/Cargo.toml" not in inputs


def test_a_relative_start_is_below_the_working_directory(
    write: Write, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(TREE)
    monkeypatch.chdir(folder / "crates")
    assert load_project(Path("a/src/lib.rs"), read).root == folder / "Cargo.toml"


texts = st.sampled_from([*TREE.values(), "[package]\nname = 'x'\n[workspace]\nmembers = ['*', '..', '.']\n", "a = ["])
paths = st.sampled_from(["/w/Cargo.toml", "/w/Cargo.lock", "/w/a/Cargo.toml", "/Cargo.toml", "/w/.cargo/config.toml"])


@given(st.dictionaries(paths, texts | st.text(max_size=20)), st.sampled_from(["/w", "/w/a/x.rs", "/"]))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_no_workspace_raises(files: dict[str, str], start: str) -> None:
    data = {Path(path): text.encode() for path, text in files.items()}
    project = load_project(Path(start), data.get)
    assert project.packages or project.problems or any("[workspace]" in text for text in files.values())
