"""Reading a workspace's files: each once, through one function that an editor can put its own text behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from burnlint.cargo.manifest import Manifest, normal, read_manifest

Read: TypeAlias = Callable[[Path], bytes | None]

MANIFEST = "Cargo.toml"


def disk(path: Path) -> bytes | None:
    """The bytes of a regular file; None when it cannot be read."""
    try:
        return path.read_bytes() if path.is_file() else None
    except (OSError, ValueError):
        return None


def find_manifest(path: Path, read: Read = disk) -> Path | None:
    """The nearest Cargo.toml of a file or folder: in the folder itself, or above."""
    path = normal(path.absolute())
    candidates = (folder / MANIFEST for folder in (path, *path.parents))
    return next((candidate for candidate in candidates if read(candidate) is not None), None)


class Files:
    """What has been read so far, so that each file is read and parsed once."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._data: dict[Path, bytes | None] = {}
        self._manifests: dict[Path, Manifest | None] = {}

    @property
    def inputs(self) -> frozenset[Path]:
        """Every file that was looked for, also those that are not there."""
        return frozenset(self._data)

    def read(self, path: Path) -> bytes | None:
        """The bytes of a file; None when it cannot be read."""
        if path not in self._data:
            self._data[path] = self._read(path)
        return self._data[path]

    def manifest(self, path: Path) -> Manifest | None:
        """A Cargo.toml; None when it cannot be read."""
        if path not in self._manifests:
            data = self.read(path)
            self._manifests[path] = None if data is None else read_manifest(path, data)
        return self._manifests[path]
