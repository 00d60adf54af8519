"""One Cargo.toml: its package, dependencies and features as written, before a workspace adds to them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

from burnlint.cargo.cfg import parse_platform
from burnlint.cargo.toml import BOOLEAN, STRING, STRINGS, Shape, TomlFile, misshapen, read_toml
from burnlint.cargo.version import Requirement
from burnlint.problem import Problem
from burnlint.span import Place

DependencyKind = Literal["normal", "dev", "build"]

_TABLES: tuple[tuple[str, DependencyKind], ...] = (
    ("dependencies", "normal"),
    ("dev-dependencies", "dev"),
    ("dev_dependencies", "dev"),
    ("build-dependencies", "build"),
    ("build_dependencies", "build"),
)


# What the parts that burnlint reads may be. In a package, a table means `….workspace = true`.
_INHERITABLE = Shape((str, dict))
_DEPENDENCIES = Shape(
    (dict,),
    {
        "*": Shape(
            (str, dict),
            {
                **dict.fromkeys(("version", "path", "git", "package", "registry", "registry-index"), STRING),
                **dict.fromkeys(("default-features", "default_features", "optional", "workspace"), BOOLEAN),
                "features": STRINGS,
            },
        )
    },
)
_DEPENDENCY_TABLES = {table: _DEPENDENCIES for table, _ in _TABLES}
_TARGETS = Shape((list,), {"*": Shape((dict,), {"name": STRING, "path": STRING, "required-features": STRINGS})})
_SWITCHES = ("autolib", "autobins", "autoexamples", "autotests", "autobenches")
_PACKAGE = Shape(
    (dict,),
    {
        "name": STRING,
        "version": _INHERITABLE,
        "edition": _INHERITABLE,
        "workspace": STRING,
        **dict.fromkeys(_SWITCHES, BOOLEAN),
    },
)
_WORKSPACE = Shape((dict,), {"members": STRINGS, "exclude": STRINGS, "dependencies": _DEPENDENCIES})
_MANIFEST = Shape(
    (dict,),
    {
        "package": _PACKAGE,
        "workspace": _WORKSPACE,
        "features": Shape((dict,), {"*": STRINGS}),
        "lib": Shape((dict,), {"name": STRING, "path": STRING}),
        **dict.fromkeys(("bin", "example", "test", "bench"), _TARGETS),
        **_DEPENDENCY_TABLES,
        "target": Shape((dict,), {"*": Shape((dict,), _DEPENDENCY_TABLES)}),
    },
)


@dataclass(frozen=True)
class Dependency:
    """One entry of a table of dependencies, or of `[patch]`."""

    file: TomlFile
    path: tuple[str, ...]  # its key path in the file
    kind: DependencyKind
    cfg: str | None  # the KEY of [target.KEY.dependencies]
    package: str
    requirement: Requirement | None
    requirement_file: TomlFile  # where the requirement is written: for inherited ones in the workspace's root
    requirement_path: tuple[str, ...]
    git: str | None
    folder: Path | None  # of a path dependency
    registry: str | None  # other than crates.io
    default_features: bool | None  # None: not said
    features: frozenset[str]
    optional: bool
    inherited: bool  # `workspace = true`

    @property
    def key(self) -> str:
        """Its key in the table, as written."""
        return self.path[-1]

    @property
    def declared(self) -> Place:
        """Where the requirement is written."""
        return self.requirement_file.place(*self.requirement_path)

    @property
    def code_name(self) -> str:
        """The name in code, unless the package's library has a name of its own."""
        return self.key.replace("-", "_")


@dataclass(frozen=True)
class Manifest:
    """A Cargo.toml as written."""

    file: TomlFile
    dependencies: tuple[Dependency, ...]
    shared_dependencies: tuple[Dependency, ...]  # [workspace.dependencies]
    problems: tuple[Problem, ...]

    @property
    def path(self) -> Path:
        """The path of the Cargo.toml."""
        return self.file.path

    @property
    def folder(self) -> Path:
        """The folder of the Cargo.toml."""
        return self.file.path.parent

    @property
    def name(self) -> str | None:
        """The name of the package; None for a workspace without one, or a broken manifest."""
        return self.file.get(str, "package", "name")

    @property
    def is_workspace(self) -> bool:
        """Whether it is the root of a workspace."""
        return self.file.get(dict, "workspace") is not None

    @property
    def lib_name(self) -> str:
        """The library's name in code, also when there is no library."""
        return self.file.get(str, "lib", "name") or (self.name or "").replace("-", "_")

    @cached_property
    def features(self) -> Mapping[str, tuple[str, ...]]:
        """[features], with those that optional dependencies imply."""
        features = {name: self.file.strings("features", name) for name in self.file.keys("features")}
        explicit = {item for items in features.values() for item in items if item.startswith("dep:")}
        for dependency in self.dependencies:
            activation = f"dep:{dependency.key}"
            if dependency.optional and activation not in explicit:
                features.setdefault(dependency.key, (activation,))
        return features

    def inheriting(self, root: Manifest | None, key: str) -> str | None:
        """A string of [package], from the workspace's root when the package says so."""
        if self.file.get(bool, "package", key, "workspace") and root is not None:
            return root.file.get(str, "workspace", "package", key)
        return self.file.get(str, "package", key)


@lru_cache(maxsize=256)
def read_manifest(path: Path, data: bytes) -> Manifest:
    """Never raises: what is wrong with the file is in `problems`. Cached, since most files never change."""
    file = read_toml(path, data)
    problems = [*file.problems, *misshapen(file, _MANIFEST)]
    if not file.problems:
        if "package" in file.table and file.get(str, "package", "name") is None:
            problems.append(file.problem("the package has no name", "package"))
        if "package" not in file.table and "workspace" not in file.table:
            problems.append(Problem(path, "neither [package] nor [workspace]: Cargo cannot read this manifest"))
    dependencies = tuple(_all_dependencies(file, problems))
    shared = tuple(read_dependencies(file, ("workspace", "dependencies"), problems))
    return Manifest(file, dependencies, shared, tuple(dict.fromkeys(problems)))


def read_dependencies(
    file: TomlFile,
    table: tuple[str, ...],
    problems: list[Problem],
    kind: DependencyKind = "normal",
    cfg: str | None = None,
) -> Iterator[Dependency]:
    """The entries of one table of dependencies; what is wrong with them is added to `problems`."""
    for key in file.keys(*table):
        path = (*table, key)
        if file.get(dict, *path) is None and file.get(str, *path) is None:
            continue  # reported as misshapen
        # `burn = "0.21"` is short for `burn = { version = "0.21" }`.
        version_path = path if file.get(str, *path) is not None else (*path, "version")
        folder = file.get(str, *path, "path")
        default_features = file.get(bool, *path, "default-features")
        if default_features is None:
            default_features = file.get(bool, *path, "default_features")
        yield Dependency(
            file=file,
            path=path,
            kind=kind,
            cfg=cfg,
            package=file.get(str, *path, "package") or key,
            requirement=_requirement(file, version_path, problems),
            requirement_file=file,
            requirement_path=version_path,
            git=file.get(str, *path, "git"),
            folder=None if folder is None else normal(file.path.parent / folder),
            registry=file.get(str, *path, "registry") or file.get(str, *path, "registry-index"),
            default_features=default_features,
            features=frozenset(file.strings(*path, "features")),
            optional=file.get(bool, *path, "optional") is True,
            inherited=file.get(bool, *path, "workspace") is True,
        )


def _all_dependencies(file: TomlFile, problems: list[Problem]) -> Iterator[Dependency]:
    for table, kind in _TABLES:
        yield from read_dependencies(file, (table,), problems, kind)
    for platform in file.keys("target"):
        try:
            parse_platform(platform)
        except ValueError as error:
            problems.append(file.problem(str(error), "target", platform))
        for table, kind in _TABLES:
            yield from read_dependencies(file, ("target", platform, table), problems, kind, platform)


def _requirement(file: TomlFile, path: tuple[str, ...], problems: list[Problem]) -> Requirement | None:
    text = file.get(str, *path)
    try:
        return None if text is None else Requirement.parse(text)
    except ValueError as error:
        problems.append(file.problem(str(error), *path))
        return None


def normal(path: Path) -> Path:
    """Without `.` and `..`, by the text alone, as Cargo does it."""
    return Path(os.path.normpath(path))
