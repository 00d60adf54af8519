"""The names that occur in lowered code: whoever contains none of the right ones need not be looked into."""

from __future__ import annotations

import re
from collections.abc import Iterator

from burnlint.syntax.rust import Item, Type

_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")


def type_words(type_: Type) -> Iterator[bytes]:
    """Every name in a type."""
    for segment in type_.segments:
        yield segment.name.encode()
        for generic in segment.generics:
            yield from type_words(generic)
    for inner in type_.inner:
        yield from type_words(inner)


def function_words(item: Item) -> set[bytes]:
    """Every name in a function's body, and in the types of its parameters."""
    words = set(_NAME.findall(item.body or b""))
    for parameter in item.parameters:
        if parameter.type is not None:
            words.update(type_words(parameter.type))
    return words
