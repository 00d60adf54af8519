"""Imports error records of another dataset (JSON, `schemaVersion` 2), joined to our record of the same panic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from burnlint.problem import Problem
from burnlint.records.claims import Claim, Joined, Verdict, claims
from burnlint.records.database import Database
from burnlint.records.foreign_json import MAX_SIZE, ForeignRecord, read_foreign
from burnlint.records.panics import source_file
from burnlint.records.patterns import compiled
from burnlint.records.schema import Record

__all__ = [
    "Claim",
    "ForeignRecord",
    "ImportResult",
    "Joined",
    "Verdict",
    "claims",
    "import_foreign",
    "join",
    "read_foreign",
]


@dataclass(frozen=True)
class ImportResult:
    """The records of some files, each with ours, and what is wrong with the files."""

    joined: tuple[Joined, ...]
    problems: tuple[Problem, ...]


def import_foreign(paths: Sequence[Path], database: Database) -> ImportResult:
    """Reads the files and joins their records; changes nothing, and never raises."""
    joined: list[Joined] = []
    problems: list[Problem] = []
    first: dict[str, Path] = {}
    for path in paths:
        try:
            with path.open("rb") as file:
                data = file.read(MAX_SIZE + 1)
        except OSError as error:
            problems.append(Problem(path, f"cannot be read: {error.strerror or error}"))
            continue
        records, wrong = read_foreign(data, path)
        problems.extend(wrong)
        for record in records:
            if record.id in first:
                message = f"the record `{record.id}` was read before, from {first[record.id]}"
                problems.append(Problem(path, message, record.span))
            else:
                first[record.id] = path
                joined.append(join(record, database))
    return ImportResult(tuple(joined), tuple(problems))


def join(foreign: ForeignRecord, database: Database) -> Joined:
    """Our records of the same panic: those that name its id, else those whose message it has."""
    by_id = tuple(record for record in database.records.values() if foreign.id in record.foreign)
    if by_id:
        return Joined(foreign, by_id, "id")
    same = tuple(record for record in database.records.values() if _has_message(record, foreign.message))
    # Many panics say "not implemented": the file decides.
    file = source_file(foreign.file_path)
    here = tuple(record for record in same if file in {source_file(line.path) for line in record.source})
    chosen = here if file is not None and here else same if len(same) == 1 else ()
    return Joined(foreign, chosen, "message" if chosen else None)


def _has_message(record: Record, text: str) -> bool:
    patterns = (compiled(message.pattern) for message in record.messages)
    return any(pattern is not None and pattern.search(text) for pattern in patterns)
