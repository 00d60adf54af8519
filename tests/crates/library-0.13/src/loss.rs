//! Losses for those who train with a loop of their own. Nothing in this package calls them.

use burn::nn::loss::{MseLoss, Reduction};
use burn::tensor::backend::Backend;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

/// Compares two images at a quarter of their size. Whether that can be walked back is up to the user's backend.
pub fn coarse<B: Backend>(output: Tensor<B, 4>, target: Tensor<B, 4>) -> Tensor<B, 1> {
    let [_, _, height, width] = output.dims();
    let options = || InterpolateOptions::new(InterpolateMode::Bicubic); //~ information[interpolate-backward] "can panic"
    let size = [height / 4, width / 4];
    let output = interpolate(output, size, options());
    let target = interpolate(target.detach(), size, options());
    MseLoss::new().forward(output, target, Reduction::Mean)
}

/// The same with a mode whose gradient every backend has.
pub fn blocky<B: Backend>(output: Tensor<B, 4>, target: Tensor<B, 4>) -> Tensor<B, 1> {
    let [_, _, height, width] = output.dims();
    let size = [height / 4, width / 4];
    let output = interpolate(output, size, InterpolateOptions::new(InterpolateMode::Nearest));
    let target = interpolate(target, size, InterpolateOptions::new(InterpolateMode::Nearest));
    MseLoss::new().forward(output, target, Reduction::Mean)
}
