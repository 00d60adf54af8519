//! Adapts the offsets of a deformable convolution on a microcontroller that has no 32-bit atomics.
#![no_std]

use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::deform_conv2d;
use burn::tensor::ops::DeformConvOptions;
use burn::tensor::{Tensor, TensorData};

type B = Autodiff<NdArray>;

/// One step of adaptation; returns how far the offsets should move.
pub fn adapt(image: TensorData, offset: TensorData, weight: TensorData) -> Option<TensorData> {
    let device = Default::default();
    let image = Tensor::<B, 4>::from_data(image, &device);
    let offset = Tensor::<B, 4>::from_data(offset, &device).require_grad();
    let weight = Tensor::<B, 4>::from_data(weight, &device);
    let options = DeformConvOptions::new([1, 1], [1, 1], [1, 1], 1, 1);
    let output = deform_conv2d(image, offset.clone(), weight, None, None, options);
    let gradients = output.sum().backward();
    offset.grad(&gradients).map(|gradient| gradient.into_data())
}
