"""The table of all settings in docs/settings.md."""

from __future__ import annotations

from burnlint.settings.table import KEYS, Key, Kind

_TYPES: dict[Kind, str] = {
    "backend": "text",
    "burn": "text",
    "flag": "true or false",
    "globs": "list of globs",
    "ids": "list of ids",
    "levels": "table of ids",
    "path": "path",
    "paths": "list of paths",
    "texts": "list of texts",
    "triples": "list of triples",
}


def settings_page() -> str:
    """The table as Markdown, without a final line break."""
    rows = ["| Key | Type | What it does | Example |", "|---|---|---|---|", *map(_row, KEYS)]
    return "\n".join(rows)


def _row(key: Key) -> str:
    return f"| `{key.name}` | {_TYPES[key.kind]} | {key.summary} | `{key.name} = {key.example}` |"
