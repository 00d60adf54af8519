//! Code that the author knows about: built only where it works, or meant to panic.

use burn::backend::Autodiff;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

#[cfg(feature = "torch")]
type Base = burn::backend::LibTorch;
#[cfg(not(feature = "torch"))]
type Base = burn::backend::NdArray;

type Train = Autodiff<Base>;

fn parameter() -> Tensor<Train, 4> {
    Tensor::<Train, 4>::ones([1, 3, 8, 8], &Default::default()).require_grad()
}

#[cfg(feature = "torch")]
pub fn soft() {
    interpolate(parameter(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic))
        .sum()
        .backward();
}

pub fn train() {
    let mode = if cfg!(feature = "torch") {
        InterpolateMode::Bilinear
    } else {
        InterpolateMode::Nearest
    };
    interpolate(parameter(), [16, 16], InterpolateOptions::new(mode)).sum().backward();

    #[cfg(feature = "torch")]
    {
        let options = InterpolateOptions::new(InterpolateMode::Bilinear);
        interpolate(parameter(), [16, 16], options).sum().backward();
    }
}

/// Asks burn instead of knowing.
pub fn has_gradient(mode: InterpolateMode) -> bool {
    std::panic::catch_unwind(|| {
        interpolate(parameter(), [16, 16], InterpolateOptions::new(mode)).sum().backward();
    })
    .is_ok()
}

pub fn table() -> [bool; 3] {
    [
        has_gradient(InterpolateMode::Nearest),
        has_gradient(InterpolateMode::Bilinear),
        has_gradient(InterpolateMode::Bicubic),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(feature = "torch"))]
    #[should_panic(expected = "bicubic interpolation backward is not supported")]
    fn bicubic_has_no_gradient() {
        interpolate(parameter(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic))
            .sum()
            .backward();
    }

    #[test]
    fn nearest_has_one() {
        assert!(has_gradient(InterpolateMode::Nearest));
    }
}
