//! The model: features from a convolution, enlarged by a resize, turned back into an image.

use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
use burn::nn::PaddingConfig2d;
use burn::prelude::*;

#[derive(Module, Debug)]
pub struct Upscaler<B: Backend> {
    features: Conv2d<B>,
    resize: Interpolate2d,
    image: Conv2d<B>,
}

#[derive(Config, Debug)]
pub struct UpscalerConfig {
    channels: usize,
}

impl UpscalerConfig {
    pub fn init<B: Backend>(&self, device: &B::Device) -> Upscaler<B> {
        let conv = |from, to| {
            Conv2dConfig::new([from, to], [3, 3])
                .with_padding(PaddingConfig2d::Explicit(1, 1, 1, 1))
                .init(device)
        };
        Upscaler {
            features: conv(3, self.channels),
            resize: Interpolate2dConfig::new()
                .with_scale_factor(Some([2.0, 2.0]))
                .with_mode(InterpolateMode::Cubic)
                .init(),
            image: conv(self.channels, 3),
        }
    }
}

impl<B: Backend> Upscaler<B> {
    /// From `[batch, 3, height, width]` to twice the height and width.
    pub fn forward(&self, images: Tensor<B, 4>) -> Tensor<B, 4> {
        let features = self.features.forward(images);
        let enlarged = self.resize.forward(features);
        self.image.forward(enlarged)
    }
}
