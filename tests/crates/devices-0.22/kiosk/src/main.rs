//! Runs on the device that the features of this package make the default.

use burn::nn::conv::Conv2dConfig;
use burn::nn::interpolate::{Interpolate2dConfig, InterpolateMode};
use burn::prelude::*;

fn main() {
    let device = Device::default().autodiff();
    let conv = Conv2dConfig::new([3, 3], [3, 3]).init(&device);
    let resize = Interpolate2dConfig::new()
        .with_output_size(Some([32, 32]))
        .with_mode(InterpolateMode::Linear) //~ warning[interpolate-backward] "Wgpu" "feature `gpu`"
        .init();
    let images = Tensor::<4>::ones([1, 3, 18, 18], &device);
    let loss = resize.forward(conv.forward(images)).mean();
    let gradients = loss.backward();
    println!("{:?}", conv.weight.grad(&gradients));
}
