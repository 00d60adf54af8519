"""Names end with their scope, assignments are seen, and what never runs says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace import assert_as_marked, crate

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

type B = Autodiff<NdArray>;
type T = Tensor<B, 4>;

fn resize(mode: InterpolateMode) -> T {
    let x = T::ones([1, 1, 4, 4], &Default::default()).require_grad();
    interpolate(x, [8, 8], InterpolateOptions::new(mode))
}

const GOOD: InterpolateMode = InterpolateMode::Nearest;
"""
MARK = "//~ error[interpolate-backward]"

SILENT = {
    "if let": "let mode = GOOD; if let Some(mode) = Some(BAD) { drop(mode); }",
    "match": "let mode = GOOD; match Some(BAD) { Some(mode) => drop(mode), None => {} }",
    "for": "let mode = GOOD; for mode in [BAD] { drop(mode); }",
    "for over what is not known": "let mode = GOOD; for mode in modes() { drop(mode); }",
    "while let": "let mode = GOOD; let mut left = vec![BAD]; while let Some(mode) = left.pop() { drop(mode); }",
    "closure": "let mode = GOOD; let f = |mode: InterpolateMode| drop(mode); f(BAD);",
    "closure with a tuple": "let mode = GOOD; let f = |(mode, _n): (InterpolateMode, usize)| drop(mode); f((BAD, 1));",
    "block": "let mut mode = BAD; { mode = GOOD; let mode = 3; drop(mode); }",
    "through a reference": "let mut mode = BAD; let m = &mut mode; *m = GOOD; let mode = m.clone();",
    "a field of a field": "let mut o = O { i: I { mode: BAD } }; o.i.mode = GOOD; let mode = o.i.mode;",
    "false &&": "let never = false && { resize(BAD).sum().backward(); true }; let mode = GOOD;",
    "true ||": "let always = true || { resize(BAD).sum().backward(); true }; let mode = GOOD;",
    "while false": "while false { resize(BAD).sum().backward(); } let mode = GOOD;",
    "if let None": "let n: Option<usize> = None; if let Some(_n) = n { resize(BAD).sum().backward(); } let mode = GOOD;",
    "None.map": "let n: Option<usize> = None; n.map(|_| resize(BAD).sum().backward()); let mode = GOOD;",
    "false.then": "let no = false; no.then(|| resize(BAD).sum().backward()); let mode = GOOD;",
    "behind a break": "for mode in [GOOD, BAD] { resize(mode).sum().backward(); break; } let mode = GOOD;",
    "division towards zero": "let n = -7; if n / 2 == -4 { resize(BAD).sum().backward(); } let mode = GOOD;",
    "remainder": "let n = -7; if n % 2 == 1 { resize(BAD).sum().backward(); } let mode = GOOD;",
}
PANICS = {
    "a value that comes back": "let mode = BAD; for mode in [GOOD] { drop(mode); }",
    "assigned in a loop": "let mut mode = GOOD; for n in [1] { mode = BAD; }",
    "assigned through a reference": "let mut mode = GOOD; let m = &mut mode; *m = BAD; let mode = m.clone();",
    "constants that stand for each other": "let n = O::A; let mode = BAD;",
    "numbers that grow": "let n = 7; " + "let n = n * n; " * 40 + "let mode = BAD;",
}
ITEMS = """
struct I {
    mode: InterpolateMode,
}
struct O {
    i: I,
}
impl O {
    const A: usize = O::B;
    const B: usize = O::A;
}
fn modes() -> Vec<InterpolateMode> {
    std::env::args().map(|_| GOOD).collect()
}
"""


def program(root: Path, body: str, mark: str = "") -> None:
    """A crate whose program has this body and then walks back through a resize with `mode`."""
    body = body.replace("BAD", "InterpolateMode::Bicubic")
    lines = body.replace("; ", ";\n    ")
    if mark:
        lines = "\n".join(line + (f" {mark}" if "Bicubic" in line else "") for line in lines.splitlines())
    crate(root, f"{HEAD}{ITEMS}\nfn main() {{\n    {lines}\n    resize(mode).sum().backward();\n}}\n")


@pytest.mark.parametrize("body", SILENT.values(), ids=SILENT)
def test_silent(tmp_path: Path, body: str) -> None:
    program(tmp_path, body)
    assert_as_marked(tmp_path)


@pytest.mark.parametrize("body", PANICS.values(), ids=PANICS)
def test_panics(tmp_path: Path, body: str) -> None:
    program(tmp_path, body, MARK)
    assert_as_marked(tmp_path)
