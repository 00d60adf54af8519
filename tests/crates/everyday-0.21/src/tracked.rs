//! Inputs that a gradient flows through, by many ways.

use burn::module::Module;
use burn::nn::conv::Conv2d;
use burn::tensor::backend::Backend;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

use crate::{conv, raw, Train};

/// Each round makes it more so.
pub mod loop_carried {
    use super::*;

    pub fn run() {
        let layer = conv::<Train>();
        let mut x = raw();
        for _ in 0..2 {
            x = layer.forward(x);
        }
        interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
            .sum()
            .backward();
    }
}

/// Each round adds to the loss.
pub mod loop_accumulates {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let mut loss = Tensor::<Train, 1>::zeros([1], &Default::default());
        for size in [4, 8] {
            loss = loss
                + interpolate(
                    x.clone(),
                    [size, size],
                    InterpolateOptions::new(InterpolateMode::Bicubic), //~ error[interpolate-backward]
                )
                .mean();
        }
        loss.backward();
    }
}

/// The same without a loop.
pub mod fold {
    use super::*;

    pub fn run() {
        let layers = [conv::<Train>(), conv::<Train>()];
        let x = layers.iter().fold(raw(), |x, layer| layer.forward(x));
        interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
            .sum()
            .backward();
    }
}

/// Layers in a vector.
pub mod vec_of_blocks {
    use super::*;

    #[derive(Module, Debug)]
    struct Net<B: Backend> {
        blocks: Vec<Conv2d<B>>,
    }

    impl<B: Backend> Net<B> {
        fn forward(&self, mut x: Tensor<B, 4>) -> Tensor<B, 4> {
            for block in &self.blocks {
                x = block.forward(x);
            }
            interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
        }
    }

    pub fn run() {
        let net = Net::<Train> { blocks: vec![conv(), conv()] };
        net.forward(raw()).sum().backward();
    }
}

/// A layer that may be missing.
pub mod option_field {
    use super::*;

    #[derive(Module, Debug)]
    struct Net<B: Backend> {
        first: Option<Conv2d<B>>,
    }

    impl<B: Backend> Net<B> {
        fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
            let x = match &self.first {
                Some(layer) => layer.forward(x),
                None => x,
            };
            interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
        }
    }

    pub fn run() {
        let net = Net::<Train> { first: Some(conv()) };
        net.forward(raw()).sum().backward();
    }
}

/// A layer in an enum.
pub mod enum_module {
    use super::*;

    #[derive(Module, Debug)]
    enum Stage<B: Backend> {
        Plain(Conv2d<B>),
    }

    impl<B: Backend> Stage<B> {
        fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
            match self {
                Self::Plain(layer) => layer.forward(x),
            }
        }
    }

    pub fn run() {
        let stage = Stage::<Train>::Plain(conv());
        interpolate(
            stage.forward(raw()),
            [8, 8],
            InterpolateOptions::new(InterpolateMode::Bicubic), //~ error[interpolate-backward]
        )
        .sum()
        .backward();
    }
}

/// A parameter without a layer.
pub mod param {
    use super::*;

    use burn::module::Param;

    #[derive(Module, Debug)]
    struct Canvas<B: Backend> {
        pixels: Param<Tensor<B, 4>>,
    }

    pub fn run() {
        let canvas = Canvas::<Train> { pixels: Param::from_tensor(raw()) };
        interpolate(
            canvas.pixels.val(),
            [4, 4],
            InterpolateOptions::new(InterpolateMode::Bicubic), //~ error[interpolate-backward]
        )
        .sum()
        .backward();
    }
}

/// One of two parts is enough.
pub mod cat_with_tracked {
    use super::*;

    pub fn run() {
        let both = Tensor::cat(vec![raw(), raw().require_grad()], 0);
        interpolate(both, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
            .sum()
            .backward();
    }
}

/// A part of it is enough.
pub mod slice_assign {
    use super::*;

    pub fn run() {
        let x = raw().slice_assign([0..1, 0..1, 0..4, 0..4], raw().slice([0..1, 0..1, 0..4, 0..4]).require_grad());
        interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
            .sum()
            .backward();
    }
}

/// Out of an option.
pub mod if_let {
    use super::*;

    fn pick(flag: bool) -> Option<Tensor<Train, 4>> {
        if flag {
            Some(raw().require_grad())
        } else {
            None
        }
    }

    pub fn run() {
        if let Some(x) = pick(true) {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
                .sum()
                .backward();
        }
    }
}

/// Out of a result.
pub mod question_mark {
    use super::*;

    fn make() -> Result<Tensor<Train, 4>, String> {
        Ok(raw().require_grad())
    }

    fn step() -> Result<(), String> {
        let y = interpolate(make()?, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)); //~ error[interpolate-backward]
        y.sum().backward();
        Ok(())
    }

    pub fn run() {
        step().unwrap();
    }
}

/// Out of a queue.
pub mod while_let {
    use super::*;

    pub fn run() {
        let mut queue = vec![raw().require_grad()];
        while let Some(x) = queue.pop() {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
                .sum()
                .backward();
        }
    }
}

/// A parameter stays one when it is detached: burn keeps what `require_grad` says.
pub mod param_detached {
    use super::*;

    use burn::module::Param;

    #[derive(Module, Debug)]
    struct Canvas<B: Backend> {
        pixels: Param<Tensor<B, 4>>,
    }

    pub fn run() {
        let canvas = Canvas::<Train> { pixels: Param::from_tensor(raw()) };
        let y = interpolate(canvas.pixels.val().detach(), [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic)); //~ error[interpolate-backward]
        (y * canvas.pixels.val()).sum().backward();
    }
}
