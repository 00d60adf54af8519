"""The Markdown writer: what it writes, and that no text of a user can become markup."""

from __future__ import annotations

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
        "See `Vec<T>` and [the book](<https://burn.dev/a%20b>).\n"
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


def test_a_bar_does_not_end_a_cell() -> None:
    table = Table((prose("a|b"),), ((prose(Code("x | y")),),))
    assert to_markdown(Document((table,))) == "| a\\|b     |\n|----------|\n| `x \\| y` |"


def test_wide_characters_are_counted_as_two_columns() -> None:
    table = Table((prose("大"), prose("b")), ((prose("abcd"), prose("é")),))
    assert to_markdown(Document((table,))) == "| 大   | b   |\n|------|-----|\n| abcd | é   |"


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    assert to_markdown(Document((CodeBlock("````\n"),))) == "`````\n````\n`````"


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zs", "Zl", "Zp")), min_size=1))
def test_a_markdown_parser_reads_the_text_back(text: str) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    parser = markdown_it.MarkdownIt("gfm-like", {"linkify": False})
    for written_text, kinds in (
        (written(text), {"text", "text_special"}),
        (written("x ", Code(text)), {"text", "text_special", "code_inline"}),
    ):
        inline = next(token for token in parser.parse(written_text) if token.type == "inline")
        assert {child.type for child in inline.children} <= kinds
        assert "".join(child.content for child in inline.children).removeprefix("x ") == text
