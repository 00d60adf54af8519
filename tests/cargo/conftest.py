"""Workspaces written to a temporary folder, and loaded as if nothing else were on the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from burnlint.cargo.context import CrateContext
from burnlint.cargo.files import Read, disk
from burnlint.cargo.workspace import Project, load_project

Tree = Mapping[str, str]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Tree], Path]:
    """Writes files below the temporary folder and returns it."""

    def write(tree: Tree) -> Path:
        for name, text in tree.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        return tmp_path

    return write


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads only what lies below the temporary folder: the machine's own files must not matter."""
    return lambda path: disk(path) if path.is_relative_to(tmp_path) else None


@pytest.fixture
def load(write: Callable[[Tree], Path], read: Read) -> Callable[..., Project]:
    """Writes files and loads the project at a place among them."""

    def load(tree: Tree, start: str = "") -> Project:
        return load_project(write(tree) / start, read)

    return load


@pytest.fixture
def package(load: Callable[..., Project]) -> Callable[..., CrateContext]:
    """Loads a project of one package without problems, and returns its context."""

    def package(manifest: str) -> CrateContext:
        project = load({"Cargo.toml": manifest})
        assert project.problems == ()
        (context,) = project.packages
        return context

    return package
