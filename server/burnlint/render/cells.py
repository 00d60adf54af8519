"""One cell of a support table in words and symbols, and what these mean."""

from __future__ import annotations

from collections.abc import Iterable

from burnlint.records.schema import Phase
from burnlint.records.support import Cell, State
from burnlint.render.model import Prose, Text, Tone, joined, prose

_STATES: dict[State, tuple[str, Tone]] = {
    "panics": ("✗ panics", "bad"),
    "works": ("✓ works", "good"),
    "absent": ("– absent", "muted"),
    "unknown": ("? unknown", "muted"),
}
_EXECUTED, _READ = "●", "○"
_LIMITED = "†"
_EARLY = "‡"
_HERE = "← here"


def cell_prose(cell: Cell, phase: Phase, *, evidence: bool = False, here: bool = False) -> Prose:
    """The state as a symbol and a word; then where it panics, what it rests on and whether it is the user's own.

    A finding is only where it panics, so the user's own cell does, even when others have a target on which it works.
    """
    words, tone = _STATES["panics" if here else cell.state]
    parts: list[str | Text] = [Text(words, tone)]
    if _is_early(cell, phase):
        parts.append(f" {_EARLY}")
    if evidence and (mark := evidence_mark(cell)):
        parts.append(f" {mark}")
    if cell.limited and cell.state != "panics":
        parts.append(f" {_LIMITED}")
    if here:
        parts += [" ", Text(_HERE, "strong")]
    return prose(*parts)


def evidence_mark(cell: Cell) -> str:
    """What the cell rests on in its own release: a run, or a line of the source; else nothing."""
    if cell.evidence == "executed":
        return _EXECUTED
    return _READ if cell.place is not None else ""


def _is_early(cell: Cell, phase: Phase) -> bool:
    """Whether it panics before the phase is reached."""
    return cell.state == "panics" and cell.phase != phase


def legend(cells: Iterable[Cell], phase: Phase, evidence: bool = False) -> Prose:
    """The symbols that occur and need a word of explanation; nothing when there are none."""
    seen = list(cells)
    parts = []
    for mark, meaning in ((_EXECUTED, "seen in a real run"), (_READ, "read in the source")):
        if evidence and any(evidence_mark(cell) == mark for cell in seen):
            parts.append(prose(f"{mark} {meaning}"))
    if any(cell.state == "absent" for cell in seen):
        parts.append(prose("– not in this release"))
    if any(cell.state == "unknown" for cell in seen):
        parts.append(prose("? not known to burnlint"))
    if any(cell.limited and cell.state != "panics" for cell in seen):
        parts.append(prose(f"{_LIMITED} but see below"))
    if any(_is_early(cell, phase) for cell in seen):
        parts.append(prose(f"{_EARLY} already in the forward pass"))
    return joined(parts, " · ")
