//! Segmentation of satellite images, on whatever backend the user has.

pub mod augment;
pub mod loss;
pub mod model;
pub mod predict;
pub mod train;

pub use model::{Segmenter, SegmenterConfig};
