"""An open file as an editor has it: its text, its version, and edits in the form that a server wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STATEMENT = "let extra = 12 + 34;"
_ENTER = "\n    "
_INDENTATION = len(_ENTER) - 1
_FUNCTION = re.compile(r"\s*(pub )?fn .*\{$")


@dataclass(frozen=True)
class Edit:
    """Replaces a part of one line."""

    line: int
    start: int
    end: int
    text: str


class Document:
    """A file whose lines end with a line feed and are edited only where all before is ASCII."""

    def __init__(self, path: Path) -> None:
        self.uri = path.as_uri()
        self.version = 1
        self._lines = path.read_text(encoding="utf-8", errors="replace").split("\n")

    @property
    def text(self) -> str:
        """The whole of it."""
        return "\n".join(self._lines)

    def functions(self) -> list[int]:
        """The lines that end with the opening brace of a function."""
        return [number for number, line in enumerate(self._lines) if line.isascii() and _FUNCTION.match(line)]

    def typing(self, function: int, statement: str = STATEMENT) -> Iterator[Edit]:
        """A new first statement of a function, key by key."""
        end = len(self._lines[function])
        yield Edit(function, end, end, _ENTER)
        for column, character in enumerate(statement, _INDENTATION):
            yield Edit(function + 1, column, column, character)

    def erasing(self, function: int) -> Iterator[Edit]:
        """Takes back what `typing` wrote, key by key, but for the line break."""
        for column in range(len(self._lines[function + 1]) - 1, _INDENTATION - 1, -1):
            yield Edit(function + 1, column, column + 1, "")

    def clearing(self, function: int) -> Edit:
        """Takes it back at once."""
        return Edit(function + 1, _INDENTATION, len(self._lines[function + 1]), "")

    def change(self, edit: Edit, is_incremental: bool) -> dict[str, Any]:
        """Applies an edit; returns the parameters that tell a server."""
        line = self._lines[edit.line]
        self._lines[edit.line : edit.line + 1] = (line[: edit.start] + edit.text + line[edit.end :]).split("\n")
        self.version += 1
        start, end = ({"line": edit.line, "character": column} for column in (edit.start, edit.end))
        change = {"range": {"start": start, "end": end}, "text": edit.text} if is_incremental else {"text": self.text}
        return {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]}
