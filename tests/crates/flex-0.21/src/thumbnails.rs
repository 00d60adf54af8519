//! Resizes that no gradient flows through.

use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

pub fn thumbnail<B: Backend>(photo: Tensor<B, 4>) -> Tensor<B, 4> {
    let options = InterpolateOptions::new(InterpolateMode::Lanczos3).with_align_corners(false);
    interpolate(photo, [16, 16], options)
}

/// Small and back again, as training data.
pub fn blurred<B: Backend>(photos: Tensor<B, 4>) -> Tensor<B, 4> {
    let [_, _, height, width] = photos.dims();
    let small = interpolate(
        photos,
        [height / 4, width / 4],
        InterpolateOptions::new(InterpolateMode::Lanczos3),
    );
    interpolate(
        small.detach(),
        [height, width],
        InterpolateOptions::new(InterpolateMode::Bicubic),
    )
}
