"""Edits that add a comment by which a finding is ignored: on its line, in its item, in its file."""

from __future__ import annotations

from tree_sitter import Node

from burnlint.lsp.ranges import line_break
from burnlint.span import Span
from burnlint.syntax.document import Document
from burnlint.syntax.text import Text

REASON = "TODO: say why"
"""Stands where the user is to write a reason."""

Insertion = tuple[int, str]
"""Where, and what."""

_ITEMS = frozenset(
    {
        "function_item",
        "impl_item",
        "trait_item",
        "mod_item",
        "struct_item",
        "enum_item",
        "const_item",
        "static_item",
        "macro_definition",
        "function_signature_item",
    }
)
_BEFORE_ITEM = frozenset({"attribute_item", "line_comment", "block_comment"})
_NOT_CODE = frozenset({"string_literal", "raw_string_literal", "block_comment"})


def ignore_line(document: Document, span: Span, rule: str) -> Insertion | None:
    """A comment above the line where the finding starts, or behind it when the line begins inside a string."""
    text = document.text
    line = text.line_at(span.start)
    start, end = text.line_span(line)
    comment = _comment("ignore", rule)
    if not _is_inside(document, start, _NOT_CODE):
        return start, f"{_indent(text, line)}{comment}{line_break(text, line)}"
    return None if _is_inside(document, end, _NOT_CODE) else (end, f" {comment}")


def ignore_item(document: Document, span: Span, rule: str) -> tuple[Insertion, str] | None:
    """A comment above the innermost function, or item, that contains the finding, and how to call that."""
    item = enclosing_item(document, span)
    if item is None:
        return None
    text = document.text
    line = _first_line(text, item)
    insertion = f"{_indent(text, line)}{_comment('ignore-item', rule)}{line_break(text, line)}"
    return (text.line_span(line).start, insertion), _called(item)


def ignore_file(document: Document, rule: str) -> Insertion:
    """A comment at the top of the file."""
    text = document.text
    # A `#!` line must stay the first; `#![…]` is an attribute.
    has_shebang = text.data.startswith(b"#!") and not text.data.startswith(b"#![")
    start = text.line_span(1).start if has_shebang else 0
    return start, f"{_comment('ignore-file', rule)}{line_break(text, 0)}"


def enclosing_item(document: Document, span: Span) -> Node | None:
    """The innermost function around a place, else the innermost other item."""
    other: Node | None = None
    node: Node | None = _smallest(document, span)
    while node is not None:
        if node.type == "function_item":
            return node
        if node.type in _ITEMS and other is None:
            other = node
        node = node.parent
    return other


def _first_line(text: Text, item: Node) -> int:
    """The first line of an item with the attributes and comments right above it."""
    line = text.line_at(item.start_byte)
    above = item.prev_sibling
    while above is not None and above.type in _BEFORE_ITEM:
        first = text.line_at(above.start_byte)
        stands_alone = not text.data[text.line_span(first).start : above.start_byte].strip()
        # Comments of documentation include their line break.
        if not stands_alone or text.line_at(above.end_byte - 1) < line - 1:
            break
        line, above = first, above.prev_sibling
    return line


def _smallest(document: Document, span: Span) -> Node | None:
    return document.tree.root_node.descendant_for_byte_range(span.start, span.end)


def _is_inside(document: Document, offset: int, kinds: frozenset[str]) -> bool:
    """Whether a place is within a node of these kinds, not at its edge."""
    node = _smallest(document, Span(offset, offset))
    while node is not None:
        if node.type in kinds and node.start_byte < offset < node.end_byte:
            return True
        node = node.parent
    return False


def _called(item: Node) -> str:
    name = item.child_by_field_name("name") or item.child_by_field_name("type")
    shown = name.text.decode("utf-8", "replace") if name is not None and name.text is not None else ""
    kind = {"function_item": "fn", "impl_item": "impl"}.get(item.type, item.type.partition("_")[0])
    return f"{kind} {shown}".strip()


def _comment(kind: str, rule: str) -> str:
    return f"// burnlint: {kind}[{rule}] {REASON}"


def _indent(text: Text, line: int) -> str:
    content = text.slice(text.line_span(line))
    return content[: len(content) - len(content.lstrip(" \t"))]
