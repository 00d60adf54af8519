"""The JSON schema of the settings, made from the table; docs/schema/settings.schema.json is its output."""

from __future__ import annotations

from typing import Any

from burnlint.settings.table import KEYS, LEVELS, Key

_TEXT = {"type": "string", "minLength": 1}
# One text stands for a list of one.
_TEXTS = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}


def settings_schema() -> dict[str, Any]:
    """The schema of burnlint.toml and of the metadata tables in Cargo.toml."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://burnlint.github.io/schema/settings.schema.json",
        "title": "burnlint's settings",
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: {"description": key.summary, **_type(key)} for key in KEYS},
    }


def _type(key: Key) -> dict[str, Any]:
    match key.kind:
        case "flag":
            return {"type": "boolean"}
        case "levels":
            return {"type": "object", "additionalProperties": {"enum": list(LEVELS)}}
        case "backend" | "burn" | "path":
            return _TEXT
    return _TEXTS
