//! Losses that this package does not use itself.

use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

/// Compares two images at half their size, on whatever device they are.
pub fn coarse(output: Tensor<4>, target: Tensor<4>) -> Tensor<1> {
    let options = InterpolateOptions::new(InterpolateMode::Bilinear); //~ information[interpolate-backward] "can panic"
    let options = options.with_scale_factor([0.5, 0.5]);
    let output = interpolate(output, options.clone());
    let target = interpolate(target.detach(), options);
    (output - target).powi_scalar(2).mean()
}
