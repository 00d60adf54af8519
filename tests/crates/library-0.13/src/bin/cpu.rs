//! Everything on the processor.

use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Distribution, Tensor};
use segmenter::predict::predict;
use segmenter::train::train;

type Backend = Autodiff<NdArray>;

fn main() {
    let device = Default::default();
    let model = train::<Backend>(&device, 10);
    let images = Tensor::<NdArray, 4>::random([1, 3, 128, 128], Distribution::Default, &device);
    println!("{}", predict(&model, images));
    println!("{}", sensitivity(32));
}

/// How much each pixel of a large image counts after it was made small.
fn sensitivity(size: usize) -> Tensor<NdArray, 4> {
    let device = Default::default();
    let image = Tensor::<Backend, 4>::ones([1, 3, 128, 128], &device).require_grad();
    let options = InterpolateOptions::new(InterpolateMode::Bicubic); //~ error[interpolate-backward] "NdArray"
    let small = interpolate(image.clone(), [size, size], options);
    let gradients = small.sum().backward();
    image.grad(&gradients).unwrap()
}
