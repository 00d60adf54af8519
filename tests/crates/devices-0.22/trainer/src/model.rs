//! Enlarges images to twice their size.

use burn::nn::PaddingConfig2d;
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
use burn::prelude::*;

#[derive(Module, Debug)]
pub struct Upscaler {
    features: Conv2d,
    resize: Interpolate2d,
    image: Conv2d,
}

impl Upscaler {
    pub fn new(channels: usize, device: &Device) -> Self {
        let conv = |from, to| {
            Conv2dConfig::new([from, to], [3, 3])
                .with_padding(PaddingConfig2d::Explicit(1, 1, 1, 1))
                .init(device)
        };
        Self {
            features: conv(3, channels),
            resize: Interpolate2dConfig::new()
                .with_scale_factor(Some([2.0, 2.0]))
                .with_mode(InterpolateMode::Cubic) //~ error[interpolate-backward] "bicubic" "NdArray"
                .init(),
            image: conv(channels, 3),
        }
    }

    pub fn forward(&self, images: Tensor<4>) -> Tensor<4> {
        let features = self.features.forward(images);
        self.image.forward(self.resize.forward(features))
    }
}
