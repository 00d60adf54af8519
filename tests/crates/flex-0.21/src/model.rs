//! A model that works at half the size and enlarges the result.

use burn::nn::PaddingConfig2d;
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
use burn::prelude::*;

#[derive(Module, Debug)]
pub struct Restorer<B: Backend> {
    reduce: Interpolate2d,
    conv: Conv2d<B>,
    enlarge: Interpolate2d,
    smooth: Interpolate2d,
}

impl<B: Backend> Restorer<B> {
    pub fn new(device: &B::Device) -> Self {
        let resize = |factor: f32, mode: InterpolateMode| {
            Interpolate2dConfig::new()
                .with_scale_factor(Some([factor, factor]))
                .with_mode(mode)
                .init()
        };
        Self {
            // The first resize sees raw photographs.
            reduce: resize(0.5, InterpolateMode::Lanczos),
            conv: Conv2dConfig::new([3, 3], [5, 5])
                .with_padding(PaddingConfig2d::Same)
                .init(device),
            // These two see features, and Flex has their gradients.
            enlarge: resize(2.0, InterpolateMode::Cubic),
            smooth: resize(1.0, InterpolateMode::Linear),
        }
    }

    pub fn forward(&self, photos: Tensor<B, 4>) -> Tensor<B, 4> {
        let small = self.reduce.forward(photos);
        let features = self.conv.forward(small);
        self.smooth.forward(self.enlarge.forward(features))
    }
}
