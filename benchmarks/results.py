"""The page with the results of a run."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks.table import Table
from benchmarks.tools import Tool

PAGE = Path(__file__).with_name("RESULTS.md")


def page(tables: Sequence[Table], tools: Sequence[Tool], is_quick: bool, load: float) -> str:
    """All of it, in markdown."""
    kind = "a quick run, whose figures are rough" if is_quick else "a full run"
    facts = [
        f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}",
        f"load before the run: {load:.1f} (0 is best)",
        f"Python {platform.python_version()}",
        *(f"{tool.name} {tool.version}" for tool in tools),
        *(f"{package} {version(package)}" for package in ("tree-sitter", "tree-sitter-rust", "pygls")),
    ]
    head = (
        f"# Results\n\nOf {kind}, written by `python -m benchmarks --write`; [README.md](README.md) explains them.\n\n"
    )
    return head + "".join(f"- {fact}\n" for fact in facts) + "\n" + "\n".join(table.markdown() for table in tables)
