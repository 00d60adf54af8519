"""Finds rules and records by id, or by the text of a panic: one line, or a whole log with all that is around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from burnlint.cargo.version import Range, Version
from burnlint.records.database import Database
from burnlint.records.patterns import compiled, required_text
from burnlint.records.reader import parse_version
from burnlint.records.schema import Message, Record, Rule

How: TypeAlias = Literal["id", "foreign-id", "message", "source-line", "part-of-message", "similar"]


@dataclass(frozen=True)
class Hit:
    """A rule or a record that a query may mean."""

    how: How  # by what it was found; "similar" is a guess at a misspelt id or text
    score: float  # the higher, the better
    rule: Rule
    record: Record | None = None  # None: the rule itself
    message: Message | None = None  # the one that was found
    release: Version | None = None  # named by the log, and one of the record's


def explain_query(database: Database, text: str) -> list[Hit]:
    """What an id or a panic text means, best first; empty when nothing is known of it."""
    query = text.strip()
    if len(query) <= _ID_LENGTH and not any(character.isspace() for character in query):
        hits = _by_id(database, query) or _by_text(database, query) or _by_similar_id(database, query)
    else:
        hits = _by_text(database, text)
    return sorted(hits, key=lambda hit: -hit.score)


# ---- ids ------------------------------------------------------------------------------------------------

_ID_LENGTH = 120


def _by_id(database: Database, query: str) -> list[Hit]:
    word = query.lower()
    if word in database.rules:
        return [Hit("id", 1000, database.rules[word])]
    if word in database.records:
        return [_hit(database, database.records[word], "id", 1000)]
    foreign = [record for record in database.records.values() if word in map(str.lower, record.foreign)]
    return [_hit(database, record, "foreign-id", 900) for record in foreign]


def _by_similar_id(database: Database, query: str) -> list[Hit]:
    near = get_close_matches(query.lower(), [*database.rules, *database.records], 5)
    hits = []
    for rank, id in enumerate(near):
        if id in database.rules:
            hits.append(Hit("similar", 10 - rank, database.rules[id]))
        else:
            hits.append(_hit(database, database.records[id], "similar", 10 - rank))
    return hits


def _hit(
    database: Database,
    record: Record,
    how: How,
    score: float,
    message: Message | None = None,
    release: Version | None = None,
) -> Hit:
    return Hit(how, score, database.rules[record.rule], record, message, release)
