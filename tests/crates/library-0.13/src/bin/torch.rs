//! The same on LibTorch, which can walk every resize of this release back.

use burn::backend::libtorch::LibTorchDevice;
use burn::backend::{Autodiff, LibTorch};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Distribution, Tensor};
use segmenter::predict::predict;
use segmenter::train::train;

type Backend = Autodiff<LibTorch>;

fn main() {
    let device = LibTorchDevice::Cuda(0);
    let model = train::<Backend>(&device, 10);
    let images = Tensor::<LibTorch, 4>::random([1, 3, 128, 128], Distribution::Default, &device);
    println!("{}", predict(&model, images));
    println!("{}", sensitivity(32));
}

/// How much each pixel of a large image counts after it was made small.
fn sensitivity(size: usize) -> Tensor<LibTorch, 4> {
    let device = LibTorchDevice::Cpu;
    let image = Tensor::<Backend, 4>::ones([1, 3, 128, 128], &device).require_grad();
    let options = InterpolateOptions::new(InterpolateMode::Bicubic);
    let small = interpolate(image.clone(), [size, size], options);
    let gradients = small.sum().backward();
    image.grad(&gradients).unwrap()
}
