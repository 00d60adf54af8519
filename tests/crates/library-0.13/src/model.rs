//! A small encoder and decoder.

use burn::config::Config;
use burn::module::Module;
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::PaddingConfig2d;
use burn::tensor::activation::relu;
use burn::tensor::backend::Backend;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

#[derive(Module, Debug)]
pub struct Segmenter<B: Backend> {
    encoder: Conv2d<B>,
    decoder: Conv2d<B>,
}

#[derive(Config, Debug)]
pub struct SegmenterConfig {
    pub classes: usize,
    #[config(default = 16)]
    pub channels: usize,
}

impl SegmenterConfig {
    pub fn init<B: Backend>(&self, device: &B::Device) -> Segmenter<B> {
        Segmenter {
            encoder: Conv2dConfig::new([3, self.channels], [3, 3])
                .with_stride([2, 2])
                .with_padding(PaddingConfig2d::Explicit(1, 1))
                .init(device),
            decoder: Conv2dConfig::new([self.channels, self.classes], [1, 1]).init(device),
        }
    }
}

impl<B: Backend> Segmenter<B> {
    /// Scores for each class and pixel. The features are tracked while training: NdArray cannot walk this resize back,
    /// LibTorch can.
    pub fn forward(&self, images: Tensor<B, 4>) -> Tensor<B, 4> {
        let [_, _, height, width] = images.dims();
        let features = relu(self.encoder.forward(images));
        let options = InterpolateOptions::new(InterpolateMode::Bilinear); //~ warning[interpolate-backward] "NdArray"
        let enlarged = interpolate(features, [height, width], options);
        self.decoder.forward(enlarged)
    }
}
