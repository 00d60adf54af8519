"""Files of one JSON object a line: what runs of real programs showed, one run a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from burnlint.cargo.toml import TomlFile
from burnlint.problem import Problem
from burnlint.span import Span


def read_lines(path: Path, data: bytes) -> TomlFile:
    """The lines as the tables `[[run]]` of a file, so that all files of a database are read alike."""
    rows: list[object] = []
    problems: list[Problem] = []
    for number, line in enumerate(data.splitlines()):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            problems.append(Problem(path, f"this line is no JSON: {error}", span_of_line(data, ("run", number))))
            continue
        rows.append(row)
    return TomlFile(path, data, {"run": rows}, tuple(problems))


def span_of_line(data: bytes, keys: Sequence[str | int]) -> Span:
    """Where the line stands that the keys `run`, NUMBER lead to."""
    number = next((key for key in keys if isinstance(key, int)), 0)
    lines = data.splitlines(keepends=True)
    start = sum(map(len, lines[:number]))
    line = lines[number] if number < len(lines) else b""
    return Span(start, start + len(line.rstrip(b"\r\n")))
