//! Forward passes only: NdArray and Flex can resize in every mode of this release.

use burn::backend::{Autodiff, Candle, Flex, NdArray};
use burn::module::{AutodiffModule, Module};
use burn::nn::conv::{Conv2d, Conv2dConfig, DeformConv2dConfig};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
use burn::tensor::backend::Backend;
use burn::tensor::Tensor;

#[derive(Module, Debug)]
struct Net<B: Backend> {
    conv: Conv2d<B>,
    resize: Interpolate2d,
}

impl<B: Backend> Net<B> {
    fn new(mode: InterpolateMode, device: &B::Device) -> Self {
        Self {
            conv: Conv2dConfig::new([1, 1], [3, 3]).init(device),
            resize: Interpolate2dConfig::new()
                .with_output_size(Some([12, 12]))
                .with_mode(mode)
                .init(),
        }
    }

    fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
        self.resize.forward(self.conv.forward(x))
    }
}

fn image<B: Backend>() -> Tensor<B, 4> {
    Tensor::ones([1, 1, 8, 8], &Default::default())
}

pub fn run() {
    let device = Default::default();
    println!("{}", Net::<NdArray>::new(InterpolateMode::Cubic, &device).forward(image()));
    println!("{}", Net::<Flex>::new(InterpolateMode::Lanczos, &Default::default()).forward(image()));

    // Candle has nearest-neighbour interpolation, which is the default.
    let resize = Interpolate2dConfig::new().with_scale_factor(Some([2.0, 2.0])).init();
    println!("{}", resize.forward(image::<Candle>()));

    // Trained elsewhere, without autodiff here.
    let model = Net::<Autodiff<NdArray>>::new(InterpolateMode::Linear, &device);
    println!("{}", model.valid().forward(image()));

    // The forward pass of a deformable convolution needs nothing special.
    let conv = DeformConv2dConfig::new([1, 1], [3, 3]).init::<NdArray>(&device);
    let offset = Tensor::<NdArray, 4>::zeros([1, 18, 6, 6], &device);
    println!("{}", conv.forward(image(), offset, None));
}

/// Autodiff without a backward pass only costs memory.
pub fn forgot_valid() -> String {
    let device = Default::default();
    let model = Net::<Autodiff<NdArray>>::new(InterpolateMode::Cubic, &device);
    model.forward(image()).to_string()
}
