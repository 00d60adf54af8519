//! Adapts the offsets of a deformable convolution on the device itself.
#![no_std]

extern crate alloc;

mod stored;

use alloc::vec::Vec;

use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::deform_conv2d;
use burn::tensor::ops::DeformConvOptions;
use burn::tensor::{Tensor, TensorData};

type B = Autodiff<NdArray>;

/// What the sensor sees, without gradients: this direction needs no atomics.
pub fn look(image: &[f32]) -> Vec<f32> {
    let device = Default::default();
    let image = Tensor::<NdArray, 4>::from_data(TensorData::new(image.to_vec(), [1, 1, 6, 6]), &device);
    let options = DeformConvOptions::new([1, 1], [0, 0], [1, 1], 1, 1);
    let offset = stored::offset::<NdArray>(&device);
    let output = deform_conv2d(image, offset, stored::weight::<NdArray>(&device), None, None, options);
    output.into_data().to_vec().unwrap()
}

/// Without atomics the offsets stay as they are.
#[cfg(not(target_has_atomic = "32"))]
pub fn adapt(_image: &[f32]) -> Vec<f32> {
    Vec::new()
}

/// One step of adaptation: how far each offset should move.
#[cfg(target_has_atomic = "32")]
pub fn adapt(image: &[f32]) -> Vec<f32> {
    let device = Default::default();
    let image = Tensor::<B, 4>::from_data(TensorData::new(image.to_vec(), [1, 1, 6, 6]), &device);
    let offset = stored::offset::<B>(&device).require_grad();
    let options = DeformConvOptions::new([1, 1], [0, 0], [1, 1], 1, 1);
    let output = deform_conv2d(image, offset.clone(), stored::weight::<B>(&device), None, None, options);
    let gradients = output.sum().backward();
    offset.grad(&gradients).unwrap().into_data().to_vec().unwrap()
}
