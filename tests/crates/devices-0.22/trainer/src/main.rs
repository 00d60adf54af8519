//! Trains on NdArray.

use burn::module::Module;
use burn::optim::{AdamConfig, GradientsParams};
use burn::prelude::*;
use burn::tensor::Distribution;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use trainer::model::Upscaler;

fn main() {
    let device = Device::ndarray();
    let model = train(&device.clone().autodiff());
    report(&model.valid(), &device);
}

fn train(device: &Device) -> Upscaler {
    let mut model = Upscaler::new(8, device);
    let mut optimizer = AdamConfig::new().init();
    for _ in 0..10 {
        let large = Tensor::<4>::random([2, 3, 32, 32], Distribution::Default, device);
        // The small image is made from raw data: its resize is not walked back.
        let half = InterpolateOptions::new(InterpolateMode::Bicubic).with_output_size([16, 16]);
        let small = interpolate(large.clone(), half);
        let loss = (model.forward(small) - large).abs().mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-3, model, gradients);
    }
    model
}

/// The model without autodiff, beside a plain resize.
fn report(model: &Upscaler, device: &Device) {
    let image = Tensor::<4>::random([1, 3, 16, 16], Distribution::Default, device);
    let double = InterpolateOptions::new(InterpolateMode::Bicubic).with_scale_factor([2.0, 2.0]);
    let plain = interpolate(image.clone(), double);
    println!("{}", (model.forward(image) - plain).abs().mean());
}
