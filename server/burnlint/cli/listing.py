"""From the paths on a command line to the files that are checked, package by package."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.context import CrateContext
from burnlint.cargo.workspace import find_manifest
from burnlint.cli.errors import UsageError
from burnlint.cli.settings import Choice, Configured, configure
from burnlint.engine.session import Session
from burnlint.problem import Problem
from burnlint.records.load import Database
from burnlint.settings.settings import Settings

_CARGO_FILES = ("Cargo.toml", "Cargo.lock")
_INPUTS = (
    "burnlint.toml",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo/config.toml",
    ".cargo/config",
    "rust-toolchain.toml",
    "rust-toolchain",
)


@dataclass(frozen=True)
class Group:
    """Packages with the same settings, so that one session can check them all: the files of each."""

    configured: Configured
    packages: dict[Path, tuple[Path, ...]]
    choice: Choice  # as the command asks, for packages that are not checked but linked with these


@dataclass(frozen=True)
class Listing:
    """Everything there is to check, and what to tell the user about what is not."""

    groups: tuple[Group, ...]
    notes: tuple[str, ...]
    problems: tuple[Problem, ...]  # of settings and records
    inputs: frozenset[Path]  # files of Cargo and of the settings that all this comes from

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file to check."""
        return tuple(file for group in self.groups for files in group.packages.values() for file in files)


def list_files(paths: Sequence[Path], choice: Choice, read: Callable[[Path], bytes | None]) -> Listing:
    """Raises UsageError for a path that is not there, or that is of no Cargo package."""
    session = Session([path for path in paths if path.is_dir()], Database(), Settings(), read)
    found = dict.fromkeys(session.files())
    notes: list[str] = []
    for path in paths:
        notes += _why_empty(path, session, found) if path.is_dir() else _add_file(path, session, found, read)
    packages: dict[Path, list[Path]] = {}
    for file in found:
        packages.setdefault(_package_root(file, session), []).append(file)
    groups: list[Group] = []
    problems: dict[Problem, None] = {}
    inputs: set[Path] = set()
    for root, files in packages.items():
        context = session.context(root / "Cargo.toml")
        configured = configure(root, context.workspace_root if context else None, choice, read)
        problems.update(dict.fromkeys(configured.problems))
        inputs.update(configured.files, _cargo_files(root, context))
        kept = tuple(file for file in files if not configured.settings.excludes(file))
        notes += [] if kept else [f"{root}: its settings exclude every file"]
        group = next((group for group in groups if group.configured.settings == configured.settings), None)
        if group is None:
            groups.append(group := Group(configured, {}, choice))
        group.packages[root] = kept
    return Listing(tuple(groups), tuple(notes), tuple(problems), frozenset(inputs))


def _add_file(path: Path, session: Session, found: dict[Path, None], read: Callable[[Path], bytes | None]) -> list[str]:
    """Adds a file that was named itself, and the Cargo files of its package that have problems."""
    if read(path) is None:
        raise UsageError(f"{path}: {'it cannot be read' if path.exists() else 'there is no such file or folder'}")
    if path.suffix != ".rs" and path.name not in _CARGO_FILES:
        raise UsageError(f"{path}: neither a Rust source nor a file of Cargo's")
    manifest = find_manifest(path)
    if manifest is None:
        raise UsageError(f"{path}: there is no Cargo.toml in its folder or above, so its burn release is unknown")
    context = session.context(path)
    found.setdefault(path)
    if context is None:
        found.setdefault(manifest)
        return []
    found.update(dict.fromkeys(problem.path for problem in context.problems))
    return [] if context.burn else [f"{path}: its package `{context.name}` does not depend on burn"]


def _why_empty(folder: Path, session: Session, found: Iterable[Path]) -> list[str]:
    """Words for a folder without a file to check."""
    if any(path.is_relative_to(folder) for path in found):
        return []
    if find_manifest(folder) is None and not _has_manifest_below(folder):
        raise UsageError(f"{folder}: there is no Cargo.toml here, nor in a folder above or below")
    context = session.context(folder / "any.rs")
    if context is not None and context.burn is not None:
        return [f"{folder}: there is no Rust source here"]
    return [f"{folder}: no package here depends on burn, so there is nothing to check"]


def _has_manifest_below(folder: Path) -> bool:
    return any("Cargo.toml" in files for _, _, files in os.walk(folder))


def _package_root(path: Path, session: Session) -> Path:
    context = session.context(path)
    return context.root if context else path.parent


def _cargo_files(root: Path, context: CrateContext | None) -> Iterable[Path]:
    """The files that decide how a package is built, and where settings may be, whether they are there or not."""
    workspace = context.workspace_root if context else root
    for folder in {workspace, root}:
        yield from (folder / name for name in _INPUTS)
