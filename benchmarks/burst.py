"""Fifty edits at once, as when a key is held down or a macro plays."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from statistics import median

from benchmarks.bench import Bench, File, progress
from benchmarks.client import Client, connected
from benchmarks.table import Row, Table, milliseconds
from benchmarks.tools import in_turn

_STATEMENT = "let extra = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 80 + 900;"
_SIZES = (3800, 10_000)
_AIM = "≤ 60, ≤ 3 publishes, 0 out of order"


class Burst:
    """A server with the file open, and what came of each burst."""

    def __init__(self, client: Client, file: File) -> None:
        self.client = client
        self.document = client.open(file.path)
        self.function = file.source.faults[len(file.source.faults) // 2]
        self.lags: list[float] = []
        self.publishes: list[int] = []
        self.disorder = 0
        client.published(self.document)
        client.settle()

    def go(self) -> None:
        """Sends everything without waiting; then takes it back in one edit."""
        edits = list(self.document.typing(self.function, _STATEMENT))
        prepared = [self.client.prepare(self.document, edit) for edit in edits]
        self.client.forget()
        last_sent = 0.0
        for message in prepared:
            last_sent = self.client.send(message)
        self.lags.append(self.client.published(self.document).moment - last_sent)
        versions = [found.version or 0 for found in self.client.publications(self.document)]
        self.publishes.append(len(versions))
        self.disorder += sum(later < earlier for earlier, later in pairwise(versions))
        self.client.press(self.document, self.document.clearing(self.function))
        self.client.settle()


def measure(bench: Bench) -> Table:
    """Several bursts into files of two sizes."""
    rounds = 3 if bench.is_quick else 9
    rows: list[Row] = []
    for lines in _SIZES[:1] if bench.is_quick else _SIZES:
        progress(f"burst, {lines:,} lines")
        file = bench.file(lines)
        with ExitStack() as stack:
            bursts = [Burst(stack.enter_context(connected(tool, file.root)), file) for tool in bench.tools]
            for round_ in range(rounds):
                for burst in in_turn(bursts, round_):
                    burst.go()
        for burst in bursts:
            lags = (milliseconds(median(burst.lags)), milliseconds(max(burst.lags)))
            publishes = (f"{median(burst.publishes):.0f}", f"{max(burst.publishes)}")
            aim = _AIM if burst.client.tool.name == "burnlint" else ""
            rows.append(
                (f"{file.source.lines:,}, {burst.client.tool.name}", *lags, *publishes, str(burst.disorder), aim)
            )
    header = ("lines", "lag, median", "lag, worst", "publishes, median", "publishes, most", "out of order", "aim")
    note = f"{len(_STATEMENT) + 1} edits at once, {rounds} times; milliseconds from the last edit to its diagnostics."
    return Table("Burst of edits", header, rows, note)
