"""What only the running program decides is information; what Cargo cannot switch on is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Applicability
from burnlint.engine.session import Session
from tests.workspace import assert_as_marked, crate, findings, shipped

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::backend::Backend;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

type B = Autodiff<NdArray>;
type T = Tensor<B, 4>;

fn input() -> T {
    T::ones([1, 1, 4, 4], &Default::default()).require_grad()
}

fn resize<X: Backend>(x: Tensor<X, 4>, mode: InterpolateMode) -> Tensor<X, 4> {
    interpolate(x, [8, 8], InterpolateOptions::new(mode))
}
"""
ERROR = "//~ error[interpolate-backward]"
OPEN = '//~ information[interpolate-backward] "can panic if its mode is Bilinear"'

PROGRAMS = {
    "a loop over numbers runs": """
        fn main() {
            let mut mode = InterpolateMode::Bilinear;
            for _ in vec![1] {
                mode = InterpolateMode::Nearest;
            }
            resize(input(), mode).sum().backward();
        }
    """,
    "what a loop over numbers adds up is walked back": """
        fn main() {
            let x = input();
            let mut loss = x.clone().sum();
            for scale in vec![1.0, 0.5] {
                loss = loss + resize(x.clone(), InterpolateMode::Bilinear).sum() * scale; ERROR
            }
            loss.backward();
        }
    """,
    "negative numbers, tuples and arrays of numbers are elements too": """
        fn main() {
            let mut mode = InterpolateMode::Bilinear;
            for _ in vec![-1.0] {
                for _ in vec![(1, 2)] {
                    for _ in vec![[1, 2]] {
                        mode = InterpolateMode::Nearest;
                    }
                }
            }
            resize(input(), mode).sum().backward();
        }
    """,
    "the program asks whether gradients are recorded": """
        fn pick<X: Backend>(x: Tensor<X, 4>) -> Tensor<X, 4> {
            let mode = if X::ad_enabled() { InterpolateMode::Nearest } else { InterpolateMode::Bilinear };
            resize(x, mode)
        }
        fn main() {
            pick(input()).sum().backward();
        }
    """,
    "a flag of the running program": """
        fn main() {
            let smooth = std::env::args().len() > 1;
            let mode = if smooth { InterpolateMode::Bilinear } else { InterpolateMode::Nearest }; OPEN
            resize(input(), mode).sum().backward();
        }
    """,
    "a strategy that comes from outside": """
        pub enum Strategy { Fast, Smooth }
        fn mode(strategy: &Strategy) -> InterpolateMode {
            match strategy {
                Strategy::Fast => InterpolateMode::Nearest,
                Strategy::Smooth => InterpolateMode::Bilinear, OPEN
            }
        }
        fn strategy() -> Strategy {
            if std::env::args().len() > 1 { Strategy::Fast } else { Strategy::Smooth }
        }
        fn main() {
            let strategy = strategy();
            resize(input(), mode(&strategy)).sum().backward();
        }
    """,
    "a feature that Cargo.toml does not have": """
        fn main() {
            #[cfg(feature = "smooth")]
            resize(input(), InterpolateMode::Bilinear).sum().backward();
        }
    """,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(tmp_path: Path, program: str) -> None:
    source = PROGRAMS[program].replace("ERROR", ERROR).replace("OPEN", OPEN)
    crate(tmp_path, HEAD + source)
    assert_as_marked(tmp_path)


def test_what_dispatch_cannot_stand_for_is_not_said_of_it(tmp_path: Path) -> None:
    """burn-dispatch 0.21 has no Candle."""
    main = """
        fn main() {
            let x = Tensor::<burn::Dispatch, 4>::ones([1, 1, 4, 4], &Default::default());
            println!("{}", resize(x, InterpolateMode::Bilinear));
        }
    """
    crate(tmp_path, HEAD + main, features=("ndarray", "autodiff", "dispatch"))
    assert_as_marked(tmp_path)


GUARDED = """\
use burn::tensor::Device;

fn pick() -> Device {
    let device = Device::flex();
    if std::env::args().len() > 1 { device.autodiff() } else { device }
}

fn main() {
    let device = pick();
    GUARD
    let device = device.autodiff();
    println!("{device:?}");
}
"""


@pytest.mark.parametrize(
    "guard",
    [
        "if device.is_autodiff() { return; }",
        "if device.is_autodiff() == true { return; }",
        "if !(!device.is_autodiff()) { return; }",
        "if device.is_autodiff() || std::env::args().len() > 2 { return; }",
        "assert!(!device.is_autodiff());",
        'assert!(!device.is_autodiff(), "{}", 1);',
    ],
)
def test_a_guard_against_autodiff_twice(tmp_path: Path, guard: str) -> None:
    crate(tmp_path, GUARDED.replace("GUARD", guard), "0.22.0-pre.2", ("flex", "autodiff"))
    assert findings(tmp_path) == []


def test_autodiff_that_may_be_there_already_is_no_safe_fix(tmp_path: Path) -> None:
    root = crate(tmp_path, GUARDED.replace("    GUARD\n", ""), "0.22.0-pre.2", ("flex", "autodiff"))
    (finding,) = findings(root)
    assert finding.level.value == "information"
    fixes = Session([root], shipped()).fixes(finding)
    assert all(fix.applicability is not Applicability.SAFE for fix in fixes)
