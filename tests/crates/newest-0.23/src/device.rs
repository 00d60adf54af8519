//! Which device to use is only known when the program runs.

use burn::prelude::*;

pub fn drawing(gpu: bool) -> Device {
    if gpu {
        Device::wgpu(DeviceKind::DefaultDevice)
    } else {
        Device::flex()
    }
}

pub fn training(gpu: bool) -> Device {
    drawing(gpu).autodiff()
}
