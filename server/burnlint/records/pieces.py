"""What a foreign record says, taken apart into claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from burnlint.records.foreign_json import ForeignRecord
from burnlint.records.mentions import Kind

MAX_LENGTH = 4000  # characters of one text that are read


class Piece(NamedTuple):
    """One claim: where it stands, as in `solutions[1]`, and in which sort of text."""

    field: str
    kind: Kind
    text: str


_SENTENCE_END = re.compile(r"(?<=[.!?;])(?<!\b[ei]\.[eg]\.)\s+|\n+")
_AFTER = re.compile(r"^\s*(?://|#|/\*)\s*after\b.*$", re.IGNORECASE | re.MULTILINE)


def pieces_of(foreign: ForeignRecord) -> Iterator[Piece]:
    """Every claim of the record, in its order; empty ones are none."""
    yield from (piece for piece in _pieces(foreign) if piece.text)


def _pieces(foreign: ForeignRecord) -> Iterator[Piece]:
    yield Piece("errorMessage", "statement", foreign.message[:MAX_LENGTH])
    yield from _sentences("documentation", "statement", foreign.documentation)
    yield from _sentences("triggerScenarios", "trigger", foreign.trigger)
    yield from _sentences("commonSituations", "trigger", foreign.situations)
    for index, text in enumerate(foreign.solutions):
        yield Piece(f"solutions[{index}]", "advice", text.strip()[:MAX_LENGTH])
    if foreign.example_fix is not None:
        example = foreign.example_fix[:MAX_LENGTH]
        after = _AFTER.search(example)
        cut = after.start() if after else len(example)
        yield Piece("exampleFix (before)", "before", example[:cut].strip())
        yield Piece("exampleFix (after)", "after", example[cut:].strip())
    for field, code in (
        ("validationCode", foreign.validation_code),
        ("typeGuard", foreign.type_guard),
        ("tryCatchPattern", foreign.try_catch),
    ):
        if code is not None:
            yield Piece(field, "guard", code.strip()[:MAX_LENGTH])
    for index, text in enumerate(foreign.prevention):
        yield Piece(f"preventionTips[{index}]", "advice", text.strip()[:MAX_LENGTH])


def _sentences(field: str, kind: Kind, text: str) -> Iterator[Piece]:
    for sentence in _SENTENCE_END.split(text[:MAX_LENGTH]):
        yield Piece(field, kind, sentence.strip())
