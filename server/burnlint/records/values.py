"""The values of the condition language, and what can be done with them; nothing here ever raises."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from burnlint.truth import Truth, all_of, any_of, not_


class Unknown(Enum):
    """The type of `UNKNOWN`."""

    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown.UNKNOWN
"""A value that is not known; it may also stand inside a tuple."""


@dataclass(frozen=True)
class OneOf:
    """A value that is one of several; a condition is true only when it is for each of them."""

    values: frozenset[object]


def truth_of(value: object) -> Truth:
    return value if isinstance(value, bool) else None


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _equal(left: object, right: object) -> Truth:
    if left is UNKNOWN or right is UNKNOWN:
        return None
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all_of(map(_equal, left, right))
    # To Python `True == 1`, but a flag is not a number.
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def _unequal(left: object, right: object) -> Truth:
    return not_(_equal(left, right))


def _contained(item: object, values: object) -> Truth:
    return any_of(_equal(item, value) for value in values) if isinstance(values, tuple) else None


def _not_contained(item: object, values: object) -> Truth:
    return not_(_contained(item, values))


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[object, object], Truth]:
    def ordered(left: object, right: object) -> Truth:
        return compare(left, right) if _is_number(left) and _is_number(right) else None

    return ordered


def _arithmetic(compute: Callable[[Any, Any], Any]) -> Callable[[object, object], object]:
    def arithmetic(left: object, right: object) -> object:
        if not (_is_number(left) and _is_number(right)):
            return UNKNOWN
        try:
            return compute(left, right)
        except (ZeroDivisionError, OverflowError):
            return UNKNOWN

    return arithmetic


COMPARISONS: dict[type[ast.cmpop], Callable[[object, object], Truth]] = {
    ast.Eq: _equal,
    ast.NotEq: _unequal,
    ast.In: _contained,
    ast.NotIn: _not_contained,
    ast.Lt: _ordered(operator.lt),
    ast.LtE: _ordered(operator.le),
    ast.Gt: _ordered(operator.gt),
    ast.GtE: _ordered(operator.ge),
}
OPERATORS: dict[type[ast.operator], Callable[[object, object], object]] = {
    ast.Add: _arithmetic(operator.add),
    ast.Sub: _arithmetic(operator.sub),
    ast.Mult: _arithmetic(operator.mul),
    ast.FloorDiv: _arithmetic(operator.floordiv),
    ast.Mod: _arithmetic(operator.mod),
}


def _len(value: object) -> object:
    return len(value) if isinstance(value, tuple) else UNKNOWN


def _abs(value: object) -> object:
    return abs(value) if isinstance(value, (int, float)) and _is_number(value) else UNKNOWN


def _extreme(choose: Callable[[Any], Any]) -> Callable[[object], object]:
    def extreme(values: object) -> object:
        if not isinstance(values, tuple) or not values or not all(map(_is_number, values)):
            return UNKNOWN
        return choose(values)

    return extreme


def _quantified(combine: Callable[[Iterator[Truth]], Truth]) -> Callable[[object], Truth]:
    def quantified(values: object) -> Truth:
        return combine(map(truth_of, values)) if isinstance(values, tuple) else None

    return quantified


FUNCTIONS: dict[str, Callable[[object], object]] = {
    "len": _len,
    "abs": _abs,
    "min": _extreme(min),
    "max": _extreme(max),
    "any": _quantified(any_of),
    "all": _quantified(all_of),
}


def item_at(values: object, index: object) -> object:
    if not isinstance(values, tuple) or not isinstance(index, int) or isinstance(index, bool):
        return UNKNOWN
    return values[index] if -len(values) <= index < len(values) else UNKNOWN
