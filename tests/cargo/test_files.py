"""Reading files once, and finding manifests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cargo.files import Files, Read, disk, find_manifest

Write = Callable[..., Path]


def test_disk_reads_regular_files_only(write: Write) -> None:
    folder = write({"a": "text"})
    assert disk(folder / "a") == b"text"
    for path in (folder, folder / "b", folder / "a" / "b", folder / "x\0y", folder / ("x" * 5000), Path("/dev/zero")):
        assert disk(path) is None


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("Cargo.toml", "Cargo.toml"),
        ("src/lib.rs", "Cargo.toml"),
        ("inner", "inner/Cargo.toml"),
        ("inner/src/gone/new.rs", "inner/Cargo.toml"),
        ("inner/../src/x.rs", "Cargo.toml"),
    ],
)
def test_the_nearest_manifest(write: Write, read: Read, start: str, expected: str) -> None:
    folder = write({"Cargo.toml": "", "src/lib.rs": "", "inner/Cargo.toml": ""})
    assert find_manifest(folder / start, read) == folder / expected


def test_no_manifest(write: Write, read: Read) -> None:
    assert find_manifest(write({"a.rs": ""}) / "a.rs", read) is None


def test_each_file_is_read_once() -> None:
    asked: list[Path] = []

    def read(path: Path) -> bytes | None:
        asked.append(path)
        return b"[workspace]" if path.name == "Cargo.toml" else None

    files = Files(read)
    for _ in range(2):
        manifest = files.manifest(Path("/w/Cargo.toml"))
        assert manifest is not None and manifest.is_workspace
        assert files.manifest(Path("/w/gone")) is None
        assert files.read(Path("/w/gone")) is None
    assert asked == [Path("/w/Cargo.toml"), Path("/w/gone")]
    assert files.inputs == set(asked)
