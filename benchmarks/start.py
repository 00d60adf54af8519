"""How long an editor waits for a server that it starts."""

from __future__ import annotations

from statistics import median

from benchmarks.bench import Bench, progress
from benchmarks.client import Client
from benchmarks.table import Row, Table, milliseconds
from benchmarks.tools import Tool, in_turn

_AIM = "initialize ≤ 250"


def measure(bench: Bench) -> Table:
    """Starts each server several times, for a small package."""
    rounds = 5 if bench.is_quick else 15
    progress("start")
    times: dict[str, list[tuple[float, float]]] = {tool.name: [] for tool in bench.tools}
    for tool in bench.tools:
        _start(bench, tool)  # not counted: files are read into memory
    for round_ in range(rounds):
        for tool in in_turn(bench.tools, round_):
            times[tool.name].append(_start(bench, tool))
    rows: list[Row] = []
    for name, measured in times.items():
        answered, shown = zip(*measured, strict=True)
        cells = (median(answered), max(answered), median(shown), max(shown))
        rows.append((name, *map(milliseconds, cells), _AIM if name == "burnlint" else ""))
    header = ("server", "initialize, median", "initialize, worst", "diagnostics, median", "diagnostics, worst", "aim")
    note = (
        f"Milliseconds since the process was started, {rounds} starts, a file of {bench.file(200).source.lines} lines."
    )
    return Table("Server start", header, rows, note)


def _start(bench: Bench, tool: Tool) -> tuple[float, float]:
    file = bench.file(200)
    client = Client(tool, file.root)
    try:
        answered = client.initialize(file.root)
        document = client.open(file.path)
        shown = client.published(document, at_least=1)
        return answered - client.started, shown.moment - client.started
    finally:
        client.close()
