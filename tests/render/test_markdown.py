"""The Markdown writer: what it writes, and that no text of a user can become markup."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.render.markdown import to_markdown
from burnlint.render.model import (
    Bullets,
    Code,
    CodeBlock,
    Document,
    Heading,
    Inline,
    Link,
    Paragraph,
    Table,
    Text,
    prose,
)


def written(*parts: str | Inline) -> str:
    return to_markdown(Document((Paragraph(prose(*parts)),)))


def test_every_kind_of_block() -> None:
    document = Document(
        (
            Heading(1, prose("A title")),
            Paragraph(prose("See ", Code("Vec<T>"), " and ", Link("the book", "https://burn.dev/a b"), ".")),
            Bullets((prose("one"), prose(Text("two", "strong")))),
            Table(
                (prose("mode"), prose("NdArray")),
                ((prose("Nearest"), prose(Text("✓ works", "good"))),),
            ),
            CodeBlock("fn main() {}\n", "rust"),
        )
    )
    assert to_markdown(document) == (
        "# A title\n"
        "\n"
        "See `Vec<T>` and [the book](https://burn.dev/a%20b).\n"
        "\n"
        "- one\n"
        "- **two**\n"
        "\n"
        "| mode    | NdArray |\n"
        "|---------|---------|\n"
        "| Nearest | ✓ works |\n"
        "\n"
        "```rust\n"
        "fn main() {}\n"
        "```"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Autodiff<Autodiff<NdArray>>", r"Autodiff\<Autodiff\<NdArray\>\>"),
        ("2 * 3 * 4", r"2 \* 3 \* 4"),
        ("snake_case_name", "snake_case_name"),
        ("_hidden and __init__", r"\_hidden and \_\_init\_\_"),
        ("[x](http://y)", r"\[x\](http://y)"),
        ("tick ` tick", r"tick \` tick"),
        ("# not a title", r"\# not a title"),
        ("- not a list", r"\- not a list"),
        ("1. not a list", r"1\. not a list"),
        ("R&amp;D, R & D", r"R\&amp;D, R & D"),
        ("two\nlines", "two lines"),
        ("\x1b[31mred\x07", r"\\u{1b}\[31mred\\u{7}"),
        ("a\u202eb", r"a\\u{202e}b"),
        ("大きい ✓ é", "大きい ✓ é"),
    ],
)
def test_text_is_escaped_where_markdown_would_read_markup(text: str, expected: str) -> None:
    assert written(text) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a", "`a`"),
        ("a `b` c", "``a `b` c``"),
        ("`b`", "`` `b` ``"),
        ("a ``` b", "````a ``` b````"),
        ("x\ny", "`x y`"),
        ("", ""),
    ],
)
def test_code_keeps_its_backticks(code: str, expected: str) -> None:
    assert written(Code(code)) == expected


@pytest.mark.parametrize(
    ("inline", "expected"),
    [
        (Link("a [b]", "https://x.y/(z)<w>"), r"[a \[b\]](https://x.y/%28z%29%3Cw%3E)"),
        (Link("https://x.y", "https://x.y"), "<https://x.y>"),
        (Text("Why: ", "strong"), "**Why:** "),
        (Text(" ", "strong"), " "),
    ],
)
def test_links_and_strong_words(inline: Inline, expected: str) -> None:
    assert written("x", inline, "y") == f"x{expected}y"


def test_a_bar_does_not_end_a_cell() -> None:
    table = Table((prose("a|b"),), ((prose(Code("x | y")),),))
    assert to_markdown(Document((table,))) == "| a\\|b     |\n|----------|\n| `x \\| y` |"


def test_wide_characters_are_counted_as_two_columns() -> None:
    table = Table((prose("大"), prose("b")), ((prose("abcd"), prose("é")),))
    assert to_markdown(Document((table,))) == "| 大   | b   |\n|------|-----|\n| abcd | é   |"


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    assert to_markdown(Document((CodeBlock("````\n"),))) == "`````\n````\n`````"


texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zs", "Zl", "Zp")), min_size=1)
inlines = st.one_of(texts.map(Text), texts.map(Code))


@given(texts)
def test_a_markdown_parser_reads_the_text_back(text: str) -> None:
    for paragraph in (written(text), written("x ", Code(text))):
        inline = next(token for token in parsed(paragraph) if token.type == "inline")
        assert contents(inline).removeprefix("x ") == text


@given(st.lists(inlines, min_size=2, max_size=2), st.lists(inlines, min_size=2, max_size=2))
def test_a_markdown_parser_reads_a_table_back(header: list[Inline], row: list[Inline]) -> None:
    table = Table((prose(header[0]), prose(header[1])), ((prose(row[0]), prose(row[1])),))
    tokens = parsed(to_markdown(Document((table,))))
    assert [contents(token) for token in tokens if token.type == "inline"] == [one.text for one in (*header, *row)]
    assert [token.type for token in tokens].count("tr_open") == 2


def parsed(markdown: str) -> list[Any]:
    markdown_it = pytest.importorskip("markdown_it")
    return list(markdown_it.MarkdownIt("gfm-like", {"linkify": False}).parse(markdown))


def contents(inline: Any) -> str:
    """The words of a paragraph or cell, which must hold nothing but words and code."""
    assert {child.type for child in inline.children} <= {"text", "text_special", "code_inline"}
    return "".join(child.content for child in inline.children)
