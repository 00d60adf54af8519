//! The mode goes through places that change it.

use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

use crate::{raw, Train};

/// The rest of the fields comes from a default.
pub mod struct_update {
    use super::*;

    #[derive(Clone)]
    struct Settings {
        mode: InterpolateMode,
        size: [usize; 2],
    }

    impl Default for Settings {
        fn default() -> Self {
            Self { mode: InterpolateMode::Nearest, size: [4, 4] }
        }
    }

    pub fn run() {
        let settings = Settings {
            mode: InterpolateMode::Bicubic, //~ error[interpolate-backward]
            ..Default::default()
        };
        interpolate(raw().require_grad(), settings.size, InterpolateOptions::new(settings.mode)).sum().backward();
    }
}

/// One value of the struct is soft, the one that trains is not.
pub mod struct_update_elsewhere {
    use super::*;

    #[derive(Clone)]
    struct Settings {
        mode: InterpolateMode,
        size: [usize; 2],
    }

    impl Default for Settings {
        fn default() -> Self {
            Self { mode: InterpolateMode::Nearest, size: [4, 4] }
        }
    }

    pub fn run() {
        let other = Settings { mode: InterpolateMode::Bicubic, ..Default::default() };
        println!("{}", interpolate(raw(), other.size, InterpolateOptions::new(other.mode)));
        let settings = Settings { size: [2, 2], ..Default::default() };
        interpolate(raw().require_grad(), settings.size, InterpolateOptions::new(settings.mode)).sum().backward();
    }
}

/// A field is overwritten.
pub mod field_assigned {
    use super::*;

    struct Settings {
        mode: InterpolateMode,
    }

    pub fn run() {
        let mut settings = Settings { mode: InterpolateMode::Bicubic };
        settings.mode = InterpolateMode::Nearest;
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(settings.mode)).sum().backward();
    }
}

/// A function overwrites what it is lent.
pub mod set_by_reference {
    use super::*;

    fn harden(mode: &mut InterpolateMode) {
        *mode = InterpolateMode::Nearest;
    }

    pub fn run() {
        let mut mode = InterpolateMode::Bicubic;
        harden(&mut mode);
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(mode)).sum().backward();
    }
}

/// A method overwrites a field of its own.
pub mod set_by_method {
    use super::*;

    struct Settings {
        mode: InterpolateMode,
    }

    impl Settings {
        fn harden(&mut self) {
            self.mode = InterpolateMode::Nearest;
        }
    }

    pub fn run() {
        let mut settings = Settings { mode: InterpolateMode::Bicubic };
        settings.harden();
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(settings.mode)).sum().backward();
    }
}

/// Two values change places.
pub mod swapped {
    use super::*;

    pub fn run() {
        let (mut a, mut b) = (InterpolateMode::Bicubic, InterpolateMode::Nearest);
        std::mem::swap(&mut a, &mut b);
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(a)).sum().backward();
        println!("{}", interpolate(raw(), [4, 4], InterpolateOptions::new(b)));
    }
}

/// The first of two.
pub mod index {
    use super::*;

    pub fn run() {
        let modes = [InterpolateMode::Nearest, InterpolateMode::Bicubic];
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(modes[0].clone())).sum().backward();
    }
}

/// The second of two.
pub mod index_of_the_other {
    use super::*;

    pub fn run() {
        let modes = [InterpolateMode::Nearest, InterpolateMode::Bicubic]; //~ error[interpolate-backward]
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(modes[1].clone())).sum().backward();
    }
}

/// By name.
pub mod map_of_modes {
    use super::*;

    use std::collections::HashMap;

    pub fn run() {
        let mut modes = HashMap::new();
        modes.insert("hard", InterpolateMode::Nearest);
        modes.insert("soft", InterpolateMode::Bicubic);
        let mode = modes.remove("hard").unwrap();
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(mode)).sum().backward();
    }
}

/// A constant decides.
pub mod const_flag {
    use super::*;

    const SOFT: bool = false;

    pub fn run() {
        let mode = if SOFT { InterpolateMode::Bicubic } else { InterpolateMode::Nearest };
        interpolate(raw().require_grad(), [4, 4], InterpolateOptions::new(mode)).sum().backward();
    }
}

/// A constant of a trait, by way of a generic function.
pub mod trait_constant {
    use super::*;

    trait Resize {
        const MODE: InterpolateMode;
        fn resize(&self, x: Tensor<Train, 4>) -> Tensor<Train, 4> {
            interpolate(x, [4, 4], InterpolateOptions::new(Self::MODE.clone()))
        }
    }

    struct Soft;

    impl Resize for Soft {
        const MODE: InterpolateMode = InterpolateMode::Bicubic; // not followed through a generic parameter
    }

    fn step<R: Resize>(r: &R) {
        r.resize(raw().require_grad()).sum().backward();
    }

    pub fn run() {
        step(&Soft);
    }
}

/// Two types with the trait, of which one trains.
pub mod trait_constant_elsewhere {
    use super::*;

    trait Resize {
        const MODE: InterpolateMode;
        fn resize(&self, x: Tensor<Train, 4>) -> Tensor<Train, 4> {
            interpolate(x, [4, 4], InterpolateOptions::new(Self::MODE.clone()))
        }
    }

    struct Soft;
    struct Hard;

    impl Resize for Soft {
        const MODE: InterpolateMode = InterpolateMode::Bicubic;
    }

    impl Resize for Hard {
        const MODE: InterpolateMode = InterpolateMode::Nearest;
    }

    fn step<R: Resize>(r: &R) {
        r.resize(raw().require_grad()).sum().backward();
    }

    pub fn run() {
        step(&Hard);
        println!("{}", Soft.resize(raw()));
    }
}
