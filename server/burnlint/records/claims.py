"""Judges the claims of foreign records by our evidence; what our evidence does not decide stays unverified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from burnlint.records.database import Database
from burnlint.records.foreign_json import ForeignRecord
from burnlint.records.judging import Judgement, Subject, Verdict
from burnlint.records.pieces import Piece, pieces_of
from burnlint.records.schema import Record

__all__ = ["Claim", "Joined", "Verdict", "claims"]


@dataclass(frozen=True)
class Claim:
    """One thing that a foreign record says, and what our evidence says of it."""

    field: str  # where it says so, as in `solutions[1]`
    text: str
    verdict: Verdict
    because: str  # in words; empty for a claim that nothing decides
    records: tuple[str, ...] = ()  # ours that decide it


@dataclass(frozen=True)
class Joined:
    """A foreign record with our records of the same panic."""

    foreign: ForeignRecord
    records: tuple[Record, ...]
    by: Literal["id", "message"] | None  # None: burnlint does not know this panic


def claims(joined: Joined, database: Database) -> list[Claim]:
    """Every claim of the foreign record, in its order."""
    pieces = list(pieces_of(joined.foreign))
    if not joined.records:
        return [Claim(piece.field, piece.text, "unverified", "") for piece in pieces]
    subject = Subject(database, joined.foreign, joined.records)
    return [_claim(piece, list(subject.judge(piece))) for piece in pieces]


def _claim(piece: Piece, judgements: Sequence[Judgement]) -> Claim:
    """One wrong part makes a claim wrong; what is right about it is said as well."""
    reasons: dict[Verdict, dict[str, None]] = {"contradicted": {}, "agrees": {}, "unverified": {}}
    for one in judgements:
        reasons[one.verdict][one.because] = None
    undecided: Verdict = "unverified"
    verdict = next((verdict for verdict, found in reasons.items() if found), undecided)
    because = "; ".join(reasons[verdict])
    if verdict == "contradicted" and reasons["agrees"]:
        because = f"{because}; but rightly: {'; '.join(reasons['agrees'])}"
    records = dict.fromkeys(id for one in judgements if one.verdict == verdict for id in one.records)
    return Claim(piece.field, piece.text, verdict, because, tuple(records))
