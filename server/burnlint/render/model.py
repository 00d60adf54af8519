"""The document that every explanation becomes before a writer turns it into Markdown or terminal text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["plain", "strong", "good", "bad", "muted"]


@dataclass(frozen=True)
class Text:
    """Words of a paragraph; the tone only adds to what the words say already."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class Code:
    """A name, type or expression, shown as it is."""

    text: str


@dataclass(frozen=True)
class Link:
    """Words that lead somewhere."""

    text: str
    url: str


Inline: TypeAlias = Text | Code | Link
Prose: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True)
class Heading:
    """A title; level 1 is the document's own."""

    level: int
    content: Prose


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    content: Prose


@dataclass(frozen=True)
class CodeBlock:
    """Lines shown exactly as they are."""

    text: str
    language: str = ""


@dataclass(frozen=True)
class Bullets:
    """A list without an order."""

    items: tuple[Prose, ...]


@dataclass(frozen=True)
class Table:
    """A grid. `keys` counts the leading columns that name a row, if a wide one may be divided between columns."""

    header: tuple[Prose, ...]
    rows: tuple[tuple[Prose, ...], ...]
    keys: int | None = None


Block: TypeAlias = Heading | Paragraph | CodeBlock | Bullets | Table


@dataclass(frozen=True)
class Document:
    """Blocks, from top to bottom."""

    blocks: tuple[Block, ...]


def prose(*parts: str | Inline) -> Prose:
    """The parts in order; a plain string stands for its words."""
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)


def joined(parts: tuple[Prose, ...] | list[Prose], separator: str) -> Prose:
    """All parts as one, with the separator between."""
    result: Prose = ()
    for part in parts:
        result += (Text(separator), *part) if result else part
    return result
