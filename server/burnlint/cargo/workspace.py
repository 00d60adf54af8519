"""From a place on disk to the crate contexts of its workspace; nothing is ever run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.context import CrateContext
from burnlint.cargo.files import MANIFEST, Files, Read, disk, find_manifest
from burnlint.cargo.manifest import normal
from burnlint.cargo.members import members_of, workspace_root
from burnlint.cargo.package import read_package, read_shared
from burnlint.problem import Problem

__all__ = ["Project", "Read", "disk", "find_manifest", "load_project"]


@dataclass(frozen=True)
class Project:
    """A workspace, or a package outside of one, with the packages in its folder that it depends on."""

    root: Path  # the workspace's Cargo.toml
    packages: tuple[CrateContext, ...]
    problems: tuple[Problem, ...]  # of all its files, those of the packages too
    inputs: frozenset[Path]  # every file that was looked for: when one changes, load again


def load_project(start: Path, read: Read = disk) -> Project:
    """The workspace around a file or folder; files are read through `read`, folders are listed on disk."""
    files = Files(read)
    path = find_manifest(start, files.read)
    manifest = None if path is None else files.manifest(path)
    if path is None or manifest is None:
        missing = normal(start.absolute()) / MANIFEST
        problem = Problem(missing, "there is no Cargo.toml here, nor in any folder above")
        return Project(missing, (), (problem,), files.inputs)
    root = workspace_root(manifest, files)
    members, problems = members_of(root, files)
    if path != root.path and path not in members:
        problems = (
            *problems,
            Problem(path, f"inside the workspace of {root.path}, but neither a member nor excluded"),
        )
        members, root = {path: manifest}, manifest
    shared = read_shared(root, files)
    loaded = [read_package(member, shared, files) for member in members.values()]
    every = [*problems, *shared.problems, *(problem for _, found in loaded for problem in found)]
    return Project(
        root=root.path,
        packages=tuple(context for context, _ in loaded if context is not None),
        problems=tuple(dict.fromkeys(every)),
        inputs=files.inputs,
    )
