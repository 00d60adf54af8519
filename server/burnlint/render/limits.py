"""The conditions of a record in words: its arguments, its target, its Autodiff decorators."""

from __future__ import annotations

from burnlint.cargo import cfg
from burnlint.records.schema import Record
from burnlint.render.conditions import condition_words


def limit_words(record: Record) -> str:
    """`when mode is Bicubic, on wasm32`; empty when the record holds for every call and target."""
    affects = record.affects
    parts = [] if affects.when is None else [f"when {condition_words(affects.when)}"]
    if affects.target is not None:
        parts.append(target_words(affects.target))
    return ", ".join(parts)


def target_words(target: str) -> str:
    """A cfg expression in words; as it is when it is none."""
    try:
        return cfg.shown(cfg.parse(target))
    except ValueError:
        return f"under `{target}`"
