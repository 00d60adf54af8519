//! Trains the model of this workspace.

mod backend;
mod loss;

use burn::module::AutodiffModule;
use burn::optim::{AdamConfig, GradientsParams, Optimizer};
use burn::tensor::{Distribution, Tensor};
use unet::UNetConfig;

use backend::{Base, Train};

fn main() {
    let device = Default::default();
    let mut model = UNetConfig::new().init::<Train>(&device);
    let mut optimizer = AdamConfig::new().init();

    for _ in 0..10 {
        let images = Tensor::<Train, 4>::random([2, 3, 32, 32], Distribution::Default, &device);
        let masks = Tensor::<Train, 4>::zeros([2, 1, 32, 32], &device);
        let loss = loss::two_sizes(model.forward(images), masks);
        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-3, model, gradients);
    }

    let image = Tensor::<Base, 4>::random([1, 3, 32, 32], Distribution::Default, &device);
    println!("{}", model.valid().forward(image));
}
