"""What the terminal is like: colours, width, and a line of progress that disappears again."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Mapping
from typing import Literal, TextIO, TypeAlias

ColorChoice: TypeAlias = Literal["auto", "always", "never"]

_PATIENCE = 0.5  # seconds before a line of progress appears


def wants_color(choice: ColorChoice, stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """The option decides; then NO_COLOR and FORCE_COLOR (no-color.org, force-color.org); then the terminal."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environment.get("TERM") != "dumb"


def width(stream: TextIO, otherwise: int = 140) -> int:
    """How wide lines for people may be."""
    return shutil.get_terminal_size().columns if stream.isatty() else otherwise


class Progress:
    """Says on a terminal how far a long scan is; silent for a short one, and when nobody watches."""

    def __init__(self, total: int, stream: TextIO | None = None, *, what: str = "files") -> None:
        self._total = total
        self._what = what
        self._stream = stream or sys.stderr
        self._from = time.monotonic() + _PATIENCE
        self._shown = False

    def show(self, done: int) -> None:
        """So many are done."""
        if self._stream.isatty() and time.monotonic() >= self._from:
            self._stream.write(f"\r\x1b[Kchecked {done} of {self._total} {self._what}")
            self._stream.flush()
            self._shown = True

    def clear(self) -> None:
        """Removes the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False


def note(words: str) -> None:
    """Tells the user something that is no part of the report."""
    sys.stderr.write(f"burnlint: {words}\n")


def write(text: str) -> None:
    """Writes a part of the report."""
    sys.stdout.write(text)


def write_exactly(text: str) -> None:
    """Writes UTF-8 whatever the terminal takes, and line breaks as they are."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())


def count(number: int, name: str, plural: str | None = None) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {name if number == 1 else plural or name + 's'}"
