"""Leaves out of a database whatever names a rule, operation, backend or record that is not there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from burnlint.cargo.toml import read_toml
from burnlint.problem import Problem
from burnlint.records.compile import RUNS
from burnlint.records.database import EVERY_BACKEND, EVERY_OPERATION, Database
from burnlint.records.lines import span_of_line
from burnlint.records.reader import did_you_mean
from burnlint.records.schema import DefaultDevice, Origin, Run, Works
from burnlint.records.sketch import Head, LazyRecords, Sketch, heads_of


def located(origin: Origin, message: str, *keys: str | int) -> Problem:
    """A problem at a key below something that stands in a TOML file; at the whole line of a file of runs."""
    try:
        data = origin.path.read_bytes()
    except OSError:
        return Problem(origin.path, message)
    if origin.path.suffix == RUNS:
        return Problem(origin.path, message, span_of_line(data, origin.keys))
    return read_toml(origin.path, data).problem(message, *origin.keys, *keys)


def without_dangling(database: Database) -> Database:
    """The database, each of whose names leads somewhere; what had to go is a problem with its place."""
    return _References(database).checked()


class _References:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._problems = list(database.problems)
        self._backends = {*database.backends, *database.families}

    def checked(self) -> Database:
        database = self._database
        rules = {
            name: rule
            for name, rule in database.rules.items()
            if rule.operation == EVERY_OPERATION
            or self._is_operation(rule.operation, database.origins["rule", name], "operation")
        }
        records = LazyRecords(
            {
                id: Sketch(head, partial(database.records.__getitem__, id))
                for id, head in ((head.id, head) for head in heads_of(database.records))
                if self._check_record(head, rules, database.origins["record", id])
            }
        )
        return replace(
            database,
            default_devices=tuple(d for d in database.default_devices if self._check_default_device(d)),
            rules=rules,
            records=records,
            works=tuple(works for works in database.works if self._check_works(works)),
            runs=tuple(run for run in database.runs if self._check_run(run, records)),
            problems=tuple(self._problems),
        )

    def _check_default_device(self, device: DefaultDevice) -> bool:
        assert device.origin is not None  # the loader sets it
        right = True
        for index, (_, name) in enumerate(device.order):
            right &= self._is_backend(name, device.origin, "order", index)
        if device.fallback is not None:
            right &= self._is_backend(device.fallback, device.origin, "fallback")
        return right

    def _check_record(self, head: Head, rules: Collection[str], origin: Origin) -> bool:
        right = self._is_known("rule", head.rule, rules, origin, "rule")
        right &= self._is_operation(head.operation, origin, "affects", "operation")
        for index, name in enumerate(head.backends):
            right &= name == EVERY_BACKEND or self._is_backend(name, origin, "affects", "backends", index)
        return right

    def _check_works(self, works: Works) -> bool:
        assert works.origin is not None
        right = self._is_operation(works.operation, works.origin, "operation")
        return right & self._is_backend(works.backend, works.origin, "backend")

    def _check_run(self, run: Run, records: Collection[str]) -> bool:
        assert run.origin is not None
        right = run.operation is None or self._is_operation(run.operation, run.origin)
        right &= self._is_known("backend", run.backend, self._database.backends, run.origin)
        return right & (run.record is None or self._is_known("record", run.record, records, run.origin))

    def _is_operation(self, name: str, origin: Origin, *keys: str | int) -> bool:
        return self._is_known("operation", name, self._database.operations, origin, *keys)

    def _is_backend(self, name: str, origin: Origin, *keys: str | int) -> bool:
        return self._is_known("backend", name, self._backends, origin, *keys)

    def _is_known(self, kind: str, name: str, known: Collection[str], origin: Origin, *keys: str | int) -> bool:
        if name in known:
            return True
        message = f"there is no {kind} `{name}`{did_you_mean(name, known)}"
        self._problems.append(located(origin, message, *keys))
        return False
