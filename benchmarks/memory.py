"""How large a server is that has a workspace to watch, and whether it grows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.bench import Bench, Tree, progress, rust_files
from benchmarks.client import connected
from benchmarks.document import Document, Edit
from benchmarks.processes import memory
from benchmarks.table import Row, Table, megabytes
from benchmarks.tools import Tool

_OPEN = 20
_EDITS = 1000
_AIM = "≤ 80"


def measure(bench: Bench) -> list[Table]:
    """A table for each tree."""
    return [_measure(bench, tree) for tree in bench.trees()]


def _measure(bench: Bench, tree: Tree) -> Table:
    files = _spread(tree.root)
    edits = _EDITS // 5 if bench.is_quick else _EDITS
    rows = [_row(tool, tree, files, edits) for tool in bench.tools]
    header = ("server", "before MB", "after MB", "growth MB", "aim")
    note = f"Resident memory of all processes, {len(files)} files open, before and after {edits} edits in turn."
    return Table(f"Memory: {tree.title}", header, rows, note)


def _row(tool: Tool, tree: Tree, files: list[Path], edits: int) -> Row:
    progress(f"memory with {tree.name} open, {tool.name}")
    with connected(tool, tree.root) as client:
        documents = [client.open(path) for path in files]
        for document in documents:
            client.published(document)
        client.settle()
        before = memory(client.pid)
        keys = [(document, _keys(document)) for document in documents]
        for number in range(edits):
            document, edit = keys[number % len(keys)]
            client.press(document, next(edit))
        client.settle()
        after = memory(client.pid)
    growth = "–" if before is None or after is None else f"{(after - before) / 1e6:+.1f}"
    aim = _AIM if tool.name == "burnlint" and tree.is_large else ""
    return (tool.name, megabytes(before), megabytes(after), growth, aim)


def _keys(document: Document) -> Iterator[Edit]:
    """Types a statement at the start of the first function and takes it back, for ever."""
    while True:
        function = document.functions()[0]
        yield from document.typing(function)
        yield from document.erasing(function)


def _spread(root: Path) -> list[Path]:
    """Some files with a function, from all over the tree."""
    candidates = [path for path in rust_files(root) if Document(path).functions()]
    return candidates[:: max(1, len(candidates) // _OPEN)][:_OPEN]
