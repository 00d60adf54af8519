"""Two levels of autodiff: which operations the inner level cannot record, and whether there are two levels at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Level
from burnlint.engine.session import Session
from burnlint.settings.settings import Settings
from tests.workspace import assert_as_marked, crate, findings, shipped, shown

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::module::AutodiffModule;
use burn::nn::{EmbeddingConfig, Linear, LinearConfig};
use burn::tensor::backend::{AutodiffBackend, Backend};
use burn::tensor::{module, Int, Tensor};

"""

ERROR = ' //~ error[nested-autodiff] "Autodiff<Autodiff<NdArray>>"'

# ---- each operation --------------------------------------------------------------------------------------

OPERATION = """\
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

type B = Autodiff<Autodiff<NdArray>>;

fn main() {
    let device = Default::default();
    let image = Tensor::<B, 4>::ones([1, 1, 8, 8], &device).require_grad();
    let signal = Tensor::<B, 3>::ones([1, 1, 8], &device).require_grad();
    let rows = Tensor::<B, 2>::ones([3, 4], &device).require_grad();
    println!("{:?} {:?} {:?}", image.dims(), signal.dims(), rows.dims());
    let loss = CALL.sum();MARK
    loss.backward();
}
"""

# Calls, and the releases in which they panic. Before 0.19 such a backward pass hangs, which is another matter.
CALLS = {
    "linear layer": ("LinearConfig::new(4, 2).init::<B>(&device).forward(rows)", ("0.21.0",)),
    "linear function": (
        "module::linear(rows, Tensor::<B, 2>::ones([4, 2], &device), None)",
        ("0.21.0",),
    ),
    "linear layer without bias": (
        "LinearConfig::new(4, 2).with_bias(false).init::<B>(&device).forward(rows)",
        ("0.21.0",),
    ),
    "embedding layer": (
        "EmbeddingConfig::new(9, 4).init::<B>(&device).forward(Tensor::<B, 2, Int>::zeros([1, 3], &device))",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "embedding function": (
        "module::embedding(rows, Tensor::<B, 2, Int>::zeros([1, 3], &device))",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "average pooling": (
        "burn::nn::pool::AvgPool2dConfig::new([2, 2]).init().forward(image)",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "average pooling of signals": (
        "burn::nn::pool::AvgPool1dConfig::new(2).init().forward(signal)",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "adaptive pooling": (
        "module::adaptive_avg_pool2d(image, [2, 2])",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "maximum pooling": (
        "burn::nn::pool::MaxPool2dConfig::new([2, 2]).init().forward(image)",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "nearest resize": (
        "module::interpolate(image, [4, 4], InterpolateOptions::new(InterpolateMode::Nearest))",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "deformable convolution": (
        "burn::nn::conv::DeformConv2dConfig::new([1, 1], [3, 3]).init::<B>(&device)"
        ".forward(image, Tensor::<B, 4>::zeros([1, 18, 6, 6], &device), None)",
        ("0.19.1", "0.20.1", "0.21.0"),
    ),
    "convolution": ("burn::nn::conv::Conv2dConfig::new([1, 1], [3, 3]).init::<B>(&device).forward(image)", ()),
    "matrix product": ("rows.clone().matmul(rows.transpose())", ()),
    "activation": ("burn::tensor::activation::softmax(rows, 1)", ()),
}


@pytest.mark.parametrize("burn", ["0.13.2", "0.18.0", "0.19.1", "0.20.1", "0.21.0"])
@pytest.mark.parametrize("name", CALLS)
def test_operation(tmp_path: Path, name: str, burn: str) -> None:
    call, panics = CALLS[name]
    main = HEAD + OPERATION.replace("CALL", call).replace("MARK", ERROR if burn in panics else "")
    assert_as_marked(crate(tmp_path, main, burn))


@pytest.mark.parametrize("name", CALLS)
def test_one_level(tmp_path: Path, name: str) -> None:
    main = HEAD + OPERATION.replace("Autodiff<Autodiff<NdArray>>", "Autodiff<NdArray>")
    assert_as_marked(crate(tmp_path, main.replace("CALL", CALLS[name][0]).replace("MARK", "")))


# ---- are there two levels? -------------------------------------------------------------------------------

LAYER = """\
fn walk_back<B: AutodiffBackend>() {
    let device = Default::default();
    let layer = LinearConfig::new(4, 2).init::<B>(&device);
    let loss = layer.forward(Tensor::<B, 2>::ones([3, 4], &device)).sum();MARK
    loss.backward();
}

"""

TWO = {
    "written out": "fn main() { walk_back::<Autodiff<Autodiff<NdArray>>>(); }",
    "alias of an alias": """
        type Inner = Autodiff<NdArray>;
        type Outer = Autodiff<Inner>;
        fn main() { walk_back::<Outer>(); }
    """,
    "generic alias": """
        type Twice<B> = Autodiff<Autodiff<B>>;
        fn main() { walk_back::<Twice<NdArray>>(); }
    """,
    "renamed": """
        use burn::backend::Autodiff as Ad;
        fn main() { walk_back::<Ad<Ad<NdArray>>>(); }
    """,
    "paths": """
        fn main() { walk_back::<burn::backend::Autodiff<burn::backend::autodiff::Autodiff<NdArray>>>(); }
    """,
    "element types and checkpoints": """
        use burn::backend::autodiff::checkpoint::strategy::BalancedCheckpointing as Balanced;
        fn main() { walk_back::<Autodiff<Autodiff<NdArray<f32>, Balanced>, Balanced>>(); }
    """,
    "one more level in generic code": """
        fn deeper<B: Backend>() { walk_back::<Autodiff<Autodiff<B>>>(); }
        fn main() { deeper::<NdArray>(); }
    """,
    "one level on top of another": """
        fn deeper<B: Backend>() { walk_back::<Autodiff<B>>(); }
        fn main() { deeper::<Autodiff<NdArray>>(); }
    """,
    "inner backend of three": """
        fn shallower<B: AutodiffBackend>() where B::InnerBackend: AutodiffBackend { walk_back::<B::InnerBackend>(); }
        fn main() { shallower::<Autodiff<Autodiff<Autodiff<NdArray>>>>(); }
    """,
}

ONE = {
    "inner backend of two": """
        fn shallower<B: AutodiffBackend>() where B::InnerBackend: AutodiffBackend { walk_back::<B::InnerBackend>(); }
        fn main() { shallower::<Autodiff<Autodiff<NdArray>>>(); }
    """,
    "a struct of the user's own": """
        mod mine { pub type Autodiff<B> = B; }
        fn main() { walk_back::<mine::Autodiff<Autodiff<NdArray>>>(); }
    """,
    "side by side": """
        type Pair = (Autodiff<NdArray>, Autodiff<NdArray>);
        fn main() {
            walk_back::<Autodiff<NdArray>>();
            println!("{}", std::any::type_name::<Pair>());
        }
    """,
    "only named": """
        fn main() {
            println!("{}", std::any::type_name::<Autodiff<Autodiff<NdArray>>>());
            walk_back::<Autodiff<NdArray>>();
        }
    """,
}


@pytest.mark.parametrize("name", TWO)
def test_two_levels(tmp_path: Path, name: str) -> None:
    lines = "\n".join(line.removeprefix("        ") for line in TWO[name].splitlines())
    assert_as_marked(crate(tmp_path, HEAD + LAYER.replace("MARK", ERROR) + lines + "\n"))


@pytest.mark.parametrize("name", ONE)
def test_only_one_of_them(tmp_path: Path, name: str) -> None:
    lines = "\n".join(line.removeprefix("        ") for line in ONE[name].splitlines())
    assert_as_marked(crate(tmp_path, HEAD + LAYER.replace("MARK", "") + lines + "\n"))


def test_three_levels(tmp_path: Path) -> None:
    """The outermost backward pass asks the level below, which is autodiff too."""
    main = HEAD + LAYER.replace("MARK", "") + "fn main() { walk_back::<Autodiff<Autodiff<Autodiff<NdArray>>>>(); }\n"
    root = crate(tmp_path, main)
    (finding,) = findings(root)
    assert (finding.rule, finding.level) == ("nested-autodiff", Level.ERROR)
    assert "Autodiff<Autodiff<Autodiff<NdArray>>>" in finding.message


# ---- is there a backward pass of the outer level, and does it come by? -----------------------------------

ALIAS = "type B = Autodiff<Autodiff<NdArray>>;\n"

PASSES = {
    "layer behind another": (
        """
        fn main() {
            let device = Default::default();
            let first = LinearConfig::new(4, 4).init::<B>(&device);
            let second = LinearConfig::new(4, 2).init::<B>(&device);
            let x = first.forward(Tensor::<B, 2>::ones([3, 4], &device)); ERROR
            let y = second.forward(x); ERROR
            y.sum().backward();
        }
        """
    ),
    "gradient of a gradient": (
        """
        fn main() {
            let device = Default::default();
            let layer = LinearConfig::new(4, 2).init::<B>(&device);
            let x = Tensor::<B, 2>::ones([3, 4], &device).require_grad();
            let gradients = layer.forward(x.clone()).sum().backward(); ERROR
            let first: Tensor<Autodiff<NdArray>, 2> = x.grad(&gradients).unwrap();
            first.require_grad().powf_scalar(2.0).sum().backward();
        }
        """
    ),
    "no backward pass": (
        """
        fn main() {
            let layer = LinearConfig::new(4, 2).init::<B>(&Default::default());
            println!("{}", layer.forward(Tensor::<B, 2>::ones([3, 4], &Default::default())));
        }
        """
    ),
    "of the inner level": (
        """
        fn main() {
            let device = Default::default();
            let layer: Linear<Autodiff<NdArray>> = LinearConfig::new(4, 2).init::<B>(&device).valid();
            let x = Tensor::<B, 2>::ones([3, 4], &device).require_grad().inner();
            layer.forward(x.require_grad()).sum().backward();
        }
        """
    ),
    "past the layer": (
        """
        fn main() {
            let device = Default::default();
            let layer = LinearConfig::new(4, 2).init::<B>(&device);
            let y = layer.forward(Tensor::<B, 2>::ones([3, 4], &device)).detach();
            let scale = Tensor::<B, 2>::ones([3, 2], &device).require_grad();
            (y * scale).sum().backward();
        }
        """
    ),
    "function of nothing tracked": (
        """
        fn main() {
            let device = Default::default();
            let weight = Tensor::<B, 2>::ones([4, 2], &device);
            let y = module::linear(Tensor::<B, 2>::ones([3, 4], &device), weight, None);
            let scale = Tensor::<B, 2>::ones([3, 2], &device).require_grad();
            (y * scale).sum().backward();
        }
        """
    ),
    "caught": (
        """
        fn main() {
            let outcome = std::panic::catch_unwind(|| {
                let layer = LinearConfig::new(4, 2).init::<B>(&Default::default());
                layer.forward(Tensor::<B, 2>::ones([3, 4], &Default::default())).sum().backward()
            });
            println!("{}", outcome.is_err());
        }
        """
    ),
}


@pytest.mark.parametrize("name", PASSES)
def test_backward_pass(tmp_path: Path, name: str) -> None:
    lines = PASSES[name].replace(" ERROR", ERROR).splitlines()
    assert_as_marked(crate(tmp_path, HEAD + ALIAS + "\n".join(line.removeprefix("        ") for line in lines) + "\n"))


# ---- what the user asks for, and what is offered ---------------------------------------------------------


@pytest.mark.parametrize(
    ("backend", "level"),
    [
        ("Autodiff<Autodiff<NdArray>>", "error"),
        ("Autodiff<Autodiff<Wgpu>>", "error"),
        ("Autodiff<NdArray>", None),
        ("NdArray", None),
    ],
)
def test_what_if_it_were_another_backend(tmp_path: Path, backend: str, level: str | None) -> None:
    """The program itself has one level."""
    root = crate(tmp_path, HEAD + LAYER.replace("MARK", "") + "fn main() { walk_back::<Autodiff<NdArray>>(); }\n")
    found = findings(root, Settings(backend=backend))
    assert [one[2] for one in shown(root, found)] == ([level] if level else [])
    assert all(backend in one.message for one in found)


def test_no_other_backend_is_offered(tmp_path: Path) -> None:
    """It is not the backend's fault: every way out is about the levels."""
    root = crate(tmp_path, HEAD + LAYER.replace("MARK", "") + TWO["written out"] + "\n")
    (finding,) = findings(root)
    fixes = Session([root], shipped()).fixes(finding)
    assert fixes
    assert all(backend not in fix.title for fix in fixes for backend in ("Flex", "LibTorch", "Wgpu"))


# ---- devices of the first pre-releases of 0.22 -----------------------------------------------------------

DEVICE_ERROR = " //~ error[nested-autodiff]"

DEVICES = {
    "one chain": "fn main() { println!(\"{:?}\", Device::flex().autodiff().autodiff()); }MARK",
    "two lets": """
        fn main() {
            let once = Device::flex().autodiff();
            let twice = once.clone().autodiff();MARK
            println!("{once:?} {twice:?}");
        }
    """,
    "a function that does it already": """
        fn device() -> Device { Device::ndarray().autodiff() }
        fn main() {
            let device = device();
            println!("{:?}", device.autodiff());MARK
        }
    """,
    "after other calls": """
        fn main() {
            let device = Device::cuda(0).autodiff().gradient_checkpointing();
            println!("{:?}", device.autodiff());MARK
        }
    """,
    "the device of a tensor": """
        fn main() {
            let x = Tensor::<1>::ones([3], &Device::flex().autodiff());
            println!("{:?}", x.device().autodiff());MARK
        }
    """,
    "a function that does it again": """
        fn recording(device: Device) -> Device {
            device.autodiff()MARK
        }
        fn main() { println!("{:?}", recording(Device::flex().autodiff())); }
    """,
}  # fmt: skip

ONCE = {
    "once": "fn main() { println!(\"{:?}\", Device::flex().autodiff()); }",
    "each of two": """
        fn main() {
            let device = Device::flex();
            println!("{:?} {:?}", device.clone().autodiff(), device.autodiff());
        }
    """,
    "taken away between": """
        fn main() {
            let device = Device::flex().autodiff().inner();
            println!("{:?}", device.autodiff());
        }
    """,
    "asked before": """
        fn main() {
            let mut device = Device::flex().autodiff();
            if !device.is_autodiff() {
                device = device.autodiff();
            }
            println!("{device:?}");
        }
    """,
    "in a loop of new devices": """
        fn main() {
            for _ in 0..3 {
                println!("{:?}", Device::flex().autodiff());
            }
        }
    """,
}  # fmt: skip


def _device(root: Path, main: str, burn: str) -> Path:
    lines = [line.removeprefix("        ") for line in main.splitlines()]
    return crate(root, "use burn::prelude::*;\n\n" + "\n".join(lines) + "\n", burn, ("flex", "ndarray", "cuda"))


@pytest.mark.parametrize("name", DEVICES)
def test_device_twice(tmp_path: Path, name: str) -> None:
    """A panic until 0.22.0-pre.3; from then on the second call changes nothing."""
    assert_as_marked(_device(tmp_path / "old", DEVICES[name].replace("MARK", DEVICE_ERROR), "0.22.0-pre.3"))
    assert_as_marked(_device(tmp_path / "new", DEVICES[name].replace("MARK", ""), "0.22.1"))


@pytest.mark.parametrize("name", ONCE)
def test_device_once(tmp_path: Path, name: str) -> None:
    assert_as_marked(_device(tmp_path, ONCE[name], "0.22.0-pre.3"))
