"""The linter's remarks on the arguments that evidence names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from burnlint.records.database import Database
from burnlint.records.reader import did_you_mean
from burnlint.records.remark import Remark
from burnlint.records.schema import Origin


def value_remarks(database: Database, origin: Origin, name: str, arguments: Mapping[str, str]) -> Iterator[Remark]:
    known = database.operations[name].arguments
    for argument, value in arguments.items():
        if argument not in known:
            hint = did_you_mean(argument, known)
            yield Remark(origin, f"`{name}` has no argument `{argument}`{hint}", ("arguments", argument))
        elif known[argument] and value not in known[argument]:
            hint = did_you_mean(value, known[argument])
            yield Remark(origin, f"`{argument}` has no value `{value}`{hint}", ("arguments", argument))
