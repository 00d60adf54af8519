"""The targets of a package: files that are the roots of module trees, declared or found where Cargo looks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from burnlint.cargo.context import CrateRoot, TargetKind
from burnlint.cargo.manifest import Manifest, normal
from burnlint.problem import Problem

# kind -> its folder, and the key that switches the search off
_SEARCHED: tuple[tuple[TargetKind, str, str], ...] = (
    ("bin", "src/bin", "autobins"),
    ("example", "examples", "autoexamples"),
    ("test", "tests", "autotests"),
    ("bench", "benches", "autobenches"),
)


def crate_roots(manifest: Manifest, edition: str) -> tuple[tuple[CrateRoot, ...], tuple[Problem, ...]]:
    """The targets that Cargo would build, and a problem for each declared one that has no file."""
    problems: list[Problem] = []
    roots = list(_lib(manifest))
    for kind, folder, switch in _SEARCHED:
        found = _found(manifest, kind, manifest.folder / folder)
        declared = list(_declared(manifest, kind, found, problems))
        search = manifest.file.get(bool, "package", switch)
        # In the first edition, declaring one target of a kind switches the search for others off.
        if search is None:
            search = edition != "2015" or not manifest.file.get(list, kind)
        taken = {root.name for root in declared} | {root.path for root in declared}
        roots += declared
        roots += [root for root in found if search and root.name not in taken and root.path not in taken]
    roots += _build(manifest)
    return tuple(roots), tuple(problems)


def crate_types(manifest: Manifest) -> tuple[str, ...]:
    """The kinds of library that are built, as "cdylib"; empty when the manifest does not say."""
    if manifest.file.get(bool, "lib", "proc-macro") or manifest.file.get(bool, "lib", "proc_macro"):
        return ("proc-macro",)
    return manifest.file.strings("lib", "crate-type") or manifest.file.strings("lib", "crate_type")


def _lib(manifest: Manifest) -> Iterator[CrateRoot]:
    declared = manifest.file.get(dict, "lib") is not None
    path = normal(manifest.folder / (manifest.file.get(str, "lib", "path") or "src/lib.rs"))
    search = manifest.file.get(bool, "package", "autolib") is not False
    if declared or (search and path.is_file()):
        yield CrateRoot("lib", manifest.lib_name, path)


def _build(manifest: Manifest) -> Iterator[CrateRoot]:
    written = manifest.file.get(object, "package", "build")
    if isinstance(written, str):
        yield CrateRoot("build", "build-script-build", normal(manifest.folder / written))
    elif written is not False and (manifest.folder / "build.rs").is_file():
        yield CrateRoot("build", "build-script-build", manifest.folder / "build.rs")


def _found(manifest: Manifest, kind: TargetKind, folder: Path) -> list[CrateRoot]:
    """What stands where Cargo looks: NAME.rs, or NAME/main.rs."""
    roots: list[CrateRoot] = []
    main = manifest.folder / "src" / "main.rs"
    if kind == "bin" and manifest.name is not None and main.is_file():
        roots.append(CrateRoot("bin", manifest.name, main))
    try:
        with os.scandir(folder) as entries:
            names = sorted((entry.name, entry.is_dir()) for entry in entries)
    except OSError:
        return roots
    for name, is_folder in names:
        if name.endswith(".rs"):
            roots.append(CrateRoot(kind, name.removesuffix(".rs"), folder / name))
        elif is_folder and (folder / name / "main.rs").is_file():
            roots.append(CrateRoot(kind, name, folder / name / "main.rs"))
    return roots


def _declared(
    manifest: Manifest, kind: TargetKind, found: list[CrateRoot], problems: list[Problem]
) -> Iterator[CrateRoot]:
    """The `[[bin]]` and the like; without a path they are looked for by their name."""
    by_name = {root.name: root for root in found}
    for number in range(len(manifest.file.get(list, kind) or ())):
        at = partial(manifest.file.get, str, kind, number)
        name, path = at("name"), at("path")
        if name is None:
            problems.append(manifest.file.problem(f"this [[{kind}]] has no name", kind, number))
            continue
        required = manifest.file.strings(kind, number, "required-features")
        if path is not None:
            yield CrateRoot(kind, name, normal(manifest.folder / path), required)
        elif name in by_name:
            yield CrateRoot(kind, name, by_name[name].path, required)
        else:
            message = f"there is no file for the {kind} `{name}`, and no `path` that names one"
            problems.append(manifest.file.problem(message, kind, number, "name"))
