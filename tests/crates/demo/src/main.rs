//! Learns to enlarge images: a convolution, a bicubic resize, a loss against the large image.

mod model;

use burn::backend::{Autodiff, NdArray};
use burn::optim::{GradientsParams, Optimizer, SgdConfig};
use burn::tensor::{Distribution, Tensor};

use model::UpscalerConfig;

type B = Autodiff<NdArray>;

fn main() {
    let device = Default::default();
    let mut model = UpscalerConfig::new(8).init::<B>(&device);
    let mut optimizer = SgdConfig::new().init();

    for epoch in 0..10 {
        let small = Tensor::<B, 4>::random([4, 3, 16, 16], Distribution::Default, &device);
        let large = Tensor::<B, 4>::random([4, 3, 32, 32], Distribution::Default, &device);

        let output = model.forward(small);
        let loss = (output - large).powf_scalar(2.0).mean();
        println!("epoch {epoch}: {}", loss.clone().into_scalar());

        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-3, model, gradients);
    }
}
