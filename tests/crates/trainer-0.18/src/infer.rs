//! The trained model without gradients.

use burn::backend::Wgpu;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Device, Distribution, Tensor};

use crate::model::Enlarger;

pub fn run(model: &Enlarger<Wgpu>, device: &Device<Wgpu>) {
    let image = Tensor::<Wgpu, 4>::random([1, 3, 64, 64], Distribution::Default, device);
    let plain = interpolate(image.clone(), [128, 128], InterpolateOptions::new(InterpolateMode::Bicubic));
    let learned = model.forward(image);
    println!("{}", (learned - plain).abs().mean());
}
