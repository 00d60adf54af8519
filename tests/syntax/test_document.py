"""Documents: whatever edits come, text and tree are those of the text read afresh."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from burnlint.syntax import parser
from burnlint.syntax.document import Document, top_items
from burnlint.syntax.parser import parse
from burnlint.syntax.text import Encoding, Text

SOURCE = """\
//! A small model.
use burn::prelude::*;

/// Two layers.
#[derive(Module, Debug)]
pub struct Model<B: Backend> {
    linear: Linear<B>, // the first
    pub(crate) scale: [f32; 2],
}

impl<B: Backend> Model<B> {
    pub const SCALE: f32 = 2.0e-3;

    /* forward */
    pub fn forward(&self, input: Tensor<B, 2>) -> Tensor<B, 2> {
        let text = r#"raw "text" {"#;
        let x = self.linear.forward(input).mul_scalar(Self::SCALE);
        assert_eq!(x.dims(), [2, 3], "shape {:?} é", x.dims());
        match x.dims() {
            [0, ..] => x,
            [n, m] if n < m => x.clone().swap_dims(0, 1) * 1.5,
            _ => interpolate(x, [1, 2], InterpolateOptions::new(InterpolateMode::Bicubic)),
        }
    }
}

mod tests {
    macro_rules! twice { ($e:expr) => { $e; $e } }
    pub fn run<'a>(s: &'a str) -> Option<Vec<u8>> where { twice!(s.len()); Some(vec![b'a'; 2])? }
}
"""

ATOMS = (
    *"x()[]{};,.:<>=&|!#/?@$'\"\né😀",
    *("::", "=>", "->", "//", "/*", "*/", 'r#"', '"#', "1.", "..", "\r\n", "#[a]", "to_data()", ".into_scalar()"),
    *("fn", "let", "pub", "impl", "struct", "use", "match", "if", "where", "mut"),
)


def sexp(document: Document) -> str:
    return str(document.tree.root_node)


def fresh(document: Document) -> str:
    return str(parse(document.text.data).root_node)


places = st.integers(0, len(SOURCE) + 40)
edits = st.tuples(places, st.sampled_from([0, 0, 0, 1, 1, 2, 5, 30, 200]), st.sampled_from(["", " ", *ATOMS]))


@settings(deadline=None)
@given(st.lists(st.lists(edits, min_size=1, max_size=3), max_size=8))
@example([[(0, 0, "("), (200, 0, "/*")], [(200, 2, "")], [(0, 1, "")]])
def test_the_tree_after_random_edits_is_that_of_a_fresh_parse(batches: list[list[tuple[int, int, str]]]) -> None:
    document = Document(Text.from_str(SOURCE))
    assert not document.tree.root_node.has_error
    for batch in batches:
        for start, length, new in batch:
            document.edit(start, start + length, new.encode())
        assert sexp(document) == fresh(document)


@pytest.mark.parametrize(
    ("source", "start", "length", "new"),
    [
        # An item that a fresh parse has not finished before the error behind a comment.
        ("{const S:f;/**/", 14, 0, "("),
        ("{const E:=3;/**/", 15, 1, ""),
        # A keyword inside an error, which a fresh parse reads as an identifier.
        ("struct A{#[a]pub a", 5, 0, "["),
        ("struct A{u,>#[a]pub f", 1, 0, "struct"),
        # A repair that another text around it would not lead to.
        ('struct A{a:u,"p:B}im', 19, 1, '"#'),
        ("struct A{]a:u8,", 12, 0, "#[a]"),
        ('match x{.. =>("1,()),a', 22, 0, 'r#"'),
    ],
)
def test_errors_are_repaired_as_in_a_fresh_parse(source: str, start: int, length: int, new: str) -> None:
    """In each of these tree-sitter's own incremental parse gives another tree."""
    sound = "fn sound() { a(b); }\n" * 9  # so much that it is worth keeping
    document = Document(Text.from_str(sound + source))
    assert document.tree.root_node.has_error
    document.edit(len(sound) + start, len(sound) + start + length, new.encode())
    assert sexp(document) == fresh(document)


def test_typing_a_file_character_by_character() -> None:
    document = Document(Text.from_str(""))
    for index, character in enumerate(SOURCE):
        document.edit(len(document.text.data), len(document.text.data), character.encode())
        if index % 7 == 0:
            assert sexp(document) == fresh(document)
    assert document.text.data == SOURCE.encode()
    assert not document.tree.root_node.has_error


def test_many_edits_cost_one_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(data: bytes, *old: object) -> object:
        calls.append(data)
        return parse(data, *old)  # type: ignore[arg-type]

    monkeypatch.setattr(parser, "parse", counted)
    document = Document(Text.from_str(SOURCE))
    for _ in range(50):
        document.edit(0, 0, b"\n")
    assert calls == []
    assert document.tree is document.tree
    assert len(calls) == 1
    for _ in range(50):
        document.edit(20, 20, b"\n")
    assert document.tree is document.tree
    assert len(calls) == 2


def test_a_held_tree_keeps_describing_its_own_text() -> None:
    document = Document(Text.from_str("fn a() {}\n"))
    text, tree = document.text, document.tree
    document.edit(0, 0, b"fn b() {}\n")
    assert top_items(document) == [(0, 9, "function_item"), (10, 19, "function_item")]
    assert (text.data, tree.root_node.end_byte, tree.root_node.child_count) == (b"fn a() {}\n", 10, 1)


@pytest.mark.parametrize(
    ("encoding", "column"),
    [("utf-8", 9), ("utf-16", 6), ("utf-32", 5)],
)
def test_changes_of_an_editor(encoding: Encoding, column: int) -> None:
    document = Document(Text.from_str("// é😀 x\nfn a() {}\n"), version=3)
    document.change(((0, column), (0, column)), "y", encoding)
    assert document.text.data.decode() == "// é😀y x\nfn a() {}\n"
    document.change(((1, 9), (1, 0)), "fn b();", encoding)  # reversed
    assert document.text.data.decode() == "// é😀y x\nfn b();\n"
    document.change(((1, 99), (99, 0)), "", encoding)  # past the line's and the file's end
    assert document.text.data.decode() == "// é😀y x\nfn b();"
    document.change(None, "fn c() {}\ud800", encoding)
    assert document.text.data.decode() == "fn c() {}\ufffd"
    assert sexp(document) == fresh(document)
    assert document.version == 3


def test_a_form_feed_is_no_line_end() -> None:
    document = Document(Text.from_str("a\x0cb\ncd\n"))
    document.change(((1, 0), (1, 0)), "X", "utf-16")
    assert document.text.data == b"a\x0cb\nXcd\n"


@settings(deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(
                st.tuples(st.tuples(st.integers(-1, 40), st.integers(-1, 90)), st.tuples(places, places)),
                st.sampled_from(ATOMS),
            ),
            st.tuples(st.none(), st.sampled_from(["", "fn", SOURCE])),
        ),
        max_size=6,
    ),
    st.sampled_from(["utf-8", "utf-16", "utf-32"]),
)
def test_any_change_events_are_survived(
    changes: list[tuple[tuple[tuple[int, int], tuple[int, int]] | None, str]], encoding: Encoding
) -> None:
    document = Document(Text.from_str(SOURCE))
    for where, new in changes:
        document.change(where, new, encoding)
        assert sexp(document) == fresh(document)
        assert document.text == Text.from_str(document.text.data.decode())


def test_top_items_are_all_named_nodes_at_the_top() -> None:
    document = Document(Text.from_str("// c\n#![allow(x)]\n#[cfg(y)]\nfn a() {}\nuse b;\n)\n"))
    kinds = [kind for _, _, kind in top_items(document)]
    assert kinds == [
        "line_comment",
        "inner_attribute_item",
        "attribute_item",
        "function_item",
        "use_declaration",
        "ERROR",
    ]
    data = document.text.data
    assert [data[start:end] for start, end, _ in top_items(document)][3:5] == [b"fn a() {}", b"use b;"]


def test_an_empty_document() -> None:
    document = Document(Text.from_str(""))
    assert top_items(document) == []
    document.edit(0, 5, b"use a;")
    assert top_items(document) == [(0, 6, "use_declaration")]
