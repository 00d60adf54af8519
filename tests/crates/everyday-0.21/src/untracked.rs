//! Inputs that no gradient flows through, by many ways.

use burn::module::Module;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

use crate::{conv, raw, Train};

/// Parameters without gradients.
pub mod frozen {
    use super::*;

    pub fn run() {
        let layer = conv::<Train>().no_grad();
        let scale = raw().require_grad();
        let y = interpolate(layer.forward(raw()), [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * scale).sum().backward();
    }
}

/// The clone is tracked, the original is not.
pub mod clone_is_not_original {
    use super::*;

    pub fn run() {
        let x = raw();
        let y = x.clone().require_grad();
        println!("{}", interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)).sum());
        y.sum().backward();
    }
}

/// A new tensor of the same shape.
pub mod replaced_input {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let x = x.zeros_like();
        let y = interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * raw().slice([0..1, 0..1, 0..4, 0..4]).require_grad()).sum().backward();
    }
}

/// A mask has no gradient.
pub mod compared {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let mask = x.clone().greater_elem(0.5).float();
        let y = interpolate(mask, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * x).sum().backward();
    }
}

/// Data has no history.
pub mod from_data_of_tracked {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let copy = Tensor::<Train, 4>::from_data(x.to_data(), &Default::default());
        let y = interpolate(copy, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * x).sum().backward();
    }
}

/// A new start.
pub mod inner_and_back {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let y = interpolate(
            Tensor::from_inner(x.clone().inner()),
            [8, 8],
            InterpolateOptions::new(InterpolateMode::Bicubic),
        );
        (y * x).sum().backward();
    }
}

/// Asked for the contrary.
pub mod set_require_grad_false {
    use super::*;

    pub fn run() {
        let x = raw().set_require_grad(false);
        let y = interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * raw().require_grad()).sum().backward();
    }
}

/// What became of a parameter, detached.
pub mod features_detached {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let y = interpolate((x.clone() * 2.0).detach(), [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * x).sum().backward();
    }
}

/// A layer without parameters.
pub mod dropout {
    use super::*;

    use burn::nn::DropoutConfig;

    pub fn run() {
        let x = DropoutConfig::new(0.5).init().forward(raw());
        let y = interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
        (y * raw().require_grad()).sum().backward();
    }
}
