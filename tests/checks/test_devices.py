"""From 0.22 on a backend is a device value, which a program passes around like any other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from burnlint.settings.settings import Settings
from tests.workspace import assert_as_marked, crate, findings, manifest, shown

HEAD = """\
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::prelude::*;
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};

fn options() -> InterpolateOptions {
    InterpolateOptions::new(InterpolateMode::Bicubic).with_output_size([16, 16])MARK
}

"""

TRAIN = """\
fn train(device: &Device) {
    let x = Tensor::<4>::ones([1, 3, 8, 8], device).require_grad();
    interpolate(x, options()).sum().backward();
}

"""

ERROR = " //~ error[interpolate-backward]"
WARNING = " //~ warning[interpolate-backward]"

# How a program comes by the device on which it trains; all of these have no gradient of a bicubic resize, or all do.
PANICS = {
    "in one chain": "fn main() { train(&Device::ndarray().autodiff()); }",
    "over lets": """
        fn main() {
            let plain = Device::ndarray();
            let device = plain.clone().autodiff();
            train(&device);
        }
    """,
    "shadowed": """
        fn main() {
            let device = Device::flex();
            println!("{device:?}");
            let device = Device::ndarray();
            let device = device.autodiff();
            train(&device);
        }
    """,
    "assigned": """
        fn main() {
            let mut device = Device::ndarray();
            device = device.autodiff();
            train(&device);
        }
    """,
    "from a function": """
        fn device() -> Device { Device::ndarray().autodiff() }
        fn main() { train(&device()); }
    """,
    "from a function with a return": """
        fn device(trains: bool) -> Device {
            if trains {
                return Device::ndarray().autodiff();
            }
            Device::ndarray()
        }
        fn main() { train(&device(true)); }
    """,
    "from a function in a module": """
        mod config { pub fn device() -> burn::tensor::Device { burn::tensor::Device::ndarray() } }
        fn main() { train(&config::device().autodiff()); }
    """,
    "renamed": """
        use burn::tensor::Device as Place;
        fn main() { train(&Place::ndarray().autodiff()); }
    """,
    "an alias of its own": """
        type Place = Device;
        fn main() { train(&Place::ndarray().autodiff()); }
    """,
    "in a struct": """
        struct App { device: Device }
        impl App {
            fn new() -> Self { Self { device: Device::ndarray().autodiff() } }
            fn run(&self) { train(&self.device); }
        }
        fn main() { App::new().run(); }
    """,
    "in a tuple": """
        fn devices() -> (Device, Device) { (Device::ndarray().autodiff(), Device::flex()) }
        fn main() {
            let (device, _other) = devices();
            train(&device);
        }
    """,
    "in an option": """
        fn device() -> Option<Device> { Some(Device::ndarray()) }
        fn main() {
            if let Some(device) = device() {
                train(&device.autodiff());
            }
        }
    """,
    "in a vector": """
        fn main() {
            let devices = vec![Device::ndarray().autodiff()];
            for device in &devices {
                train(device);
            }
        }
    """,
    "in a closure": """
        fn main() {
            let device = Device::ndarray().autodiff();
            let run = || train(&device);
            run();
        }
    """,
    "with checkpoints": "fn main() { train(&Device::ndarray().autodiff().gradient_checkpointing()); }",
    "twice is once": "fn main() { train(&Device::ndarray().autodiff().autodiff()); }",
    "of a tensor": """
        fn main() {
            let first = Tensor::<1>::ones([3], &Device::ndarray().autodiff());
            train(&first.device());
        }
    """,
    "of a layer's weights": """
        fn main() {
            let conv = Conv2dConfig::new([3, 3], [3, 3]).init(&Device::ndarray().autodiff());
            train(&conv.weight.val().device());
        }
    """,
    "asked for only where it is not there yet": """
        fn main() {
            let mut device = Device::ndarray();
            if !device.is_autodiff() {
                device = device.autodiff();
            }
            train(&device);
        }
    """,
}

CLEAN = {
    "flex": "fn main() { train(&Device::flex().autodiff()); }",
    "libtorch": "fn main() { train(&Device::libtorch_cuda(0).autodiff()); }",
    "not the other one": """
        fn main() {
            let (device, _other) = (Device::flex().autodiff(), Device::ndarray().autodiff());
            train(&device);
        }
    """,
    "shadowed": """
        fn main() {
            let device = Device::ndarray().autodiff();
            println!("{device:?}");
            let device = Device::flex().autodiff();
            train(&device);
        }
    """,
    "a function of the same name": """
        struct Mine;
        impl Mine { fn ndarray() -> Device { Device::flex() } }
        fn main() { train(&Mine::ndarray().autodiff()); }
    """,
    "a device of the user's own": """
        mod mine {
            pub struct Device;
            impl Device {
                pub fn ndarray() -> Self { Self }
                pub fn autodiff(self) -> super::Device { super::Device::flex().autodiff() }
            }
        }
        fn main() { train(&mine::Device::ndarray().autodiff()); }
    """,
}


def _crate(
    root: Path,
    main: str,
    mark: str = "",
    features: Sequence[str] = ("ndarray", "flex", "tch"),
    burn: str = "0.22.1",
    train: str = TRAIN,
) -> Path:
    lines = [line.removeprefix("        ") for line in main.splitlines()]
    return crate(root, HEAD.replace("MARK", mark) + train + "\n".join(lines) + "\n", burn, features)


@pytest.mark.parametrize("burn", ["0.22.0", "0.22.1"])
@pytest.mark.parametrize("name", PANICS)
def test_device_without_the_gradient(tmp_path: Path, name: str, burn: str) -> None:
    assert_as_marked(_crate(tmp_path, PANICS[name], ERROR + ' "NdArray"', burn=burn))


@pytest.mark.parametrize("name", CLEAN)
def test_device_with_the_gradient(tmp_path: Path, name: str) -> None:
    assert_as_marked(_crate(tmp_path, CLEAN[name]))


@pytest.mark.parametrize(
    ("constructor", "backend"),
    [
        ("ndarray()", "NdArray"),
        ("cuda(0)", "Cuda"),
        ("rocm(DeviceIndex::Default)", "Rocm"),
        ("cpu()", "Cpu"),
        ("wgpu(DeviceKind::DefaultDevice)", "Wgpu"),
        ("vulkan(DeviceKind::DiscreteGpu(0))", "Vulkan"),
        ("metal(DeviceKind::DefaultDevice)", "Metal"),
        ("webgpu(DeviceKind::DefaultDevice)", "WebGpu"),
    ],
)
def test_constructors(tmp_path: Path, constructor: str, backend: str) -> None:
    main = f"fn main() {{ train(&Device::{constructor}.autodiff()); }}"
    assert_as_marked(_crate(tmp_path, main, f'{ERROR} "{backend}"'))


# ---- which is only known when the program runs -----------------------------------------------------------

CHOICES = {
    "one of two that both panic": ("Device::ndarray()", "Device::cuda(0)", ERROR + ' "NdArray" "Cuda"'),
    "one of two of which one panics": ("Device::flex()", "Device::ndarray()", WARNING + ' "NdArray"'),
    "one of two that are both fine": ("Device::flex()", "Device::libtorch()", ""),
}


@pytest.mark.parametrize("form", ["if", "match", "autodiff after", "function"])
@pytest.mark.parametrize("name", CHOICES)
def test_choice_at_run_time(tmp_path: Path, name: str, form: str) -> None:
    first, second, mark = CHOICES[name]
    asked = "std::env::args().len() > 1"
    main = {
        "if": f"fn main() {{ train(&if {asked} {{ {first}.autodiff() }} else {{ {second}.autodiff() }}); }}",
        "match": f"""
        fn main() {{
            let device = match std::env::var("WHERE").as_deref() {{
                Ok("here") => {first}.autodiff(),
                _ => {second}.autodiff(),
            }};
            train(&device);
        }}
        """,
        "autodiff after": f"""
        fn main() {{
            let plain = if {asked} {{ {first} }} else {{ {second} }};
            train(&plain.autodiff());
        }}
        """,
        "function": f"""
        fn device(fast: bool) -> Device {{
            if fast {{
                {first}
            }} else {{
                {second}
            }}
        }}
        fn main() {{ train(&device({asked}).autodiff()); }}
        """,
    }[form]
    assert_as_marked(_crate(tmp_path, main, mark))


# ---- the default device ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("features", "backend"),
    [
        (("ndarray",), "NdArray"),
        (("ndarray", "flex"), None),
        (("flex", "wgpu"), "Wgpu"),
        (("wgpu", "cuda"), "Cuda"),
        (("tch", "ndarray"), None),
        (("tch", "cpu"), "Cpu"),
        (("rocm", "vulkan"), "Rocm"),
        (("flex",), None),
    ],
)
@pytest.mark.parametrize("written", ["Device::default()", "Default::default()"])
def test_default_device(tmp_path: Path, features: tuple[str, ...], backend: str | None, written: str) -> None:
    """The first of burn's features that is on decides, in an order of burn's own."""
    main = f"""
        fn main() {{
            let device: Device = {written};
            train(&device.autodiff());
        }}
    """
    mark = f'{ERROR} "{backend}"' if backend else ""
    assert_as_marked(_crate(tmp_path, main, mark, features))


FEATURES = """
[features]
default = ["small"]
small = ["burn/flex"]
large = ["burn/cuda"]
"""


@pytest.mark.parametrize(
    ("asked", "level"),
    [
        (Settings(), "warning"),
        (Settings(features=()), None),
        (Settings(features=("large",)), "error"),
        (Settings(features=("large",), no_default_features=True), "error"),
        (Settings(features=("small",), no_default_features=True), None),
        (Settings(all_features=True), "error"),
    ],
    ids=["nothing", "default", "large", "only large", "only small", "all"],
)
def test_default_device_by_features_of_the_package(tmp_path: Path, asked: Settings, level: str | None) -> None:
    main = HEAD.replace("MARK", "") + TRAIN + "fn main() { train(&Device::default().autodiff()); }\n"
    root = crate(tmp_path, main, files={"Cargo.toml": manifest("0.22.1", (), FEATURES)}, burn="0.22.1")
    found = findings(root, asked)
    assert [one.level.value for one in found] == ([level] if level else [])
    assert all("Cuda" in one.message for one in found)
    if level == "warning":
        assert "feature `large`" in found[0].message


@pytest.mark.parametrize(
    ("backend", "level"),
    [("Autodiff<Wgpu>", "error"), ("Wgpu", "error"), ("Autodiff<Flex>", None), ("Autodiff<LibTorch>", None)],
)
def test_what_if_it_were_another_backend(tmp_path: Path, backend: str, level: str | None) -> None:
    """Whatever device the program makes; it is the program that asks for autodiff."""
    for number, device in enumerate(("Device::ndarray()", "Device::flex()", "Device::default()")):
        root = _crate(tmp_path / str(number), f"fn main() {{ train(&{device}.autodiff()); }}")
        levels = [one[2] for one in shown(root, findings(root, Settings(backend=backend)))]
        assert levels == ([level] if level else []), device


# ---- gradients -------------------------------------------------------------------------------------------

TRACKED = {
    "a tensor is given autodiff": """
        fn main() {
            let x = Tensor::<4>::ones([1, 3, 8, 8], &Device::ndarray()).autodiff().require_grad();
            interpolate(x, options()).sum().backward();
        }
    """,
    "a layer on the device is tracked": """
        fn main() {
            let device = Device::ndarray().autodiff();
            let conv = Conv2dConfig::new([3, 3], [3, 3]).init(&device);
            let x = conv.forward(Tensor::<4>::ones([1, 3, 8, 8], &device));
            interpolate(x, options()).sum().backward();
        }
    """,
    "moving to the plain device keeps the gradient": """
        fn main() {
            let device = Device::ndarray();
            let x = Tensor::<4>::ones([1, 3, 8, 8], &device.clone().autodiff()).require_grad();
            interpolate(x.to_device(&device), options()).sum().backward();
        }
    """,
    "a model in a struct": """
        #[derive(Module, Debug)]
        struct Net { conv: Conv2d }
        impl Net {
            fn forward(&self, x: Tensor<4>) -> Tensor<4> {
                interpolate(self.conv.forward(x), options())
            }
        }
        fn main() {
            let device = Device::ndarray().autodiff();
            let net = Net { conv: Conv2dConfig::new([3, 3], [3, 3]).init(&device) };
            net.forward(Tensor::ones([1, 3, 8, 8], &device)).mean().backward();
        }
    """,
    "functions in an array": """
        fn small(x: Tensor<4>) -> Tensor<4> { x.slice([0..1, 0..1]) }
        fn large(x: Tensor<4>) -> Tensor<4> { interpolate(x, options()) }
        fn main() {
            let x = Tensor::<4>::ones([1, 3, 8, 8], &Device::ndarray().autodiff()).require_grad();
            for change in [small, large] {
                change(x.clone()).sum().backward();
            }
        }
    """,
}

UNTRACKED = {
    "a raw batch is not tracked": """
        fn main() {
            let device = Device::ndarray().autodiff();
            let conv = Conv2dConfig::new([3, 3], [3, 3]).init(&device);
            let x = interpolate(Tensor::<4>::ones([1, 3, 8, 8], &device), options());
            conv.forward(x).sum().backward();
        }
    """,
    "inner": """
        fn main() {
            let device = Device::ndarray().autodiff();
            let x = Tensor::<4>::ones([1, 3, 8, 8], &device).require_grad();
            println!("{}", interpolate((x.clone() * 2.0).inner(), options()));
            x.sum().backward();
        }
    """,
    "valid": """
        #[derive(Module, Debug)]
        struct Net { conv: Conv2d }
        impl Net {
            fn forward(&self, x: Tensor<4>) -> Tensor<4> { interpolate(self.conv.forward(x), options()) }
        }
        fn main() {
            let device = Device::ndarray();
            let net = Net { conv: Conv2dConfig::new([3, 3], [3, 3]).init(&device.clone().autodiff()) };
            println!("{}", net.valid().forward(Tensor::ones([1, 3, 8, 8], &device)));
            let x = Tensor::<1>::ones([3], &device.autodiff()).require_grad();
            x.sum().backward();
        }
    """,
    "the inner device": """
        fn main() {
            let device = Device::ndarray().autodiff();
            let x = Tensor::<4>::ones([1, 3, 8, 8], &device.clone().inner());
            println!("{}", interpolate(x, options()));
            Tensor::<1>::ones([3], &device).require_grad().sum().backward();
        }
    """,
    "a gradient is plain": """
        fn main() {
            let x = Tensor::<4>::ones([1, 3, 8, 8], &Device::ndarray().autodiff()).require_grad();
            let gradients = (x.clone() * 2.0).sum().backward();
            println!("{}", interpolate(x.grad(&gradients).unwrap(), options()));
        }
    """,
}


@pytest.mark.parametrize("name", TRACKED)
def test_tracked(tmp_path: Path, name: str) -> None:
    assert_as_marked(_crate(tmp_path, TRACKED[name], ERROR + ' "NdArray"', train=""))


@pytest.mark.parametrize("name", UNTRACKED)
def test_untracked(tmp_path: Path, name: str) -> None:
    assert_as_marked(_crate(tmp_path, UNTRACKED[name], train=""))
