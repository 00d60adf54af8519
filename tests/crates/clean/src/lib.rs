//! Code that must stay silent.
//!
//! ```no_run
//! use burn::tensor::{module::interpolate, ops::{InterpolateMode, InterpolateOptions}, Tensor};
//! type B = burn::backend::Autodiff<burn::backend::NdArray>;
//! let x = Tensor::<B, 4>::zeros([1, 3, 8, 8], &Default::default()).require_grad();
//! interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward();
//! ```

pub mod choice;
pub mod guarded;
pub mod inference;
pub mod own;
pub mod preprocess;
pub mod texts;
pub mod training;
