"""`python -m benchmarks`: measures, and prints the tables."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks import burst, keystrokes, memory, results, scan, start, tools
from benchmarks.bench import Bench
from benchmarks.processes import TooSlow
from benchmarks.table import Table
from benchmarks.wire import Died

MEASUREMENTS: Mapping[str, Callable[[Bench], Table | list[Table]]] = {
    "keystrokes": keystrokes.measure,
    "burst": burst.measure,
    "start": start.measure,
    "scan": scan.measure,
    "memory": memory.measure,
}


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures burnlint beside ast-grep.")
    parser.add_argument("--quick", action="store_true", help="smaller files and fewer rounds: a first impression")
    parser.add_argument("--tree", type=Path, metavar="DIR", help="a real workspace, in addition to the generated one")
    parser.add_argument("--only", action="append", choices=list(MEASUREMENTS), help="this measurement; repeatable")
    parser.add_argument("--write", action="store_true", help=f"write the tables to benchmarks/{results.PAGE.name} too")
    options = parser.parse_args()
    tree: Path | None = options.tree
    if tree is not None and not tree.is_dir():
        parser.error(f"{tree} is not a folder")
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="burnlint-benchmarks-") as name:
        folder = Path(name).resolve()
        found = tools.find(folder)
        bench = Bench(found, folder, options.quick, tree.resolve() if tree is not None else None)
        scan.try_out(bench)
        tables = [table for chosen in options.only or MEASUREMENTS for table in _tables(chosen, bench)]
    text = results.page(tables, found, options.quick, load)
    print(text)
    if options.write:
        results.PAGE.write_text(text, encoding="utf-8")


def _tables(name: str, bench: Bench) -> list[Table]:
    """One measurement that fails costs the run only its own table."""
    try:
        made = MEASUREMENTS[name](bench)
    except (TooSlow, Died) as error:
        return [Table(name.capitalize(), ("result",), [(f"failed: {error}",)])]
    return made if isinstance(made, list) else [made]


if __name__ == "__main__":
    main()
