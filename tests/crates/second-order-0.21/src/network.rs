//! A generic network. Its callers decide how many levels there are.

use burn::module::Module;
use burn::nn::{Linear, LinearConfig, Relu};
use burn::tensor::backend::{AutodiffBackend, Backend};
use burn::tensor::Tensor;

use crate::{First, Second};

#[derive(Module, Debug)]
struct Network<B: Backend> {
    hidden: Linear<B>,
    activation: Relu,
}

impl<B: Backend> Network<B> {
    fn new(device: &B::Device) -> Self {
        Self {
            hidden: LinearConfig::new(2, 2).init(device),
            activation: Relu::new(),
        }
    }

    fn forward(&self, x: Tensor<B, 2>) -> Tensor<B, 2> {
        self.activation.forward(self.hidden.forward(x)) //~ warning[nested-autodiff] "Autodiff<Autodiff<NdArray>>"
    }
}

/// How steep the network is at one point.
fn steepness<B: AutodiffBackend>() -> Tensor<B::InnerBackend, 2> {
    let device = Default::default();
    let network = Network::<B>::new(&device);
    let x = Tensor::<B, 2>::ones([1, 2], &device).require_grad();
    let y = network.forward(x.clone()).sum();
    let gradients = y.backward();
    x.grad(&gradients).unwrap()
}

/// With one level this is a number, with two it could be differentiated again.
pub fn penalty() -> Tensor<First, 2> {
    println!("{}", steepness::<First>());
    steepness::<Second>()
}
