//! Patches and batches of them. The small input of the model is made from the large target.

use burn::data::dataloader::batcher::Batcher;
use burn::data::dataset::InMemDataset;
use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

pub const SIZE: usize = 32;

#[derive(Clone, Debug)]
pub struct Patch {
    pub pixels: Vec<f32>,
}

#[derive(Clone, Debug)]
pub struct PatchBatch<B: Backend> {
    pub inputs: Tensor<B, 4>,
    pub targets: Tensor<B, 4>,
}

#[derive(Clone, Default)]
pub struct PatchBatcher;

impl<B: Backend> Batcher<B, Patch, PatchBatch<B>> for PatchBatcher {
    fn batch(&self, items: Vec<Patch>, device: &B::Device) -> PatchBatch<B> {
        let patches = items
            .into_iter()
            .map(|patch| TensorData::new(patch.pixels, [1, 3, SIZE, SIZE]))
            .map(|data| Tensor::<B, 4>::from_data(data, device))
            .collect();
        let targets: Tensor<B, 4> = Tensor::cat(patches, 0);

        // Nothing here is tracked, so this bilinear resize is never walked back.
        let options = InterpolateOptions::new(InterpolateMode::Bilinear);
        let inputs = interpolate(targets.clone(), [SIZE / 2, SIZE / 2], options);
        PatchBatch { inputs, targets }
    }
}

pub fn patches(count: usize) -> InMemDataset<Patch> {
    let patch = |seed: usize| Patch {
        pixels: (0..3 * SIZE * SIZE).map(|i| ((i * seed) % 255) as f32 / 255.0).collect(),
    };
    InMemDataset::new((1..=count).map(patch).collect())
}
