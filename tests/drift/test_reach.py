"""Which functions a program can get to, by name."""

from __future__ import annotations

import pytest

from burnlint.cargo.version import Version
from burnlint.drift.crates import Crate, SourceFile
from burnlint.drift.reach import reached
from burnlint.drift.sites import read_rust


def crate(name: str, text: str) -> Crate:
    """With one file."""
    read = read_rust(text.encode())
    return Crate(name, Version.parse("0.21.0"), (SourceFile("src/lib.rs", read.functions, read.sites),))


def names(*crates: Crate, internal: tuple[str, ...] = ("inside",)) -> set[str]:
    """The functions that are reached."""
    found = reached(crates, internal)
    return {one.files[0].functions[key.place].name for one in crates for key in found if key.crate == one.name}


API = "impl Tensor { pub fn call(self) { %s } fn private(self) {} }"


@pytest.mark.parametrize(
    ("call", "inside", "is_reached"),
    [
        ("target()", "pub fn target() {}", True),
        ("x.target()", "impl A { fn target(&self) {} }", True),
        ("other()", "pub fn target() {}", False),
        ("middle()", "fn middle() { target(); } fn target() {}", True),
        ("A::target()", "impl A { fn target() {} }", True),
        ("B::target()", "impl A { fn target() {} } impl B { fn target() {} }", True),
        ("target!(x)", "macro_rules! target { () => {} }", True),
        ("list!(target)", "macro_rules! list { () => {} } fn target() {}", True),
        ("target::launch(x)", "fn target() {}", True),
        ("run(x, target)", "fn target() {}", True),
        ("Ops::run()", "trait Ops { fn run(); } impl Ops for A { fn run() { target() } } fn target() {}", True),
        ("x.clone()", "fn target() {}", False),
        ("drop(x)", "impl Drop for A { fn drop(&mut self) { target() } } fn target() {}", True),
        ("x", "make!(target); fn target() {}", True),
        ("x", "pub fn target() {}", False),
    ],
)
def test_a_function_of_an_internal_crate(call: str, inside: str, is_reached: bool) -> None:
    assert ("target" in names(crate("tensor", API % call), crate("inside", inside))) is is_reached


def test_a_qualified_call_means_that_type_when_there_is_one() -> None:
    text = "impl A { fn new() { one() } } impl B { fn new() { two() } } fn one() {} fn two() {}"
    found = names(crate("tensor", API % "A::new()"), crate("inside", text))
    assert "one" in found and "two" not in found


def test_the_entry_is_the_nearest_function_of_the_public_api() -> None:
    crates = (crate("tensor", API % "middle()"), crate("inside", "fn middle() { target() } fn target() {}"))
    (entry,) = [
        entry for key, entry in reached(crates, ("inside",)).items() if key.crate == "inside" and key.place == 1
    ]
    assert (entry.crate, entry.name, entry.calls) == ("tensor", "Tensor::call", 2)


def test_what_is_public_in_a_crate_that_is_not_internal_is_an_entry() -> None:
    text = "pub fn open() {} fn closed() {} impl A { pub fn method() {} fn own() {} } pub trait T { fn asked(); }"
    assert names(crate("tensor", text)) == {"open", "method", "asked"}
