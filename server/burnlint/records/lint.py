"""The linter of the record database: what a person who writes records should hear before anybody uses them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from burnlint.problem import Problem
from burnlint.records.database import EVERY_OPERATION, Database
from burnlint.records.lint_cells import cell_remarks
from burnlint.records.lint_records import record_remarks
from burnlint.records.lint_runs import run_remarks
from burnlint.records.lint_values import value_remarks
from burnlint.records.reader import did_you_mean
from burnlint.records.references import located
from burnlint.records.remark import Remark, series_without_line
from burnlint.records.schema import Entry, Operation, Rule, Works


def lint(database: Database, folder: Path) -> list[Problem]:
    """Everything that is wrong with the files of one folder of the database, by file and place."""
    problems = [problem for problem in database.problems if _is_inside(problem.path, folder)]
    remarks: dict[Remark, None] = dict.fromkeys(_remarks(database))
    problems += [
        located(remark.origin, remark.message, *remark.keys)
        for remark in remarks
        if _is_inside(remark.origin.path, folder)
    ]
    return sorted(problems, key=lambda problem: (problem.path, problem.span or (0, 0), problem.message))


def _is_inside(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder)


def _remarks(database: Database) -> Iterator[Remark]:
    for rule in database.rules.values():
        yield from _rule(database, rule)
    for operation in database.operations.values():
        yield from _operation(database, operation)
    for works in database.works:
        yield from _works(database, works)
    yield from run_remarks(database)
    for record in database.records.values():
        yield from record_remarks(database, record)
    yield from cell_remarks(database)


# ---- rules and operations -------------------------------------------------------------------------------


def _rule(database: Database, rule: Rule) -> Iterator[Remark]:
    origin = database.origins["rule", rule.id]
    records = database.records_of(rule.id)
    if not records:
        yield Remark(origin, f"the rule `{rule.id}` has no record", ("id",))
    for record in records if rule.operation != EVERY_OPERATION else ():
        own = database.origins["record", record.id]
        for key in ("operation", "phase"):
            expected, found = getattr(rule, key), getattr(record.affects, key)
            if expected != found:
                message = f"the rule `{rule.id}` is about {key} `{expected}`, not `{found}`"
                yield Remark(own, message, ("affects", key))


def _operation(database: Database, operation: Operation) -> Iterator[Remark]:
    origin = database.origins["operation", operation.name]
    if origin.path.stem != operation.name:
        yield Remark(origin, f"the file of `{operation.name}` must be {operation.name}.toml", ("name",))
    for index, entry in enumerate(operation.entries):
        for message, keys in _entry(operation, entry):
            yield Remark(origin, message, ("entry", index, *keys))


def _entry(operation: Operation, entry: Entry) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, place in entry.arguments.items():
        if name not in operation.arguments:
            hint = did_you_mean(name, operation.arguments)
            yield f"the operation has no argument `{name}`{hint}", ("arguments", name)
        if place.split(".")[0] not in entry.parameters:
            yield f"`{place}` starts with none of the parameters", ("arguments", name)
    for name, values in entry.maps.items():
        if name not in entry.arguments:
            yield f"the entry has no argument `{name}`", ("maps", name)
        for written, value in values.items():
            if value not in operation.arguments.get(name, {}):
                hint = did_you_mean(value, operation.arguments.get(name, {}))
                yield f"`{name}` has no value `{value}`{hint}", ("maps", name, written)


# ---- evidence -------------------------------------------------------------------------------------------


def _works(database: Database, works: Works) -> Iterator[Remark]:
    assert works.origin is not None
    yield from value_remarks(database, works.origin, works.operation, works.arguments)
    for line in works.source:
        if line.release not in database.versions:
            yield Remark(works.origin, f"burn {line.release} is no known release", ("lines", str(line.release)))
        elif works.burn is not None and not works.burn.contains(line.release):
            message = f"burn {line.release} is outside the range `{works.burn}`"
            yield Remark(works.origin, message, ("lines", str(line.release)))
    if works.burn is not None:
        series = series_without_line(database.versions, works.burn, (line.release for line in works.source))
        if series:
            yield Remark(works.origin, f"there is no source line for burn {', '.join(series)}", ("lines",))
