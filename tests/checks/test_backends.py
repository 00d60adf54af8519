"""From where code says which backend it runs on: to 0.21 a type, found by every way a type can travel in a package."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace import assert_as_marked, crate

BODY = """
    use burn::tensor::module::interpolate;
    use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
    use burn::tensor::{Distribution, Tensor};
"""

TRAIN = """
    fn main() {{
        let device = Default::default();
        let x = Tensor::<{backend}, 4>::random([1, 3, 8, 8], Distribution::Default, &device).require_grad();
        let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)); {mark}
        let loss = y.sum();
        loss.backward();
    }}
"""

ERROR = "//~ error[interpolate-backward]"

WAYS = {
    "alias": ("use burn::backend::{Autodiff, NdArray};\ntype B = Autodiff<NdArray>;", "B", ERROR),
    "full path": ("", "burn::backend::Autodiff<burn::backend::NdArray>", ERROR),
    "element type": ("use burn::backend::{Autodiff, NdArray};\ntype B = Autodiff<NdArray<f32, i32>>;", "B", ERROR),
    "alias of alias": (
        "use burn::backend::{Autodiff, NdArray};\ntype Inner = NdArray;\ntype B = Autodiff<Inner>;",
        "B",
        ERROR,
    ),
    "alias named Backend": (
        "use burn::backend::{Autodiff, NdArray};\ntype Backend = Autodiff<NdArray>;",
        "Backend",
        ERROR,
    ),
    "renamed": ("use burn::backend::{Autodiff as Ad, NdArray as Cpu};\ntype B = Ad<Cpu>;", "B", ERROR),
    "module path": ("use burn::backend;\ntype B = backend::Autodiff<backend::ndarray::NdArray>;", "B", ERROR),
    "checkpointing": (
        "use burn::backend::{Autodiff, NdArray, autodiff::checkpoint::strategy::BalancedCheckpointing};\n"
        "type B = Autodiff<NdArray, BalancedCheckpointing>;",
        "B",
        ERROR,
    ),
    "generic alias": (
        "use burn::backend::{Autodiff, NdArray};\ntype Train<T> = Autodiff<T>;\ntype B = Train<NdArray>;",
        "B",
        ERROR,
    ),
    "inner module": (
        "mod config { pub type B = burn::backend::Autodiff<burn::backend::NdArray>; }\nuse config::*;",
        "B",
        ERROR,
    ),
    "no autodiff": ("use burn::backend::NdArray;\ntype B = NdArray;", "B", ""),
    "backend that has the backward pass": (
        "use burn::backend::{Autodiff, LibTorch};\ntype B = Autodiff<LibTorch>;",
        "B",
        "",
    ),
    "a type of the user's own called NdArray": ("mod mine { pub struct NdArray; }\ntype B = mine::NdArray;", "B", ""),
    "cfg chooses between two that panic": (
        "use burn::backend::{Autodiff, NdArray, Wgpu};\n"
        '#[cfg(feature = "gpu")]\ntype B = Autodiff<Wgpu>;\n'
        '#[cfg(not(feature = "gpu"))]\ntype B = Autodiff<NdArray>;',
        "B",
        ERROR,
    ),
    "cfg chooses between one that panics and one that does not": (
        "use burn::backend::{Autodiff, LibTorch, NdArray};\n"
        '#[cfg(feature = "torch")]\ntype B = Autodiff<LibTorch>;\n'
        '#[cfg(not(feature = "torch"))]\ntype B = Autodiff<NdArray>;',
        "B",
        '//~ warning[interpolate-backward] "without feature `torch`"',
    ),
    "cfg_if": (
        "use burn::backend::{Autodiff, LibTorch, NdArray};\n"
        'cfg_if::cfg_if! { if #[cfg(feature = "torch")] { type B = Autodiff<LibTorch>; } '
        "else { type B = Autodiff<NdArray>; } }",
        "B",
        '//~ warning[interpolate-backward] "without feature `torch`"',
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_where_the_backend_comes_from(tmp_path: Path, way: str) -> None:
    items, backend, mark = WAYS[way]
    main = "\n".join(line.strip() for line in BODY.splitlines()) + items + TRAIN.format(backend=backend, mark=mark)
    more = "\n[features]\ngpu = []\ntorch = []\n"
    assert_as_marked(crate(tmp_path, main, more=more))


def test_alias_inside_the_function(tmp_path: Path) -> None:
    main = """
        use burn::tensor::module::interpolate;
        use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
        use burn::tensor::{Distribution, Tensor};

        fn main() {
            use burn::backend::{Autodiff, NdArray};
            type B = Autodiff<NdArray>;
            let device = Default::default();
            let x = Tensor::<B, 4>::random([1, 3, 8, 8], Distribution::Default, &device).require_grad();
            let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)); //~ error[interpolate-backward]
            y.sum().backward();
        }
    """
    assert_as_marked(crate(tmp_path, main))


def test_turbofish_decides_for_generic_code(tmp_path: Path) -> None:
    main = """
        use burn::backend::{Autodiff, NdArray};
        use burn::tensor::backend::AutodiffBackend;
        use burn::tensor::module::interpolate;
        use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
        use burn::tensor::{Distribution, Tensor};

        fn train<B: AutodiffBackend>(device: &B::Device) {
            let x = Tensor::<B, 4>::random([1, 3, 8, 8], Distribution::Default, device).require_grad();
            let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic)); //~ error[interpolate-backward]
            y.sum().backward();
        }

        fn main() {
            train::<Autodiff<NdArray>>(&Default::default());
        }
    """
    found = assert_as_marked(crate(tmp_path, main))
    related = [one.message for one in found[0].related]
    assert any("Autodiff<NdArray>` is chosen here" in message for message in related)
    assert any("backward pass starts here" in message for message in related)


def test_generic_library_is_only_told_what_may_happen(tmp_path: Path) -> None:
    main = """
        use burn::tensor::backend::AutodiffBackend;
        use burn::tensor::module::interpolate;
        use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
        use burn::tensor::Tensor;

        pub fn loss<B: AutodiffBackend>(x: Tensor<B, 4>) -> B::Gradients {
            let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Nearest)); //~ information[interpolate-backward] "Candle"
            y.sum().backward()
        }

        fn main() {}
    """
    assert_as_marked(crate(tmp_path, main))
