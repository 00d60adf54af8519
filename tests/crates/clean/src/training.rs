//! Gradients that do exist.

use burn::backend::{Autodiff, Flex, NdArray};
use burn::nn::interpolate::{Interpolate1dConfig, Interpolate2dConfig, InterpolateMode};
use burn::nn::LinearConfig;
use burn::tensor::Tensor;

pub fn all() {
    nearest();
    on_flex();
    one_level();
}

fn nearest() {
    let x = Tensor::<Autodiff<NdArray>, 3>::ones([1, 2, 8], &Default::default()).require_grad();
    let layer = Interpolate1dConfig::new().with_output_size(Some(16)).init();
    layer.forward(x).sum().backward();
}

fn on_flex() {
    let x = Tensor::<Autodiff<Flex>, 4>::ones([1, 2, 8, 8], &Default::default()).require_grad();
    for mode in [InterpolateMode::Nearest, InterpolateMode::Linear, InterpolateMode::Cubic] {
        let layer = Interpolate2dConfig::new().with_output_size(Some([4, 4])).with_mode(mode).init();
        layer.forward(x.clone()).sum().backward();
    }
}

fn one_level() {
    let device = Default::default();
    let layer = LinearConfig::new(4, 2).init::<Autodiff<NdArray>>(&device);
    let x = Tensor::<Autodiff<NdArray>, 2>::ones([3, 4], &device).require_grad();
    // Two graphs of one level are not two levels.
    layer.forward(x.clone()).sum().backward();
    layer.forward(x).mean().backward();
}
