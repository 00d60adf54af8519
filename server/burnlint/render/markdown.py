"""Writes a document as Markdown, for hovers, docs pages and SARIF."""

from __future__ import annotations

import re

from burnlint.render.characters import display_width, padded, printable
from burnlint.render.model import (
    Block,
    Bullets,
    Code,
    Document,
    Heading,
    Inline,
    Link,
    Paragraph,
    Prose,
    Table,
)

# Only what Markdown would read as markup, because many editors show the text of a hover as it is.
_MARKUP = re.compile(r"[\\`*\[\]<>~]|(?<![^\W_])_|_(?![^\W_])|&(?=#|\w+;)")
_LINE_START = re.compile(r"\A(\s*)(?:([#+=-])|(\d{1,9})([.)]))")


def to_markdown(document: Document) -> str:
    """The document as CommonMark with GitHub's tables, without a final line break."""
    return "\n\n".join(_block(block) for block in document.blocks)


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_line(block.content)}"
    if isinstance(block, Paragraph):
        return _line(block.content)
    if isinstance(block, Bullets):
        return "\n".join(f"- {_line(item)}" for item in block.items)
    if isinstance(block, Table):
        return _table(block)
    fence = "`" * max(3, _longest_run(block.text) + 1)
    return f"{fence}{block.language}\n{printable(block.text.rstrip())}\n{fence}"


def _table(table: Table) -> str:
    cells = [[_cell(cell) for cell in row] for row in (table.header, *table.rows)]
    widths = [max(3, *(display_width(row[column]) for row in cells)) for column in range(len(table.header))]
    lines = ["| " + " | ".join(map(padded, row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _cell(content: Prose) -> str:
    # Inside a table a bar ends the cell, in code too; so the backslash is added last.
    return "".join(map(_inline, content)).strip().replace("|", "\\|")


def _line(content: Prose) -> str:
    """Inline content on one line, safe at its start."""
    return _LINE_START.sub(_escaped_start, "".join(map(_inline, content)).strip())


def _escaped_start(match: re.Match[str]) -> str:
    space, marker, number, dot = match.groups()
    return f"{space}\\{marker}" if marker else f"{space}{number}\\{dot}"


def _inline(inline: Inline) -> str:
    if isinstance(inline, Code):
        return _code(inline.text)
    if isinstance(inline, Link):
        url = _url(inline.url)
        return f"<{url}>" if inline.text == url else f"[{_escaped(inline.text)}]({url})"
    return _strong(_escaped(inline.text)) if inline.tone == "strong" else _escaped(inline.text)


def _strong(text: str) -> str:
    """The stars must touch the words."""
    words = text.strip()
    return text.replace(words, f"**{words}**") if words else text


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda match: "\\" + match[0], _on_one_line(text))


def _code(text: str) -> str:
    text = _on_one_line(text)
    if not text.strip():
        return ""
    fence = "`" * (_longest_run(text) + 1)
    space = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{space}{text}{space}{fence}"


def _url(url: str) -> str:
    return re.sub(r"[\s<>()\\]", lambda match: f"%{ord(match[0]):02X}", url)


def _on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", printable(text))


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
