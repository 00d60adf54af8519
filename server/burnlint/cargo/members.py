"""Which packages are in a workspace, and which workspace a package is in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from burnlint.cargo.files import MANIFEST, Files
from burnlint.cargo.manifest import Manifest, normal
from burnlint.problem import Problem


def workspace_root(manifest: Manifest, files: Files) -> Manifest:
    """The manifest with the [workspace] that the package is in; itself when it is in none."""
    if manifest.is_workspace:
        return manifest
    named = manifest.file.get(str, "package", "workspace")
    if named is not None:
        root = files.manifest(normal(manifest.folder / named / MANIFEST))
        return root if root is not None and root.is_workspace else manifest
    for folder in manifest.folder.parents:
        root = files.manifest(folder / MANIFEST)
        if root is not None and root.is_workspace and not _excluded(root, manifest.folder):
            return root
    return manifest


def _excluded(root: Manifest, folder: Path) -> bool:
    """Whether `exclude` names the folder or one around it; being named in `members` counts more."""

    def names(key: str) -> bool:
        return any(folder.is_relative_to(normal(root.folder / item)) for item in root.file.strings("workspace", key))

    return names("exclude") and not names("members")


def members_of(root: Manifest, files: Files) -> tuple[dict[Path, Manifest], tuple[Problem, ...]]:
    """The packages of a workspace: the root's own, those of `members`, path dependencies inside it."""
    problems: list[Problem] = []
    waiting: list[tuple[Path, int | None]] = [(root.path, None)]
    waiting += _named_members(root, problems)
    members: dict[Path, Manifest] = {}
    while waiting:
        path, named_by = waiting.pop(0)
        if path in members or (path != root.path and _excluded(root, path.parent)):
            continue
        if path == root.path and root.is_workspace and "package" not in root.file.table:
            continue  # a workspace without a package of its own
        manifest = files.manifest(path)
        if manifest is None:
            if named_by is not None:
                problems.append(root.file.problem(f"there is no {path}", "workspace", "members", named_by))
        elif path == root.path or not manifest.is_workspace:
            members[path] = manifest
            inside = (folder for folder in _path_folders(manifest, root) if folder.is_relative_to(root.folder))
            waiting += [(folder / MANIFEST, None) for folder in inside]
        elif named_by is not None:
            message = "a workspace of its own cannot be a member of another workspace"
            problems.append(Problem(path, message, manifest.file.place("workspace").span))
    return members, tuple(problems)


def _named_members(root: Manifest, problems: list[Problem]) -> Iterator[tuple[Path, int | None]]:
    """The manifests that `members` names; with its index when it must be there."""
    for index, pattern in enumerate(root.file.get(list, "workspace", "members") or ()):
        if not isinstance(pattern, str):
            continue
        if not set(pattern) & set("*?["):
            yield normal(root.folder / pattern / MANIFEST), index
            continue
        try:
            folders = sorted(root.folder.glob(pattern))
        except (NotImplementedError, OSError, ValueError):
            problems.append(root.file.problem("not a pattern of paths", "workspace", "members", index))
            continue
        for folder in folders:
            # A pattern finds other folders and files too; Cargo itself complains about some of them.
            if (folder / MANIFEST).is_file():
                yield normal(folder / MANIFEST), None


def _path_folders(manifest: Manifest, root: Manifest) -> Iterator[Path]:
    for dependency in manifest.dependencies:
        at = ("workspace", "dependencies", dependency.key, "path")
        inherited = root.file.get(str, *at) if dependency.inherited else None
        folder = dependency.folder if inherited is None else normal(root.folder / inherited)
        if folder is not None:
            yield folder
