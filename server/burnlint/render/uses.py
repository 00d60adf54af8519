"""What a record speaks of: an operation in a phase, under some Autodiff decorators; and its support table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.schema import Operation, Phase, Record
from burnlint.records.support import SupportTable, support_table, usual_depth

PASSES: dict[Phase, str] = {"forward": "forward pass", "backward": "backward pass", "always": "use"}


class Use(NamedTuple):
    """An operation in a phase; `depth` is the number of Autodiff decorators when it takes more than usual."""

    operation: Operation
    phase: Phase
    depth: int | None

    def title(self) -> str:
        """`interpolation, backward pass`"""
        under = f", under {self.depth} Autodiff" if self.depth else ""
        return f"{self.operation.title}, {PASSES[self.phase]}{under}"

    def covers(self, record: Record) -> bool:
        """Whether the record speaks of it."""
        return (record.affects.operation, record.affects.phase) == (self.operation.name, self.phase)

    def table(self, database: Database, releases: Sequence[Version]) -> SupportTable | None:
        """Its part of the support table; None when nothing is known of it in these releases."""
        table = support_table(database, self.operation, releases=releases, phases=[self.phase], autodiff=self.depth)
        known = any(cell.state not in ("absent", "unknown") or cell.limited for cell in table.cells.values())
        return table if known else None


def uses_of(database: Database, records: Iterable[Record]) -> list[Use]:
    """What the records speak of, each once."""
    depths: dict[tuple[str, Phase], int] = {}
    for record in records:
        affects = record.affects
        use = (affects.operation, affects.phase)
        depths[use] = max(depths.get(use, 0), affects.autodiff)
    return [
        Use(database.operations[name], phase, depth if depth > usual_depth(phase) else None)
        for (name, phase), depth in depths.items()
    ]
