//! The two steps of the model.

use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
use burn::nn::pool::{MaxPool2d, MaxPool2dConfig};
use burn::nn::PaddingConfig2d;
use burn::prelude::*;
use burn::tensor::activation::relu;

#[derive(Module, Debug)]
pub(crate) struct Down<B: Backend> {
    conv: Conv2d<B>,
    pool: MaxPool2d,
}

impl<B: Backend> Down<B> {
    pub(crate) fn new(from: usize, to: usize, device: &B::Device) -> Self {
        Self {
            conv: conv(from, to, device),
            pool: MaxPool2dConfig::new([2, 2]).with_strides([2, 2]).init(),
        }
    }

    pub(crate) fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
        self.pool.forward(relu(self.conv.forward(x)))
    }
}

#[derive(Module, Debug)]
pub(crate) struct Up<B: Backend> {
    resize: Interpolate2d,
    conv: Conv2d<B>,
}

impl<B: Backend> Up<B> {
    pub(crate) fn new(from: usize, to: usize, device: &B::Device) -> Self {
        Self {
            resize: Interpolate2dConfig::new()
                .with_scale_factor(Some([2.0, 2.0]))
                .with_mode(InterpolateMode::Linear) //~ warning[interpolate-backward] "NdArray" "Wgpu" "of `trainer`"
                .init(),
            conv: conv(from, to, device),
        }
    }

    pub(crate) fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
        self.conv.forward(self.resize.forward(x))
    }
}

fn conv<B: Backend>(from: usize, to: usize, device: &B::Device) -> Conv2d<B> {
    Conv2dConfig::new([from, to], [3, 3])
        .with_padding(PaddingConfig2d::Same)
        .init(device)
}
