"""Runs one program in a process of its own, and says what it did."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

OutcomeKind: TypeAlias = Literal["ran", "panicked", "wrong", "timed-out", "killed", "does-not-compile"]
"""`wrong`: it ran, but a shape is not the right one or a value is not finite."""

_PANIC = re.compile(
    r"""thread\ '.*?'(?:\ \(\d+\))?\ panicked\ at\ (?P<place>[^\n]*?):(?P<line>\d+):\d+:\n
        (?P<message>.*?)
        (?:\nnote:\ |\nstack\ backtrace|\nthread\ '|\Z)""",
    re.DOTALL | re.VERBOSE,
)
_REGISTRY = re.compile(r".*/registry/src/[^/]+/")
_STD = re.compile(r"/rustc/[0-9a-f]+/")
END = "ground truth: the end"
"""What is printed behind a program: some graphics drivers crash when a process that used them ends."""
_WRONG = 3  # the exit code of a program whose checks fail


@dataclass(frozen=True)
class Outcome:
    """What a program did; `place` is the file and line of burn, or of a crate that burn uses."""

    kind: OutcomeKind
    message: str | None = None
    place: str | None = None


def execute(command: Sequence[str], environment: Mapping[str, str], limit: float) -> Outcome:
    """`limit` is in seconds."""
    try:
        done = subprocess.run(
            command,
            env=dict(environment),
            text=True,
            capture_output=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome("timed-out", f"after {limit:.0f} s")
    if done.stdout.endswith(f"{END}\n"):
        return Outcome("ran")
    if done.returncode == _WRONG:
        return Outcome("wrong", next((line for line in done.stdout.splitlines() if line.startswith("WRONG")), None))
    panic = panic_of(done.stderr)
    if panic is not None:
        return panic
    last = (done.stderr.strip().splitlines() or [""])[-1]
    if done.returncode < 0:
        return Outcome("killed", f"signal {-done.returncode}: {last}")
    return Outcome("killed", f"exit code {done.returncode}: {last}")


def panic_of(text: str) -> Outcome | None:
    """The first panic that a program reported: later ones follow from it."""
    found = _PANIC.search(text)
    if found is None:
        return None
    place = _STD.sub("", _REGISTRY.sub("", found["place"]))
    return Outcome("panicked", found["message"].strip(), f"{place}:{found['line']}")
