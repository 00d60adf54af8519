"""The colours of reports for people; without colour the words are the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Color: TypeAlias = Literal["error", "warning", "information", "note", "help", "gutter", "strong"]

_CODES: dict[Color, str] = {
    "error": "1;31",
    "warning": "1;33",
    "information": "1;34",
    "note": "1;32",
    "help": "1;36",
    "gutter": "1;34",
    "strong": "1",
}


@dataclass(frozen=True)
class Painter:
    """Colours text when it is asked to."""

    enabled: bool

    def __call__(self, color: Color, text: str) -> str:
        return f"\x1b[{_CODES[color]}m{text}\x1b[0m" if self.enabled and text else text
