//! A loss at two sizes.

use burn::nn::loss::{MseLoss, Reduction};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

use crate::backend::Train;

/// The output is tracked, the target is not: only the resize of the output is walked back.
pub fn two_sizes(output: Tensor<Train, 4>, target: Tensor<Train, 4>) -> Tensor<Train, 1> {
    let [_, _, height, width] = output.dims();
    let size = [height / 2, width / 2];
    let small = interpolate(
        output.clone(),
        size,
        InterpolateOptions::new(InterpolateMode::Bicubic), //~ warning[interpolate-backward] "NdArray" "Wgpu" "feature `wgpu`"
    );
    let small_target = interpolate(
        target.clone(),
        size,
        InterpolateOptions::new(InterpolateMode::Bicubic),
    );
    let mse = MseLoss::new();
    mse.forward(output, target, Reduction::Mean) + mse.forward(small, small_target, Reduction::Mean)
}
