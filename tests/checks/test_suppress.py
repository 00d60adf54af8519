"""Suppression comments: where they may stand, what they cover, what is wrong with them, and what they suppress."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burnlint.checks.finding import Applied, Finding, Level
from burnlint.checks.suppress import Suppression, apply, problems, suppressions
from burnlint.span import Place, Span
from burnlint.syntax.document import Document
from burnlint.syntax.text import Text


def read(source: str) -> tuple[Document, tuple[Suppression, ...]]:
    document = Document(Text.from_str(source))
    return document, suppressions(document)


def covered(source: str) -> list[str]:
    """The text that each suppression covers."""
    document, found = read(source)
    return [document.text.slice(each.covers) for each in found]


def finding(start: int, rule: str = "some-rule", *records: str) -> Finding:
    applied = tuple(Applied(record, "NdArray", "0.21.0", "forward") for record in records)
    return Finding(rule, Level.ERROR, "…", Place(Path("a.rs"), Span(start, start + 1)), applied)


def test_a_comment_is_read_with_the_places_of_its_ids() -> None:
    source = "fn f() {\n    g(); // burnlint: ignore[first-rule, other-id] é because\n}\n"
    document, (each,) = read(source)
    assert (each.kind, each.reason, each.has_reason, each.problem) == ("ignore", "é because", True, None)
    assert [id.name for id in each.ids] == ["first-rule", "other-id"]
    assert [document.text.slice(id.span) for id in each.ids] == ["first-rule", "other-id"]
    assert document.text.slice(each.span) == "// burnlint: ignore[first-rule, other-id] é because"
    assert document.text.slice(each.covers) == source.splitlines()[1]


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("//burnlint:ignore[a]", ""),
        ("// burnlint: ignore [ a ,]", ""),
        ("//// burnlint: ignore[a]   ", ""),
        ("// burnlint: ignore[a] -- ", ""),
        ("// burnlint: ignore[a]: the `valid()` of B", "the `valid()` of B"),
        ("/* burnlint: ignore[a] two\n   lines */", "two lines"),
        ("/*burnlint: ignore[a]*/", ""),
        ("/*** burnlint: ignore[a] so */", "so"),
    ],
)
def test_forms(comment: str, reason: str) -> None:
    _, (each,) = read(f"fn f() {{\n    {comment}\n    g();\n}}\n")
    assert (each.kind, [id.name for id in each.ids], each.problem) == ("ignore", ["a"], None)
    assert (each.reason, each.has_reason) == (reason, bool(reason))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_above_a_line_past_attributes_and_comments(end: str) -> None:
    source = """\
fn f() {
    // burnlint: ignore[a]
    // burnlint: ignore[b] stacked
    /// Documentation.
    #[cfg(
        feature = "x"
    )]
    /* more */ #[allow(unused)]
    // and more
    let x = g()
        .h();
}
"""
    if end == "\r":  # a lone \r ends no comment in Rust: only block comments stand on lines of their own
        source = "fn f() {\r    /* burnlint: ignore[a] */\r    #[cfg(x)]\r    let x = g()\r        .h();\r}"
    assert set(covered(source.replace("\n", end))) == {"    let x = g()"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("fn f() {\n    x\n        // burnlint: ignore[a]\n        .g();\n}", ["        .g();"]),
        ("fn f() { /* burnlint: ignore[a] */ g(); }\nfn h() {}", ["fn f() { /* burnlint: ignore[a] */ g(); }"]),
        ("fn f() {\n /* burnlint: ignore[a]\n */ g();\n}", [" /* burnlint: ignore[a]\n */ g();"]),
        ("fn f() {\n    // burnlint: ignore[a]\n\n    g();\n}", [""]),  # a blank line
        ("fn f() {\n    // burnlint: ignore[a]\n    /// Doc.\n\n    g();\n}", [""]),
        ("fn f() {}\n// burnlint: ignore[a]", [""]),  # the end of the file
        ("fn f() {\n    #[cfg(x)] // burnlint: ignore[a]\n    g();\n}", ["    #[cfg(x)] // burnlint: ignore[a]"]),
        ("fn f(\n    // burnlint: ignore[a]\n    #[x] a: u8) {}", ["    #[x] a: u8) {}"]),
        ("fn f() { match x {\n // burnlint: ignore[a]\n #[cfg(y)]\n A => g(),\n} }", [" A => g(),"]),
    ],
)
def test_what_ignore_covers(source: str, expected: list[str]) -> None:
    assert covered(source) == expected


def test_inside_the_tokens_of_a_macro() -> None:
    source = """\
vec![
    // burnlint: ignore[a]
    #[cfg(x)]
    #![y]
    a.g(),
    b.h(), // burnlint: ignore[b]
    // burnlint: ignore-item[c]
    #[inline]
    pub(crate) fn f<T>(x: T) -> u8 { x.i() }
    /* burnlint: ignore-item[d] */
    macro_rules! m { () => {} }
    // burnlint: ignore-item[e]
    struct S(u8); z
];
"""
    assert covered(source) == [
        "    a.g(),",
        "    b.h(), // burnlint: ignore[b]",
        "pub(crate) fn f<T>(x: T) -> u8 { x.i() }",
        "macro_rules! m { () => {} }",
        "struct S(u8);",
    ]


ITEMS = [
    "fn f() { g(); }",
    "pub(in crate::x) async unsafe fn f() { g(); }",
    'pub extern "C" fn f() {}',
    "impl<B> X for Y<B> { fn f() {} }",
    "unsafe impl X for Y {}",
    "pub struct S { a: u8 }",
    "enum E { A, B }",
    "union U { a: u8 }",
    "mod m { fn f() {} }",
    "mod m;",
    "pub trait T { fn f(); }",
    "type A = B<C>;",
    "const C: u8 = 1;",
    "static C: u8 = 1;",
    "use a::b;",
    "extern crate a;",
    'extern "C" { fn f(); }',
    "macro_rules! m { () => {} }",
    "cfg_if! { if #[cfg(x)] { fn f() {} } }",
]


@pytest.mark.parametrize("item", ITEMS)
def test_every_kind_of_item(item: str) -> None:
    above = "// burnlint: ignore-item[a] reason\n/// Documentation.\n#[cfg(x)]\n"
    assert covered(f"use x;\n{above}{item}\nfn other() {{}}\n") == [item]
    assert covered(f"mod outer {{\n{above}{item}\nfn other() {{}}\n}}\n") == [item]


def test_items_of_impls_and_traits() -> None:
    source = "{} T {{\n    // burnlint: ignore-item[a]\n    {}\n    fn other() {{}}\n}}"
    for item in ("pub fn f(&self) {}", "const C: u8 = 1;", "type A = u8;"):
        assert covered(source.format("impl", item)) == [item]
    for item in ("fn f(&self);", "type A: B;"):
        assert covered(source.format("trait", item)) == [item]


def test_an_item_that_is_being_typed_stays_suppressed() -> None:
    source = "// burnlint: ignore-item[a]\npub fn f(x: ) -> { let y = g(; y.\n"
    document, (each,) = read(source)
    assert document.tree.root_node.has_error
    assert each.problem is None
    assert each.covers.start == source.index("pub fn")
    assert each.covers.end > source.index("->")


def test_a_whole_file() -> None:
    source = "use a;\n// burnlint: ignore-file[a, b] generated\nfn f() {}\n"
    document, (each,) = read(source)
    assert (each.covers, each.problem) == (Span(0, len(source)), None)
    assert [problem.message for problem in problems(suppressions(document), {"a", "b"})] == []


@pytest.mark.parametrize(
    "source",
    [
        'const S: &str = "// burnlint: ignore[a]";',
        'const S: &str = r#"\n// burnlint: ignore[a]\n"#;',
        "/// burnlint: ignore[a]\nfn f() {}",
        "//! burnlint: ignore[a]\nfn f() {}",
        "/// ```\n/// g(); // burnlint: ignore[a]\n/// ```\nfn f() {}",
        "/** burnlint: ignore[a] */\nfn f() {}",
        "/*! burnlint: ignore[a] */\nfn f() {}",
        "// see burnlint: ignore[a]\nfn f() {}",
        "// Burnlint: ignore[a]\nfn f() {}",
        "// burnlint ignore[a]\nfn f() {}",
        "/* /* burnlint: ignore[a] */ */\nfn f() {}",
        'm!("// burnlint: ignore[a]");',
        "fn f() {}",
    ],
)
def test_what_is_no_suppression(source: str) -> None:
    assert read(source)[1] == ()


def test_a_file_without_suppressions_is_not_parsed() -> None:
    class Unparsed(Document):
        @property
        def tree(self) -> None:  # type: ignore[override]
            raise AssertionError("parsed for nothing")

    assert suppressions(Unparsed(Text.from_str("fn f() { /* burnlint */ }"))) == ()


ABOVE_ITEM = "`ignore-item` must stand alone on the line above an item: fn, impl, struct, mod and so on"
NOT_AT_TOP = "`ignore-file` works only at the top level of a file: use `ignore-item` or `ignore` here"


@pytest.mark.parametrize(
    ("source", "marked", "message"),
    [
        (
            "fn f() {} // burnlint: ignore",
            "// burnlint: ignore",
            "`ignore` needs the ids of what it suppresses: write `burnlint: ignore[rule-id] reason`",
        ),
        (
            "// burnlint: ignore-item because\nfn f() {}",
            "// burnlint: ignore-item because",
            "`ignore-item` needs the ids of what it suppresses: write `burnlint: ignore-item[rule-id] reason`",
        ),
        (
            "/* burnlint: ignore-file[ , ] */",
            "/* burnlint: ignore-file[ , ] */",
            "`ignore-file` needs the ids of what it suppresses: write `burnlint: ignore-file[rule-id] reason`",
        ),
        (
            "// burnlint: ignore[a",
            "// burnlint: ignore[a",
            "`ignore` needs the ids of what it suppresses: write `burnlint: ignore[rule-id] reason`",
        ),
        (
            "// burnlint: ignore-fil[a]",
            "// burnlint: ignore-fil[a]",
            "`ignore-fil` is nothing burnlint knows: write `burnlint: ignore[rule-id] reason`"
            "; did you mean `ignore-file`?",
        ),
        (
            "// burnlint: [a]",
            "// burnlint: [a]",
            "this comment says nothing: write `burnlint: ignore[rule-id] reason`",
        ),
        ("fn f() { // burnlint: ignore-item[a]\n}", "// burnlint: ignore-item[a]", ABOVE_ITEM),
        ("fn f() {\n// burnlint: ignore-item[a]\nlet x = 1;\n}", "// burnlint: ignore-item[a]", ABOVE_ITEM),
        ("fn f() {\n// burnlint: ignore-item[a]\nm!(x).g();\n}", "// burnlint: ignore-item[a]", ABOVE_ITEM),
        ("// burnlint: ignore-item[a]\n\nfn f() {}", "// burnlint: ignore-item[a]", ABOVE_ITEM),
        ("m! {\n// burnlint: ignore-item[a]\nx\n}", "// burnlint: ignore-item[a]", ABOVE_ITEM),
        ("mod m {\n// burnlint: ignore-file[a]\n}", "// burnlint: ignore-file[a]", NOT_AT_TOP),
        ("// burnlint: ignore[b]\nfn f() {}", "b", "no rule or record has the id `b`"),
        (
            "fn f() {} // burnlint: ignore[a, interpolate-backwards]",
            "interpolate-backwards",
            "no rule or record has the id `interpolate-backwards`; did you mean `interpolate-backward`?",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(source: str, marked: str, message: str) -> None:
    document, found = read(source)
    said = list(problems(found, {"a", "interpolate-backward"}))
    assert [(document.text.slice(misuse.span), misuse.message) for misuse in said] == [(marked, message)]
    # Nothing that is malformed suppresses anything, and nobody is told twice about it.
    if found[0].problem is not None:
        findings = [finding(start, "a") for start in range(len(source))]
        assert apply(findings, found) == (tuple(findings), ())


def test_findings_are_suppressed_by_rule_where_they_start() -> None:
    source = "fn f() {\n    a(); // burnlint: ignore[some-rule]\n    b();\n}\n"
    _, found = read(source)
    inside, outside, other = (
        finding(source.index("a()")),
        finding(source.index("b()")),
        finding(source.index("a()"), "other-rule"),
    )
    marked, unused = apply([inside, outside, other], found)
    assert [each.suppressed for each in marked] == [True, False, False]
    assert [each.place for each in marked] == [inside.place, outside.place, other.place]
    assert unused == ()


def test_ids_of_records_suppress_when_they_name_all_that_apply() -> None:
    source = "// burnlint: ignore-file[one]\nfn f() {\n    a(); // burnlint: ignore[two]\n    b();\n}\n"
    _, found = read(source)
    both = finding(source.index("a()"), "some-rule", "one", "two")
    only_one = finding(source.index("b()"), "some-rule", "one", "two")
    marked, unused = apply([both, only_one], found)
    assert [each.suppressed for each in marked] == [True, False]
    assert unused == ()


def test_a_finding_without_records_is_not_suppressed_by_other_ids() -> None:
    _, found = read("fn f() {} // burnlint: ignore[x]")
    marked, unused = apply([finding(0)], found)
    assert (marked[0].suppressed, unused) == (False, found)


def test_unused_ids_are_reported_one_by_one() -> None:
    source = (
        "// burnlint: ignore-file[some-rule]\nfn f() {} // burnlint: ignore[a, some-rule, b]\n// burnlint: ignore[c]\n"
    )
    _, found = read(source)
    marked, unused = apply([finding(source.index("fn"))], found)
    assert marked[0].suppressed
    assert [[id.name for id in each.ids] for each in unused] == [["a", "b"], ["c"]]
    assert [each.span for each in unused] == [found[1].span, found[2].span]


def test_a_long_chain_of_calls_below_a_comment() -> None:
    source = "fn f() {\n// burnlint: ignore-item[a]\nx" + ".g()" * 20_000 + ";\n}"
    _, (each,) = read(source)
    assert each.problem == ABOVE_ITEM


LINES = [
    "// burnlint: ignore[a]",
    "// burnlint: ignore-item[a, b] r",
    "// burnlint: ignore-file[a]",
    "/* burnlint: ignore[",
    "*/",
    "/// burnlint: ignore[a]",
    "#[cfg(x)]",
    "#[",
    "fn f() {",
    "}",
    "m! {",
    "a.b(); // burnlint: ignore[a]",
    '"',
    "",
    "pub",
    "burnlint: \0 é😀",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_text_gives_suppressions_inside_it(lines: list[str], end: str) -> None:
    source = end.join(lines)
    document, found = read(source)
    size = len(document.text.data)
    assert [each.span for each in found] == sorted(each.span for each in found)
    for each in found:
        assert document.text.slice(each.span).lstrip("/*").lstrip().startswith("burnlint:")
        assert 0 <= each.covers.start <= each.covers.end <= size
        for id in each.ids:
            assert each.span.start < id.span.start < id.span.end < each.span.end
    said = list(problems(found, {id.name for each in found for id in each.ids}))
    assert len(said) == sum(each.problem is not None for each in found)
    everywhere = [finding(start, "a") for start in range(size)]
    marked, _ = apply(everywhere, found)
    for each, result in zip(everywhere, marked, strict=True):
        start = each.place.span.start
        inside = [other for other in found if other.problem is None and other.covers.start <= start < other.covers.end]
        assert result.suppressed == any(id.name == "a" for other in inside for id in other.ids)
