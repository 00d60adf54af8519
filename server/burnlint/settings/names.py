"""Checks the names in settings that only the loaded records know: rules, records and backends."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from fnmatch import fnmatchcase

from burnlint.problem import Problem
from burnlint.settings.globs import is_pattern
from burnlint.settings.parse import Mention, did_you_mean

_DECORATED = re.compile(r"(?:Autodiff\s*<\s*)*(?P<base>\w+)(?P<rest>[\s\S]*)")


def check_names(mentions: Iterable[Mention], ids: Collection[str], backends: Collection[str]) -> tuple[Problem, ...]:
    """A problem for each name that is no rule or record, or no backend."""
    problems = []
    for mention in mentions:
        message = _wrong_id(mention.text, ids) if mention.kind == "id" else _wrong_backend(mention.text, backends)
        if message is not None:
            problems.append(Problem(mention.path, message, mention.span))
    return tuple(problems)


def _wrong_id(text: str, ids: Collection[str]) -> str | None:
    if text in ids:
        return None
    if not is_pattern(text):
        return f"no rule or record is called `{text}`{did_you_mean(text, list(ids))}"
    if any(fnmatchcase(name, text) for name in ids):
        return None
    return f"no rule or record matches `{text}`"


def _wrong_backend(text: str, backends: Collection[str]) -> str | None:
    match = _DECORATED.fullmatch(text)
    if match is None or text.count("<") != text.count(">"):
        return f"`{text}` is not a backend: expected for example `Wgpu` or `Autodiff<Wgpu>`"
    base = match["base"]
    if base in backends:
        return None
    return f"burn has no backend `{base}`{did_you_mean(base, list(backends))}"
