"""Packages that are judged together: those of a workspace that call each other, and who uses whom among them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from burnlint.cargo.context import CrateContext


@dataclass(frozen=True)
class Packages:
    """Linked packages by their names; a name that several of them have is followed by the folder."""

    contexts: Mapping[str, CrateContext]

    @staticmethod
    def of(contexts: Iterable[CrateContext]) -> Packages:
        """In a fixed order."""
        ordered = sorted(contexts, key=lambda context: context.root)
        names = [context.name for context in ordered]
        return Packages({c.name if names.count(c.name) == 1 else f"{c.name} ({c.root.name})": c for c in ordered})

    @cached_property
    def users(self) -> Mapping[str, Collection[str]]:
        """For each package those that depend on it, directly or through others."""
        folders = {context.root: name for name, context in self.contexts.items()}
        direct: dict[str, set[str]] = {name: set() for name in self.contexts}
        for name, context in self.contexts.items():
            for folder in context.path_dependencies.values():
                if folder in folders and folders[folder] != name:
                    direct[folders[folder]].add(name)
        return {name: _reachable(name, direct) for name in self.contexts}

    @cached_property
    def first(self) -> CrateContext:
        """Any of them: for what they have in common."""
        return next(iter(self.contexts.values()))

    def name_of(self, path: Path) -> str:
        """The package that a file belongs to: the one whose folder, or whose crate root's, is closest around it."""
        best: tuple[int, str] | None = None
        for name, context in self.contexts.items():
            for folder in (context.root, *(root.path.parent for root in context.crate_roots)):
                if path.is_relative_to(folder):
                    depth = len(folder.parts)
                    if best is None or depth > best[0]:
                        best = depth, name
        return best[1] if best is not None else next(iter(self.contexts))


def _reachable(start: str, direct: Mapping[str, Collection[str]]) -> list[str]:
    found: dict[str, None] = {}
    waiting = [start]
    while waiting:
        for name in sorted(direct[waiting.pop()]):
            if name != start and name not in found:
                found[name] = None
                waiting.append(name)
    return list(found)


def linked(
    start: CrateContext, known: Iterable[CrateContext], together: Callable[[CrateContext, CrateContext], bool]
) -> Packages:
    """The packages that call each other, as far as they may be judged together; `start` is one of them."""
    candidates = {context.root: context for context in known if together(start, context)}
    candidates[start.root] = start
    neighbours: dict[Path, set[Path]] = {root: set() for root in candidates}
    for root, context in candidates.items():
        for folder in context.path_dependencies.values():
            if folder in candidates:
                neighbours[root].add(folder)
                neighbours[folder].add(root)
    found = {start.root}
    waiting = [start.root]
    while waiting:
        fresh = neighbours[waiting.pop()] - found
        found |= fresh
        waiting += fresh
    return Packages.of(candidates[root] for root in found)
