"""What a package is built for: some targets have no 32-bit atomics, and NdArray's deformable convolution needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Level
from burnlint.settings.settings import Settings
from tests.workspace import assert_as_marked, crate, findings, shown, write

HEAD = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::deform_conv2d;
use burn::tensor::ops::DeformConvOptions;
use burn::tensor::Tensor;

type B = Autodiff<NdArray>;

fn convolved(tracked: bool) -> Tensor<B, 4> {
    let device = Default::default();
    let image = Tensor::<B, 4>::ones([1, 1, 4, 4], &device);
    let offset = Tensor::<B, 4>::zeros([1, 18, 2, 2], &device).set_require_grad(tracked);
    let weight = Tensor::<B, 4>::ones([1, 1, 3, 3], &device);
    let options = DeformConvOptions::new([1, 1], [0, 0], [1, 1], 1, 1);
    deform_conv2d(image, offset, weight, None, None, options)MARK
}

"""

TRAIN = """
fn main() {
    convolved(true).sum().backward();
}
"""

ERROR = " //~ error[deform-conv-backward]"
WARNING = ' //~ warning[deform-conv-backward] "on thumbv6m-none-eabi"'

WITHOUT_ATOMICS = [
    "riscv32i-unknown-none-elf",
    "riscv32im-unknown-none-elf",
    "riscv32imc-unknown-none-elf",
    "riscv32e-unknown-none-elf",
    "riscv32em-unknown-none-elf",
    "riscv32emc-unknown-none-elf",
    "thumbv6m-none-eabi",
    "xtensa-esp32s2-none-elf",
]

WITH_ATOMICS = [
    "aarch64-apple-darwin",
    "armv7-unknown-linux-gnueabihf",
    "riscv32imac-unknown-none-elf",
    "thumbv7em-none-eabihf",
    "thumbv7m-none-eabi",
    "wasm32-unknown-unknown",
    "wasm32-wasip1",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-gnu",
    "xtensa-esp32-none-elf",
]


def _config(target: str) -> str:
    return f"[build]\ntarget = {target}\n"


def _crate(
    root: Path, main: str = TRAIN, mark: str = "", burn: str = "0.21.0", files: dict[str, str] | None = None
) -> Path:
    return crate(root, HEAD.replace("MARK", mark) + main, burn, files=files)


# ---- .cargo/config.toml and rust-toolchain.toml ----------------------------------------------------------


@pytest.mark.parametrize("target", WITHOUT_ATOMICS)
def test_target_without_atomics(tmp_path: Path, target: str) -> None:
    root = _crate(tmp_path, mark=ERROR, files={".cargo/config.toml": _config(f'"{target}"')})
    (finding,) = assert_as_marked(root)
    (chosen,) = [one for one in finding.related if one.place.path == root / ".cargo/config.toml"]
    assert target in chosen.message


@pytest.mark.parametrize("target", WITH_ATOMICS)
def test_target_with_atomics(tmp_path: Path, target: str) -> None:
    assert_as_marked(_crate(tmp_path, files={".cargo/config.toml": _config(f'"{target}"')}))


@pytest.mark.parametrize(
    ("config", "mark"),
    [
        ('["thumbv6m-none-eabi"]', ERROR),
        ('["thumbv6m-none-eabi", "riscv32imc-unknown-none-elf"]', ERROR),
        ('["thumbv6m-none-eabi", "x86_64-unknown-linux-gnu"]', WARNING),
        ('["thumbv7m-none-eabi", "wasm32-unknown-unknown"]', ""),
        ('"host-tuple"', ""),
    ],
)
def test_several_targets(tmp_path: Path, config: str, mark: str) -> None:
    assert_as_marked(_crate(tmp_path, mark=mark, files={".cargo/config.toml": _config(config)}))


def test_config_of_a_folder_above(tmp_path: Path) -> None:
    write(tmp_path, {".cargo/config.toml": _config('"thumbv6m-none-eabi"')})
    assert_as_marked(_crate(tmp_path / "firmware", mark=ERROR))


def test_nearest_config_decides(tmp_path: Path) -> None:
    write(tmp_path, {".cargo/config.toml": _config('"thumbv6m-none-eabi"')})
    nearer = {".cargo/config.toml": _config('"thumbv7m-none-eabi"')}
    assert_as_marked(_crate(tmp_path / "firmware", files=nearer))


@pytest.mark.parametrize(("targets", "mark"), [('["thumbv6m-none-eabi"]', WARNING), ('["wasm32-unknown-unknown"]', "")])
def test_targets_of_the_toolchain(tmp_path: Path, targets: str, mark: str) -> None:
    """They are there besides the host."""
    toolchain = f'[toolchain]\nchannel = "1.92.0"\ntargets = {targets}\n'
    assert_as_marked(_crate(tmp_path, mark=mark, files={"rust-toolchain.toml": toolchain}))


def test_config_is_stronger_than_the_toolchain(tmp_path: Path) -> None:
    files = {
        ".cargo/config.toml": _config('"thumbv7m-none-eabi"'),
        "rust-toolchain.toml": '[toolchain]\ntargets = ["thumbv6m-none-eabi"]\n',
    }
    assert_as_marked(_crate(tmp_path, files=files))


def test_custom_target_is_not_known(tmp_path: Path) -> None:
    """Whether it has atomics stands in its JSON file, which only rustc understands."""
    root = _crate(tmp_path, files={".cargo/config.toml": _config('"boards/mine.json"')})
    assert all(one.level is Level.INFORMATION for one in findings(root))


# ---- what the user asks for ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("targets", "level"),
    [
        (("thumbv6m-none-eabi",), "error"),
        (("thumbv7m-none-eabi",), None),
        (("thumbv6m-none-eabi", "x86_64-unknown-linux-gnu"), "warning"),
    ],
)
def test_asked_for(tmp_path: Path, targets: tuple[str, ...], level: str | None) -> None:
    """Stronger than the configuration, whatever that says."""
    for number, config in enumerate(("thumbv6m-none-eabi", "thumbv7m-none-eabi", None)):
        files = {".cargo/config.toml": _config(f'"{config}"')} if config else None
        root = _crate(tmp_path / str(number), files=files)
        levels = [one[2] for one in shown(root, findings(root, Settings(target=targets)))]
        assert levels == ([level] if level else []), config


# ---- other facts still count -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("burn", "mark"), [("0.15.0", ""), ("0.16.1", ""), ("0.17.0", ERROR), ("0.18.0", ERROR), ("0.20.1", ERROR)]
)
def test_releases(tmp_path: Path, burn: str, mark: str) -> None:
    """Until 0.16 autodiff needs the standard library, and these targets have none."""
    files = {".cargo/config.toml": _config('"thumbv6m-none-eabi"')}
    assert_as_marked(_crate(tmp_path, mark=mark, burn=burn, files=files))


MAINS = {
    "no backward pass": ("fn main() { println!(\"{}\", convolved(true)); }", ""),
    "nothing tracked": (
        "fn main() { let x = Tensor::<B, 4>::ones([1, 1, 2, 2], &Default::default()).require_grad();\n"
        "    (convolved(false) * x).sum().backward(); }",
        "",
    ),
    "only built with atomics": (
        'fn main() {\n    #[cfg(target_has_atomic = "32")]\n    convolved(true).sum().backward();\n}',
        "",
    ),
    "only built without": (
        'fn main() {\n    #[cfg(not(target_has_atomic = "32"))]\n    convolved(true).sum().backward();\n}',
        ERROR,
    ),
    "only built for another system": (
        'fn main() {\n    #[cfg(target_os = "linux")]\n    convolved(true).sum().backward();\n}',
        "",
    ),
    "asked when it runs": (
        'fn main() {\n    if cfg!(target_has_atomic = "32") { convolved(true).sum().backward(); }\n}',
        "",
    ),
    "the other branch": (
        'fn main() {\n    if cfg!(target_has_atomic = "32") {} else { convolved(true).sum().backward(); }\n}',
        ERROR,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MAINS)
def test_guards(tmp_path: Path, name: str) -> None:
    main, mark = MAINS[name]
    files = {".cargo/config.toml": _config('"thumbv6m-none-eabi"')}
    assert_as_marked(_crate(tmp_path, main, mark, files=files))


@pytest.mark.parametrize("backend", ["Flex", "Wgpu", "Cpu"])
def test_other_backends_need_no_atomics(tmp_path: Path, backend: str) -> None:
    main = (HEAD + TRAIN).replace("NdArray", backend).replace("MARK", "")
    root = crate(tmp_path, main, files={".cargo/config.toml": _config('"thumbv6m-none-eabi"')})
    assert findings(root) == []


def test_layer(tmp_path: Path) -> None:
    """`DeformConv2d` owns parameters, so its backward pass is asked for without any tracked input."""
    main = f"""
        use burn::backend::{{Autodiff, NdArray}};
        use burn::nn::conv::DeformConv2dConfig;
        use burn::tensor::Tensor;

        fn main() {{
            let device = Default::default();
            let layer = DeformConv2dConfig::new([1, 1], [3, 3]).init::<Autodiff<NdArray>>(&device);
            let image = Tensor::ones([1, 1, 4, 4], &device);
            let offset = Tensor::zeros([1, 18, 2, 2], &device);
            let loss = layer.forward(image, offset, None).sum();{ERROR}
            loss.backward();
        }}
    """
    assert_as_marked(crate(tmp_path, main, files={".cargo/config.toml": _config('"thumbv6m-none-eabi"')}))
