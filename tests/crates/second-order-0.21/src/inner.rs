//! The same layers where only one level of autodiff is left.

use burn::module::AutodiffModule;
use burn::nn::pool::{AvgPool2dConfig, MaxPool2dConfig};
use burn::nn::LinearConfig;
use burn::tensor::Tensor;

use crate::{First, Second};

pub fn first_order_only() {
    let device = Default::default();

    // `valid` takes the outer level away; what is left records a first derivative as usual.
    let layer = LinearConfig::new(4, 2).init::<Second>(&device).valid();
    let x = Tensor::<First, 2>::ones([3, 4], &device).require_grad();
    let loss = layer.forward(x).sum();
    loss.backward();

    // So does `inner`.
    let image = Tensor::<Second, 4>::ones([1, 1, 8, 8], &device).inner().require_grad();
    let pooled = MaxPool2dConfig::new([2, 2]).init().forward(image);
    pooled.sum().backward();

    // Without a backward pass two levels are only slow.
    let image = Tensor::<Second, 4>::ones([1, 1, 8, 8], &device).require_grad();
    println!("{}", AvgPool2dConfig::new([2, 2]).init().forward(image));

    // Nor is there anything to differentiate in what is not tracked.
    let raw = Tensor::<Second, 4>::ones([1, 1, 8, 8], &device);
    let pooled = AvgPool2dConfig::new([2, 2]).init().forward(raw);
    let scale = Tensor::<Second, 4>::ones([1, 1, 1, 1], &device).require_grad();
    (pooled * scale).sum().backward();
}
