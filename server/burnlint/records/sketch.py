"""Records that are built when they are first asked for; what the indexes need of them is there at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from burnlint.records.schema import Phase, Record


class Head(NamedTuple):
    """What the indexes need of a record."""

    id: str
    rule: str
    operation: str
    phase: Phase
    backends: tuple[str, ...]


def head_of(record: Record) -> Head:
    """The head of a record that is built already."""
    affects = record.affects
    return Head(record.id, record.rule, affects.operation, affects.phase, affects.backends)


class Sketch(NamedTuple):
    """A record to be."""

    head: Head
    build: Callable[[], Record]


class LazyRecords(Mapping[str, Record]):
    """Records by id."""

    def __init__(self, sketches: Mapping[str, Sketch]) -> None:
        self._sketches = dict(sketches)
        self._built: dict[str, Record] = {}

    def __getitem__(self, id: str) -> Record:
        record = self._built.get(id)
        if record is None:
            record = self._built[id] = self._sketches[id].build()
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._sketches)

    def __len__(self) -> int:
        return len(self._sketches)

    def __contains__(self, id: object) -> bool:
        return id in self._sketches

    def heads(self) -> list[Head]:
        """The heads of all records, none of which is built for it."""
        return [sketch.head for sketch in self._sketches.values()]

    def only(self, ids: Iterable[str]) -> LazyRecords:
        """Some of the records."""
        return LazyRecords({id: self._sketches[id] for id in ids})


def heads_of(records: Mapping[str, Record]) -> list[Head]:
    """The heads of any records."""
    return records.heads() if isinstance(records, LazyRecords) else [head_of(one) for one in records.values()]
