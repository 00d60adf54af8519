"""From a manifest to the context of its package: inheritance, sources, and the release of burn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from burnlint.cargo.config import BuildConfig, read_config
from burnlint.cargo.context import BurnDependency, BurnVersion, CrateContext, Origin
from burnlint.cargo.family import BURN_FAMILY, tells_version
from burnlint.cargo.files import MANIFEST, Files
from burnlint.cargo.lock import Lock, read_lock
from burnlint.cargo.manifest import Dependency, Manifest
from burnlint.cargo.members import workspace_root
from burnlint.cargo.patches import Patch, patch_for, read_patches
from burnlint.cargo.roots import crate_roots, crate_types
from burnlint.cargo.version import Version
from burnlint.problem import Problem
from burnlint.span import Place


@dataclass(frozen=True)
class Shared:
    """What the packages of a workspace share."""

    root: Manifest
    dependencies: Mapping[str, Dependency]  # [workspace.dependencies]
    patches: tuple[Patch, ...]
    lock: Lock | None
    problems: tuple[Problem, ...]


def read_shared(root: Manifest, files: Files) -> Shared:
    """What the root of a workspace, its configuration and its Cargo.lock say for all members."""
    lock_path = root.folder / "Cargo.lock"
    data = files.read(lock_path)
    lock = None if data is None else read_lock(lock_path, data)
    return Shared(
        root=root,
        dependencies={dependency.key: dependency for dependency in root.shared_dependencies},
        patches=read_patches((root.file, *read_config(root.folder, files.read).configs)),
        lock=lock,
        problems=(*root.problems, *(lock.problems if lock is not None else ())),
    )


def read_package(manifest: Manifest, shared: Shared, files: Files) -> tuple[CrateContext | None, tuple[Problem, ...]]:
    """The context of one package; None when its manifest does not name it."""
    if manifest.name is None:
        return None, manifest.problems
    edition = manifest.inheriting(shared.root, "edition") or "2015"
    roots, root_problems = crate_roots(manifest, edition)
    config = read_config(manifest.folder, files.read)
    inherited, inheritance_problems = _inherited(manifest, shared)
    # What build scripts depend on is out of reach of the package's own code.
    dependencies = [_located(dependency, shared, files) for dependency in inherited if dependency.kind != "build"]
    burn = tuple(
        _burn_dependency(located, manifest.name, shared.lock)
        for located in dependencies
        if located.dependency.package in BURN_FAMILY
    )
    problems = (*manifest.problems, *inheritance_problems, *root_problems, *config.problems)
    context = CrateContext(
        name=manifest.name,
        manifest=manifest.path,
        root=manifest.folder,
        workspace_root=shared.root.folder,
        edition=edition,
        lib_name=manifest.lib_name,
        crate_roots=roots,
        burn_dependencies=burn,
        path_dependencies={located.code_name: located.folder for located in dependencies if located.folder is not None},
        burn=_burn_version(burn),
        features=manifest.features,
        targets=config.targets,
        problems=problems,
        facts=_facts(manifest, config),
        dependencies={located.code_name: located.dependency.package for located in dependencies},
    )
    return context, problems


def _facts(manifest: Manifest, config: BuildConfig) -> dict[str, str]:
    facts = {"crate-type": " ".join(crate_types(manifest)), "toolchain": config.toolchain or ""}
    return {name: text for name, text in facts.items() if text}


def _inherited(manifest: Manifest, shared: Shared) -> tuple[tuple[Dependency, ...], tuple[Problem, ...]]:
    """The dependencies with what `workspace = true` adds to them."""
    complete: list[Dependency] = []
    problems: list[Problem] = []
    for dependency in manifest.dependencies:
        base = shared.dependencies.get(dependency.key)
        if not dependency.inherited:
            complete.append(dependency)
        elif base is not None:
            complete.append(_inherit(dependency, base))
        else:
            message = f"`{dependency.key}` is not in [workspace.dependencies] of {shared.root.path}"
            problems.append(dependency.file.problem(message, *dependency.path))
    return tuple(complete), tuple(problems)


def _inherit(dependency: Dependency, base: Dependency) -> Dependency:
    # A member can switch default features on, not off.
    refused = base.default_features is False and dependency.default_features is not True
    return replace(
        base,
        file=dependency.file,
        path=dependency.path,
        kind=dependency.kind,
        cfg=dependency.cfg,
        default_features=not refused,
        features=base.features | dependency.features,
        optional=dependency.optional,
    )


# ---- sources and releases -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Located:
    """A dependency, and where its source comes from."""

    dependency: Dependency
    origin: Origin
    code_name: str
    folder: Path | None = None
    exact: tuple[Version, Place] | None = None  # as the Cargo.toml in `folder` says


def _located(dependency: Dependency, shared: Shared, files: Files) -> _Located:
    if dependency.folder is not None:
        return _in_folder(dependency, "path", dependency.folder, files)
    patch = patch_for(dependency, shared.patches)
    if patch is not None and patch.folder is not None:
        located = _in_folder(dependency, "patch", patch.folder, files)
        wanted = dependency.requirement
        if located.exact is None or wanted is None or wanted.matches(located.exact[0]):
            return located
        patch = None  # Cargo does not use a patch of another version.
    origin: Origin = "patch" if patch is not None else "git" if dependency.git is not None else "registry"
    return _Located(dependency, origin, dependency.code_name)


def _in_folder(dependency: Dependency, origin: Origin, folder: Path, files: Files) -> _Located:
    manifest = files.manifest(folder / MANIFEST)
    if manifest is None or manifest.name is None:
        return _Located(dependency, origin, dependency.code_name, folder)
    # A library may bear another name than its package; a rename decides over both.
    renamed = dependency.key != dependency.package
    code_name = dependency.code_name if renamed else manifest.lib_name
    text = manifest.inheriting(workspace_root(manifest, files), "version")
    try:
        version = None if text is None else Version.parse(text)
    except ValueError:
        version = None
    exact = None if version is None else (version, manifest.file.place("package", "version"))
    return _Located(dependency, origin, code_name, folder, exact)


def _burn_dependency(located: _Located, owner: str, lock: Lock | None) -> BurnDependency:
    dependency, origin = located.dependency, located.origin
    version = BurnVersion(None, dependency.requirement, dependency.declared)
    if located.exact is not None:
        version = BurnVersion(located.exact[0], dependency.requirement, located.exact[1])
    elif lock is not None:
        locked = lock.choose(owner, dependency.package, dependency.requirement, origin, dependency.git)
        if locked is not None:
            version = BurnVersion(locked.release, dependency.requirement, Place(lock.path, locked.line))
            if origin == "patch" and locked.is_from_registry:
                origin = "registry"  # Cargo did not use the patch.
    return BurnDependency(
        package=dependency.package,
        name=located.code_name,
        place=dependency.file.place(*dependency.path),
        requirement=dependency.requirement,
        origin=origin,
        default_features=dependency.default_features is not False,
        features=dependency.features,
        optional=dependency.optional,
        cfg=dependency.cfg,
        dev=dependency.kind == "dev",
        key=dependency.path,
        version=version,
    )


def _burn_version(dependencies: Iterable[BurnDependency]) -> BurnVersion | None:
    """The release that the package's code means by `burn`, should it have several."""
    first = min(
        dependencies,
        key=lambda dependency: (
            dependency.dev,
            tells_version(dependency.package),
            dependency.name != dependency.package.replace("-", "_"),
        ),
        default=None,
    )
    return None if first is None else first.version
