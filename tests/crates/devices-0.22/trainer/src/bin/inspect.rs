//! Looks at features: the graph ends before each resize.

use burn::nn::conv::Conv2dConfig;
use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

fn main() {
    // The second call changes nothing in this release.
    let device = Device::ndarray().autodiff().autodiff();
    let conv = Conv2dConfig::new([1, 4], [3, 3]).init(&device);
    let image = Tensor::<4>::ones([1, 1, 18, 18], &device).require_grad();
    let features = conv.forward(image.clone());

    let to_screen = || InterpolateOptions::new(InterpolateMode::Bicubic).with_output_size([256, 256]);
    println!("{}", interpolate(features.clone().inner(), to_screen()));
    println!("{}", interpolate(features.clone().detach(), to_screen()));

    let gradients = features.sum().backward();
    let gradient = image.grad(&gradients).unwrap();
    println!("{}", interpolate(gradient, to_screen()));
}
