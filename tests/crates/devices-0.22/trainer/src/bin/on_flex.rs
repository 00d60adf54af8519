//! Flex has the gradient of a bicubic resize.

use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

fn main() {
    let device = Device::flex().autodiff();
    let image = Tensor::<4>::ones([1, 3, 8, 8], &device).require_grad();
    let options = InterpolateOptions::new(InterpolateMode::Bicubic).with_scale_factor([2.0, 2.0]);
    let loss = interpolate(image.clone(), options).mean();
    let gradients = loss.backward();
    println!("{}", image.grad(&gradients).unwrap());
}
