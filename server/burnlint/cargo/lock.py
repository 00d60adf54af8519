"""Cargo.lock, in all its formats: which release of a dependency a package builds with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from burnlint.cargo.context import Origin
from burnlint.cargo.toml import read_toml
from burnlint.cargo.version import Requirement, Version
from burnlint.problem import Problem
from burnlint.span import Span


@dataclass(frozen=True)
class LockedPackage:
    """One `[[package]]` of a lock file."""

    name: str
    version: str
    source: str | None  # None: a path dependency or a member of the workspace
    dependencies: tuple[str, ...]  # as written: a name, and a version and a source where that is ambiguous
    line: Span  # its `version = "…"`

    @property
    def release(self) -> Version | None:
        """The version; None when it is none."""
        try:
            return Version.parse(self.version)
        except ValueError:
            return None

    @property
    def is_from_registry(self) -> bool:
        """Whether it comes from crates.io or another registry."""
        return self.source is not None and self.source.startswith(("registry+", "sparse+"))

    def depends_on(self, other: LockedPackage) -> bool:
        """Whether a dependency as written means the other package."""
        exact = f"{other.name} {other.version}"
        source = other.source or ""
        # Since version 2 of the format, the commit of a git source is left out here.
        meant = (other.name, exact, f"{exact} ({source})", f"{exact} ({source.split('#')[0]})")
        return any(text in meant for text in self.dependencies)


@dataclass(frozen=True)
class Lock:
    """A lock file: name -> the packages of that name."""

    path: Path
    packages: Mapping[str, tuple[LockedPackage, ...]]
    problems: tuple[Problem, ...] = ()

    def choose(
        self, owner: str, package: str, requirement: Requirement | None, origin: Origin, git: str | None
    ) -> LockedPackage | None:
        """What a dependency of the workspace's package `owner` is locked to; None when the lock is stale.

        Without an entry of the owner that says it, the requirement decides, and of several that fit the
        newest.
        """
        named = self.packages.get(package, ())
        owners = [locked for locked in self.packages.get(owner, ()) if locked.source is None]
        linked = [locked for locked in named if any(holder.depends_on(locked) for holder in owners)]
        for candidates in (linked, named):
            fitting = [locked for locked in candidates if _fits(locked, requirement, origin, git)]
            if fitting:
                return max(fitting, key=lambda locked: Version.parse(locked.version))
        return None


def _fits(locked: LockedPackage, requirement: Requirement | None, origin: Origin, git: str | None) -> bool:
    release = locked.release
    if release is None or (requirement is not None and not requirement.matches(release)):
        return False
    if origin == "path":
        return locked.source is None
    if origin == "git" and git is not None:
        prefix, _, url = (locked.source or "").partition("+")
        return prefix == "git" and same_repository(url, git)
    return True


def same_repository(url: str, other: str) -> bool:
    """Whether two URLs name the same git repository, whatever the branch, tag or commit."""
    return _repository(url) == _repository(other)


def _repository(url: str) -> str:
    return re.split(r"[?#]", url)[0].rstrip("/").removesuffix(".git").lower()


# ---- reading --------------------------------------------------------------------------------------------


def read_lock(path: Path, data: bytes) -> Lock:
    """Never raises: what is wrong with the file is in `problems`."""
    packages = _scanned(data)
    if packages is not None:
        return Lock(path, packages)
    file = read_toml(path, data)
    return Lock(path, _grouped(_from_toml(path, data)), file.problems)


# As Cargo writes it. Reading a large lock file as TOML takes a hundred times as long.
_TEXT = r'"([^"\\\x00-\x1f\x7f]*)"'
_IGNORED = r'"[^"\\\x00-\x1f\x7f]*"'
_END = r"\r?\n"
_HEAD = re.compile(rf"(?:(?:#[^\x00-\x1f\x7f]*|version = [0-9]{{1,9}})?{_END})*")
_FIELDS = (
    rf"name = {_TEXT}{_END}"
    rf"(version = {_TEXT}){_END}"
    rf"(?:source = {_TEXT}{_END})?"
    rf"(?:checksum = {_IGNORED}{_END})?"
    rf"(?:dependencies = \[{_END}((?: {_IGNORED},{_END})*)\]{_END})?"
    rf"(?:replace = {_IGNORED}{_END})?"
    rf"(?:{_END})*"
)
_PACKAGE = re.compile(rf"\[\[package\]\]{_END}{_FIELDS}")
_UNUSED = re.compile(rf"\[\[patch\.unused\]\]{_END}{_FIELDS}")
_METADATA = re.compile(rf"(?:\[metadata\]{_END}(?:{_IGNORED} = {_IGNORED}{_END})*(?:{_END})*)?")


@lru_cache(maxsize=8)
def _scanned(data: bytes) -> Mapping[str, tuple[LockedPackage, ...]] | None:
    """The packages of a lock file that is in every detail as Cargo writes it, else None."""
    # In ASCII text, offsets in characters are offsets in bytes.
    if not data.isascii():
        return None
    text = data.decode("ascii")
    packages: list[LockedPackage] = []
    head = _HEAD.match(text)
    at = head.end() if head else 0
    while match := _PACKAGE.match(text, at):
        name, _, version, source, dependencies = match.groups()
        written = tuple(line[2:-2] for line in dependencies.splitlines()) if dependencies else ()
        packages.append(LockedPackage(name, version, source, written, Span(*match.span(2))))
        at = match.end()
    while match := _UNUSED.match(text, at):
        at = match.end()
    return _grouped(packages) if _METADATA.fullmatch(text, at) else None


def _from_toml(path: Path, data: bytes) -> Iterable[LockedPackage]:
    file = read_toml(path, data)
    for number in range(len(file.get(list, "package") or ())):
        entry = ("package", number)
        name = file.get(str, *entry, "name")
        version = file.get(str, *entry, "version")
        if name is not None and version is not None:
            yield LockedPackage(
                name,
                version,
                file.get(str, *entry, "source"),
                file.strings(*entry, "dependencies"),
                file.place(*entry, "version").span,
            )


def _grouped(packages: Iterable[LockedPackage]) -> Mapping[str, tuple[LockedPackage, ...]]:
    groups: dict[str, list[LockedPackage]] = {}
    for package in packages:
        groups.setdefault(package.name, []).append(package)
    return {name: tuple(group) for name, group in groups.items()}
