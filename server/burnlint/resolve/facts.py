"""What one file says, item by item: pure facts, cached by the text of each top-level item."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node

from burnlint.span import Place, Span
from burnlint.syntax.lower import lower_items
from burnlint.syntax.queries import QuerySet
from burnlint.syntax.rust import Item, Rel


class ItemRef(NamedTuple):
    """One item: its file, and its number among the items of that file."""

    path: Path
    number: int


class Gate(NamedTuple):
    """A cfg predicate that code stands under, and the package whose build decides it."""

    text: str
    package: str


class Site(NamedTuple):
    """A place in an item, which stays right while the file around the item changes."""

    item: ItemRef
    span: Rel


@dataclass(slots=True, eq=False)
class TopItem:
    """A top-level item with everything inside it, flattened; offsets are relative to its first attribute."""

    items: tuple[Item, ...]
    words: frozenset[bytes]  # the names that the queries found in it


@dataclass(slots=True)
class FileFacts:
    """The items of one file, in order, and where each starts now."""

    path: Path
    items: list[Item]
    starts: list[int]
    owners: list[int | None]  # index of the impl or trait around an item, in `items`
    shape: int
    cache: dict[bytes, TopItem] = field(repr=False, default_factory=dict)

    def place(self, site: Site) -> Place:
        """Where `site` is in the file as it stands."""
        start = self.starts[site.item.number]
        return Place(self.path, Span(start + site.span[0], start + site.span[1]))

    def item_at(self, offset: int) -> int | None:
        """The innermost item at a byte offset."""
        index = bisect_right(self.starts, offset) - 1
        while index >= 0:
            item = self.items[index]
            if offset < self.starts[index] + item.end - item.start:
                return index
            index -= 1
        return None


def extract(path: Path, root: Node, source: bytes, queries: QuerySet, previous: FileFacts | None = None) -> FileFacts:
    """The facts of a file; items whose text also stood in `previous` are taken over, not lowered again."""
    old = previous.cache if previous is not None else {}
    facts = FileFacts(path, [], [], [], 0)
    shape: list[int] = []
    for start, end, nodes in _top_level(root):
        text = source[start:end]
        top = facts.cache.get(text) or old.get(text)
        if top is None:
            top = TopItem(tuple(lower_items(nodes, source, start)), queries.captured(nodes[-1]))
        facts.cache[text] = top
        base = len(facts.items)
        for item in top.items:
            facts.items.append(item)
            facts.starts.append(start + item.start)
            facts.owners.append(None if item.owner is None else base + item.owner)
            shape.append(item.shape)
    facts.shape = hash(tuple(shape))
    return facts


def _top_level(root: Node) -> Iterator[tuple[int, int, list[Node]]]:
    """Top-level items with the attributes above them, as (start, end, nodes)."""
    pending: list[Node] = []
    for node in root.named_children:
        kind = node.type
        if kind == "attribute_item":
            pending.append(node)
        elif kind not in ("line_comment", "block_comment", "inner_attribute_item"):
            first = pending[0] if pending else node
            yield first.start_byte, node.end_byte, [*pending, node]
            pending = []
