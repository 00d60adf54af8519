//! Resizes before the model: nothing in them is tracked.

use burn::backend::{Autodiff, NdArray};
use burn::nn::conv::Conv2dConfig;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Distribution, Tensor, TensorData};

type Train = Autodiff<NdArray>;

fn resized(images: Tensor<Train, 4>, mode: InterpolateMode) -> Tensor<Train, 4> {
    interpolate(images, [32, 32], InterpolateOptions::new(mode))
}

pub fn train(files: &[Vec<f32>]) {
    let device = Default::default();
    let conv = Conv2dConfig::new([3, 1], [3, 3]).init::<Train>(&device);

    let images: Vec<_> = files
        .iter()
        .map(|pixels| TensorData::new(pixels.clone(), [1, 3, 48, 48]))
        .map(|data| Tensor::<Train, 4>::from_data(data, &device))
        .map(|image| resized(image, InterpolateMode::Bicubic))
        .collect();
    let noise = Tensor::<Train, 4>::random([1, 3, 64, 64], Distribution::Default, &device);
    let batch = Tensor::cat(images, 0) + resized(noise, InterpolateMode::Bilinear) * 0.1;

    let loss = conv.forward(batch).mean();
    let gradients = loss.backward();
    println!("{:?}", conv.weight.grad(&gradients));
}

/// A teacher's output counts as data.
pub fn distill() {
    let device = Default::default();
    let teacher = Conv2dConfig::new([3, 1], [3, 3]).init::<Train>(&device);
    let student = Conv2dConfig::new([3, 1], [3, 3]).init::<Train>(&device);
    let images = Tensor::<Train, 4>::ones([2, 3, 34, 34], &device);

    let wanted = resized(teacher.forward(images.clone()).detach(), InterpolateMode::Lanczos3);
    let loss = (student.forward(images) - wanted).abs().mean();
    loss.backward();
}
