//! Each backend with the modes that it can do.

use burn::backend::{Autodiff, Flex, NdArray};
use burn::tensor::backend::AutodiffBackend;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

#[derive(Clone, Copy)]
pub enum Engine {
    Small,
    Large,
}

/// The features of this package decide between two pairs that both work.
mod configured {
    cfg_if::cfg_if! {
        if #[cfg(feature = "torch")] {
            pub type Base = burn::backend::LibTorch;
            pub const MODE: super::InterpolateMode = super::InterpolateMode::Bicubic;
        } else {
            pub type Base = burn::backend::NdArray;
            pub const MODE: super::InterpolateMode = super::InterpolateMode::Nearest;
        }
    }
}

pub fn run(engine: Engine) {
    match engine {
        Engine::Small => train::<Autodiff<NdArray>>(InterpolateMode::Nearest),
        Engine::Large => train::<Autodiff<Flex>>(InterpolateMode::Bicubic),
    }
    train::<Autodiff<configured::Base>>(configured::MODE);
}

fn train<B: AutodiffBackend>(mode: InterpolateMode) {
    let x = Tensor::<B, 4>::ones([1, 3, 8, 8], &Default::default()).require_grad();
    let y = interpolate(x.clone(), [16, 16], InterpolateOptions::new(mode));
    let gradients = y.sum().backward();
    println!("{}", x.grad(&gradients).unwrap());
}
