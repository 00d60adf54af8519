"""The compiled copy: it is used, renewed when anything changes, and never needed."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from burnlint.records import compile as compiled
from burnlint.records import load as loading
from burnlint.records.load import Database, load_database

RECORD = "interpolate/host-resize-backward-bicubic.toml"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The TOML files that were parsed."""
    parsed: list[Path] = []
    original = compiled.read_toml

    def counted(path: Path, data: bytes) -> object:
        parsed.append(path)
        return original(path, data)

    monkeypatch.setattr(compiled, "read_toml", counted)
    return parsed


def contents(database: Database) -> Mapping[str, object]:
    """Everything but the place of the caches."""
    fields = {name: value for name, value in vars(database).items() if name in Database.__dataclass_fields__}
    return {**fields, "records": dict(database.records)}


def test_the_copy_gives_the_same_database_without_parsing(
    changed: Callable[..., Path], cache: Path, reads: list[Path]
) -> None:
    folder = changed()
    first = load_database(shipped=folder, cache=cache)
    assert len(reads) > 10
    reads.clear()
    second = load_database(shipped=folder, cache=cache)
    assert reads == []
    assert contents(first) == contents(second)
    assert len(list(cache.iterdir())) == 1


def test_records_of_the_copy_are_built_when_asked_for(
    changed: Callable[..., Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = changed()
    load_database(shipped=folder, cache=cache)
    built: list[str] = []
    original = loading.build.record
    monkeypatch.setattr(loading.build, "record", lambda reader, file: built.append(file) or original(reader, file))
    database = load_database(shipped=folder, cache=cache)
    assert len(database.records) == 9
    assert "host-resize-backward-bicubic" in database.records
    assert built == []
    database.records_for("deform_conv2d", "forward")
    database.records_of("deform-conv")
    assert built == ["deform-conv/torch-deform-conv2d.toml"]


def test_a_change_is_seen(changed: Callable[..., Path], cache: Path) -> None:
    folder = changed()
    load_database(shipped=folder, cache=cache)
    text = (folder / RECORD).read_text()
    (folder / RECORD).write_text(text.replace("a bicubic resize has", "a cubic resize has"))
    assert (
        load_database(shipped=folder, cache=cache).records["host-resize-backward-bicubic"].title.startswith("a cubic")
    )
    (folder / RECORD).unlink()
    assert "host-resize-backward-bicubic" not in load_database(shipped=folder, cache=cache).records


def test_a_change_of_the_same_length_is_seen(changed: Callable[..., Path], cache: Path) -> None:
    folder = changed()
    load_database(shipped=folder, cache=cache)
    path = folder / RECORD
    before = path.stat()
    path.write_text(path.read_text().replace("a bicubic resize has", "A bicubic resize has"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert (
        load_database(shipped=folder, cache=cache).records["host-resize-backward-bicubic"].title.startswith("A bicubic")
    )


def test_another_version_of_burnlint_makes_its_own_copy(
    changed: Callable[..., Path], cache: Path, reads: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = changed()
    load_database(shipped=folder, cache=cache)
    reads.clear()
    monkeypatch.setattr("burnlint.__version__", "99.0.0")
    load_database(shipped=folder, cache=cache)
    assert len(reads) > 10


def test_a_folder_with_a_problem_is_not_kept(changed: Callable[..., Path], cache: Path) -> None:
    folder = changed((RECORD, "autodiff = 1", "autodiff = 99"))
    for _ in range(2):
        database = load_database(shipped=folder, cache=cache)
        assert [problem.path.name for problem in database.problems][:1] == [Path(RECORD).name]
    assert not cache.exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:10],
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data.replace(b"bicubic", b"bicubik", 1),
        lambda data: b"\0" * len(data),
        lambda data: data.replace(b"burnlint records 1", b"burnlint records 0", 1),
    ],
)
def test_a_damaged_copy_is_made_anew(
    changed: Callable[..., Path], cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    folder = changed()
    first = load_database(shipped=folder, cache=cache)
    (copy,) = cache.iterdir()
    good = copy.read_bytes()
    copy.write_bytes(damage(good))
    second = load_database(shipped=folder, cache=cache)
    assert contents(second) == contents(first)
    assert copy.read_bytes() == good


def test_a_cache_that_cannot_be_written(changed: Callable[..., Path], tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    database = load_database(shipped=changed(), cache=in_the_way)
    assert database.problems == ()
    assert len(database.records) == 9
    assert in_the_way.read_text() == "not a folder"


def test_a_folder_where_the_copy_should_be(changed: Callable[..., Path], cache: Path) -> None:
    folder = changed()
    load_database(shipped=folder, cache=cache)
    (copy,) = cache.iterdir()
    copy.unlink()
    (copy / "inside").mkdir(parents=True)
    assert len(load_database(shipped=folder, cache=cache).records) == 9
    assert [path.name for path in cache.iterdir()] == [copy.name]  # nothing temporary is left


def test_many_at_once(changed: Callable[..., Path], cache: Path) -> None:
    folder = changed()
    loaded: list[int] = []
    threads = [
        threading.Thread(target=lambda: loaded.append(len(load_database(shipped=folder, cache=cache).records)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loaded == [9] * 8
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/c", "HOME": "/h"}, Path("/c/burnlint")),
        ("linux", {"XDG_CACHE_HOME": "relative", "HOME": "/h"}, Path("/h/.cache/burnlint")),
        ("linux", {"HOME": "/h"}, Path("/h/.cache/burnlint")),
        ("darwin", {"HOME": "/h"}, Path("/h/Library/Caches/burnlint")),
        ("win32", {"LOCALAPPDATA": "/l"}, Path("/l/burnlint/Cache")),
        ("win32", {}, None),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="paths are written as on other systems")
def test_where_copies_are_kept(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: Path | None
) -> None:
    for name in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert compiled.cache_folder() == expected


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, changed: Callable[..., Path]) -> None:
    def homeless() -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert compiled.cache_folder() is None
    assert len(load_database(shipped=changed()).records) == 9
