//! Changes to raw images before they reach a model.

use burn::tensor::backend::Backend;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

/// Nothing in a raw batch is tracked, so its resize has no backward pass.
pub fn to_size<B: Backend>(images: Tensor<B, 4>, size: [usize; 2]) -> Tensor<B, 4> {
    interpolate(images, size, InterpolateOptions::new(InterpolateMode::Bicubic))
}

pub fn brighter<B: Backend>(images: Tensor<B, 4>, factor: f32) -> Tensor<B, 4> {
    (images * factor).clamp(0.0, 1.0)
}
