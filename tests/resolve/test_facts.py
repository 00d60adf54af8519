"""Facts of a file are kept by the text of each top-level item, and places follow the text around them."""

from __future__ import annotations

from pathlib import Path

from burnlint.datadir import data_dir
from burnlint.resolve.facts import FileFacts, ItemRef, Site, extract
from burnlint.syntax.parser import parse
from burnlint.syntax.queries import QuerySet

QUERIES = QuerySet(data_dir("queries"))
PATH = Path("lib.rs")


def _facts(source: str, previous: FileFacts | None = None) -> FileFacts:
    data = source.encode()
    return extract(PATH, parse(data).root_node, data, QUERIES, previous)


def test_untouched_items_are_taken_over() -> None:
    before = _facts("fn a() { b() }\nfn c() { d() }\n")
    after = _facts("// more\nfn a() { b() }\nfn c() { e() }\n", before)
    assert after.items[0] is before.items[0]
    assert after.items[1] is not before.items[1]


def test_a_place_moves_with_its_item() -> None:
    before = _facts("fn a() { b() }\n")
    site = Site(ItemRef(PATH, 0), before.items[0].name_span)
    assert before.place(site).span == (3, 4)
    assert _facts("\n\n  fn a() { b() }\n", before).place(site).span == (7, 8)


def test_the_shape_changes_with_everything_but_bodies() -> None:
    shape = _facts("fn a(x: u8) { b() }\ntype T = u8;\n").shape
    assert _facts("fn a(x: u8) { c(1) }\n\ntype T = u8;\n").shape == shape
    assert _facts("fn a(x: u16) { b() }\ntype T = u8;\n").shape != shape
    assert _facts("fn a(x: u8) { b() }\ntype T = u16;\n").shape != shape
    assert _facts("#[cfg(test)]\nfn a(x: u8) { b() }\ntype T = u8;\n").shape != shape


def test_the_same_text_twice_is_two_items() -> None:
    found = _facts("mod a { fn f() {} }\nmod a { fn f() {} }\n")
    assert [item.name for item in found.items] == ["a", "f", "a", "f"]
    assert found.starts == [0, 8, 20, 28]


def test_names_come_from_code_not_from_comments() -> None:
    found = _facts('// interpolate\nfn a() { let s = "deform_conv2d"; resize::up(x.forward(y)); vec![Bicubic] }\n')
    (top,) = found.cache.values()
    assert {b"up", b"resize", b"forward", b"Bicubic"} <= top.words
    assert not {b"interpolate", b"deform_conv2d", b"x"} & top.words


def test_the_item_at_an_offset() -> None:
    found = _facts("mod a { fn f() {} }\nfn g() {}\n")
    assert [found.item_at(offset) for offset in (0, 9, 19, 22)] == [0, 1, None, 2]
