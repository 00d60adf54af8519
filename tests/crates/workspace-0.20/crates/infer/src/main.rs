//! Inference only: no autodiff, so every resize is fine on NdArray.

use burn::backend::NdArray;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;
use unet::UNetConfig;

type B = NdArray<f32>;

fn main() {
    let device = Default::default();
    let model = UNetConfig::new().with_channels(8).init::<B>(&device);
    let image = Tensor::<B, 4>::ones([1, 3, 96, 96], &device);
    let small = resize(image, [64, 64]);
    println!("{}", resize(model.forward(small), [96, 96]));
}

fn resize(image: Tensor<B, 4>, size: [usize; 2]) -> Tensor<B, 4> {
    interpolate(image, size, InterpolateOptions::new(InterpolateMode::Bicubic))
}
