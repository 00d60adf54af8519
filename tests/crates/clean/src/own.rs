//! The author's own names, which burn has too.

use burn::backend::{Autodiff, NdArray};
use burn::tensor::Tensor;

/// Not burn's trait.
pub trait Backend {
    fn interpolate(&self, mode: InterpolateMode) -> f32;
}

/// Not burn's enum.
#[derive(Clone, Copy, Debug)]
pub enum InterpolateMode {
    Nearest,
    Bilinear,
    Bicubic,
    Lanczos3,
}

/// Not burn's options.
pub struct InterpolateOptions {
    mode: InterpolateMode,
}

impl InterpolateOptions {
    pub fn new(mode: InterpolateMode) -> Self {
        Self { mode }
    }
}

/// Not burn's function: it repeats every pixel, whatever the mode.
pub fn interpolate(x: Tensor<Train, 4>, factor: usize, options: InterpolateOptions) -> Tensor<Train, 4> {
    println!("{:?}", options.mode);
    x.repeat_dim(2, factor).repeat_dim(3, factor)
}

pub type Train = Autodiff<NdArray>;

struct Curve(Vec<f32>);

impl Backend for Curve {
    fn interpolate(&self, mode: InterpolateMode) -> f32 {
        match mode {
            InterpolateMode::Nearest | InterpolateMode::Lanczos3 => self.0[0],
            InterpolateMode::Bilinear | InterpolateMode::Bicubic => self.0.iter().sum(),
        }
    }
}

pub fn train() {
    let x = Tensor::<Train, 4>::ones([1, 3, 8, 8], &Default::default()).require_grad();
    let y = interpolate(x, 2, InterpolateOptions::new(InterpolateMode::Bicubic));
    y.sum().backward();
    println!("{}", Curve(vec![1.0, 2.0]).interpolate(InterpolateMode::Bicubic));
}
