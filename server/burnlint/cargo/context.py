"""The crate context: all that Cargo's files say about one package, as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from burnlint.cargo.version import Requirement, Version
from burnlint.problem import Problem
from burnlint.span import Place

TargetKind = Literal["lib", "bin", "example", "test", "bench", "build"]
Origin = Literal["registry", "git", "path", "patch"]


@dataclass(frozen=True)
class CrateRoot:
    """One target of a package: a source file that is the root of a module tree."""

    kind: TargetKind
    name: str
    path: Path
    required_features: tuple[str, ...] = ()


@dataclass(frozen=True)
class BurnDependency:
    """One crate of the burn family that the package depends on (`burn`, `burn-tensor`, ...)."""

    package: str  # the package's name on the registry, e.g. "burn-ndarray"
    name: str  # the name in code, e.g. "burn_ndarray", or the renamed one
    place: Place  # its line in Cargo.toml
    requirement: Requirement | None  # None for a git or path dependency without `version`
    origin: Origin
    default_features: bool
    features: frozenset[str]  # as written here and inherited from the workspace
    optional: bool
    cfg: str | None  # the [target.'cfg(...)'] it stands under; a plain triple as written
    dev: bool
    key: tuple[str, ...] = ()  # its key path in Cargo.toml, as ("dependencies", "burn")
    version: BurnVersion | None = None  # which release of it this package builds with


@dataclass(frozen=True)
class BurnVersion:
    """Which burn this package builds with."""

    exact: Version | None  # from Cargo.lock, or from the manifest of a path dependency
    requirement: Requirement | None  # from the manifest, when no lock file decides
    place: Place  # the deciding line: where `exact` stands, else the requirement

    def shown(self) -> str:
        """`0.21.0`, or the requirement as a range."""
        return str(self.exact) if self.exact is not None else str(self.requirement or "*")


@dataclass(frozen=True)
class Target:
    """One compilation target: a triple and where it was chosen."""

    triple: str
    place: Place | None  # None: the host, or chosen on the command line


@dataclass(frozen=True)
class CrateContext:
    """One package and everything burnlint needs to know of its build."""

    name: str
    manifest: Path
    root: Path  # the folder of the manifest
    workspace_root: Path
    edition: str
    lib_name: str  # the library's name in code, also when there is no library
    crate_roots: tuple[CrateRoot, ...]
    burn_dependencies: tuple[BurnDependency, ...]
    path_dependencies: Mapping[str, Path]  # name in code -> folder of the other package, burn's own too
    burn: BurnVersion | None  # None: the package does not depend on burn
    features: Mapping[str, tuple[str, ...]]  # [features], with the implied ones of optional dependencies
    targets: tuple[Target, ...]  # what the package is configured to build for; empty: the host
    problems: tuple[Problem, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # "crate-type" (as "cdylib rlib"), "toolchain"
    dependencies: Mapping[str, str] = field(default_factory=dict)  # name in code -> package, without build ones
