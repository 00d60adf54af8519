//! A gradient in the browser: wasm32 has 32-bit atomics.

use burn::backend::{Autodiff, NdArray};
use burn::nn::conv::DeformConv2dConfig;
use burn::tensor::{Tensor, TensorData};

type Train = Autodiff<NdArray>;

pub async fn offsets(pixels: &[f32], [height, width]: [usize; 2]) -> Vec<f32> {
    let device = Default::default();
    let conv = DeformConv2dConfig::new([1, 1], [3, 3]).init::<Train>(&device);
    let data = TensorData::new(pixels.to_vec(), [1, 1, height, width]);
    let picture = Tensor::<Train, 4>::from_data(data, &device);
    let offset = Tensor::<Train, 4>::zeros([1, 18, height - 2, width - 2], &device).require_grad();
    let output = conv.forward(picture, offset.clone(), None);
    let gradients = output.mean().backward();
    let gradient = offset.grad(&gradients).unwrap();
    gradient.into_data_async().await.unwrap().to_vec().unwrap()
}
