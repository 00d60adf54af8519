"""Finds crates of burn in a folder: a checkout of its repository, unpacked crates, or several of either."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.files import MANIFEST, Files, disk
from burnlint.cargo.manifest import Manifest
from burnlint.cargo.members import workspace_root
from burnlint.cargo.version import Version
from burnlint.drift.sites import Function, Site, read_rust
from burnlint.problem import Problem

BURN = "burn"

_DEEP = 5  # folders below the one that is given; `crates/burn-core` of a release of several is the third
_SOURCES = "src"
_TESTS = frozenset({"tests", "tests.rs", "test.rs", "benches", "testgen"})


@dataclass(frozen=True)
class SourceFile:
    """A file of a crate."""

    path: str  # below the crate's folder, as in `src/ops/module.rs`
    functions: tuple[Function, ...]
    sites: tuple[Site, ...]


@dataclass(frozen=True)
class Crate:
    """A crate of one release, read in full."""

    name: str
    version: Version
    files: tuple[SourceFile, ...]


@dataclass(frozen=True)
class Found:
    """The manifest of a crate that was found."""

    name: str
    version: Version
    folder: Path


def find_crates(folders: Iterable[Path], others: Collection[str] = ()) -> tuple[list[Found], list[Problem]]:
    """The crates of burn's family, and those called as in `others`, below the folders.

    Of two sources of the same release the first counts: their crates are never mixed.
    """
    files = Files(disk)
    found: list[Found] = []
    problems: list[Problem] = []
    for path in dict.fromkeys(path for folder in folders for path in _manifests(folder, _DEEP)):
        manifest = files.manifest(path)
        name = None if manifest is None else manifest.file.get(str, "package", "name")
        if manifest is None or name is None or not (is_of_burn(name) or name in others):
            continue
        version = _version(manifest, files)
        if version is None:
            problems.append(Problem(path, f"`{name}` has no version that can be read"))
        else:
            found.append(Found(name, version, path.parent))
    homes: dict[Version, Path] = {}
    for one in found:
        if one.name == BURN and homes.setdefault(one.version, one.folder.parent) != one.folder.parent:
            message = f"burn {one.version} is also in {homes[one.version]}, and only that one is read"
            problems.append(Problem(one.folder / MANIFEST, message))
    chosen = {
        (one.name, one.version): one
        for one in reversed(found)
        if not is_of_burn(one.name) or homes.get(one.version) == one.folder.parent
    }
    return sorted(chosen.values(), key=lambda one: (one.version, one.name)), problems


def is_of_burn(name: str) -> bool:
    """Whether a crate is one of burn's own."""
    return name == BURN or name.startswith(f"{BURN}-")


def read_crate(found: Found, progress: Callable[[], None] = lambda: None) -> tuple[Crate, list[Problem]]:
    """Reads all sources of a crate but its tests; `progress` is called once a file."""
    files: list[SourceFile] = []
    problems: list[Problem] = []
    for path in _rust_files(found.folder / _SOURCES):
        progress()
        try:
            data = path.read_bytes()
        except OSError as error:
            problems.append(Problem(path, f"cannot be read: {error.strerror or error}"))
            continue
        read = read_rust(data)
        files.append(SourceFile(path.relative_to(found.folder).as_posix(), read.functions, read.sites))
    return Crate(found.name, found.version, tuple(files)), problems


def _manifests(folder: Path, deep: int) -> Iterator[Path]:
    """The manifests in a folder and below; a package's sources are not searched."""
    try:
        with os.scandir(folder) as scanned:
            entries = sorted(scanned, key=lambda entry: entry.name)
    except OSError:
        return
    if any(entry.name == MANIFEST for entry in entries):
        yield folder / MANIFEST
    for entry in entries:
        hidden = entry.name.startswith(".") or entry.name in ("target", "examples", _SOURCES, *_TESTS)
        if deep > 0 and not hidden and entry.is_dir(follow_symlinks=False):
            yield from _manifests(Path(entry.path), deep - 1)


def _version(manifest: Manifest, files: Files) -> Version | None:
    text = manifest.file.get(str, "package", "version")
    if text is None:
        text = workspace_root(manifest, files).file.get(str, "workspace", "package", "version")
    try:
        return None if text is None else Version.parse(text)
    except ValueError:
        return None


def _rust_files(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _TESTS and not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".rs") and name not in _TESTS:
                yield Path(root, name)
