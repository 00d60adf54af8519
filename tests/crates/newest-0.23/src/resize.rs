//! Four ways to enlarge a canvas that gradients flow through.

use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

const FACTOR: [f32; 2] = [4.0, 4.0];

pub fn nearest(canvas: Tensor<4>) -> Tensor<4> {
    interpolate(canvas, InterpolateOptions::new(InterpolateMode::NearestExact).with_scale_factor(FACTOR))
}

/// CubeCL has this gradient since this release.
pub fn bilinear(canvas: Tensor<4>) -> Tensor<4> {
    interpolate(canvas, InterpolateOptions::new(InterpolateMode::Bilinear).with_scale_factor(FACTOR))
}

/// Flex has the gradient, CubeCL has not.
pub fn bicubic(canvas: Tensor<4>) -> Tensor<4> {
    let options = InterpolateOptions::new(InterpolateMode::Bicubic); //~ warning[interpolate-backward] "bicubic" "Wgpu"
    interpolate(canvas, options.with_scale_factor(FACTOR))
}

/// No backend has this one.
pub fn lanczos(canvas: Tensor<4>) -> Tensor<4> {
    let options = InterpolateOptions::new(InterpolateMode::Lanczos3); //~ error[interpolate-backward] "Lanczos3" "Flex" "Wgpu"
    interpolate(canvas, options.with_scale_factor(FACTOR))
}
