"""A backward panic needs a tracked input and a backward pass: what gives both, and what takes either away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace import assert_as_marked, crate

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::module::{AutodiffModule, Module};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::loss::{MseLoss, Reduction};
use burn::optim::{AdamConfig, GradientsParams, Optimizer};
use burn::tensor::backend::{AutodiffBackend, Backend};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Distribution, Tensor};

type B = Autodiff<NdArray>;

fn random() -> Tensor<B, 4> {
    Tensor::<B, 4>::random([1, 3, 8, 8], Distribution::Default, &Default::default())
}
"""

BICUBIC = "InterpolateOptions::new(InterpolateMode::Bicubic)"
ERROR = "//~ error[interpolate-backward]"

PROGRAMS = {
    "raw input is not tracked": """
        fn main() {
            let layer = Conv2dConfig::new([3, 3], [3, 3]).init::<B>(&Default::default());
            let batch = interpolate(random(), [16, 16], BICUBIC);
            layer.forward(batch).sum().backward();
        }
    """,
    "input behind a layer is tracked": """
        fn main() {
            let layer = Conv2dConfig::new([3, 3], [3, 3]).init::<B>(&Default::default());
            let y = interpolate(layer.forward(random()), [16, 16], BICUBIC); ERROR
            y.sum().backward();
        }
    """,
    "detached": """
        fn main() {
            let x = random().require_grad() * 2.0;
            let y = interpolate(x.detach(), [16, 16], BICUBIC);
            y.sum().backward();
        }
    """,
    "result detached": """
        fn main() {
            let x = random().require_grad();
            let y = interpolate(x.clone(), [16, 16], BICUBIC).detach();
            (x.sum() + y.sum()).backward();
        }
    """,
    "inner backend": """
        fn main() {
            let x = random().require_grad().inner();
            let y = interpolate(x, [16, 16], BICUBIC);
            println!("{y}");
        }
    """,
    "no backward pass reaches it": """
        fn main() {
            let x = random();
            let y = interpolate(x, [16, 16], BICUBIC);
            println!("{y}");
            random().require_grad().sum().backward();
        }
    """,
    "inference with valid": """
        #[derive(Module, Debug)]
        struct Model<B: Backend> { layer: Conv2d<B> }
        impl<B: Backend> Model<B> {
            fn new(device: &B::Device) -> Self {
                Self { layer: Conv2dConfig::new([3, 3], [3, 3]).init(device) }
            }
            fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
                interpolate(self.layer.forward(x), [16, 16], BICUBIC)
            }
        }
        fn main() {
            let model = Model::<B>::new(&Default::default());
            let y = model.valid().forward(random().inner());
            println!("{y}");
            random().require_grad().sum().backward();
        }
    """,
    "training step in a method": """
        #[derive(Module, Debug)]
        struct Model<B: Backend> { layer: Conv2d<B> }
        impl<B: Backend> Model<B> {
            fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
                interpolate(self.layer.forward(x), [16, 16], BICUBIC) ERROR
            }
        }
        impl<B: AutodiffBackend> Model<B> {
            fn step(&self, x: Tensor<B, 4>, target: Tensor<B, 4>) -> GradientsParams {
                let output = self.forward(x);
                let loss = MseLoss::new().forward(output, target, Reduction::Mean);
                GradientsParams::from_grads(loss.backward(), self)
            }
        }
        fn main() {
            let layer = Conv2dConfig::new([3, 3], [3, 3]).init(&Default::default());
            let model: Model<B> = Model { layer };
            model.step(random(), random());
        }
    """,
    "training loop": """
        fn main() {
            let mut layer = Conv2dConfig::new([3, 3], [3, 3]).init::<B>(&Default::default());
            let mut optim = AdamConfig::new().init();
            for _ in 0..10 {
                let output = interpolate(layer.forward(random()), [16, 16], BICUBIC); ERROR
                let loss = (output - random()).powf_scalar(2.0).mean();
                let grads = GradientsParams::from_grads(loss.backward(), &layer);
                layer = optim.step(1e-3, layer, grads);
            }
        }
    """,
    "loss in a struct": """
        struct Output { loss: Tensor<B, 1> }
        fn step(x: Tensor<B, 4>) -> Output {
            let y = interpolate(x, [16, 16], BICUBIC); ERROR
            Output { loss: y.mean() }
        }
        fn main() {
            let output = step(random().require_grad());
            output.loss.backward();
        }
    """,
    "caught": """
        fn main() {
            let x = random().require_grad();
            let outcome = std::panic::catch_unwind(|| {
                interpolate(x, [16, 16], BICUBIC).sum().backward()
            });
            println!("{}", outcome.is_err());
        }
    """,
    "a test that expects the panic": """
        #[test]
        #[should_panic]
        fn panics() {
            interpolate(random().require_grad(), [16, 16], BICUBIC).sum().backward();
        }
        fn main() {}
    """,
    "a test": """
        #[cfg(test)]
        mod tests {
            use super::*;
            #[test]
            fn trains() {
                interpolate(random().require_grad(), [16, 16], BICUBIC).sum().backward(); ERROR
            }
        }
        fn main() {}
    """,
    "after an early return": """
        fn main() {
            let x = random().require_grad();
            let y = interpolate(x, [16, 16], BICUBIC); ERROR
            if std::env::args().len() > 3 { return; }
            y.sum().backward();
        }
    """,
    "commented out": """
        fn main() {
            // interpolate(random().require_grad(), [16, 16], BICUBIC).sum().backward();
            /* interpolate(random().require_grad(), [16, 16], BICUBIC).sum().backward(); */
            let _ = "interpolate(x, [16, 16], BICUBIC).sum().backward()";
        }
    """,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_gradient(tmp_path: Path, program: str) -> None:
    source = PROGRAMS[program].replace("BICUBIC", BICUBIC).replace("ERROR", ERROR)
    lines = [line.removeprefix("        ") for line in source.splitlines()]
    assert_as_marked(crate(tmp_path, HEAD + "\n".join(lines) + "\n"))
