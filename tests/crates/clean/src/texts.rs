//! Text about code is not code.

/// Do not write this on NdArray:
///
/// ```should_panic
/// # use clean::texts::*;
/// interpolate(x.require_grad(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward();
/// ```
pub const ADVICE: &str = "interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward();";

/* A block comment:
   /* a nested one: Tensor::<Autodiff<Autodiff<NdArray>>, 2> */
   let y = deform_conv2d(x, offset, weight, None, None, options); y.sum().backward();
*/

// let device = Device::ndarray().autodiff().autodiff();

pub const RAW: &str = r#"
    type B = Autodiff<Autodiff<NdArray>>;
    let loss = LinearConfig::new(4, 2).init::<B>(&device).forward(x).sum(); // "quoted"
    loss.backward();
"#;

pub const BYTES: &[u8] = br"interpolate(x, [2, 2], InterpolateOptions::new(InterpolateMode::Bilinear)).backward()";

/// Nobody uses this macro.
#[macro_export]
macro_rules! resize_and_walk_back {
    ($x:expr) => {
        $crate::texts::nothing(
            burn::tensor::module::interpolate(
                $x,
                [16, 16],
                burn::tensor::ops::InterpolateOptions::new(burn::tensor::ops::InterpolateMode::Bicubic),
            )
            .sum()
            .backward(),
        )
    };
}

pub fn nothing<T>(_: T) {}
