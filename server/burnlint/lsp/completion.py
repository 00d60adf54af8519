"""Completion of rule and record ids where they are written: in comments that ignore, and in the settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lsprotocol import types

from burnlint.cargo.targets import target_triples
from burnlint.lsp.documents import OpenDocument
from burnlint.lsp.ranges import offset_of
from burnlint.lsp.toml_place import TomlPlace, toml_place
from burnlint.records.database import Database
from burnlint.settings.table import BY_NAME, KEYS, LEVELS
from burnlint.span import Span
from burnlint.syntax.document import Document

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

FORMS = {
    "ignore": "the findings on this line, or on the line below",
    "ignore-item": "the findings in the item below",
    "ignore-file": "the findings in this file",
}
_FORM = re.compile(r"\bburnlint:\s*(?P<word>[\w-]*)\Z")
_IDS = re.compile(r"\bburnlint:\s*ignore(?:-item|-file)?\[(?P<others>[^\]\n]*,)?\s*(?P<word>[\w-]*)\Z")
_SETTINGS_TABLES = ("workspace.metadata.burnlint", "package.metadata.burnlint")


@dataclass(frozen=True)
class Candidate:
    """One thing that may be written."""

    text: str
    detail: str
    documentation: str = ""
    kind: types.CompletionItemKind = types.CompletionItemKind.EnumMember


def complete(ls: Server, params: types.CompletionParams) -> list[types.CompletionItem] | None:
    """What may be written at a position."""
    opened = ls.documents.of(params.text_document.uri)
    if opened is None:
        return None
    offset = offset_of(opened.text, params.position, ls.client.encoding)
    if opened.is_rust:
        word, candidates = in_comment(opened.document, offset, ls.work.database)
    else:
        word, candidates = in_settings(opened, offset, ls.work.database)
    start = opened.text.position(offset - len(word.encode()), ls.client.encoding)
    end = opened.text.position(offset, ls.client.encoding)
    range = types.Range(types.Position(*start), types.Position(*end))
    return [_item(candidate, order, range) for order, candidate in enumerate(candidates)]


def in_comment(document: Document, offset: int, database: Database) -> tuple[str, list[Candidate]]:
    """The word before the cursor, and what it may become in a comment that ignores."""
    text = document.text
    line = text.line_span(text.line_at(offset))
    before = text.slice(Span(line.start, offset))
    if "burnlint:" not in before or not _is_comment(document, offset):
        return "", []
    if match := _IDS.search(before):
        others = {other.strip() for other in (match["others"] or "").split(",")}
        return match["word"], [each for each in ids(database) if each.text not in others]
    if match := _FORM.search(before):
        return match["word"], [
            Candidate(f"{form}[", f"Ignores {what}", kind=types.CompletionItemKind.Keyword)
            for form, what in FORMS.items()
        ]
    return "", []


def in_settings(opened: OpenDocument, offset: int, database: Database) -> tuple[str, list[Candidate]]:
    """The word before the cursor, and what it may become in burnlint's settings."""
    if opened.path.name not in ("burnlint.toml", "Cargo.toml"):
        return "", []
    place = toml_place(opened.text.slice(Span(0, offset)))
    if place is None:
        return "", []
    table = place.table
    if opened.path.name == "Cargo.toml":
        root = next((root for root in _SETTINGS_TABLES if table == root or table.startswith(f"{root}.")), None)
        if root is None:
            return "", []
        table = table[len(root) + 1 :]
    return place.word, _for_setting(table, place, database)


def ids(database: Database) -> list[Candidate]:
    """Rules first, since one seldom means a single record."""
    rules = [Candidate(rule.id, rule.title, rule.summary) for rule in database.rules.values()]
    records = [Candidate(record.id, record.title, record.what) for record in database.records.values()]
    return rules + records


def _for_setting(table: str, place: TomlPlace, database: Database) -> list[Candidate]:
    if table == "" and place.key is None:
        return [Candidate(key.name, key.summary, kind=types.CompletionItemKind.Property) for key in KEYS]
    # `[levels]` as a table of its own, or `levels = { … }`.
    name, inner = (place.key, place.inner_key) if table == "" else (table, place.key)
    key = BY_NAME.get(name or "")
    kind = None if key is None else key.kind
    if kind == "levels" and inner is None:
        return ids(database)
    if kind == "flag":
        return [Candidate(value, "") for value in ("true", "false")]
    found: list[Candidate] = []
    if kind == "ids":
        found = ids(database)
    elif kind == "levels":
        found = [Candidate(level, "") for level in LEVELS]
    elif kind == "backend":
        found = [Candidate(backend.name, f"burn {backend.burn}") for backend in database.backends.values()]
    elif kind == "triples":
        found = [Candidate(triple, "") for triple in target_triples()]
    if place.in_string:
        return found
    return [replace(each, text=f'"{each.text}"') for each in found]


def _item(candidate: Candidate, order: int, range: types.Range) -> types.CompletionItem:
    return types.CompletionItem(
        label=candidate.text,
        kind=candidate.kind,
        detail=candidate.detail or None,
        documentation=candidate.documentation or None,
        sort_text=f"{order:04}",
        text_edit=types.TextEdit(range, candidate.text),
    )


def _is_comment(document: Document, offset: int) -> bool:
    node = document.tree.root_node.descendant_for_byte_range(max(offset - 1, 0), offset)
    while node is not None:
        if node.type in ("line_comment", "block_comment"):
            return True
        node = node.parent
    return False
