"""Writes a document for a terminal: wrapped to its width, in colour when wanted; and as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from burnlint.render.characters import display_width, printable
from burnlint.render.model import (
    Block,
    Bullets,
    Code,
    CodeBlock,
    Document,
    Heading,
    Inline,
    Link,
    Paragraph,
    Prose,
    Table,
)

_COLUMN_GAP = "  "
_INDENT = "    "
_CODES = {"strong": "1", "good": "32", "bad": "31", "muted": "2", "code": "36", "link": "4"}


class Piece(NamedTuple):
    """A run of characters in one style."""

    text: str
    style: str


Word: TypeAlias = tuple[Piece, ...]  # never broken
Line: TypeAlias = tuple[Piece, ...]


def to_terminal(document: Document, width: int | None = 80, color: bool = False) -> str:
    """The document as lines of at most `width` columns (None: unlimited), without a final line break.

    Words are never broken, so that a path can be copied: one that is wider than the terminal stays whole.
    Colour adds escape codes and nothing else.
    """
    lines: list[Line] = []
    for block in document.blocks:
        if lines:
            lines.append(())
        lines += _block(block, width)
    return "\n".join(_written(line, color) for line in lines)


def to_plain(document: Document) -> str:
    """The document as text without colours and without wrapping."""
    return to_terminal(document, width=None)


def _block(block: Block, width: int | None) -> list[Line]:
    if isinstance(block, Heading):
        lines = _wrapped([_restyled(word, "strong") for word in _words(block.content)], width)
        rule = ("=" if block.level == 1 else "-") * max(map(_width, lines), default=0)
        return [*lines, (Piece(rule, "muted"),)]
    if isinstance(block, Paragraph):
        return _wrapped(_words(block.content), width)
    if isinstance(block, CodeBlock):
        return [(Piece(_INDENT + printable(line), "plain"),) for line in block.text.rstrip().splitlines()]
    if isinstance(block, Bullets):
        return [line for item in block.items for line in _bullet(item, width)]
    return _table(block, width)


def _bullet(item: Prose, width: int | None) -> list[Line]:
    lines = _wrapped(_words(item), None if width is None else max(1, width - 2))
    return [(Piece("  " if index else "- ", "plain"), *line) for index, line in enumerate(lines)]


# ---- words and lines ------------------------------------------------------------------------------------


def _words(content: Prose, links: bool = True) -> list[Word]:
    """The content cut at white space; pieces without space between them are one word."""
    words: list[Word] = []
    glue = False
    for inline in content:
        for piece in _pieces(inline, links):
            text = piece.text
            parts = text.split()
            if not parts:
                glue = glue and not text
                continue
            for index, part in enumerate(parts):
                word = (Piece(part, piece.style),)
                if index == 0 and glue and not text[0].isspace():
                    words[-1] += word
                else:
                    words.append(word)
            glue = not text[-1].isspace()
    return words


def _pieces(inline: Inline, links: bool) -> Iterator[Piece]:
    text = printable(inline.text)
    if isinstance(inline, Code):
        yield Piece(f"`{text}`", "code")
    elif isinstance(inline, Link):
        yield Piece(text, "link" if links else "plain")
        if links and inline.text != inline.url:
            yield Piece(f" ({printable(inline.url)})", "muted")
    else:
        yield Piece(text, inline.tone)


def _restyled(word: Word, style: str) -> Word:
    return tuple(Piece(piece.text, style) for piece in word)


def _wrapped(words: Sequence[Word], width: int | None) -> list[Line]:
    lines: list[Line] = []
    room = 0
    for word in words:
        needed = _width(word)
        if lines and (width is None or needed < room):
            lines[-1] += (
                Piece(" ", word[0].style if lines[-1][-1].style == word[0].style else "plain"),
                *word,
            )
            room -= needed + 1
        else:
            lines.append(word)
            room = (width or 0) - needed
    return lines


def _width(pieces: Sequence[Piece]) -> int:
    return sum(display_width(piece.text) for piece in pieces)


def _written(line: Line, color: bool) -> str:
    result = ""
    style = "plain"
    for piece in line:
        if color and piece.style != style:
            result += "\x1b[0m" if style in _CODES else ""
            result += f"\x1b[{_CODES[piece.style]}m" if piece.style in _CODES else ""
            style = piece.style
        result += piece.text
    return result.rstrip() + ("\x1b[0m" if style in _CODES else "")


# ---- tables ---------------------------------------------------------------------------------------------


def _table(table: Table, width: int | None) -> list[Line]:
    """As one grid if it fits; else divided, each part with the key columns; else one value a line."""
    grid = [[_words(cell, links=False) for cell in row] for row in (table.header, *table.rows)]
    parts = [[[row[column] for column in columns] for row in grid] for columns in _parts(grid, table.keys, width)]
    if width is not None and any(_total(_widths(part, _longest)) > width for part in parts):
        return _stacked(grid, width)
    lines: list[Line] = []
    for part in parts:
        if lines:
            lines.append(())
        lines += _grid(part, width)
    return lines


def _parts(grid: list[list[list[Word]]], keys: int | None, width: int | None) -> list[list[int]]:
    """The columns of each part: as many as fit without a cell that wraps, but at least one besides the keys."""
    columns = list(range(len(grid[0])))
    if keys is None or width is None:
        return [columns]
    natural = _widths(grid, _length)
    parts = [columns[:keys]]
    for column in columns[keys:]:
        wider = [*parts[-1], column]
        if len(wider) > keys + 1 and _total([natural[other] for other in wider]) > width:
            wider = [*columns[:keys], column]
            parts.append(wider)
        else:
            parts[-1] = wider
    return parts


def _grid(grid: list[list[list[Word]]], width: int | None) -> list[Line]:
    widths = _column_widths(grid, width)
    lines: list[Line] = []
    for index, row in enumerate(grid):
        cells = [_wrapped(cell, limit) for cell, limit in zip(row, widths, strict=True)]
        for height in range(max(map(len, cells), default=0)):
            parts = [cell[height] if height < len(cell) else () for cell in cells]
            lines.append(_row(parts, widths))
        if index == 0:
            lines.append(_row([(Piece("-" * limit, "muted"),) for limit in widths], widths))
    return lines


def _row(parts: Sequence[Line], widths: Sequence[int]) -> Line:
    line: Line = ()
    for index, (part, limit) in enumerate(zip(parts, widths, strict=True)):
        gap = "" if index == len(widths) - 1 else " " * (limit - _width(part)) + _COLUMN_GAP
        line += (*part, Piece(gap, "plain"))
    return line


def _column_widths(grid: list[list[list[Word]]], width: int | None) -> list[int]:
    """Each column as wide as its widest cell; when that is too much, the widest columns give way."""
    widths = _widths(grid, _length)
    narrowest = _widths(grid, _longest)
    columns = range(len(widths))
    while width is not None and _total(widths) > width:
        column = max(columns, key=lambda index: (widths[index] > narrowest[index], widths[index]))
        if widths[column] == narrowest[column]:
            break
        widths[column] -= 1
    return widths


def _stacked(grid: list[list[list[Word]]], width: int | None) -> list[Line]:
    header, *rows = grid
    lines: list[Line] = []
    for row in rows:
        if lines:
            lines.append(())
        for name, cell in zip(header, row, strict=True):
            label = [*name[:-1], (*name[-1], Piece(":", "plain"))] if name else []
            lines += _wrapped([*label, *cell], width)
    return lines


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_COLUMN_GAP) * (len(widths) - 1)


def _widths(grid: list[list[list[Word]]], measure: Callable[[Sequence[Word]], int]) -> list[int]:
    """The largest measure of each column."""
    return [max(map(measure, column)) for column in zip(*grid, strict=True)]


def _length(words: Sequence[Word]) -> int:
    return sum(map(_width, words)) + max(0, len(words) - 1)


def _longest(words: Sequence[Word]) -> int:
    return max(map(_width, words), default=0)
