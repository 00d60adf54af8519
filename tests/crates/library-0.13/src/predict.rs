//! Inference.

use burn::tensor::activation::softmax;
use burn::tensor::backend::Backend;
use burn::tensor::Tensor;

use crate::augment::to_size;
use crate::Segmenter;

/// Probabilities for each class and pixel, at the size of the input.
pub fn predict<B: Backend>(model: &Segmenter<B>, images: Tensor<B, 4>) -> Tensor<B, 4> {
    let [_, _, height, width] = images.dims();
    let small = to_size(images, [64, 64]);
    to_size(softmax(model.forward(small), 1), [height, width])
}
