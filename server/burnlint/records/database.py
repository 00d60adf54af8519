"""All that burnlint knows of burn, in memory, with the indexes that checks ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from burnlint.cargo.version import Version
from burnlint.problem import Problem
from burnlint.records.schema import (
    Backend,
    DefaultDevice,
    Entry,
    Operation,
    Origin,
    Phase,
    Prelude,
    Record,
    Reexport,
    Release,
    Rule,
    Run,
    Type,
    Works,
)
from burnlint.records.sketch import heads_of

EVERY_BACKEND = "*"
EVERY_OPERATION = "*"


@dataclass(frozen=True, eq=False)
class Database:
    """The shipped records and those of a team, merged; `problems` says what had to be left out.

    Every rule, operation, backend and record that something in here names is in here too.
    """

    releases: tuple[Release, ...] = ()  # oldest first
    crates: Mapping[str, str] = field(default_factory=dict)  # package -> canonical path of its root
    modules: Mapping[str, bool] = field(default_factory=dict)  # path of a burn module -> it owns parameters
    preludes: tuple[Prelude, ...] = ()
    reexports: tuple[Reexport, ...] = ()
    default_devices: tuple[DefaultDevice, ...] = ()
    backends: Mapping[str, Backend] = field(default_factory=dict)
    rules: Mapping[str, Rule] = field(default_factory=dict)
    operations: Mapping[str, Operation] = field(default_factory=dict)
    records: Mapping[str, Record] = field(default_factory=dict)
    works: tuple[Works, ...] = ()
    runs: tuple[Run, ...] = ()
    problems: tuple[Problem, ...] = ()
    origins: Mapping[tuple[str, str], Origin] = field(default_factory=dict)  # ("record", its id) -> its file

    @cached_property
    def versions(self) -> tuple[Version, ...]:
        """The known releases, oldest first."""
        return tuple(release.version for release in self.releases)

    @cached_property
    def families(self) -> Mapping[str, tuple[str, ...]]:
        """Family -> names of its backends."""
        families: dict[str, tuple[str, ...]] = {}
        for backend in self.backends.values():
            families[backend.family] = (*families.get(backend.family, ()), backend.name)
        return families

    def expand(self, names: Iterable[str]) -> tuple[str, ...]:
        """The backends that names, families and `*` stand for; `*` leaves out those that only forward."""
        found: dict[str, None] = {}
        for name in names:
            if name == EVERY_BACKEND:
                found.update(dict.fromkeys(b.name for b in self.backends.values() if not b.forwards))
            elif name in self.families:
                found.update(dict.fromkeys(self.families[name]))
            elif name in self.backends:
                found[name] = None
        return tuple(found)

    @cached_property
    def entries_by_name(self) -> Mapping[str, tuple[tuple[Operation, Entry], ...]]:
        """The last segment of a path that calls an operation -> the entries it may mean."""
        index: dict[str, dict[tuple[str, str, str], tuple[Operation, Entry]]] = {}
        for operation in self.operations.values():
            for entry in operation.entries:
                for path in (entry.call, *entry.also):
                    name = path.rsplit("::", 1)[-1]
                    key = (operation.name, entry.call, str(entry.burn))
                    index.setdefault(name, {})[key] = (operation, entry)
        return {name: tuple(found.values()) for name, found in index.items()}

    @cached_property
    def types_by_path(self) -> Mapping[str, tuple[Type, ...]]:
        """Every public path of a type -> its forms, which differ between releases."""
        index: dict[str, dict[tuple[str, str], Type]] = {}
        for operation in self.operations.values():
            for type_ in operation.types:
                for path in (type_.path, *type_.also):
                    index.setdefault(path, {})[(type_.path, str(type_.burn))] = type_
        return {path: tuple(found.values()) for path, found in index.items()}

    @cached_property
    def _ids_by_use(self) -> Mapping[tuple[str, Phase], list[str]]:
        index: dict[tuple[str, Phase], list[str]] = {}
        for head in heads_of(self.records):
            index.setdefault((head.operation, head.phase), []).append(head.id)
        return index

    def records_for(self, operation: str, phase: Phase) -> tuple[Record, ...]:
        """The records of an operation in a phase, also those that no program reaches."""
        return tuple(self.records[id] for id in self._ids_by_use.get((operation, phase), ()))

    @cached_property
    def _ids_by_rule(self) -> Mapping[str, list[str]]:
        index: dict[str, list[str]] = {}
        for head in heads_of(self.records):
            index.setdefault(head.rule, []).append(head.id)
        return index

    def records_of(self, rule: str) -> tuple[Record, ...]:
        """The records of a rule."""
        return tuple(self.records[id] for id in self._ids_by_rule.get(rule, ()))
