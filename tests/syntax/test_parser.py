"""Parsing: hostile input, threads, and trees that stay as they were handed out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from burnlint.syntax.parser import IncrementalTree, parse


@pytest.mark.parametrize(
    ("source", "broken"),
    [
        (b"", False),
        (b"fn a() {" + b"(" * 20_000 + b")" * 20_000 + b"}", False),
        (b"fn a() {" + b"(" * 20_000, True),
        (b"fn a() {" * 20_000, True),
        (b"\0" * 10_000, True),
        (b"fn a() { \0 }", True),
        (b'fn a() { "' + b"x" * 100_000, True),
    ],
    ids=["empty", "deep", "deep-open", "open-blocks", "nul", "nul-inside", "open-string"],
)
def test_hostile_input_gives_a_tree_of_all_of_it(source: bytes, broken: bool) -> None:
    root = parse(source).root_node
    assert (root.end_byte, root.has_error) == (len(source), broken)


def test_a_deep_tree_can_be_edited() -> None:
    source = b"fn a() {" + b"(" * 20_000 + b")" * 20_000 + b"}"
    tree = IncrementalTree(source)
    broken = source[:5_000] + source[5_001:]
    tree.edit(source, broken, 5_000, 5_001, 5_000)
    assert tree.tree(broken).root_node.has_error
    tree.edit(broken, source, 5_000, 5_000, 5_001)
    assert not tree.tree(source).root_node.has_error


@pytest.mark.parametrize(
    "source",
    [
        b"fn a() {" + b"!" * 12_000 + b"}",
        b"fn a() {" + b"(" * 12_000 + b"x @ ; " * 500 + b")" * 12_000 + b"}",
        b"fn a() { let x = ; } " * 2_000,
        b"@ " * 20_000,
    ],
    ids=["deep-missing", "deep-errors", "many-errors", "one-error"],
)
def test_a_deep_or_a_long_list_of_errors_can_be_edited(source: bytes) -> None:
    tree = IncrementalTree(source)
    for at, new in ((9, b" "), (len(source) // 2, b"x "), (0, b"}")):
        after = source[:at] + new + source[at:]
        tree.edit(source, after, at, at, at + len(new))
        source = after
        root, fresh = tree.tree(source).root_node, parse(source).root_node
        assert (root.end_byte, root.descendant_count) == (fresh.end_byte, fresh.descendant_count)


def test_threads_do_not_share_a_parser() -> None:
    sources = [f"fn f{n}() {{ {'a(b);' * n} }}".encode() for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        trees = list(pool.map(parse, sources))
    assert [str(tree.root_node) for tree in trees] == [str(parse(source).root_node) for source in sources]


def test_a_tree_that_was_handed_out_does_not_change() -> None:
    before = b"fn a( {}\nfn b() {}"
    incremental = IncrementalTree(before)
    tree = incremental.tree(before)
    shown = str(tree.root_node)
    after = b"fn a() {}\nfn b() {}"
    incremental.edit(before, after, 5, 5, 6)
    assert str(tree.root_node) == shown
    assert not incremental.tree(after).root_node.has_error
    assert str(tree.root_node) == shown
    assert tree.root_node.end_byte == len(before)


def test_rows_and_columns_stay_those_of_a_fresh_parse() -> None:
    source = b"fn a() {\r x(\n}\n\nfn b() { y; }\n"
    incremental = IncrementalTree(source)
    for at, new in ((20, b"\n\n"), (3, b"aa\n"), (12, b"\n"), (len(source), b"z")):
        after = source[:at] + new + source[at:]
        incremental.edit(source, after, at, at, at + len(new))
        source = after
    tree, fresh = incremental.tree(source), parse(source)
    assert str(tree.root_node) == str(fresh.root_node)
    points = [(node.start_point, node.end_point) for node in tree.root_node.children]
    assert points == [(node.start_point, node.end_point) for node in fresh.root_node.children]
