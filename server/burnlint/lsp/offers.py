"""Code actions that were offered: a client hands back only an id, and the edit is made on the server's own ranges."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from burnlint.span import Span

_KEPT = 512
_NO_SPAN = Span(0, 0)


@dataclass(frozen=True)
class Offer:
    """Enough to find again what was offered; the edit itself is made when it is asked for."""

    path: Path
    version: int | None
    kind: Literal["fix", "fix-all", "ignore-line", "ignore-item", "ignore-file"]
    rule: str = ""
    span: Span = _NO_SPAN
    fix: str = ""  # its title


class Offers:
    """The newest offers, by an id that means nothing to anybody else."""

    def __init__(self) -> None:
        self._offers: OrderedDict[str, Offer] = OrderedDict()
        self._count = 0

    def add(self, offer: Offer) -> str:
        """Keeps an offer until many newer ones have come."""
        self._count += 1
        id = str(self._count)
        self._offers[id] = offer
        if len(self._offers) > _KEPT:
            self._offers.popitem(last=False)
        return id

    def get(self, id: object) -> Offer | None:
        """The offer of an id that a client sent, whatever it is."""
        return self._offers.get(id) if isinstance(id, str) else None
