"""Applies fixes to texts: no two that overlap, and none that would leave a file with new syntax errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from burnlint.cargo.toml import read_toml
from burnlint.checks.finding import Edit, Fix
from burnlint.syntax.parser import parse
from burnlint.syntax.text import Text, encode

TextOf: TypeAlias = Callable[[Path], Text | None]


@dataclass(frozen=True)
class Outcome:
    """The changed files; the fixes left out for an overlap can be tried again on the texts of now."""

    texts: Mapping[Path, Text] = field(default_factory=dict)
    applied: tuple[Fix, ...] = ()
    overlapping: tuple[Fix, ...] = ()
    spoiling: tuple[Fix, ...] = ()  # these would bring syntax errors, or a file of theirs cannot be read


def apply_fixes(fixes: Iterable[Fix], text_of: TextOf) -> Outcome:
    """Each fix in turn, with all of its edits or none; the edits are places in what `text_of` gives."""
    edits: dict[Path, Set[Edit]] = {}
    texts: dict[Path, Text] = {}
    applied, overlapping, spoiling = [], [], []
    for fix in fixes:
        paths = {edit.place.path for edit in fix.edits}
        together = {path: {*edits.get(path, ()), *_within(path, fix.edits)} for path in paths}
        if together == {path: edits.get(path) for path in paths}:
            continue  # it has no edits, or an earlier fix has the same
        if any(map(_overlap, together.values())):
            overlapping.append(fix)
            continue
        changed = _changed(together, text_of)
        if changed is None:
            spoiling.append(fix)
            continue
        edits |= together
        texts |= changed
        applied.append(fix)
    return Outcome(texts, tuple(applied), tuple(overlapping), tuple(spoiling))


def apply_edits(text: Text, edits: Iterable[Edit]) -> Text:
    """The text with edits that do not overlap, their line breaks made those of the text."""
    newline = _line_break(text.data)
    for edit in sorted(edits, key=lambda edit: edit.place.span, reverse=True):
        new = edit.text.replace("\r\n", "\n").replace("\n", newline)
        text = text.replace(edit.place.span.start, edit.place.span.end, encode(new))
    return text


def syntax_errors(path: Path, text: Text) -> int:
    """How many there are, as far as the kind of file is known: Rust or TOML."""
    if path.suffix == ".toml":
        return len(read_toml(path, text.data).problems)
    if path.suffix != ".rs":
        return 0
    count = 0
    nodes = [parse(text.data).root_node]
    while nodes:
        node = nodes.pop()
        count += node.is_error or node.is_missing
        nodes.extend(child for child in node.children if child.has_error)
    return count


def _within(path: Path, edits: Iterable[Edit]) -> set[Edit]:
    return {edit for edit in edits if edit.place.path == path}


def _overlap(edits: Set[Edit]) -> bool:
    """Also when two start at the same place, because their order would be a guess."""
    spans = sorted(edit.place.span for edit in edits)
    return any(after.start < before.end or after.start == before.start for before, after in pairwise(spans))


def _changed(edits: Mapping[Path, Set[Edit]], text_of: TextOf) -> dict[Path, Text] | None:
    """The files with the edits, or None if one cannot be read or would get new syntax errors."""
    changed = {}
    for path, found in edits.items():
        before = text_of(path)
        if before is None:
            return None
        changed[path] = apply_edits(before, found)
        if syntax_errors(path, changed[path]) > syntax_errors(path, before):
            return None
    return changed


def _line_break(data: bytes) -> str:
    """The first one of the text; a new file's otherwise."""
    end = data.find(b"\n")
    if end < 0:
        return "\r" if b"\r" in data else "\n"
    return "\r\n" if data[end - 1 : end] == b"\r" else "\n"
