//! Asks for a gradient of a gradient by nesting one autodiff backend in another.

use burn::backend::{Autodiff, NdArray};
use burn::nn::LinearConfig;
use burn::tensor::Tensor;

type Inner = Autodiff<NdArray>;
type Outer = Autodiff<Inner>;

fn main() {
    let device = Default::default();
    let layer = LinearConfig::new(2, 1).init::<Outer>(&device);
    let x = Tensor::<Outer, 2>::from_data([[1.0, 2.0]], &device).require_grad();
    let y = layer.forward(x.clone());
    let gradients = y.sum().backward();
    println!("{:?}", x.grad(&gradients));
}
