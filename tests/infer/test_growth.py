"""Code whose values or calls multiply is followed to its end all the same."""

from __future__ import annotations

from pathlib import Path

from burnlint.checks.finding import Level
from burnlint.infer.values import Const, Object, Several, Unknown, bounded
from tests.workspace import findings, lock, manifest, write

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

type B = Autodiff<NdArray>;
type T = Tensor<B, 4>;

fn step0(x: T) -> T {
    interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic))
}
"""


def levels(root: Path, source: str) -> list[Level]:
    """Of the findings in a crate with this program."""
    write(
        root,
        {
            "Cargo.toml": manifest("0.21.0", ("ndarray", "autodiff")),
            "Cargo.lock": lock("0.21.0"),
            "src/main.rs": source,
        },
    )
    return [finding.level for finding in findings(root)]


def test_calls_that_call_twice_are_followed_once(tmp_path: Path) -> None:
    """Followed anew each time, the last function would lead to 4^9 calls, more than a root may take."""
    call = "step{0}(step{0}(x.clone())) + step{0}(step{0}(x))"
    steps = "".join(f"fn step{n}(x: T) -> T {{ {call.format(n - 1)} }}\n" for n in range(1, 10))
    main = """\
fn main() {
    let x = T::ones([1, 1, 4, 4], &Default::default()).require_grad();
    let y = step9(x);
    y.sum().backward();
}
"""
    assert levels(tmp_path, HEAD + steps + main) == [Level.ERROR]


def test_values_that_hold_the_one_before_twice(tmp_path: Path) -> None:
    doubling = (
        "    let state = State { left: Some(Box::new(state.clone())), right: Some(Box::new(state)), x: None };\n" * 40
    )
    main = f"""\
#[derive(Clone)]
struct State {{
    left: Option<Box<State>>,
    right: Option<Box<State>>,
    x: Option<T>,
}}

fn keep(state: State) -> State {{
    state
}}

fn main() {{
    let x = T::ones([1, 1, 4, 4], &Default::default()).require_grad();
    let state = State {{ left: None, right: None, x: None }};
{doubling}    let state = keep(state);
    let y = step0(x);
    y.sum().backward();
    drop(state);
}}
"""
    assert levels(tmp_path, HEAD + main) == [Level.ERROR]


def test_bounded_keeps_what_is_small_and_cuts_what_is_deep() -> None:
    small = Object("", None, {"a": Several((Const(1), Const(2)))})
    assert bounded(small) is small
    deep: Object = small
    for _ in range(20):
        deep = Object("", None, {"left": deep, "right": deep})
    cut = bounded(deep)
    assert isinstance(cut, Object)
    for _ in range(2):
        inner = cut.fields["left"]
        assert isinstance(inner, Object)
        cut = inner
    assert isinstance(cut.fields["left"], Unknown)
