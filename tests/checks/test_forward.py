"""Operations that a backend does not have at all: they panic in inference too, and nothing of a gradient matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Level
from burnlint.engine.session import Session
from tests.workspace import assert_as_marked, crate, findings, shipped

RESIZE = """\
use burn::backend::{{Autodiff, {backend}}};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{{InterpolateMode, InterpolateOptions}};
use burn::tensor::Tensor;

fn main() {{
    let x = Tensor::<{type_}, 4>::ones([1, 3, 8, 8], &Default::default()){more};
    let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::{mode}));{mark}
    {use_}
}}
"""

FORWARD = ' //~ error[interpolate-forward] "this call will panic"'
BACKWARD = " //~ error[interpolate-backward]"
SHOW = 'println!("{y}");'
TRAIN = "y.sum().backward();"


def _resize(root: Path, backend: str, mode: str, mark: str, burn: str, trains: bool) -> Path:
    type_ = f"Autodiff<{backend}>" if trains else backend
    use_, more = (TRAIN, ".require_grad()") if trains else (SHOW, "")
    main = RESIZE.format(backend=backend, type_=type_, mode=mode, mark=mark, use_=use_, more=more)
    return crate(root, main, burn, (backend.lower().replace("libtorch", "tch"), "autodiff"))


@pytest.mark.parametrize("trains", [False, True], ids=["inference", "training"])
@pytest.mark.parametrize(
    ("backend", "mode", "burn"),
    [
        ("Candle", "Bilinear", "0.13.2"),
        ("Candle", "Bicubic", "0.13.2"),
        ("Candle", "Bilinear", "0.17.1"),
        ("Candle", "Bicubic", "0.20.1"),
        ("Candle", "Bilinear", "0.21.0"),
        ("Candle", "Lanczos3", "0.21.0"),
        ("LibTorch", "Lanczos3", "0.21.0"),
    ],
)
def test_missing_mode(tmp_path: Path, backend: str, mode: str, burn: str, trains: bool) -> None:
    """The backward pass is not even reached: there is one finding, and it speaks of the call."""
    assert_as_marked(_resize(tmp_path, backend, mode, FORWARD, burn, trains))


@pytest.mark.parametrize(
    ("backend", "mode", "burn"),
    [
        ("Candle", "Nearest", "0.13.2"),
        ("Candle", "Nearest", "0.21.0"),
        ("LibTorch", "Bicubic", "0.13.2"),
        ("LibTorch", "Bilinear", "0.21.0"),
        ("NdArray", "Bicubic", "0.13.2"),
        ("NdArray", "Lanczos3", "0.21.0"),
        ("Wgpu", "Bicubic", "0.16.1"),
        ("Wgpu", "Lanczos3", "0.21.0"),
        ("Flex", "Lanczos3", "0.21.0"),
    ],
)
def test_mode_that_is_there(tmp_path: Path, backend: str, mode: str, burn: str) -> None:
    assert_as_marked(_resize(tmp_path, backend, mode, "", burn, trains=False))


@pytest.mark.parametrize("burn", ["0.13.2", "0.18.0", "0.21.0"])
def test_candle_has_the_nearest_mode_but_not_its_gradient(tmp_path: Path, burn: str) -> None:
    assert_as_marked(_resize(tmp_path, "Candle", "Nearest", BACKWARD, burn, trains=True))


@pytest.mark.parametrize("burn", ["0.22.0-pre.1", "0.22.0", "0.22.1"])
@pytest.mark.parametrize("device", ["ndarray", "flex", "libtorch", "libtorch_mps"])
def test_nearest_exact_on_devices(tmp_path: Path, device: str, burn: str) -> None:
    main = f"""
        use burn::nn::interpolate::{{Interpolate1dConfig, InterpolateMode}};
        use burn::prelude::*;

        fn main() {{
            let device = Device::{device}();
            let layer = Interpolate1dConfig::new()
                .with_output_size(Some(16))
                .with_mode(InterpolateMode::NearestExact){FORWARD}
                .init();
            println!("{{}}", layer.forward(Tensor::<3>::ones([1, 3, 8], &device)));
        }}
    """
    assert_as_marked(crate(tmp_path, main, burn, ("ndarray", "flex", "tch")))


DEFORM = """
    use burn::backend::{{Autodiff, {backend}}};
    use burn::nn::conv::{{DeformConv2d, DeformConv2dConfig}};
    use burn::tensor::backend::Backend;
    use burn::tensor::Tensor;

    struct Head<B: Backend> {{
        conv: DeformConv2d<B>,
    }}

    impl<B: Backend> Head<B> {{
        fn new(device: &B::Device) -> Self {{
            Self {{ conv: DeformConv2dConfig::new([1, 1], [3, 3]).init(device) }}
        }}

        fn forward(&self, x: Tensor<B, 4>, offset: Tensor<B, 4>) -> Tensor<B, 4> {{
            self.conv.forward(x, offset, None){mark}
        }}
    }}

    fn main() {{
        let device = Default::default();
        let x = Tensor::<{type_}, 4>::ones([1, 1, 4, 4], &device);
        let offset = Tensor::<{type_}, 4>::zeros([1, 18, 2, 2], &device);
        let head = Head::<{type_}>::new(&device);
        println!("{{}}", head.forward(x, offset).sum());
    }}
"""


@pytest.mark.parametrize(
    ("backend", "burn", "panics"),
    [
        ("Candle", "0.15.0", True),
        ("Candle", "0.21.0", True),
        ("LibTorch", "0.15.0", True),
        ("LibTorch", "0.18.0", True),
        ("LibTorch", "0.21.0", True),
        ("NdArray", "0.15.0", False),
        ("Wgpu", "0.20.1", False),
        ("Flex", "0.21.0", False),
    ],
)
@pytest.mark.parametrize("autodiff", [False, True], ids=["plain", "autodiff"])
def test_deformable_convolution(tmp_path: Path, backend: str, burn: str, panics: bool, autodiff: bool) -> None:
    type_ = f"Autodiff<{backend}>" if autodiff else backend
    mark = f' //~ error[deform-conv-forward] "{backend}"' if panics else ""
    main = DEFORM.format(backend=backend, type_=type_, mark=mark)
    assert_as_marked(crate(tmp_path, main, burn))


HEAD = """\
use burn::backend::{Autodiff, Candle, LibTorch, NdArray};
use burn::module::{AutodiffModule, Module};
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode as Mode};
use burn::tensor::backend::{AutodiffBackend, Backend};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

fn image<B: Backend>() -> Tensor<B, 4> {
    Tensor::ones([1, 3, 8, 8], &Default::default())
}
"""

ERROR = "//~ error[interpolate-forward]"
WARNING = "//~ warning[interpolate-forward]"
OPEN = ERROR.replace("error", "information")

PROGRAMS = {
    "untracked input does not help": """
        fn main() {
            let x = image::<Autodiff<Candle>>().detach();
            println!("{}", interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bilinear))); ERROR
        }
    """,
    "nor does the inner backend": """
        fn main() {
            let x = image::<Autodiff<Candle>>().require_grad().inner();
            println!("{}", interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bilinear))); ERROR
        }
    """,
    "nor does valid": """
        #[derive(Module, Debug)]
        struct Net<B: Backend> {
            resize: Interpolate2d,
            scale: burn::nn::Linear<B>,
        }
        impl<B: Backend> Net<B> {
            fn new(device: &B::Device) -> Self {
                let resize = Interpolate2dConfig::new().with_mode(Mode::Linear); ERROR
                let resize = resize.with_output_size(Some([4, 4])).init();
                Self { resize, scale: burn::nn::LinearConfig::new(4, 4).init(device) }
            }
            fn forward(&self, x: Tensor<B, 4>) -> Tensor<B, 4> {
                self.scale.forward(self.resize.forward(x))
            }
        }
        fn main() {
            let net = Net::<Autodiff<Candle>>::new(&Default::default());
            println!("{}", net.valid().forward(image()));
        }
    """,
    "a backend for each kind of work": """
        fn resized<B: Backend>(x: Tensor<B, 4>) -> Tensor<B, 4> {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Bicubic)) WARNING "Candle"
        }
        fn main() {
            println!("{}", resized(image::<NdArray>()));
            println!("{}", resized(image::<Candle>()));
        }
    """,
    "every backend of the program": """
        fn resized<B: Backend>(x: Tensor<B, 4>) -> Tensor<B, 4> {
            interpolate(x, [4, 4], InterpolateOptions::new(InterpolateMode::Lanczos3)) ERROR "Candle" "LibTorch"
        }
        fn main() {
            println!("{}", resized(image::<LibTorch>()));
            println!("{}", resized(image::<Candle>()));
        }
    """,
    "the mode of each backend": """
        fn resized<B: Backend>(x: Tensor<B, 4>, mode: InterpolateMode) -> Tensor<B, 4> {
            interpolate(x, [4, 4], InterpolateOptions::new(mode))
        }
        fn main() {
            println!("{}", resized(image::<LibTorch>(), InterpolateMode::Bicubic));
            println!("{}", resized(image::<Candle>(), InterpolateMode::Nearest));
        }
    """,
    "only one of the modes": """
        fn main() {
            let small = std::env::args().len() < 2;
            let mode = if small { InterpolateMode::Bilinear } else { InterpolateMode::Nearest }; OPEN
            println!("{}", interpolate(image::<Candle>(), [4, 4], InterpolateOptions::new(mode)));
        }
    """,
    "only with a feature": """
        #[cfg(feature = "fast")]
        type B = Candle;
        #[cfg(not(feature = "fast"))]
        type B = NdArray;
        fn main() {
            let options = InterpolateOptions::new(InterpolateMode::Bilinear); WARNING "with feature `fast`"
            println!("{}", interpolate(image::<B>(), [4, 4], options));
        }
    """,
    "caught": """
        fn main() {
            let outcome = std::panic::catch_unwind(|| {
                interpolate(image::<Candle>(), [4, 4], InterpolateOptions::new(InterpolateMode::Bilinear))
            });
            println!("{}", outcome.is_ok());
        }
    """,
    "expected": """
        fn main() {}
        #[test]
        #[should_panic(expected = "not supported by Candle")]
        fn candle_has_no_bilinear() {
            interpolate(image::<Candle>(), [4, 4], InterpolateOptions::new(InterpolateMode::Bilinear));
        }
    """,
}


def _program(root: Path, name: str) -> Path:
    source = PROGRAMS[name]
    for word, mark in (("ERROR", ERROR), ("WARNING", WARNING), ("OPEN", OPEN)):
        source = source.replace(word, mark)
    lines = [line.removeprefix("        ") for line in source.splitlines()]
    return crate(root, HEAD + "\n".join(lines) + "\n", more="\n[features]\nfast = []\n")


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(tmp_path: Path, name: str) -> None:
    assert_as_marked(_program(tmp_path, name))


def test_users_of_a_library_choose(tmp_path: Path) -> None:
    """Its own program uses Candle, but not this function; someone else may call it with any backend."""
    library = """
        use burn::tensor::backend::Backend;
        use burn::tensor::module::interpolate;
        use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
        use burn::tensor::Tensor;

        pub fn resized<B: Backend>(x: Tensor<B, 4>) -> Tensor<B, 4> {
            let options = InterpolateOptions::new(InterpolateMode::Bilinear); //~ information[interpolate-forward] "Candle"
            interpolate(x, [4, 4], options)
        }
    """
    main = """
        use burn::backend::Candle;
        use burn::tensor::Tensor;

        fn main() {
            println!("{}", Tensor::<Candle, 1>::ones([3], &Default::default()));
        }
    """
    assert_as_marked(crate(tmp_path, main, features=("candle",), files={"src/lib.rs": library}))


def test_no_way_out_by_gradients(tmp_path: Path) -> None:
    """Detaching the input does not help here, and is not offered."""
    root = _program(tmp_path, "untracked input does not help")
    (finding,) = findings(root)
    assert finding.level is Level.ERROR
    fixes = Session([root], shipped()).fixes(finding)
    assert fixes
    assert all("detach" not in edit.text for fix in fixes for edit in fix.edits)
