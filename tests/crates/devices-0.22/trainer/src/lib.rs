//! The model, and losses for other programs. No type here says what backend it is for.

pub mod loss;
pub mod model;
