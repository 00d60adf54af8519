"""What a name in a module stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.datadir import data_dir
from burnlint.resolve.burn_paths import BurnPaths
from burnlint.resolve.facts import Gate, extract
from burnlint.resolve.scopes import Crate, Resolved, Scope, Scopes
from burnlint.syntax.parser import parse
from burnlint.syntax.queries import QuerySet

ROOT = Path("src/lib.rs")
PATHS = BurnPaths(
    {"burn": "burn", "burn-core": "burn"},
    {"burn::Tensor": "burn::tensor::Tensor", "burn::a::Old": "burn::b::New"},
    {"Tensor": "burn::tensor::Tensor", "nn": "burn::nn"},
    ["burn::tensor::Tensor", "burn::nn::Linear", "burn::b::New::make"],
)


def _scopes(source: str) -> Scopes:
    scopes = Scopes(PATHS, lambda root: Crate("own", {"burn": "burn", "serde": ""}), lambda scope: None)
    data = source.encode()
    scopes.add(extract(ROOT, parse(data).root_node, data, QuerySet(data_dir("queries"))), Scope(ROOT, ()))
    return scopes


def _shown(scopes: Scopes, answer: Resolved) -> str:
    if answer.kind == "item" and answer.ref is not None:
        return "::".join((scopes.item(answer.ref).name, *answer.rest))
    if answer.kind == "module" and answer.scope is not None:
        return "::".join(("crate", *answer.scope.module))
    return answer.path or answer.kind


@pytest.mark.parametrize(
    ("source", "path", "meant"),
    [
        ("", "burn::tensor::Tensor", ["burn::tensor::Tensor"]),
        ("", "burn::Tensor", ["burn::tensor::Tensor"]),
        ("", "burn::a::Old::make", ["burn::b::New::make"]),
        ("", "serde::Serialize", ["serde::Serialize"]),
        ("", "nothing", ["unknown"]),
        ("use burn::Tensor as T;", "T", ["burn::tensor::Tensor"]),
        ("use burn::prelude::*;", "Tensor", ["burn::tensor::Tensor"]),
        ("use burn::prelude::*;", "nn::Linear", ["burn::nn::Linear"]),
        ("use burn::prelude::*;", "Unheard", ["unknown"]),
        ("use burn::nn::*; struct Linear;", "Linear", ["Linear"]),
        ("mod burn { pub struct Tensor; }", "burn::Tensor", ["Tensor"]),
        ("mod a { pub use burn::nn; } use a::nn::Linear;", "Linear", ["burn::nn::Linear"]),
        ("mod a { pub mod b { pub fn f() {} } } use a::b;", "b::f", ["f"]),
        ("mod a { pub fn f() {} } use a::*;", "f", ["f"]),
        ("mod a { pub use super::g; } fn g() {}", "a::g", ["g"]),
        ("fn g() {}", "crate::g", ["g"]),
        ("fn g() {}", "self::g", ["g"]),
        ("enum E { A, B } use E::*;", "B", ["E::B"]),
        ("struct S;", "S::new", ["S::new"]),
        ("#[cfg(a)] use burn::Tensor as T; #[cfg(b)] use burn::nn::Linear as T;", "T",
         ["burn::tensor::Tensor", "burn::nn::Linear"]),
        ("use b::*; mod b { pub use super::*; }", "x", ["unknown"]),
        ("use a::x; mod a { pub use super::b::x; } mod b { pub use super::a::x; }", "x", ["unknown"]),
    ],
)  # fmt: skip
def test_meaning(source: str, path: str, meant: list[str]) -> None:
    scopes = _scopes(source)
    found = scopes.resolve(tuple(path.split("::")), Scope(ROOT, ()))
    assert [_shown(scopes, answer) for answer in found] == meant


def test_conditions_add_up_along_the_way() -> None:
    scopes = _scopes("#[cfg(a)] mod m { #[cfg(b)] pub struct S; } #[cfg(c)] use m::S;")
    (answer,) = scopes.resolve(("S",), Scope(ROOT, ()))
    assert set(answer.cfg) == {Gate("a", "own"), Gate("b", "own"), Gate("c", "own")}


def test_many_globs_that_lead_in_circles() -> None:
    modules = "".join(f"mod m{i} {{ pub use super::*; pub use super::m{(i + 1) % 40}::*; }}" for i in range(40))
    scopes = _scopes("".join(f"use m{i}::*;" for i in range(40)) + modules)
    assert [a.kind for a in scopes.resolve(("missing",), Scope(ROOT, ()))] == ["unknown"]
