"""The mode of an interpolation, followed through whatever a program does with it before the call."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace import assert_as_marked, crate

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Distribution, Tensor};

type B = Autodiff<NdArray>;

fn input() -> Tensor<B, 4> {
    Tensor::<B, 4>::random([1, 3, 8, 8], Distribution::Default, &Default::default()).require_grad()
}

fn resize(x: Tensor<B, 4>, mode: InterpolateMode) -> Tensor<B, 4> {
    interpolate(x, [16, 16], InterpolateOptions::new(mode))
}
"""

MARK = "//~ error[interpolate-backward]"

PROGRAMS = {
    "literal": """
        fn main() {
            let y = interpolate(input(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)); MARK
            y.sum().backward();
        }
    """,
    "let": """
        fn main() {
            let mode = InterpolateMode::Bicubic; MARK
            let options = InterpolateOptions::new(mode);
            interpolate(input(), [16, 16], options).sum().backward();
        }
    """,
    "const": """
        const MODE: InterpolateMode = InterpolateMode::Bicubic; MARK
        fn main() { resize(input(), MODE).sum().backward(); }
    """,
    "helper function": """
        fn main() { resize(input(), InterpolateMode::Bicubic).sum().backward(); } MARK
    """,
    "function that returns the mode": """
        fn mode() -> InterpolateMode { InterpolateMode::Bicubic } MARK
        fn main() { resize(input(), mode()).sum().backward(); }
    """,
    "function pointer and closure": """
        fn main() {
            let enlarge = |x: Tensor<B, 4>| resize(x, InterpolateMode::Bicubic); MARK
            enlarge(input()).sum().backward();
        }
    """,
    "builder in one chain": """
        fn main() {
            let layer = Interpolate2dConfig::new()
                .with_output_size(Some([16, 16]))
                .with_mode(burn::nn::interpolate::InterpolateMode::Cubic) MARK
                .init();
            layer.forward(input()).sum().backward();
        }
    """,
    "builder split over lets": """
        fn main() {
            let config = Interpolate2dConfig::new();
            let config = config.with_mode(burn::nn::interpolate::InterpolateMode::Cubic); MARK
            let layer = config.init();
            let y = layer.forward(input());
            y.sum().backward();
        }
    """,
    "default mode is nearest": """
        fn main() {
            let layer = Interpolate2dConfig::new().with_output_size(Some([16, 16])).init();
            layer.forward(input()).sum().backward();
        }
    """,
    "field of a struct": """
        struct Up { layer: Interpolate2d }
        impl Up {
            fn new() -> Self {
                let mode = burn::nn::interpolate::InterpolateMode::Cubic; MARK
                Self { layer: Interpolate2dConfig::new().with_mode(mode).init() }
            }
            fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> { self.layer.forward(x) }
        }
        fn main() {
            let up = Up::new();
            up.forward(input()).sum().backward();
        }
    """,
    "field of a config with a default": """
        #[derive(burn::config::Config)]
        struct UpConfig {
            #[config(default = "burn::nn::interpolate::InterpolateMode::Cubic")]
            mode: burn::nn::interpolate::InterpolateMode,
        }
        fn main() {
            let config = UpConfig::new();
            let layer = Interpolate2dConfig::new().with_mode(config.mode).init();
            layer.forward(input()).sum().backward(); MARK
        }
    """,
    "one branch": """
        fn main() {
            let mode = if std::env::args().len() > 1 { InterpolateMode::Bicubic } else { InterpolateMode::Nearest }; OPEN
            resize(input(), mode).sum().backward();
        }
    """,
    "decided branch": """
        fn main() {
            let fast = true;
            let mode = if fast { InterpolateMode::Nearest } else { InterpolateMode::Bicubic };
            resize(input(), mode).sum().backward();
        }
    """,
    "match on an enum of the program": """
        enum Quality { Low, High }
        impl Quality {
            fn mode(&self) -> InterpolateMode {
                match self {
                    Quality::Low => InterpolateMode::Nearest,
                    Quality::High => InterpolateMode::Bicubic, MARK
                }
            }
        }
        fn main() { resize(input(), Quality::High.mode()).sum().backward(); }
    """,
    "nothing known of the mode": """
        fn mode() -> InterpolateMode { std::env::args().next().unwrap().parse().unwrap() }
        fn main() { resize(input(), mode()).sum().backward(); }
    """,
    "tuple and reassignment": """
        fn main() {
            let (mut mode, _size) = (InterpolateMode::Nearest, [16, 16]);
            mode = InterpolateMode::Bicubic; MARK
            resize(input(), mode).sum().backward();
        }
    """,
    "shadowed in an inner block": """
        fn main() {
            let mode = InterpolateMode::Nearest;
            { let mode = InterpolateMode::Bicubic; let _ = mode; }
            resize(input(), mode).sum().backward();
        }
    """,
    "inside a macro": """
        fn main() {
            println!("{:?}", resize(input(), InterpolateMode::Bicubic).sum().backward()); MARK
        }
    """,
    "inside a vec! and an iterator": """
        fn main() {
            let outputs = vec![resize(input(), InterpolateMode::Bicubic)]; MARK
            let losses = outputs.into_iter().map(|y| y.sum()).collect::<Vec<_>>();
            for loss in losses { loss.backward(); }
        }
    """,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_mode(tmp_path: Path, program: str) -> None:
    source = PROGRAMS[program].replace("MARK", MARK).replace("OPEN", MARK.replace("error", "information"))
    lines = [line.removeprefix("        ") for line in source.splitlines()]
    assert_as_marked(crate(tmp_path, HEAD + "\n".join(lines) + "\n"))
