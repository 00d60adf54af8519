//! Resizes and backward passes behind calls that are not plain.

use burn::module::{AutodiffModule, Module};
use burn::nn::conv::Conv2d;
use burn::tensor::backend::{AutodiffBackend, Backend};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

use crate::{conv, raw, Train};

/// A method of a trait object.
pub mod trait_object {
    use super::*;

    trait Resize {
        fn resize(&self, x: Tensor<Train, 4>) -> Tensor<Train, 4>;
    }

    struct Soft;

    impl Resize for Soft {
        fn resize(&self, x: Tensor<Train, 4>) -> Tensor<Train, 4> {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
        }
    }

    pub fn run() {
        let resize: Box<dyn Resize> = Box::new(Soft);
        resize.resize(raw().require_grad()).sum().backward();
    }
}

/// A closure that a generic function calls.
pub mod generic_loss {
    use super::*;

    fn loss<B: AutodiffBackend>(x: Tensor<B, 4>, f: impl Fn(Tensor<B, 4>) -> Tensor<B, 4>) -> B::Gradients {
        f(x).sum().backward()
    }

    pub fn run() {
        loss(raw().require_grad(), |x| {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
        });
    }
}

/// A function that another one calls.
pub mod function_argument {
    use super::*;

    fn soft(x: Tensor<Train, 4>) -> Tensor<Train, 4> {
        interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
    }

    fn apply(x: Tensor<Train, 4>, f: fn(Tensor<Train, 4>) -> Tensor<Train, 4>) -> Tensor<Train, 4> {
        f(x)
    }

    pub fn run() {
        apply(raw().require_grad(), soft).sum().backward();
    }
}

/// A macro walks back.
pub mod macro_backward {
    use super::*;

    macro_rules! walk {
        ($e:expr) => {
            $e.backward()
        };
    }

    pub fn run() {
        let x = raw().require_grad();
        let loss = interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)).sum();
        walk!(loss); // burnlint does not read what a macro of the package stands for
    }
}

/// Another thread walks back.
pub mod thread {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let handle = std::thread::spawn(move || {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) //~ error[interpolate-backward]
                .sum()
                .backward();
        });
        handle.join().unwrap();
    }
}

/// Not every `backward` is one.
pub mod own_method {
    use super::*;

    struct Loss(f32);

    impl Loss {
        fn backward(&self) -> f32 {
            self.0
        }
    }

    pub fn run() {
        let y = interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic));
        println!("{}", Loss(y.dims()[0] as f32).backward());
    }
}

/// Nobody walks back here.
pub mod early_return {
    use super::*;

    fn step(dry: bool) {
        let y = interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic));
        if dry {
            println!("{}", y);
            return;
        }
        println!("never");
    }

    pub fn run() {
        step(true);
        raw().require_grad().sum().backward();
    }
}

/// Only the other loss is walked back.
pub mod one_of_two_losses {
    use super::*;

    pub fn run() {
        let x = raw().require_grad();
        let shown = interpolate(x.clone(), [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)).sum();
        let loss = x.mean();
        println!("{}", shown);
        loss.backward();
    }
}

/// What is trained here is not what is resized.
pub mod valid_in_struct {
    use super::*;

    #[derive(Module, Debug)]
    struct Net<B: Backend> {
        layer: Conv2d<B>,
    }

    impl<B: Backend> Net<B> {
        fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
            interpolate(self.layer.forward(x), [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic))
        }
    }

    fn train<B: AutodiffBackend>(net: Net<B>) -> Net<B> {
        let x = Tensor::<B, 4>::ones([1, 1, 8, 8], &Default::default());
        net.layer.forward(x).sum().backward();
        net
    }

    pub fn run() {
        let net = train(Net::<Train> { layer: conv() });
        println!("{}", net.valid().forward(raw().inner()));
    }
}
