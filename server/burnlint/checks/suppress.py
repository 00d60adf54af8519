"""Comments that suppress findings: `// burnlint: ignore[id] reason`, `ignore-item[id]` and `ignore-file[id]`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal, NamedTuple, get_args

from tree_sitter import Node

from burnlint.checks.finding import Finding
from burnlint.span import Span
from burnlint.syntax.document import Document

Kind = Literal["ignore", "ignore-item", "ignore-file"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The words that may follow `burnlint:`."""

_MARK = b"burnlint:"
_COMMENT = re.compile(rb"(?://+|/\*+)\s*burnlint:\s*(?P<body>.*?)\s*(?:\*/)?", re.DOTALL)
_BODY = re.compile(rb"(?P<kind>[\w-]*)\s*(?P<ids>\[[^\]]*\])?(?P<reason>.*)", re.DOTALL)
_ID = re.compile(rb"[^\s,\[\]]+")
_GAP = re.compile(rb"[ \t]*(?:\r\n|\n|\r)?[ \t]*")  # between two things on one line or on neighbouring ones

_COMMENTS = frozenset({"line_comment", "block_comment"})
_ATTRIBUTES = frozenset({"attribute_item", "inner_attribute_item"})
_ITEMS = frozenset(
    f"{word}_item"
    for word in (
        "const",
        "enum",
        "foreign_mod",
        "function",
        "impl",
        "mod",
        "static",
        "struct",
        "trait",
        "type",
        "union",
    )
) | {
    "associated_type",
    "extern_crate_declaration",
    "function_signature_item",
    "macro_definition",
    "use_declaration",
}
_ITEM_PLACES = frozenset({"source_file", "declaration_list", "block", "expression_statement"})
_ITEM_DEPTH = 8  # an item is at most so far above its first token; chains of calls can be much deeper
_ITEM_WORDS = frozenset(
    b"async const enum extern fn impl macro_rules mod pub static struct trait type union unsafe use".split()
)


class Id(NamedTuple):
    """The id of a rule or of a record, and where the comment names it."""

    name: str
    span: Span


@dataclass(frozen=True)
class Suppression:
    """One comment that starts with `burnlint:`. With a `problem` it suppresses nothing."""

    kind: Kind | None  # None: some other word
    ids: tuple[Id, ...]
    reason: str
    span: Span  # the comment
    covers: Span  # findings that start here are suppressed
    problem: str | None = None

    @property
    def has_reason(self) -> bool:
        """Whether it says why."""
        return any(character.isalnum() for character in self.reason)


class Misuse(NamedTuple):
    """What is wrong with a suppression, and where."""

    span: Span
    message: str


def suppressions(document: Document) -> tuple[Suppression, ...]:
    """All suppressions of a file in order; comments that are documentation hold none."""
    data = document.text.data
    found = []
    at = data.find(_MARK)
    while at >= 0:
        end = at + len(_MARK)
        node = document.tree.root_node.descendant_for_byte_range(at, end)
        if node is not None and node.type in _COMMENTS:
            comment = _COMMENT.fullmatch(data, node.start_byte, node.end_byte)
            if comment is not None:
                found.append(_suppression(document, node, *comment.span("body")))
            end = node.end_byte
        at = data.find(_MARK, end)
    return tuple(found)


def problems(found: Iterable[Suppression], known_ids: Collection[str]) -> Iterator[Misuse]:
    """Suppressions that are not written as they should be, and ids that no rule or record has."""
    for suppression in found:
        if suppression.problem is not None:
            yield Misuse(suppression.span, suppression.problem)
        for name, span in suppression.ids:
            if name not in known_ids:
                yield Misuse(span, f"no rule or record has the id `{name}`{_hint(name, known_ids)}")


def apply(
    findings: Iterable[Finding], found: Iterable[Suppression]
) -> tuple[tuple[Finding, ...], tuple[Suppression, ...]]:
    """The findings of one file, marked where suppressed, and each suppression that has unused ids, with only these.

    The id of a rule suppresses its findings; ids of records do when they name every record that applies.
    Ids that `problems` reports as unknown are unused as well.
    """
    active = [suppression for suppression in found if suppression.problem is None]
    used: set[Span] = set()
    marked = []
    for finding in findings:
        start = finding.place.span.start
        records = {applied.record for applied in finding.records}
        named = [
            id
            for suppression in active
            if suppression.covers.start <= start < suppression.covers.end
            for id in suppression.ids
            if id.name == finding.rule or id.name in records
        ]
        used.update(id.span for id in named)
        names = {id.name for id in named}
        suppressed = finding.rule in names or (bool(records) and records <= names)
        marked.append(replace(finding, suppressed=True) if suppressed else finding)
    unused = []
    for suppression in active:
        ids = tuple(id for id in suppression.ids if id.span not in used)
        if ids:
            unused.append(replace(suppression, ids=ids))
    return tuple(marked), tuple(unused)


def _suppression(document: Document, comment: Node, start: int, end: int) -> Suppression:
    """What the comment says whose text behind `burnlint:` is [start, end)."""
    data = document.text.data
    body = _BODY.fullmatch(data, start, end)
    assert body is not None  # each part of the pattern may be empty
    word = body["kind"].decode()
    kind = next((known for known in KINDS if known == word), None)
    first, last = body.span("ids") if body["ids"] else (end, end)
    ids = tuple(Id(match[0].decode(), Span(*match.span())) for match in _ID.finditer(data, first, last))
    reason = " ".join(body["reason"].decode().split()).lstrip("-:–— ")
    span = Span(comment.start_byte, comment.end_byte)

    if kind is None:
        what = f"`{word}` is nothing burnlint knows" if word else "this comment says nothing"
        problem: str | None = f"{what}: write `{_form('ignore')}`{_hint(word, KINDS)}"
        covers = None
    elif not ids:
        problem = f"`{kind}` needs the ids of what it suppresses: write `{_form(kind)}`"
        covers = None
    else:
        covers, problem = _covers(document, comment, kind)
    return Suppression(kind, ids, reason, span, covers or Span(span.end, span.end), problem)


def _form(kind: Kind) -> str:
    return f"burnlint: {kind}[rule-id] reason"


def _hint(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, sorted(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _covers(document: Document, comment: Node, kind: Kind) -> tuple[Span | None, str | None]:
    """The span that a comment suppresses in, or why there is none."""
    if kind == "ignore-file":
        if _at_top(comment):
            return Span(0, len(document.text.data)), None
        return None, "`ignore-file` works only at the top level of a file: use `ignore-item` or `ignore` here"

    text = document.text
    line = Span(
        text.line_span(text.line_at(comment.start_byte)).start,
        text.line_span(text.line_at(_end(text.data, comment))).end,
    )
    beside = text.data[line.start : comment.start_byte] + text.data[comment.end_byte : line.end]
    alone = not beside.strip()
    below = _below(document, comment) if alone else None
    if kind == "ignore":
        if not alone:
            return line, None
        return None if below is None else text.line_span(text.line_at(below.start_byte)), None
    item = None if below is None else _item(text.data, below)
    if item is None:
        return None, "`ignore-item` must stand alone on the line above an item: fn, impl, struct, mod and so on"
    return item, None


def _at_top(comment: Node) -> bool:
    """Whether no item is around the comment; unclosed ones while somebody types do not count."""
    parent = comment.parent
    while parent is not None and parent.type in ("source_file", "ERROR"):
        parent = parent.parent
    return parent is None


def _end(data: bytes, node: Node) -> int:
    """The end of a comment or attribute without the line break that documentation comments include."""
    end = node.end_byte
    while data[end - 1 : end] in (b"\n", b"\r"):
        end -= 1
    return end


def _below(document: Document, comment: Node) -> Node | None:
    """The first token of the code below a comment, past more comments and attributes but not past a blank line."""
    data = document.text.data
    skipped: Node | None = comment
    token: Node | None = None
    while skipped is not None:
        gap = _GAP.match(data, _end(data, skipped))
        start = gap.end() if gap else len(data)
        if data[start : start + 1] in (b"", b"\n", b"\r"):
            return None
        token = document.tree.root_node.descendant_for_byte_range(start, start + 1)
        skipped = _skipped(token) if token is not None else None
    return token


def _skipped(token: Node) -> Node | None:
    """The comment that a token starts, or the attribute, or the brackets of an attribute among a macro's tokens."""
    parent = token.parent
    if token.type in _COMMENTS:
        return token
    if parent is not None and parent.type in _COMMENTS | _ATTRIBUTES and parent.start_byte == token.start_byte:
        return parent
    if token.type == "#":
        behind = token.next_sibling
        if behind is not None and behind.type == "!":
            behind = behind.next_sibling
        if behind is not None and behind.type == "token_tree" and behind.child(0).type == "[":
            return behind
    return None


def _item(data: bytes, token: Node) -> Span | None:
    """The item that starts with a token."""
    node, parent = token, token.parent
    for _ in range(_ITEM_DEPTH):
        place = parent.type if parent is not None else ""
        if node.type in _ITEMS or (node.type == "macro_invocation" and place in _ITEM_PLACES):
            return Span(node.start_byte, node.end_byte)
        if parent is None:
            return None
        if place in ("token_tree", "ERROR"):
            return _item_of_tokens(data, node, parent)
        if parent.start_byte != token.start_byte:
            return None
        node, parent = parent, parent.parent
    return None


def _item_of_tokens(data: bytes, first: Node, parent: Node) -> Span | None:
    """The item that starts with `first` where there is no tree of it: inside a macro, or half typed."""
    word = _ID.match(data, first.start_byte, first.end_byte)
    if word is None or word[0] not in _ITEM_WORDS:
        return None
    for node in parent.children:
        if node.start_byte >= first.start_byte and data[node.start_byte : node.start_byte + 1] in (b"{", b";"):
            return Span(first.start_byte, node.end_byte)
    return Span(first.start_byte, parent.end_byte)
