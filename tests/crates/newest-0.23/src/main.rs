//! Paints by gradient descent on pixels.

mod device;
mod resize;
mod sampling;

use burn::prelude::*;

fn main() {
    let gpu = std::env::args().any(|argument| argument == "--gpu");
    let device = device::training(gpu);
    let canvas = Tensor::<4>::ones([1, 3, 16, 16], &device).require_grad();

    println!("{}", gradient(&canvas, resize::nearest(canvas.clone())));
    println!("{}", gradient(&canvas, resize::bilinear(canvas.clone())));
    println!("{}", gradient(&canvas, resize::bicubic(canvas.clone())));
    println!("{}", gradient(&canvas, resize::lanczos(canvas.clone())));

    sampling::preview(&device::drawing(gpu));
}

/// Where to change the canvas so that the enlarged picture gets darker.
fn gradient(canvas: &Tensor<4>, enlarged: Tensor<4>) -> Tensor<4> {
    let gradients = enlarged.abs().mean().backward();
    canvas.grad(&gradients).unwrap()
}
