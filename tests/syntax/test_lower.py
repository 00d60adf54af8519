"""Lowering: what the rest of burnlint sees of Rust, and that every span points at its text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from burnlint.datadir import data_dir
from burnlint.resolve.facts import FileFacts, extract
from burnlint.syntax import rust as r
from burnlint.syntax.lower import lower_body, lower_expression, lower_type
from burnlint.syntax.parser import parse
from burnlint.syntax.queries import QuerySet

QUERIES = QuerySet(data_dir("queries"))


def facts(source: str) -> FileFacts:
    data = source.encode()
    return extract(Path("lib.rs"), parse(data).root_node, data, QUERIES)


def items(source: str) -> list[r.Item]:
    return facts(source).items


def body(source: str) -> r.Block:
    (function,) = [item for item in items(source) if item.kind == "fn"]
    assert function.body is not None
    return lower_body(function.body, function.body_at)


def parts(root: object) -> Iterator[object]:
    if isinstance(root, tuple):
        for part in root:
            yield from parts(part)
    elif type(root).__module__ == r.__name__:
        yield root
        for name in type(root).__slots__:
            yield from parts(getattr(root, name))


def test_imports() -> None:
    (use,) = items("use burn::{self, prelude::*, tensor::{module::interpolate as resize, ops}};")
    assert [(one.path, one.name) for one in use.imports] == [
        (("burn",), "burn"),
        (("burn", "prelude"), "*"),
        (("burn", "tensor", "module", "interpolate"), "resize"),
        (("burn", "tensor", "ops"), "ops"),
    ]


def test_items_of_modules_and_impls_are_flat_and_know_their_owner() -> None:
    found = items("mod a { pub struct S; impl S { pub fn f(&self) {} } mod b { fn g() {} } }")
    assert [(item.kind, item.name, item.module, item.owner) for item in found] == [
        ("mod", "a", (), None),
        ("struct", "S", ("a",), None),
        ("impl", "", ("a",), None),
        ("fn", "f", ("a",), 2),
        ("mod", "b", ("a",), None),
        ("fn", "g", ("a", "b"), None),
    ]
    assert found[3].has_self and found[3].public and not found[5].public


def test_cfg_of_what_surrounds_an_item_holds_for_it() -> None:
    found = items('#[cfg(test)] mod tests { #[cfg(feature = "x")] type B = A; }')
    assert found[1].attributes.cfg == ("test", 'feature = "x"')


@pytest.mark.parametrize(
    ("source", "conditions"),
    [
        (
            'cfg_if::cfg_if! { if #[cfg(feature = "a")] { type B = X; } else if #[cfg(unix)] { type B = Y; } '
            "else { type B = Z; } }",
            ['feature = "a"', 'all(unix, not(any(feature = "a")))', 'not(any(feature = "a", unix))'],
        ),
        ("cfg_select! { unix => { type B = X; } _ => { type B = Y; } }", ["unix", "not(any(unix))"]),
        ("my_macro! { type B = X; }", [None]),
    ],
)
def test_items_inside_macros(source: str, conditions: list[str | None]) -> None:
    aliases = [item for item in items(source) if item.kind == "alias"]
    assert [(*item.attributes.cfg, None)[0] for item in aliases] == conditions
    data = source.encode()
    found = facts(source)
    for item, start in zip(found.items, found.starts, strict=True):
        if item.kind == "alias":
            assert data[start : start + 4] == b"type"


def test_a_macro_of_another_syntax_gives_no_items() -> None:
    assert [item.kind for item in items("html! { <type B = X;> }")] == ["macro"]


def test_generics_and_where_clauses() -> None:
    (function,) = items("fn f<B: Backend, const D: usize, T = u8>(x: T) where B: AutodiffBackend + Send {}")
    names = [(g.name, [b.segments[-1].name for b in g.bounds if b.segments], g.const) for g in function.generics]
    assert names == [("B", ["Backend", "AutodiffBackend", "Send"], False), ("D", [], True), ("T", [], False)]


def test_config_defaults() -> None:
    (struct,) = items('#[derive(Config)] struct C { #[config(default = "Mode::Cubic")] mode: Mode, n: usize }')
    assert struct.attributes.derives == ("Config",)
    assert [(field.name, field.attributes.default) for field in struct.fields] == [("mode", "Mode::Cubic"), ("n", None)]


def test_every_span_is_the_text_of_what_it_names() -> None:
    source = """
        // 😀 in front
        #[test]
        fn f(x: Tensor<B, 4>) {
            let y = a::b::<C>(x.clone().d::<E>(1, "é"), G { h: i })?;
            if let Some(z) = y { return z; }
            match z { M::N => o[1], _ => vec![p, q.r()] };
            println!("{} {}", s.t(), u);
        }
    """
    found = facts(source)
    data = source.encode()
    (start,) = found.starts
    for part in parts(body(source)):
        if isinstance(part, r.Method):
            a, z = part.name_span
            assert data[start + a : start + z].decode() == part.name
        if isinstance(part, r.Segment):
            a, z = part.span
            assert data[start + a : start + z].decode() == part.name
    methods = {part.name for part in parts(body(source)) if isinstance(part, r.Method)}
    assert methods == {"clone", "d", "r", "t"}


def test_values_of_literals() -> None:
    values = [part.value for part in parts(body('fn f() { g(1_000u64, 0xff, 2.5f32, true, "text", r#"raw"#, 1e3) }'))
              if isinstance(part, r.Lit)]  # fmt: skip
    assert values == [1000, 255, 2.5, True, "text", "raw", 1000.0]


def test_a_broken_function_keeps_its_healthy_statements() -> None:
    found = body("fn f() { let a = g(1); let = ; let b = h.i(2); }")
    assert {part.name for part in parts(found) if isinstance(part, r.Method)} == {"i"}


def test_a_broken_item_hides_no_other() -> None:
    names = [item.name for item in items("fn a() {}\nstruct { ;\nfn b() {}\n")]
    assert "a" in names and "b" in names


@pytest.mark.parametrize("source", ["(" * 20_000, "fn f() { " + "(" * 20_000 + ")" * 20_000 + " }", "\0" * 100])
def test_hostile_sources(source: str) -> None:
    for item in items(source):
        if item.body is not None:
            lower_body(item.body, item.body_at)


def test_nesting_far_beyond_what_is_followed() -> None:
    deep = "f(" * 3_000 + "x.last()" + ")" * 3_000
    assert isinstance(body(f"fn f() {{ {deep} }}"), r.Block)
    chain = "x" + ".a()" * 3_000
    assert isinstance(body(f"fn f() {{ {chain} }}"), r.Block)
    assert lower_type("A<" * 3_000 + "B" + ">" * 3_000) is not None


def test_text_of_a_type_or_expression() -> None:
    type_ = lower_type("Autodiff<Wgpu<f32, i32>>")
    assert type_ is not None and type_.segments[0].generics[0].segments[0].name == "Wgpu"
    assert lower_type("not a type!") is None
    assert isinstance(lower_expression("Mode::Cubic"), r.Path)
