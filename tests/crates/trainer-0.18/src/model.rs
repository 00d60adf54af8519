//! A convolution, a resize, a convolution; and the steps that the Learner calls.

use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
use burn::nn::loss::{MseLoss, Reduction};
use burn::nn::{PaddingConfig2d, Relu};
use burn::prelude::*;
use burn::tensor::backend::AutodiffBackend;
use burn::train::{RegressionOutput, TrainOutput, TrainStep, ValidStep};

use crate::data::PatchBatch;

#[derive(Module, Debug)]
pub struct Enlarger<B: Backend> {
    features: Conv2d<B>,
    activation: Relu,
    resize: Interpolate2d,
    image: Conv2d<B>,
}

#[derive(Config)]
pub struct EnlargerConfig {
    #[config(default = 16)]
    pub channels: usize,
}

impl EnlargerConfig {
    pub fn init<B: Backend>(&self, device: &B::Device) -> Enlarger<B> {
        let padding = PaddingConfig2d::Explicit(1, 1);
        let resize = Interpolate2dConfig::new().with_scale_factor(Some([2.0, 2.0]));
        Enlarger {
            features: Conv2dConfig::new([3, self.channels], [3, 3])
                .with_padding(padding.clone())
                .init(device),
            activation: Relu::new(),
            resize: resize.with_mode(InterpolateMode::Linear).init(), //~ error[interpolate-backward] "bilinear" "Wgpu"
            image: Conv2dConfig::new([self.channels, 3], [3, 3])
                .with_padding(padding)
                .init(device),
        }
    }
}

impl<B: Backend> Enlarger<B> {
    pub fn forward(&self, inputs: Tensor<B, 4>) -> Tensor<B, 4> {
        let features = self.activation.forward(self.features.forward(inputs));
        self.image.forward(self.resize.forward(features))
    }

    fn forward_regression(&self, batch: PatchBatch<B>) -> RegressionOutput<B> {
        let output = self.forward(batch.inputs);
        let loss = MseLoss::new().forward(output.clone(), batch.targets.clone(), Reduction::Mean);
        RegressionOutput {
            loss,
            output: output.flatten(1, 3),
            targets: batch.targets.flatten(1, 3),
        }
    }
}

impl<B: AutodiffBackend> TrainStep<PatchBatch<B>, RegressionOutput<B>> for Enlarger<B> {
    fn step(&self, batch: PatchBatch<B>) -> TrainOutput<RegressionOutput<B>> {
        let item = self.forward_regression(batch);
        TrainOutput::new(self, item.loss.backward(), item)
    }
}

impl<B: Backend> ValidStep<PatchBatch<B>, RegressionOutput<B>> for Enlarger<B> {
    fn step(&self, batch: PatchBatch<B>) -> RegressionOutput<B> {
        self.forward_regression(batch)
    }
}
