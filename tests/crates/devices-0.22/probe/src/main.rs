//! NdArray is the only backend in this package, so it is the default device.

use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

struct Probe {
    device: Device,
    size: [usize; 2],
}

impl Default for Probe {
    fn default() -> Self {
        Self { device: Device::default(), size: [4, 4] }
    }
}

impl Probe {
    /// What a resize does to numbers.
    fn value(&self) -> Tensor<4> {
        let image = Tensor::<4>::ones([1, 1, 8, 8], &self.device);
        interpolate(image, InterpolateOptions::new(InterpolateMode::Bilinear).with_output_size(self.size))
    }

    /// What it does to gradients.
    fn gradient(&self) -> Option<Tensor<4>> {
        let device = self.device.clone().autodiff();
        let image = Tensor::<4>::ones([1, 1, 8, 8], &device).require_grad();
        let options = InterpolateOptions::new(InterpolateMode::Bilinear); //~ error[interpolate-backward] "NdArray"
        let small = interpolate(image.clone(), options.with_output_size(self.size));
        let gradients = small.sum().backward();
        image.grad(&gradients)
    }
}

fn main() {
    let probe = Probe::default();
    println!("{} {:?}", probe.value(), probe.gradient());
}
