"""A call counts only when its name leads to burn, by whatever way; and never when it leads anywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace import assert_as_marked, crate, manifest

TAIL = """
type B = burn::backend::Autodiff<burn::backend::NdArray>;

fn input() -> burn::tensor::Tensor<B, 4> {
    burn::tensor::Tensor::<B, 4>::zeros([1, 3, 8, 8], &Default::default()).require_grad()
}
"""

ERROR = "//~ error[interpolate-backward]"

REAL = {
    "full path": """
        fn main() {
            burn::tensor::module::interpolate(
                input(),
                [16, 16],
                burn::tensor::ops::InterpolateOptions::new(burn::tensor::ops::InterpolateMode::Bicubic), ERROR
            ).sum().backward();
        }
    """,
    "renamed function": """
        use burn::tensor::module::interpolate as resize;
        use burn::tensor::ops::{InterpolateMode as Mode, InterpolateOptions as Options};
        fn main() { resize(input(), [16, 16], Options::new(Mode::Bicubic)).sum().backward(); } ERROR
    """,
    "globs": """
        use burn::tensor::{module::*, ops::*};
        fn main() { interpolate(input(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward(); } ERROR
    """,
    "module and its parts": """
        use burn::tensor::{self, module, ops};
        fn main() {
            let options = ops::InterpolateOptions::new(tensor::ops::InterpolateMode::Bicubic); ERROR
            module::interpolate(input(), [16, 16], options).sum().backward();
        }
    """,
    "variant imported": """
        use burn::tensor::{module::interpolate, ops::{InterpolateMode::{self, Bicubic}, InterpolateOptions}};
        fn mode() -> InterpolateMode { Bicubic } ERROR
        fn main() { interpolate(input(), [16, 16], InterpolateOptions::new(mode())).sum().backward(); }
    """,
    "re-exported by a module of the package": """
        mod prelude { pub use burn::tensor::module::interpolate; pub use burn::tensor::ops::*; }
        use prelude::*;
        fn main() { interpolate(input(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward(); } ERROR
    """,
    "import inside the function": """
        fn main() {
            use burn::tensor::{module::interpolate, ops::*};
            interpolate(input(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward(); ERROR
        }
    """,
    "through the prelude": """
        use burn::prelude::*;
        fn main() {
            let layer = nn::interpolate::Interpolate2dConfig::new()
                .with_mode(nn::interpolate::InterpolateMode::Cubic) ERROR
                .init();
            layer.forward(input()).sum().backward();
        }
    """,
    "method by its path": """
        use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};
        fn main() {
            let layer = Interpolate2dConfig::new().with_mode(InterpolateMode::Cubic).init(); ERROR
            Interpolate2d::forward(&layer, input()).sum().backward();
        }
    """,
}

FALSE_FRIENDS = {
    "the user's own interpolate": """
        use burn::tensor::Tensor;
        enum InterpolateMode { Bicubic }
        fn interpolate(x: Tensor<B, 4>, _size: [usize; 2], _mode: InterpolateMode) -> Tensor<B, 4> { x }
        fn main() { interpolate(input(), [16, 16], InterpolateMode::Bicubic).sum().backward(); }
    """,
    "a local module called burn": """
        mod resize {
            mod burn { pub fn interpolate<T>(x: T, _mode: &str) -> T { x } }
            pub fn bicubic<T>(x: T) -> T { burn::interpolate(x, "Bicubic") }
        }
        fn main() { resize::bicubic(input()).sum().backward(); }
    """,
    "an own function shadows a glob": """
        use burn::tensor::{module::*, ops::*};
        fn interpolate<T>(x: T, _size: [usize; 2], _options: InterpolateOptions) -> T { x }
        fn main() { interpolate(input(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward(); }
    """,
    "another crate's function": """
        use image::imageops::interpolate;
        use burn::tensor::ops::InterpolateMode;
        fn main() { interpolate(input(), InterpolateMode::Bicubic).sum().backward(); }
    """,
    "a method of another type": """
        struct Image;
        impl Image { fn interpolate(&self, _mode: &str) -> i32 { 0 } }
        fn main() { Image.interpolate("Bicubic"); input().sum().backward(); }
    """,
    "documentation": """
        /// ```
        /// interpolate(input(), [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward();
        /// ```
        fn main() { input().sum().backward(); }
    """,
}


def _source(text: str) -> str:
    lines = [line.removeprefix("        ") for line in text.replace("ERROR", ERROR).splitlines()]
    return "\n".join(lines) + "\n" + TAIL


@pytest.mark.parametrize("name", REAL)
def test_leads_to_burn(tmp_path: Path, name: str) -> None:
    assert_as_marked(crate(tmp_path, _source(REAL[name])))


@pytest.mark.parametrize("name", FALSE_FRIENDS)
def test_leads_elsewhere(tmp_path: Path, name: str) -> None:
    assert_as_marked(crate(tmp_path, _source(FALSE_FRIENDS[name])))


def test_renamed_package(tmp_path: Path) -> None:
    source = _source(REAL["globs"]).replace("burn::", "fire::")
    renamed = manifest().replace("burn = {", 'fire = { package = "burn",')
    assert_as_marked(crate(tmp_path, source, files={"Cargo.toml": renamed}))


def test_the_old_name_means_nothing_then(tmp_path: Path) -> None:
    source = _source(REAL["globs"]).replace(ERROR, "")
    renamed = manifest().replace("burn = {", 'fire = { package = "burn",')
    assert_as_marked(crate(tmp_path, source, files={"Cargo.toml": renamed}))


def test_sub_crates_used_directly(tmp_path: Path) -> None:
    main = f"""
        use burn_tensor::{{module::interpolate, ops::{{InterpolateMode, InterpolateOptions}}, Tensor}};
        type B = burn_autodiff::Autodiff<burn_ndarray::NdArray>;
        fn main() {{
            let x = Tensor::<B, 4>::zeros([1, 3, 8, 8], &Default::default()).require_grad();
            let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)); {ERROR}
            y.sum().backward();
        }}
    """
    cargo = (
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n'
        'burn-tensor = "0.21.0"\nburn-ndarray = "0.21.0"\nburn-autodiff = "0.21.0"\n'
    )
    lock = "version = 4\n" + "".join(
        f'\n[[package]]\nname = "{name}"\nversion = "0.21.0"\n'
        for name in ("burn-tensor", "burn-ndarray", "burn-autodiff")
    )
    assert_as_marked(crate(tmp_path, main, files={"Cargo.toml": cargo, "Cargo.lock": lock}))


def test_alias_in_another_file_and_in_the_library(tmp_path: Path) -> None:
    files = {
        "src/lib.rs": "pub mod config;\n",
        "src/config/mod.rs": "pub mod backend;\n",
        "src/config/backend.rs": "pub type B = burn::backend::Autodiff<burn::backend::NdArray>;\n",
    }
    main = f"""
        use app::config::backend::B;
        use burn::tensor::{{module::interpolate, ops::{{InterpolateMode, InterpolateOptions}}, Tensor}};
        fn main() {{
            let x = Tensor::<B, 4>::zeros([1, 3, 8, 8], &Default::default()).require_grad();
            interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)).sum().backward(); {ERROR}
        }}
    """
    assert_as_marked(crate(tmp_path, main, files=files))
