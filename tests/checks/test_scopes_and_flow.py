"""Names end with their scope, assignments are seen, and what never runs says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Level
from tests.workspace import assert_as_marked, crate, findings

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::config::Config;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;
use std::sync::Mutex;

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
    "a name inside of a loop that is left": "let mode = GOOD; loop { let mode = BAD; drop(mode); break; }",
    "behind a break": "for mode in [GOOD, BAD] { resize(mode).sum().backward(); break; } let mode = GOOD;",
    "division towards zero": "let n = -7; if n / 2 == -4 { resize(BAD).sum().backward(); } let mode = GOOD;",
    "a closure keeps what its names stood for": (
        "let mode = GOOD; let f = || resize(mode.clone()); let mode = BAD; f().sum().backward(); let mode = GOOD;"
    ),
    "a closure out of a block": "let mode = GOOD; let f = { let mode = GOOD; || mode.clone() }; let mode = f();",
    "a closure assigns": "let mut mode = BAD; let mut f = || { mode = GOOD; }; f(); f();",
    "a closure that perhaps runs": "let mut mode = GOOD; let n = maybe(); n.map(|_| { mode = GOOD; });",
    "assigned before a break": "let mut mode = BAD; loop { if modes().is_empty() { mode = GOOD; break; } }",
    "assigned before a continue": "let mut mode = BAD; for n in [1, 2] { if n > 0 { mode = GOOD; continue; } }",
    "behind a continue": "for n in [1, 2] { if n > 0 { continue; } resize(BAD).sum().backward(); } let mode = GOOD;",
    "several at once": "let (mut mode, mut n) = (BAD, 1); (mode, n) = (GOOD, 2);",
    "through iter_mut": "let mut list = vec![BAD]; for m in list.iter_mut() { *m = GOOD; } let mode = list[0].clone();",
    "an element": "let mut list = [BAD, BAD]; list[0] = GOOD; let mode = list[0].clone();",
    "through a lock": "let mode = Mutex::new(BAD); *mode.lock().unwrap() = GOOD; let mode = mode.into_inner().unwrap();",
    "let else": "let Some(_n) = Some(1) else { resize(BAD).sum().backward(); return; }; let mode = GOOD;",
    "let else of nothing": "let n: Option<usize> = None; let Some(_n) = n else { return; }; let mode = BAD;",
    "else of a known if let": "if let Some(_n) = Some(1) {} else { resize(BAD).sum().backward(); } let mode = GOOD;",
    "a path": "let mode = match Own::A { Own::A => GOOD, _ => BAD };",
    "inside of Some": "let mode = match Some(Own::B) { Some(Own::A) => BAD, Some(_) => GOOD, None => GOOD };",
    "a tuple": "let mode = match (1, 2) { (1, 3) => BAD, _ => GOOD };",
    "a guard": "let mode = match 1 { n if n > 3 => BAD, _ => GOOD };",
    "a guard that holds": "let mode = match 5 { n if n > 3 => GOOD, _ => BAD };",
    "a cast": "let n = 3.7; if n as usize == 4 { resize(BAD).sum().backward(); } let mode = GOOD;",
    "a cast that wraps": "let n = 300; if n as u8 == 44 { let mode = GOOD; } let mode = GOOD;",
    "ref mut": "let mut o = Some(BAD); if let Some(ref mut m) = o { *m = GOOD; } let mode = o.unwrap();",
    "ref mut in a match": (
        "let mut o = Some(BAD); match o { Some(ref mut m) => { *m = GOOD; } None => {} } let mode = o.unwrap();"
    ),
    "a part through a reference": "let mut o = O { i: I { mode: BAD } }; let i = &mut o.i; i.mode = GOOD; let mode = o.i.mode;",
    "swapped": "let mut a = BAD; let mut b = GOOD; std::mem::swap(&mut a, &mut b); let mode = a;",
    "replaced": "let mut o = Some(BAD); o.replace(GOOD); let mode = o.unwrap();",
    "is_some of None": "let n: Option<usize> = None; if n.is_some() { resize(BAD).sum().backward(); } let mode = GOOD;",
    "None.map_or": "let n: Option<usize> = None; let mode = n.map_or(GOOD, |_| BAD);",
    "a list that was emptied": "let mut list = vec![BAD]; list.clear(); list.push(GOOD); let mode = list[0].clone();",
    "a set cell": "let c = std::cell::Cell::new(BAD); c.set(GOOD); let mode = c.get();",
    "both ways to leave a loop": (
        "let mut mode = BAD; loop { if modes().is_empty() { mode = GOOD; break; } else { mode = GOOD; break; } }"
    ),
    "remainder": "let n = -7; if n % 2 == 1 { resize(BAD).sum().backward(); } let mode = GOOD;",
}
OPEN = {
    "parts of a variant": "let mode = match Own::C(BAD, GOOD) { Own::C(_, mode) => mode, _ => GOOD };",
    "inside of Ok": "let mode = match own() { Ok(Own::A) => BAD, Ok(_) => GOOD, Err(_) => GOOD };",
    "a part that is left out": "let (_, mode) = (BAD, GOOD);",
    "a rest": "let (.., mode) = (BAD, BAD, GOOD);",
    "a constant in a pattern": "let mode = match 3 { LIMIT => GOOD, _ => BAD };",
    "an empty list": "let mut mode = BAD; let mut left = vec![1]; if let Some(_n) = left.pop() { mode = GOOD; }",
    "equal but for their content": "let mode = if Own::D(1) == Own::D(2) { BAD } else { GOOD };",
    "a reversed list": "let mut list = vec![BAD, GOOD]; list.reverse(); let mode = list[0].clone();",
    "a shorter list": "let mut list = vec![BAD, GOOD]; list.remove(0); let mode = list[0].clone();",
    "some of a list": "for m in [BAD, GOOD].iter().skip(1) { resize(m.clone()).sum().backward(); } let mode = GOOD;",
    "another one if there is none": "let mode = Some(GOOD).unwrap_or_else(|| BAD);",
    "a block with a label": "let mode = 'a: { if modes().is_empty() { break 'a GOOD; } BAD };",
    "assigned in a block with a label": "let mut mode = BAD; 'a: { if modes().is_empty() { mode = GOOD; break 'a; } drop(1); }",
    "in a loop over what is not known": "let mut mode = GOOD; for _n in modes() { mode = BAD; }",
    "before a perhaps": "let mut mode = GOOD; for _n in [1] { if modes().is_empty() { mode = BAD; break; } }",
    "added to a field": "let mut own = Count { n: 1 }; own.n += 1; let mode = if own.n == 1 { BAD } else { GOOD };",
}
"""Silence or an error would be better; but what is not followed exactly may never be an error."""

PANICS = {
    "a value that comes back": "let mode = BAD; for mode in [GOOD] { drop(mode); }",
    "assigned in a loop": "let mut mode = GOOD; for n in [1] { mode = BAD; }",
    "assigned through a reference": "let mut mode = GOOD; let m = &mut mode; *m = BAD; let mode = m.clone();",
    "constants that stand for each other": "let n = O::A; let mode = BAD;",
    "a closure keeps a bad one": (
        "let mode = BAD; let f = || resize(mode.clone()); let mode = GOOD; f().sum().backward(); let mode = BAD;"
    ),
    "from a closure": "let f = |n: usize| BAD; let mode = f(1);",
    "a part at its place": "let (n, mode) = (1, BAD);",
    "inside Some": "let mode = match Some(BAD) { Some(mode) => mode, None => GOOD };",
    "inside Ok": "let mode = match Ok::<_, ()>(BAD) { Ok(mode) => mode, Err(_) => return };",
    "unwrapped with ?-like let else": "let Some(mode) = Some(BAD) else { return; };",
    "a matching tuple": "let mode = match (1, 2) { (1, 2) => BAD, _ => GOOD };",
    "a matching path": "let mode = match Own::A { Own::A => BAD, _ => GOOD };",
    "a matching guard": "let mode = match 5 { n if n > 3 => BAD, _ => GOOD };",
    "before a break": "let mut mode = GOOD; loop { mode = BAD; break; }",
    "defaults that stand for each other": "let n = Cyclic::new().n; let mode = BAD;",
    "the first of a list": "let v = vec![BAD]; let Some(mode) = v.get(0).cloned() else { return; };",
    "the next of a list": "let v = vec![BAD]; let mode = v.into_iter().next().unwrap();",
    "the end of a list": "let v = vec![BAD, GOOD]; let mode = v.iter().rev().collect::<Vec<_>>()[1].clone();",
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
#[derive(Config)]
struct Cyclic {
    #[config(default = "Cyclic::new().n")]
    n: usize,
}
#[derive(PartialEq)]
enum Own {
    A,
    B,
    C(InterpolateMode, InterpolateMode),
    D(usize),
}
struct Count {
    n: usize,
}
const LIMIT: usize = 3;
fn own() -> Result<Own, ()> {
    Ok(Own::B)
}
fn maybe() -> Option<usize> {
    std::env::args().len().checked_sub(1)
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


@pytest.mark.parametrize("body", OPEN.values(), ids=OPEN)
def test_open(tmp_path: Path, body: str) -> None:
    program(tmp_path, body)
    assert {finding.level for finding in findings(tmp_path)} == {Level.INFORMATION}


@pytest.mark.parametrize("body", PANICS.values(), ids=PANICS)
def test_panics(tmp_path: Path, body: str) -> None:
    program(tmp_path, body, MARK)
    assert_as_marked(tmp_path)
