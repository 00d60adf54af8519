"""`[patch]` and `[replace]`: packages that are taken from elsewhere than their dependents say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.lock import same_repository
from burnlint.cargo.manifest import Dependency, normal, read_dependencies
from burnlint.cargo.toml import TomlFile

_CRATES_IO = "crates-io"


@dataclass(frozen=True)
class Patch:
    """One entry of `[patch.SOURCE]`."""

    source: str  # `crates-io`, the name of another registry, or a URL
    package: str
    folder: Path | None  # None: it is taken from a git repository


def read_patches(files: Iterable[TomlFile]) -> tuple[Patch, ...]:
    """The patches of a workspace's root manifest and of configuration files."""
    return tuple(patch for file in files for patch in (*_patches(file), *_replacements(file)))


def patch_for(dependency: Dependency, patches: Iterable[Patch]) -> Patch | None:
    """The patch that applies to a dependency, if its version fits; path dependencies are never patched."""
    if dependency.folder is not None:
        return None
    for patch in patches:
        if patch.package == dependency.package and _is_from(dependency, patch.source):
            return patch
    return None


def _is_from(dependency: Dependency, source: str) -> bool:
    if dependency.git is not None:
        return same_repository(source, dependency.git)
    if dependency.registry is not None:
        return source == dependency.registry
    return source == _CRATES_IO or source.rstrip("/").endswith("crates.io-index")


def _patches(file: TomlFile) -> Iterator[Patch]:
    for source in file.keys("patch"):
        for entry in read_dependencies(file, ("patch", source), []):
            yield Patch(source, entry.package, _folder(file, entry))


def _replacements(file: TomlFile) -> Iterator[Patch]:
    for entry in read_dependencies(file, ("replace",), []):
        # The key is a package id: `burn:0.21.0`, perhaps with the URL of a registry and `#` in front.
        package = re.split(r"[:@]", entry.key.rsplit("#", 1)[-1])[0]
        yield Patch(_CRATES_IO, package, _folder(file, entry))


def _folder(file: TomlFile, entry: Dependency) -> Path | None:
    written = file.get(str, *entry.path, "path")
    # A path in a configuration file starts beside its `.cargo` folder.
    if written is not None and file.path.parent.name == ".cargo":
        return normal(file.path.parent.parent / written)
    return entry.folder
