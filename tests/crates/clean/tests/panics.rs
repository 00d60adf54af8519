//! What burn does not have, written down as tests.

use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

#[test]
#[should_panic]
fn lanczos_has_no_gradient() {
    let x = Tensor::<Autodiff<NdArray>, 4>::ones([1, 1, 8, 8], &Default::default()).require_grad();
    interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Lanczos3)).sum().backward();
}
