"""What every measurement needs: the tools, the projects to measure on, and how thorough to be."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import generate
from benchmarks.generate import Source
from benchmarks.tools import Tool

_LARGE = 1000  # files


@dataclass(frozen=True)
class File:
    """A generated package with one file."""

    root: Path
    source: Source

    @property
    def path(self) -> Path:
        """Of the file."""
        return self.root / "src" / "lib.rs"


@dataclass(frozen=True)
class Tree:
    """A workspace; what it should have of findings is only known of a generated one."""

    name: str
    root: Path
    files: int
    lines: int
    findings: int | None = None

    @property
    def is_large(self) -> bool:
        """Whether it compares to burn's own repository, for which the aims are."""
        return self.files > _LARGE

    @property
    def title(self) -> str:
        """Its name and size."""
        return f"{self.name}, {self.files:,} files, {self.lines:,} lines"


@dataclass
class Bench:
    """One run."""

    tools: list[Tool]
    folder: Path  # for everything generated
    is_quick: bool
    real: Path | None  # a tree that the user named
    _files: dict[int, File] = field(default_factory=dict)
    _trees: list[Tree] = field(default_factory=list)

    def file(self, lines: int) -> File:
        """A package whose file has about so many lines."""
        if lines not in self._files:
            root = self.folder / f"file{lines}"
            self._files[lines] = File(root, generate.package(root, lines))
        return self._files[lines]

    def trees(self) -> list[Tree]:
        """The generated workspace, and the user's."""
        if not self._trees:
            packages, files = (6, 300) if self.is_quick else (20, 1700)
            made = generate.workspace(self.folder / "workspace", packages, files)
            self._trees.append(Tree("generated", made.root, made.files, made.lines, made.findings))
            if self.real is not None:
                self._trees.append(_counted(self.real))
        return self._trees


def progress(words: str) -> None:
    """Tells whoever waits."""
    print(f"... {words}", file=sys.stderr, flush=True)


def rust_files(root: Path) -> list[Path]:
    """The sources of a tree, in order, without what Cargo built."""
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name != "target" and not name.startswith(".")]
        found += [Path(folder, name) for name in names if name.endswith(".rs")]
    return sorted(path for path in found if path.is_file())


def _counted(root: Path) -> Tree:
    sources = [path.read_bytes() for path in rust_files(root)]
    return Tree(root.name, root, len(sources), sum(text.count(b"\n") for text in sources))
