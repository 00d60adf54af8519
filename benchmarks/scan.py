"""The command line on a whole workspace, each time by a new process."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.bench import Bench, Tree, progress, rust_files
from benchmarks.processes import Usage, run
from benchmarks.table import Row, Table, megabytes
from benchmarks.tools import Tool, in_turn

_AIM = "wall ≤ 1.5"
_PATIENCE = 600.0


@dataclass
class Runs:
    """One command, and what its runs cost and found."""

    tool: Tool
    how: str
    usages: list[Usage] = field(default_factory=list)
    findings: int = 0
    failures: int = 0

    def go(self, root: Path, output: Path) -> None:
        """Runs it once more."""
        self.usages.append(run((*self.tool.scans[self.how], str(root)), self.tool.environment, output, _PATIENCE))
        with output.open(encoding="utf-8") as lines:
            self.findings, self.failures = _counted(lines)

    def row(self, tree: Tree) -> Row:
        """Medians, and the worst of memory."""
        peaks = [usage.peak for usage in self.usages if usage.peak is not None]
        is_burnlint = self.tool.name == "burnlint"
        promised = f" of {tree.findings}" if is_burnlint and tree.findings is not None else ""
        return (
            f"{self.tool.name}, {self.how}",
            f"{median([usage.wall for usage in self.usages]):.2f}",
            f"{median([usage.cpu for usage in self.usages]):.2f}",
            megabytes(max(peaks, default=None)),
            f"{self.findings}{promised}",
            str(self.failures),
            _AIM if is_burnlint and self.how == "default" and tree.is_large else "",
        )


def measure(bench: Bench) -> list[Table]:
    """A table for each tree."""
    return [_measure(bench, tree) for tree in bench.trees()]


def try_out(bench: Bench) -> None:
    """Scans a small file once: what finds nothing is not worth measuring. It also reads the programs into memory."""
    for tool in bench.tools:
        trial = Runs(tool, "default")
        trial.go(bench.file(200).root, bench.folder / "output.jsonl")
        if not trial.findings or trial.failures:
            raise SystemExit(f"{tool.name} does not work: see `{' '.join(tool.scans['default'])} FOLDER`")


def _measure(bench: Bench, tree: Tree) -> Table:
    rounds = 1 if bench.is_quick else 5
    output = bench.folder / "output.jsonl"
    runs = [Runs(tool, how) for tool in bench.tools for how in tool.scans]
    for path in rust_files(tree.root):
        path.read_bytes()  # not counted: it is in memory then
    for round_ in range(rounds):
        for one in in_turn(runs, round_):
            progress(f"scan of {tree.name}, {one.tool.name}, {one.how}")
            one.go(tree.root, output)
    header = ("command", "wall s", "CPU s", "peak MB", "findings", "failures", "aim")
    note = f"Median of {rounds}; the memory is the most of any run, all processes together."
    return Table(f"Cold scan: {tree.title}", header, [one.row(tree) for one in runs], note)


def _counted(lines: Iterable[str]) -> tuple[int, int]:
    """Findings and failures. Only burnlint's objects have a type; all of ast-grep's are findings."""
    kinds = [json.loads(line).get("type", "finding") for line in lines]
    return kinds.count("finding"), len(kinds) - kinds.count("finding")
