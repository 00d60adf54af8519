"""Where a Rust file can panic, and what its functions call."""

from __future__ import annotations

import pytest

from burnlint.drift.sites import Call, Site, read_rust


def sites(text: str) -> list[Site]:
    """Those of a file."""
    return list(read_rust(text.encode()).sites)


@pytest.mark.parametrize(
    ("code", "macro", "printed"),
    [
        ('panic!("no {mode:?} here")', "panic", "no {mode:?} here"),
        ("panic!()", "panic", "explicit panic"),
        ("panic!(message)", "panic", "{}"),
        ('std::panic!("out")', "panic", "out"),
        ('unimplemented!("topk")', "unimplemented", "not implemented: topk"),
        ("unimplemented!()", "unimplemented", "not implemented"),
        ("todo!()", "todo", "not yet implemented"),
        ('unreachable!("never {}", 1)', "unreachable", "internal error: entered unreachable code: never {}"),
        ('assert!(a < b, "too {}", a)', "assert", "too {}"),
        ("assert!(a < b)", "assert", "assertion failed: a < b"),
        ('assert_eq!(a, b, "differ")', "assert_eq", "differ"),
        ("assert_ne!(a, b)", "assert_ne", "assertion `left {} right` failed{}"),
        ('value.expect("a value")', "expect", "a value: {}"),
        ('value.expect_err("an error")', "expect", "an error: {}"),
        ("value.expect(&text)", "expect", "{}"),
        (r'panic!("two \"lines\",\n and \
            the rest")', "panic", 'two "lines",\n and the rest'),
        (r'panic!(r"C:\temp")', "panic", r"C:\temp"),
        ('dispatch!(x => panic!("inside a macro"))', "panic", "inside a macro"),
        ('dispatch!(x => y.expect("inside a macro"))', "expect", "inside a macro: {}"),
    ],
)  # fmt: skip
def test_what_is_printed(code: str, macro: str, printed: str) -> None:
    (site,) = sites(f"fn run() {{\n    {code};\n}}\n")
    assert (site.macro, site.printed, site.function, site.line) == (macro, printed, "run", 2)


def test_code_that_cannot_panic_has_no_sites() -> None:
    assert sites('fn a() { debug_assert!(x); let expect = 1; log!("panic"); /* panic!() */ }') == []


def test_a_pattern_that_the_grammar_cannot_read_hides_nothing() -> None:
    text = """\
fn quantize(scheme: &Scheme) {
    match scheme {
        Scheme {
            #[cfg(not(feature = "export_tests"))]
                value: Value::A | Value::B,
            #[cfg(feature = "export_tests")]
                value:
                Value::A
                | Value::C,
            ..
        } => {}
        scheme => unimplemented!("no scheme {scheme:?}"),
    }
}
"""
    (site,) = sites(text)
    assert (site.printed, site.line, site.function) == ("not implemented: no scheme {scheme:?}", 12, "quantize")


@pytest.mark.parametrize(
    "text",
    [
        '#[cfg(test)]\nmod tests { fn a() { panic!("x"); } }',
        '#[test]\nfn a() { panic!("x"); }',
        '#[cfg(all(test, feature = "std"))]\n// why\nfn a() { panic!("x"); }',
        '#[tokio::test]\nasync fn a() { panic!("x"); }',
        'fn a() { #[cfg(test)]\n panic!("x"); }',
    ],
)
def test_what_is_built_for_tests_alone_is_left_out(text: str) -> None:
    assert sites(text) == []


def test_an_attribute_for_something_else_leaves_nothing_out() -> None:
    assert (
        len(sites('#[cfg(feature = "std")]\nfn a() { panic!("x"); }\n#[cfg(test)]\nuse b;\nfn c() { todo!(); }')) == 2
    )


def test_functions_and_how_they_are_reached() -> None:
    text = """\
pub fn free() { Shape::new(); helper::<f32>(1); kernel::launch(callback, 2); value.method(); make!(x); }
impl<B: Backend> Clone for crate::Tensor<B> { fn clone(&self) -> Self { self.inner() } }
impl Tensor { fn hidden(&self) {} pub(crate) fn inside(&self) {} }
pub trait Ops { fn add(x: u8); fn twice(x: u8) { Self::add(x) } }
macro_rules! make { ($x:ident) => { build($x) } }
register!(Ops, handler);
"""
    found = {function.name: function for function in read_rust(text.encode()).functions}
    assert set(found) == {"free", "clone", "hidden", "inside", "add", "twice", "make", ""}
    assert {name for name, function in found.items() if function.public} == {
        "free",
        "clone",
        "add",
        "twice",
        "make",
        "",
    }
    assert found["free"].calls >= {
        Call("Shape", "new"), Call(None, "helper"), Call("kernel", "launch"), Call(None, "method"), Call(None, "make"),
    }  # fmt: skip
    assert found["free"].names >= {"kernel", "callback"}
    assert (found["clone"].owner, found["clone"].trait) == ("Tensor", "Clone")
    assert Call("Ops", "add") in found["add"].calls  # whatever implements it
    assert Call(None, "build") in found["make"].calls
    assert "handler" in found[""].names
