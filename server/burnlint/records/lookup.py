"""Finds rules and records by id, or by the text of a panic: one line, or a whole log with all that is around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import Literal, TypeAlias

from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.panics import Log, SourceFile, read_log, source_file
from burnlint.records.patterns import compiled, required_text
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
    release: Version | None = None  # of burn, as the log names it or as its line numbers tell


def explain_query(database: Database, text: str) -> list[Hit]:
    """What an id or a panic text means, best first; empty when nothing is known of it."""
    word = text.strip().lower()
    is_word = len(word) <= _ID_LENGTH and len(word.split()) == 1
    hits = _by_id(database, word) if is_word else []
    if not hits:
        log = read_log(text)
        hits = _by_message(database, log) or _by_line(database, log) or _by_part(database, log)
    if not hits and is_word:
        hits = _by_similar_id(database, word)
    return sorted(hits, key=lambda hit: -hit.score)


def _hit(
    database: Database,
    record: Record,
    how: How,
    score: float,
    message: Message | None = None,
    release: Version | None = None,
) -> Hit:
    return Hit(how, score, database.rules[record.rule], record, message, release)


# ---- ids ------------------------------------------------------------------------------------------------

_ID_LENGTH = 120


def _by_id(database: Database, word: str) -> list[Hit]:
    if word in database.rules:
        return [Hit("id", 1000, database.rules[word])]
    if word in database.records:
        return [_hit(database, database.records[word], "id", 1000)]
    foreign = [record for record in database.records.values() if word in map(str.lower, record.foreign)]
    return [_hit(database, record, "foreign-id", 900) for record in foreign]


def _by_similar_id(database: Database, word: str) -> list[Hit]:
    hits = []
    for rank, id in enumerate(get_close_matches(word, [*database.rules, *database.records], 5)):
        if id in database.rules:
            hits.append(Hit("similar", 10 - rank, database.rules[id]))
        else:
            hits.append(_hit(database, database.records[id], "similar", 10 - rank))
    return hits


# ---- whole messages -------------------------------------------------------------------------------------

_WORD = re.compile(r"[A-Za-z]{4,}")
_PIECE = 1 << 16
_MOST_PLACES = 20  # at which one message is tried
_BEFORE, _AFTER = 500, 2000  # characters around the sure part of a message in which all of it must stand


def _by_message(database: Database, log: Log) -> list[Hit]:
    words = _words(log.text)
    hits = []
    for record in database.records.values():
        found = [
            (length, message) for message in record.messages if (length := _match_length(message, log.text, words)) > 0
        ]
        if found:
            longest = max(length for length, _ in found)
            hits.append(_message_hit(database, record, [m for length, m in found if length == longest], longest, log))
    return hits


def _words(text: str) -> set[str]:
    """All words, piece by piece: a large log must not become a large list."""
    words: set[str] = set()
    start = 0
    while start < len(text):
        end = start + _PIECE
        # Cut between words, unless there is nothing between.
        space = text.find(" ", end, end + _PIECE)
        end = space if space >= 0 else end
        words.update(_WORD.findall(text, start, end))
        start = end
    return words


def _match_length(message: Message, text: str, words: set[str]) -> int:
    pattern = compiled(message.pattern)
    sure = required_text(message.pattern)
    if pattern is None:
        return 0
    if not sure:
        # Nothing tells where it could be; a pattern like this is not worth a large log.
        return _longest(pattern.finditer(text[: _BEFORE + _AFTER]))
    # The first and the last word may go on outside the sure part.
    if not words.issuperset(_WORD.findall(sure)[1:-1]):
        return 0
    at = text.find(sure)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return 0
        around = text[max(0, at - _BEFORE) : at + len(sure) + _AFTER]
        length = _longest(pattern.finditer(around))
        if length:
            return length
        at = text.find(sure, at + 1)
    return 0


def _longest(matches: Iterator[re.Match[str]]) -> int:
    return max((len(match[0]) for match in matches), default=0)


def _message_hit(database: Database, record: Record, messages: list[Message], length: int, log: Log) -> Hit:
    """How well the rest of the log agrees with the record decides between equal texts."""
    score = 100 + min(length, 300) / 10
    at_line = _releases_at_line(record, log)
    named = {release for release in log.releases if record.affects.burn.contains(release)}
    if at_line:
        score += 50
    elif _files(record) & {file for file, _ in log.lines}:
        score += 10
    if named:
        score += 20
    elif log.releases:
        score -= 20
    if not record.reachable:
        score -= 30
    release = max(named or at_line, default=None)
    fitting = [one for one in messages if release is not None and one.burn.contains(release)]
    return _hit(database, record, "message", score, (fitting or messages)[0], release)


# ---- places in burn's source ----------------------------------------------------------------------------


def _by_line(database: Database, log: Log) -> list[Hit]:
    hits = []
    for record in database.records.values():
        releases = _releases_at_line(record, log)
        if releases:
            hits.append(_hit(database, record, "source-line", 60, None, max(releases)))
    return hits


def _releases_at_line(record: Record, log: Log) -> set[Version]:
    """The releases in which the panic stands at a line that the log names."""
    found = set()
    for line in record.source:
        file = _file(record, line.path, line.crate)
        named = not log.releases or line.release in log.releases
        if named and file is not None and (file, line.line) in log.lines:
            found.add(line.release)
    return found


def _files(record: Record) -> set[SourceFile]:
    files = {_file(record, line.path, line.crate) for line in record.source}
    return {file for file in files if file is not None}


def _file(record: Record, path: str, crate: str | None) -> SourceFile | None:
    return source_file(path if crate is None else f"{crate.partition('@')[0]}/{path}")


# ---- parts of messages, and misspelt ones ---------------------------------------------------------------

_SHORTEST = 10  # characters that say enough
_MOST_LINES = 20
_LIKE = 0.8


def _by_part(database: Database, log: Log) -> list[Hit]:
    lines = log.panics or log.text.strip().splitlines()[: _MOST_LINES + 1]
    queries = [query for line in lines[:_MOST_LINES] if _SHORTEST <= len(query := _flat(line)) <= 500]
    if len(lines) > _MOST_LINES or not queries:
        return []
    hits = []
    for record in database.records.values():
        best = max((_likeness(query, _flat(m.text)), i) for i, m in enumerate(record.messages) for query in queries)
        likeness, index = best
        if likeness >= 1:
            hits.append(_hit(database, record, "part-of-message", 40 + likeness, record.messages[index]))
        elif likeness >= _LIKE:
            hits.append(_hit(database, record, "similar", 20 * likeness, record.messages[index]))
    return hits


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


def _likeness(query: str, text: str) -> float:
    """1 and more for a part of the text, the more the longer; else how similar both are."""
    if query in text:
        return 1 + len(query) / len(text)
    matcher = SequenceMatcher(None, text, query, autojunk=False)
    if matcher.real_quick_ratio() < _LIKE or matcher.quick_ratio() < _LIKE:
        return 0
    return min(matcher.ratio(), 0.99)
