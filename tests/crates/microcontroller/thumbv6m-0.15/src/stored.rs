//! The weights and offsets that are flashed with the program.

use burn::tensor::backend::Backend;
use burn::tensor::Tensor;

pub fn weight<B: Backend>(device: &B::Device) -> Tensor<B, 4> {
    Tensor::full([1, 1, 3, 3], 1.0 / 9.0, device)
}

pub fn offset<B: Backend>(device: &B::Device) -> Tensor<B, 4> {
    Tensor::zeros([1, 18, 4, 4], device)
}
