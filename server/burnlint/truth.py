"""Three-valued truth (Kleene): True, False, or None for "not known". Never guess: an unknown stays unknown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Truth: TypeAlias = bool | None


def not_(value: Truth) -> Truth:
    """True <-> False; unknown stays unknown."""
    return None if value is None else not value


def all_of(values: Iterable[Truth]) -> Truth:
    """False if any is False, else unknown if any is unknown, else True."""
    result: Truth = True
    for value in values:
        if value is False:
            return False
        if value is None:
            result = None
    return result


def any_of(values: Iterable[Truth]) -> Truth:
    """True if any is True, else unknown if any is unknown, else False."""
    result: Truth = False
    for value in values:
        if value is True:
            return True
        if value is None:
            result = None
    return result
