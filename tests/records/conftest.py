"""A small record database of invented panics, and copies of it to damage."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.records.load import Database, load_database

GOOD = Path(__file__).parent / "data" / "good"

Change = tuple[str, str, str]  # file, text, what to put in its place


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """The good database."""
    return load_database(shipped=GOOD, cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """Makes a copy of the good database with some texts replaced; each text must be there."""

    def change(*changes: Change) -> Path:
        folder = tmp_path / "records"
        shutil.copytree(GOOD, folder)
        for file, old, new in changes:
            path = folder / file
            text = path.read_text(encoding="utf-8")
            assert old in text, f"{file} has no {old!r}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        return folder

    return change


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Database]:
    """Loads folders with a cache of the test's own."""

    def load(shipped: Path, *folders: Path) -> Database:
        return load_database(folders, shipped=shipped, cache=tmp_path / "cache")

    return load
