//! A plain training loop.

use burn::module::AutodiffModule;
use burn::optim::{AdamConfig, GradientsParams, Optimizer};
use burn::tensor::activation::log_softmax;
use burn::tensor::backend::AutodiffBackend;
use burn::tensor::{Distribution, Tensor};

use crate::augment::{brighter, to_size};
use crate::{Segmenter, SegmenterConfig};

/// Trains on random images and gives back the model for inference.
pub fn train<B: AutodiffBackend>(device: &B::Device, epochs: usize) -> Segmenter<B::InnerBackend> {
    let mut model = SegmenterConfig::new(4).init::<B>(device);
    let mut optimizer = AdamConfig::new().init();

    for epoch in 0..epochs {
        let images = Tensor::<B, 4>::random([2, 3, 96, 96], Distribution::Default, device);
        let images = to_size(brighter(images, 1.2), [64, 64]);
        let scores = log_softmax(model.forward(images), 1);
        let loss = scores.mean().neg();
        println!("epoch {epoch}: {}", loss.clone().into_scalar());

        let gradients = GradientsParams::from_grads(loss.backward(), &model);
        model = optimizer.step(1e-3, model, gradients);
    }
    model.valid()
}
