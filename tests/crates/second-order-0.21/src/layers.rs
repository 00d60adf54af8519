//! One layer at a time, each with a backward pass of the outer level.

use burn::nn::conv::Conv2dConfig;
use burn::nn::pool::{AdaptiveAvgPool2dConfig, AvgPool2dConfig, MaxPool2dConfig};
use burn::nn::{EmbeddingConfig, LinearConfig};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Int, Tensor};

use crate::Second;

pub fn all() {
    linear();
    embedding();
    average();
    adaptive();
    maximum();
    resize();
    convolution();
}

fn image() -> Tensor<Second, 4> {
    Tensor::ones([1, 1, 8, 8], &Default::default()).require_grad()
}

fn linear() {
    let layer = LinearConfig::new(4, 2).init::<Second>(&Default::default());
    let x = Tensor::<Second, 2>::ones([3, 4], &Default::default()).require_grad();
    let loss = layer.forward(x).sum(); //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    loss.backward();
}

fn embedding() {
    let layer = EmbeddingConfig::new(10, 4).init::<Second>(&Default::default());
    let tokens = Tensor::<Second, 2, Int>::zeros([1, 5], &Default::default());
    let loss = layer.forward(tokens).sum(); //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    loss.backward();
}

fn average() {
    let layer = AvgPool2dConfig::new([2, 2]).init();
    let loss = layer.forward(image()).sum(); //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    loss.backward();
}

fn adaptive() {
    let layer = AdaptiveAvgPool2dConfig::new([2, 2]).init();
    let loss = layer.forward(image()).sum(); //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    loss.backward();
}

fn maximum() {
    let layer = MaxPool2dConfig::new([2, 2]).init();
    let loss = layer.forward(image()).sum(); //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    loss.backward();
}

fn resize() {
    let options = InterpolateOptions::new(InterpolateMode::Nearest);
    let loss = interpolate(image(), [16, 16], options).sum(); //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    loss.backward();
}

/// A convolution is differentiable at both levels, and so are products and sums.
fn convolution() {
    let layer = Conv2dConfig::new([1, 1], [3, 3]).init::<Second>(&Default::default());
    let loss = layer.forward(image()).powf_scalar(2.0).sum();
    loss.backward();
}
