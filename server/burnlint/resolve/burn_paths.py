"""One canonical path for everything that burn makes public under several names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from burnlint.cargo.context import BurnDependency


class BurnPaths:
    """Knows burn's crates, re-exports and prelude, and which paths a check can do something with."""

    def __init__(
        self,
        crates: Mapping[str, str],
        aliases: Mapping[str, str],
        prelude: Mapping[str, str],
        known: Iterable[str],
    ) -> None:
        self._crates = dict(crates)
        self._aliases = dict(aliases)
        self.prelude = dict(prelude)
        self._known: set[str] = set()
        for path in (*known, *aliases.values(), *prelude.values()):
            while "::" in path:
                self._known.add(path)
                path = path.rsplit("::", 1)[0]
        self.canonical = lru_cache(maxsize=4096)(self._canonical)

    def root(self, dependency: BurnDependency) -> str | None:
        """The canonical path of a dependency's crate root, e.g. `burn::tensor` for burn-tensor."""
        return self._crates.get(dependency.package)

    def crate_root(self, package: str) -> str | None:
        """The same for a package by its registry name."""
        return self._crates.get(package)

    def _canonical(self, path: str) -> str:
        for _ in range(4):  # a re-export of a re-export
            head, tail = path, ""
            while head not in self._aliases:
                if "::" not in head:
                    return path
                head, last = head.rsplit("::", 1)
                tail = f"::{last}{tail}"
            replaced = self._aliases[head] + tail
            if replaced == path:
                return path
            path = replaced
        return path

    def knows(self, path: str) -> bool:
        """Whether a canonical path, or something below it, means anything to a check."""
        return path in self._known
