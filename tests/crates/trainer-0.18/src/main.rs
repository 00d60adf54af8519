//! Learns to enlarge patches of images.

mod data;
mod infer;
mod model;
mod training;

use burn::backend::wgpu::WgpuDevice;
use burn::backend::{Autodiff, Wgpu};

fn main() {
    let device = WgpuDevice::default();
    let model = training::run::<Autodiff<Wgpu>>("artifacts", device.clone());
    infer::run(&model, &device);
}
