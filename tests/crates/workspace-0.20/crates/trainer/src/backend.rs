//! The backend that the features choose: LibTorch before Wgpu before NdArray.

#[cfg(feature = "tch")]
pub type Base = burn::backend::LibTorch;

#[cfg(all(feature = "wgpu", not(feature = "tch")))]
pub type Base = burn::backend::Wgpu;

#[cfg(not(any(feature = "wgpu", feature = "tch")))]
pub type Base = burn::backend::NdArray;

pub type Train = burn::backend::Autodiff<Base>;
