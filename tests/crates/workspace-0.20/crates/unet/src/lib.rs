//! The model, generic over the backend; the members of this workspace choose it.
#![deny(missing_docs)]

mod blocks;

use burn::prelude::*;

use blocks::{Down, Up};

/// One step down, one step up.
#[derive(Module, Debug)]
pub struct UNet<B: Backend> {
    down: Down<B>,
    up: Up<B>,
}

/// How large a [`UNet`] is.
#[derive(Config, Debug)]
pub struct UNetConfig {
    /// Channels between the two steps.
    #[config(default = 32)]
    pub channels: usize,
}

impl UNetConfig {
    /// A model with random weights.
    pub fn init<B: Backend>(&self, device: &B::Device) -> UNet<B> {
        UNet {
            down: Down::new(3, self.channels, device),
            up: Up::new(self.channels, 1, device),
        }
    }
}

impl<B: Backend> UNet<B> {
    /// From `[batch, 3, height, width]` to `[batch, 1, height, width]`.
    pub fn forward(&self, images: Tensor<B, 4>) -> Tensor<B, 4> {
        self.up.forward(self.down.forward(images))
    }
}
