"""tree-sitter's Rust grammar, and incremental parsing that gives the same tree as parsing from the start.

tree-sitter keeps what it can of the old tree. Without errors the result is the tree of a fresh parse. With errors
it may not be, for two reasons: a kept node may contain a repair that other text around it would not lead to, and a
kept keyword may stand in an error where a fresh parse reads an identifier. So every error is marked as changed
before the next parse, and when errors turn up that were not, they are marked and the text is parsed once more.
MEASURED
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable

import tree_sitter_rust
from tree_sitter import Language, Node, Parser, Tree

LANGUAGE = Language(tree_sitter_rust.language())

_PASSES = 4
"""So many incremental passes, then a fresh parse: two are nearly always enough, but nothing promises it."""

_MANY = 1000
"""An ERROR of more children than this is marked as a whole: there is hardly anything to keep in it."""

_SPACE = re.compile(rb"\s*")

_local = threading.local()  # a parser must not be used by two threads at once


def parse(data: bytes, old_tree: Tree | None = None) -> Tree:
    """The tree of UTF-8 Rust source; `old_tree` must have seen every edit since."""
    parser: Parser | None = getattr(_local, "parser", None)
    if parser is None:
        parser = _local.parser = Parser(LANGUAGE)
    return parser.parse(data) if old_tree is None else parser.parse(data, old_tree)


class IncrementalTree:
    """The tree of a text that is edited; trees that were handed out stay as they are."""

    def __init__(self, data: bytes) -> None:
        self._tree = parse(data)
        self._edited: Tree | None = None  # a copy of the tree that has seen the edits since the last parse
        self._marked = _errors(self._tree.root_node)  # in bytes of the text after the edits
        self._anchor = (0, 0)  # an offset and the row it is in: most edits are close to the last one

    def edit(self, before: bytes, after: bytes, start: int, old_end: int, new_end: int) -> None:
        """Note that [start, old_end) of `before` became [start, new_end) of `after`."""
        if self._edited is None:
            self._edited = self._tree.copy()
            _mark_changed(self._edited, before, self._marked)
        row = self._row(before, start)
        self._anchor = (start, row)
        self._edited.edit(
            start,
            old_end,
            new_end,
            _point(before, start, row),
            _point(before, old_end, row + before.count(b"\n", start, old_end)),
            _point(after, new_end, row + after.count(b"\n", start, new_end)),
        )
        moved = new_end - old_end
        self._marked = {
            (
                left if left <= start else left + moved if left >= old_end else start,
                right if right <= start else right + moved if right >= old_end else new_end,
            )
            for left, right in self._marked
        }
        self._marked.add((start, new_end))

    def tree(self, data: bytes) -> Tree:
        """The tree of `data`, the text after the last edit."""
        if self._edited is not None:
            self._tree, self._marked = _reparse(data, self._edited, self._marked)
            self._edited = None
        return self._tree

    def _row(self, data: bytes, offset: int) -> int:
        anchor, row = self._anchor
        if offset >= anchor:
            return row + data.count(b"\n", anchor, offset)
        return row - data.count(b"\n", offset, anchor)


Ranges = set[tuple[int, int]]


def _reparse(data: bytes, edited: Tree, marked: Ranges) -> tuple[Tree, Ranges]:
    """The tree of a fresh parse, and its errors, with the help of an old tree with marked errors."""
    for _ in range(_PASSES):
        if 2 * sum(end - start for start, end in marked) > len(data):
            break  # hardly anything to keep
        tree = parse(data, edited)
        errors = _errors(tree.root_node)
        if errors <= marked:
            return tree, errors
        edited, marked = tree.copy(), errors
        _mark_changed(edited, data, marked)
    tree = parse(data)
    return tree, _errors(tree.root_node)


def _errors(root: Node) -> Ranges:
    """The byte ranges of the tokens that stand directly in an ERROR, and of those that tree-sitter made up."""
    found = set()
    nodes = [root] if root.has_error else []
    while nodes:
        node = nodes.pop()
        if node.is_missing or (node.is_error and not 0 < node.child_count <= _MANY):
            found.add((node.start_byte, node.end_byte))
            continue
        children = node.children
        if node.is_error:
            found.update((child.start_byte, child.end_byte) for child in children if not child.child_count)
        nodes.extend(child for child in children if child.has_error)
    return found


def _mark_changed(tree: Tree, data: bytes, ranges: Iterable[tuple[int, int]]) -> None:
    """Keep tree-sitter from using `ranges` and the token after each again, by edits that change nothing."""
    row = offset = 0
    for start, end in sorted(ranges):
        space = _SPACE.match(data, end)
        end = min(space.end() + 1 if space else end, len(data))
        start = min(start, end - 1)
        row += data.count(b"\n", offset, start)
        offset = start
        end_point = _point(data, end, row + data.count(b"\n", start, end))
        tree.edit(start, end, end, _point(data, start, row), end_point, end_point)


def _point(data: bytes, offset: int, row: int) -> tuple[int, int]:
    """Rows as tree-sitter counts them: only `\\n` ends one."""
    return row, offset - (data.rfind(b"\n", 0, offset) + 1)
