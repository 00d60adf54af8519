//! Previews without gradients: every backend of this release has every mode.

use burn::nn::interpolate::{Interpolate2dConfig, InterpolateMode};
use burn::prelude::*;

pub fn preview(device: &Device) {
    let image = Tensor::<4>::ones([1, 3, 16, 16], device);
    for mode in [
        InterpolateMode::Nearest,
        InterpolateMode::NearestExact,
        InterpolateMode::Linear,
        InterpolateMode::Cubic,
        InterpolateMode::Lanczos,
    ] {
        let resize = Interpolate2dConfig::new().with_output_size(Some([8, 8])).with_mode(mode).init();
        println!("{}", resize.forward(image.clone()));
    }
}
