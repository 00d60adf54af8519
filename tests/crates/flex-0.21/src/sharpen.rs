//! Finds the image whose reduction looks like the given one, by gradient descent on its pixels.

use burn::backend::{Autodiff, Flex};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

const STEPS: usize = 8;
const KERNEL: InterpolateMode = InterpolateMode::Lanczos3; //~ error[interpolate-backward] "Lanczos3" "Flex"

pub fn sharpen(start: Tensor<Flex, 4>, small: Tensor<Flex, 4>) -> Tensor<Flex, 4> {
    let [_, _, height, width] = small.dims();
    let wanted = Tensor::<Autodiff<Flex>, 4>::from_inner(small);
    let mut image = start;

    for _ in 0..STEPS {
        let pixels = Tensor::<Autodiff<Flex>, 4>::from_inner(image.clone()).require_grad();
        let reduced = interpolate(pixels.clone(), [height, width], InterpolateOptions::new(KERNEL));
        let loss = (reduced - wanted.clone()).powi_scalar(2).sum();
        let mut gradients = loss.backward();
        let step = pixels.grad_remove(&mut gradients).unwrap();
        image = image - step * 0.1;
    }
    image
}
