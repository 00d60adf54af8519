"""From a key to the diagnostics of the text with it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack

from benchmarks.bench import Bench, File, progress
from benchmarks.client import Client, connected
from benchmarks.document import Document, Edit
from benchmarks.table import Row, Table, milliseconds, percentile
from benchmarks.tools import in_turn

_AIMS = {200: "", 2000: "near 1.5", 3800: "p95 ≤ 10", 10_000: "near 3.4", 30_000: "near 15"}
_IN_DETAIL = 3800
_PAUSE = 0.03  # seconds; nobody types faster, and what a server does after an answer has time to end
_FAULT = "in a function with a finding"


class Typist:
    """A server with the file open, and how long it took for each key, by the place of typing."""

    def __init__(self, client: Client, file: File) -> None:
        self.client = client
        self.document = client.open(file.path)
        self.times: dict[str, list[float]] = {}
        self.shown = client.published(self.document).count
        client.settle()

    def press(self, place: str, edit: Edit) -> None:
        """Types a key and notes the time."""
        time.sleep(_PAUSE)
        self.times.setdefault(place, []).append(self.client.press(self.document, edit))
        self.shown = self.client.published(self.document).count

    def all_times(self) -> list[float]:
        """Those of all places."""
        return [each for times in self.times.values() for each in times]


def measure(bench: Bench) -> Table:
    """Types at the end, in the middle and at the start of files of several sizes."""
    rows: list[Row] = []
    keys = 0
    for lines, aim in _AIMS.items():
        if bench.is_quick and lines > _IN_DETAIL:
            continue
        progress(f"keystrokes, {lines:,} lines")
        file = bench.file(lines)
        with ExitStack() as stack:
            typists = [Typist(stack.enter_context(connected(tool, file.root)), file) for tool in bench.tools]
            keys = _type(typists, file, bench.is_quick)
        rows.append(_row(f"{file.source.lines:,}", [(one.all_times(), str(one.shown)) for one in typists], aim))
        if lines == _IN_DETAIL:
            rows += [_row(f"… {place}", [(one.times[place], "") for one in typists], "") for place in typists[0].times]
    columns = [f"{tool.name}{what}" for tool in bench.tools for what in (" p50", " p95", " shows")]
    note = f"Milliseconds over {keys} keys a file. *shows*: diagnostics after the last key."
    return Table("Keystroke to diagnostics", ("lines", *columns, "aim"), rows, note)


def _type(typists: Sequence[Typist], file: File, is_quick: bool) -> int:
    document = Document(file.path)
    functions, faults = document.functions(), file.source.faults
    harmless = [function for function in functions if function not in faults]
    places = {"near the end": harmless[-1], _FAULT: faults[len(faults) // 2], "near the start": harmless[0]}
    keys = 0
    # From the end to the start: what is typed moves all lines below.
    for place, function in sorted(places.items(), key=lambda place: -place[1]):
        edits = list(document.typing(function))
        for edit in edits:
            document.change(edit, is_incremental=True)
        edits += [] if is_quick else document.erasing(function)
        for edit in edits:
            for typist in in_turn(typists, keys):
                typist.press(place, edit)
            keys += 1
    return keys


def _row(name: str, measured: Sequence[tuple[list[float], str]], aim: str) -> Row:
    cells: list[str] = []
    for times, shown in measured:
        cells += (milliseconds(percentile(times, 0.5)), milliseconds(percentile(times, 0.95)), shown)
    return (name, *cells, aim)
