"""The terminal writer: wrapping, tables that fit, colour that only adds, nothing that commands a terminal."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from burnlint.render.characters import display_width
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
from burnlint.render.terminal import to_plain, to_terminal


def paragraph(*parts: str | Inline) -> Document:
    return Document((Paragraph(prose(*parts)),))


SUPPORT = Document(
    (
        Table(
            header=(prose("mode"), prose("NdArray"), prose("LibTorch")),
            rows=(
                (prose("Nearest"), prose(Text("✓ works", "good")), prose(Text("✓ works", "good"))),
                (prose("Bicubic"), prose(Text("✗ panics here", "bad")), prose(Text("✓ works", "good"))),
            ),
            keys=1,
        ),
    )
)


def test_every_kind_of_block() -> None:
    document = Document(
        (
            Heading(1, prose("A title")),
            Heading(2, prose("A part of ", Code("it"))),
            Paragraph(prose("See ", Link("the book", "https://burn.dev"), ".")),
            Bullets((prose("one"), prose("two"))),
            CodeBlock("fn main() {\n    let a = 1;\n}\n", "rust"),
        )
    )
    assert to_plain(document) == (
        "A title\n"
        "=======\n"
        "\n"
        "A part of `it`\n"
        "--------------\n"
        "\n"
        "See the book (https://burn.dev).\n"
        "\n"
        "- one\n"
        "- two\n"
        "\n"
        "    fn main() {\n"
        "        let a = 1;\n"
        "    }"
    )


def test_paragraphs_and_lists_wrap_between_words() -> None:
    document = Document(
        (
            Paragraph(prose("one two ", Text("three", "strong"), ", four five")),
            Bullets((prose("six seven eight"),)),
        )
    )
    assert to_terminal(document, width=12) == "one two\nthree, four\nfive\n\n- six seven\n  eight"


def test_a_word_wider_than_the_terminal_stays_whole() -> None:
    path = "crates/burn-ndarray/src/ops/module.rs:340"
    assert to_terminal(paragraph("see ", Code(path), " for more"), width=10) == f"see\n`{path}`\nfor more"


def test_wide_characters_take_two_columns() -> None:
    assert to_terminal(paragraph("大きい 文字 e\u0301e\u0301 x"), width=9) == "大きい\n文字 e\u0301e\u0301 x"


def test_a_table_that_fits() -> None:
    assert to_terminal(SUPPORT, width=40) == (
        "mode     NdArray        LibTorch\n"
        "-------  -------------  --------\n"
        "Nearest  ✓ works        ✓ works\n"
        "Bicubic  ✗ panics here  ✓ works"
    )


def test_a_tight_table_wraps_its_widest_cells() -> None:
    [table] = SUPPORT.blocks
    assert isinstance(table, Table)
    assert to_terminal(Document((replace(table, keys=None),)), width=27) == (
        "mode     NdArray   LibTorch\n"
        "-------  --------  --------\n"
        "Nearest  ✓ works   ✓ works\n"
        "Bicubic  ✗ panics  ✓ works\n"
        "         here"
    )


def test_a_table_too_wide_is_divided_and_repeats_its_keys() -> None:
    expected = (
        "mode     NdArray\n"
        "-------  -------------\n"
        "Nearest  ✓ works\n"
        "Bicubic  ✗ panics here\n"
        "\n"
        "mode     LibTorch\n"
        "-------  --------\n"
        "Nearest  ✓ works\n"
        "Bicubic  ✓ works"
    )
    assert to_terminal(SUPPORT, width=31) == expected
    assert to_terminal(SUPPORT, width=22) == expected
    assert to_terminal(SUPPORT, width=20) == (
        "mode     NdArray\n"
        "-------  -----------\n"
        "Nearest  ✓ works\n"
        "Bicubic  ✗ panics\n"
        "         here\n"
        "\n"
        "mode     LibTorch\n"
        "-------  --------\n"
        "Nearest  ✓ works\n"
        "Bicubic  ✓ works"
    )


def test_a_table_in_a_very_narrow_terminal_is_one_value_a_line() -> None:
    assert to_terminal(SUPPORT, width=14) == (
        "mode: Nearest\n"
        "NdArray: ✓\n"
        "works\n"
        "LibTorch: ✓\n"
        "works\n"
        "\n"
        "mode: Bicubic\n"
        "NdArray: ✗\n"
        "panics here\n"
        "LibTorch: ✓\n"
        "works"
    )


def test_colour_adds_escape_codes_and_nothing_else() -> None:
    coloured = to_terminal(SUPPORT, width=40, color=True)
    assert "\x1b[31m✗ panics here\x1b[0m" in coloured
    assert "\x1b[32m✓ works\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == to_terminal(SUPPORT, width=40)


def test_colour_ends_before_the_line_does() -> None:
    text = to_terminal(paragraph(Text("one two", "bad"), " three"), width=4, color=True)
    assert text == "\x1b[31mone\x1b[0m\n\x1b[31mtwo\x1b[0m\nthree"


def test_control_characters_are_shown_not_sent() -> None:
    document = Document((Paragraph(prose("a\x1b]0;title\x07b", Code("\u202ec"))), CodeBlock("x\x1b[2J\r\ny\u2066")))
    text = to_terminal(document, color=True)
    assert "\\u{1b}]0;title\\u{7}b" in text
    assert "`\\u{202e}c`" in text
    assert "x\\u{1b}[2J" in text
    assert not re.search(r"\x1b(?!\[\d*m)|[\x07\r\u202e\u2066]", text)


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zs", "Zl", "Zp")), max_size=9)
cells = st.lists(words, min_size=1, max_size=3).map(lambda parts: prose(" ".join(parts)))
tables = st.integers(1, 4).flatmap(
    lambda columns: st.builds(
        Table,
        st.tuples(*[cells] * columns),
        st.lists(st.tuples(*[cells] * columns), max_size=3).map(tuple),
        st.none() | st.integers(0, columns),
    )
)


@given(tables, st.integers(1, 60))
def test_no_line_is_too_wide_unless_one_word_is(table: Table, width: int) -> None:
    text = to_terminal(Document((table,)), width)
    for line in text.splitlines():
        assert display_width(line) <= width or len(line.split()) == 1
    # Nothing is lost on the way, however narrow it gets.
    for row in table.rows:
        for cell in row:
            for word in cell[0].text.split():
                assert word in text
