"""Workspaces and their members."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cargo.files import Files, Read
from burnlint.cargo.members import members_of, workspace_root

Write = Callable[..., Path]


def package(name: str, more: str = "") -> str:
    return f'[package]\nname = "{name}"\n{more}'


MEMBERS = {f"{name}/Cargo.toml": package(name.replace("/", "-")) for name in ("app", "crates/a", "crates/b", "out/c")}


def members(folder: Path, read: Read, root: str = "Cargo.toml") -> tuple[list[str], list[str]]:
    """The folders of the members, and the problems."""
    files = Files(read)
    manifest = files.manifest(folder / root)
    assert manifest is not None
    found, problems = members_of(manifest, files)
    return (
        sorted(path.parent.relative_to(folder).as_posix() for path in found),
        [problem.message.replace(str(folder), "") for problem in problems],
    )


@pytest.mark.parametrize(
    ("workspace", "expected"),
    [
        ("members = []", []),
        ('members = ["app", "./crates/../crates/a"]', ["app", "crates/a"]),
        ('members = ["crates/*"]', ["crates/a", "crates/b"]),
        ('members = ["crates/[ab]", "a?p"]', ["app", "crates/a", "crates/b"]),
        ('members = ["**"]', ["app", "crates/a", "crates/b", "out/c"]),
        ('members = ["crates/*"]\nexclude = ["crates/b"]', ["crates/a"]),
        ('members = ["**"]\nexclude = ["crates", "out"]', ["app"]),
        # Being named counts more than being excluded.
        ('members = ["crates/*", "crates/b"]\nexclude = ["crates"]', ["crates/b"]),
        ('members = ["nothing/*"]', []),
    ],
)
def test_globs_and_exclude(write: Write, read: Read, workspace: str, expected: list[str]) -> None:
    folder = write({**MEMBERS, "Cargo.toml": f"[workspace]\n{workspace}\n", "crates/notes.md": ""})
    assert members(folder, read) == (expected, [])


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("gone", "there is no /gone/Cargo.toml"),
        ("/*", "not a pattern of paths"),
        ("ne\\u0000sted", "there is no /ne\0sted/Cargo.toml"),
        ("inner", "a workspace of its own cannot be a member of another workspace"),
    ],
)
def test_what_is_wrong_with_members(write: Write, read: Read, pattern: str, message: str) -> None:
    folder = write({"Cargo.toml": f'[workspace]\nmembers = ["{pattern}"]', "inner/Cargo.toml": "[workspace]"})
    assert members(folder, read) == ([], [message])


def test_path_dependencies_inside_are_members(write: Write, read: Read) -> None:
    folder = write(
        {
            "w/Cargo.toml": '[workspace]\nmembers = ["app"]\nexclude = ["skip"]\n'
            '[workspace.dependencies]\nshared = { path = "shared" }\n',
            "w/app/Cargo.toml": package(
                "app",
                '[dependencies]\nshared.workspace = true\nskip.path = "../skip"\noutside.path = "../../outside"\n'
                '[target."cfg(unix)".dev-dependencies]\ndev.path = "../dev"\n[build-dependencies]\nb.path = "../b"\n',
            ),
            "w/shared/Cargo.toml": package("shared", '[dependencies]\ndeep.path = "deep"\napp.path = "../app"\n'),
            "w/shared/deep/Cargo.toml": package("deep"),
            "w/skip/Cargo.toml": package("skip"),
            "w/dev/Cargo.toml": package("dev"),
            "w/b/Cargo.toml": package("b"),
            "outside/Cargo.toml": package("outside"),
        }
    )
    assert members(folder, read, "w/Cargo.toml") == (
        ["w/app", "w/b", "w/dev", "w/shared", "w/shared/deep"],
        [],
    )


def test_a_root_with_a_package_is_a_member(write: Write, read: Read) -> None:
    folder = write({**MEMBERS, "Cargo.toml": package("top", '[workspace]\nmembers = ["app"]\n')})
    assert members(folder, read) == ([".", "app"], [])


def test_a_package_without_a_workspace_has_its_path_dependencies(write: Write, read: Read) -> None:
    top = package("top", '[dependencies]\na = { path = "crates/a" }\nown = { path = "own" }\n')
    folder = write({**MEMBERS, "Cargo.toml": top, "own/Cargo.toml": package("own", "[workspace]\n")})
    assert members(folder, read) == ([".", "crates/a"], [])


@pytest.mark.parametrize(
    ("start", "root"),
    [
        ("w/app", "w"),
        ("w", "w"),
        ("w/deep/down", "w"),
        ("w/skip", "w/skip"),
        ("w/own", "w/own"),
        ("w/own/sub", "w/own"),
        ("elsewhere", "w"),
        ("lost", "lost"),
        ("alone", "alone"),
    ],
)
def test_the_root_of_a_package(write: Write, read: Read, start: str, root: str) -> None:
    folder = write(
        {
            "w/Cargo.toml": '[workspace]\nmembers = ["app"]\nexclude = ["skip"]\n',
            "w/app/Cargo.toml": package("app"),
            "w/deep/down/Cargo.toml": package("down"),
            "w/skip/Cargo.toml": package("skip"),
            "w/own/Cargo.toml": "[workspace]\n",
            "w/own/sub/Cargo.toml": package("sub"),
            "elsewhere/Cargo.toml": package("elsewhere", 'workspace = "../w"\n'),
            "lost/Cargo.toml": package("lost", 'workspace = "../gone"\n'),
            "alone/Cargo.toml": package("alone"),
        }
    )
    files = Files(read)
    manifest = files.manifest(folder / start / "Cargo.toml")
    assert manifest is not None
    assert workspace_root(manifest, files).folder == folder / root
