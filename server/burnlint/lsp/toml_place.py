"""Where in a file of settings a cursor stands: at the name of a key or in a value, however half-written it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TABLE = re.compile(r"^[ \t]*\[[ \t]*([^\[\]\n]+?)[ \t]*\](?=[ \t]*(?:#.*)?$)", re.MULTILINE)
_ASSIGNMENT = re.compile(r"^[ \t]*(?:[\"']([^\"'\n]+)[\"']|([\w.-]+))[ \t]*=", re.MULTILINE)
_INNER_KEY = re.compile(r"[{,]\s*[\"']?([\w-]+)[\"']?\s*=[^{},=]*\Z")
_TOKEN = re.compile(r"#[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[\[{\]}]|[\"']")
_WORD = re.compile(r"[^\s\"'\[\]{},=#]*\Z")


@dataclass(frozen=True)
class TomlPlace:
    """A cursor's place; `word` is what of the name or the value is written already."""

    table: str  # "" at the top of the file
    key: str | None  # the key whose value it is; None where a key begins
    inner_key: str | None  # the same within an inline table
    in_string: bool
    word: str


def toml_place(before: str) -> TomlPlace | None:
    """The place at the end of the text before the cursor; None in a comment."""
    tables = list(_TABLE.finditer(before))
    table = tables[-1][1] if tables else ""
    body = before[tables[-1].end() :] if tables else before
    assignments = list(_ASSIGNMENT.finditer(body))
    value = body[assignments[-1].end() :] if assignments else ""
    depth, rest = _unfinished(value if assignments else body.rpartition("\n")[2])
    if rest == "#":
        return None
    word = _WORD.search(before)
    written = word[0] if word else ""
    in_string = rest in ("'", '"')
    if not assignments or (depth == 0 and not in_string and "\n" in value):
        return TomlPlace(table, None, None, in_string, written)
    key = assignments[-1][1] or assignments[-1][2]
    inner = _INNER_KEY.search(value)
    return TomlPlace(table, key, inner[1] if inner else None, in_string, written)


def _unfinished(text: str) -> tuple[int, str]:
    """How many brackets are open at the end of a text, and the quote or `#` that it ends within."""
    depth, rest = 0, ""
    for token in _TOKEN.finditer(text):
        rest = ""
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        elif token[0].startswith("#"):
            rest = "#" if token.end() == len(text) else ""
        elif len(token[0]) == 1:
            # No quote closes it on its line, which matters only on the last one.
            rest = token[0] if "\n" not in text[token.end() :] else ""
            if rest:
                break
    return depth, rest
