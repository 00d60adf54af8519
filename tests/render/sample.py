"""A small database: two operations, six backends, four releases of burn."""

from __future__ import annotations

from burnlint.cargo.version import Range, Version
from burnlint.records.database import Database
from burnlint.records.schema import (
    Affects,
    Backend,
    Example,
    FixTemplate,
    Message,
    Operation,
    Phase,
    Record,
    Release,
    Rule,
    Run,
    SourceLine,
    Works,
)

ALL = Range.parse("*")
RELEASES = ("0.20.1", "0.21.0", "0.22.1", "0.23.0-pre.1")


def version(text: str) -> Version:
    return Version.parse(text)


def backend(name: str, family: str = "", burn: str = "*", device: str = "") -> Backend:
    return Backend(name, family or name, Range.parse(burn), (name.lower(),), (), (device or name.lower(),))


def line(release: str, path: str, number: int, crate: str | None = None) -> SourceLine:
    return SourceLine(version(release), path, number, crate)


def works(phase: Phase, on: str, burn: str, *sources: SourceLine, operation: str = "interpolate", **mode: str) -> Works:
    return Works(operation, phase, on, mode, sources, Range.parse(burn))


def ran(backend: str, mode: str, record: str | None = None, message: str | None = None) -> Run:
    """A backward pass in burn 0.21.0, which panicked if it has a message."""
    return Run(
        version("0.21.0"),
        backend,
        "x86_64-unknown-linux-gnu",
        "ran" if message is None else "panicked",
        "rustc 1.95.0",
        operation="interpolate",
        phase="backward",
        arguments={"mode": mode},
        record=record,
        example=None,
        part=None,
        message=message,
        place=None,
    )


INTERPOLATE = Operation(
    "interpolate",
    "interpolation",
    ALL,
    {"mode": {"Nearest": ALL, "Bicubic": ALL, "Lanczos3": Range.parse(">=0.21.0-pre.1")}},
    (),
    (),
)
DEFORM = Operation("deform_conv2d", "deformable convolution", ALL, {}, (), ())

NDARRAY = "crates/burn-ndarray/src/ops/module.rs"
KERNEL = "crates/burn-cubecl/src/kernel/interpolate/base.rs"
TORCH = "crates/burn-tch/src/ops/module.rs"
FLEX = "crates/burn-flex/src/ops/module.rs"
PROGRAM = """
use burn::backend::{Autodiff, @BACKEND@};

type B = Autodiff<@BACKEND@>;

fn main() {
    let mode = InterpolateMode::Bicubic; //~ error
    upscale::<B>(mode).backward();
}
"""

BICUBIC = Record(
    id="ndarray-bicubic",
    rule="interpolate-backward",
    title="bicubic interpolation has no backward pass on NdArray",
    kind="op-gap",
    reachable=True,
    messages=(Message("bicubic backward is not supported", "bicubic backward", ALL),),
    source_crate="burn-ndarray",
    source_function="interpolate_backward",
    source=(line("0.20.1", NDARRAY, 320), line("0.21.0", NDARRAY, 340), line("0.22.1", NDARRAY, 359)),
    issues=("https://github.com/tracel-ai/burn/issues/1",),
    foreign=("93aa682cedae81d8",),
    affects=Affects(
        "interpolate", "backward", Range.parse("<0.23.0-pre.1"), ("NdArray",), "mode == 'Bicubic'", None, 1
    ),
    what="The backward pass of `interpolate` panics.",
    when="The mode is bicubic and the input is tracked.",
    why="NdArray implements this backward pass for *nearest* only.",
    prevention="Train on a backend that has it.",
    fixes=(
        FixTemplate("replace-argument", "use nearest-neighbour interpolation", "changes-behaviour", ALL, {}),
        FixTemplate("switch-backend", "train on Flex", "changes-behaviour", Range.parse(">=0.21.0"), {}),
        FixTemplate("advice", "resize before training", "display-only", ALL, {"text": "raw input is untracked"}),
    ),
    examples=(
        Example(
            Range.parse("<0.22.0-pre.1"),
            PROGRAM,
            PROGRAM.replace("Bicubic; //~ error", "Nearest;"),
            {"train on Flex": PROGRAM.replace("@BACKEND@", "Flex").replace(" //~ error", "")},
        ),
        Example(
            Range.parse(">=0.22.0-pre.1"), "let device = @DEVICE@; //~ error\n", "let device = Device::flex();\n", {}
        ),
    ),
    file="interpolate/ndarray-bicubic.toml",
)
CUBE = Record(
    id="cubecl-bicubic",
    rule="interpolate-backward",
    title="bicubic interpolation has no backward pass on CubeCL",
    kind="op-gap",
    reachable=True,
    messages=(
        Message("bicubic backward is not supported by JIT", "bicubic", Range.parse("<0.22.0-pre.1")),
        Message("backward kernel failed: bicubic", "kernel failed", Range.parse(">=0.22.0-pre.1")),
    ),
    source_crate="burn-cubecl",
    source_function="interpolate_backward",
    source=(
        line("0.21.0", KERNEL, 70),
        line("0.22.1", "src/launch.rs", 52, "cubek-interpolate@0.2.0"),
    ),
    issues=(),
    foreign=(),
    affects=Affects("interpolate", "backward", ALL, ("CubeCL",), "mode in ['Bicubic', 'Lanczos3']", None, 1),
    what="The backward pass of `interpolate` panics.",
    when="The mode is bicubic and the input is tracked.",
    why="CubeCL has a kernel for nearest only.",
    prevention="",
    fixes=BICUBIC.fixes[:1],
    examples=(),
    file="interpolate/cubecl-bicubic.toml",
    missing=((version("0.20.1"), "the text is made by a macro"),),
)
LANCZOS = Record(
    id="libtorch-lanczos",
    rule="interpolate-forward",
    title="Lanczos interpolation is missing on LibTorch",
    kind="op-gap",
    reachable=True,
    messages=(Message("lanczos3 is not supported", "lanczos3", ALL),),
    source_crate="burn-tch",
    source_function="interpolate",
    source=(),
    issues=(),
    foreign=(),
    affects=Affects("interpolate", "forward", ALL, ("LibTorch",), "mode == 'Lanczos3'", None, 0),
    what="Interpolation panics.",
    when="",
    why="",
    prevention="",
    fixes=(),
    examples=(),
    file="interpolate/libtorch-lanczos.toml",
)
ATOMICS = Record(
    id="ndarray-deform",
    rule="deform-conv-backward",
    title="deformable convolution has no backward pass on NdArray",
    kind="target",
    reachable=True,
    messages=(Message("no atomics", "no atomics", ALL),),
    source_crate="burn-ndarray",
    source_function="deform_conv2d_backward",
    source=(),
    issues=(),
    foreign=(),
    affects=Affects("deform_conv2d", "backward", ALL, ("NdArray",), None, 'not(target_has_atomic = "32")', 1),
    what="The backward pass panics.",
    when="",
    why="",
    prevention="",
    fixes=(),
    examples=(),
    file="deform/ndarray-deform.toml",
)

RULES = (
    Rule(
        "interpolate-backward",
        "interpolation without a backward pass",
        "Resizing a tracked tensor is fine until its gradient is asked for.",
        "interpolate",
        "backward",
    ),
    Rule(
        "interpolate-forward", "interpolation that a backend lacks", "Some modes are missing.", "interpolate", "forward"
    ),
    Rule("deform-conv-backward", "deformable convolution without atomics", "", "deform_conv2d", "backward"),
)

DATABASE = Database(
    releases=tuple(Release(version(text), f"v{text}") for text in RELEASES),
    crates={"burn": "burn", "burn-ndarray": "burn::backend"},
    backends={
        one.name: one
        for one in (
            backend("NdArray", burn="<0.23.0-pre.1"),
            backend("LibTorch", device="libtorch"),
            backend("Wgpu", "CubeCL"),
            backend("Cuda", "CubeCL"),
            backend("Cpu", "CubeCL", ">=0.21.0"),
            backend("Flex", burn=">=0.21.0"),
        )
    },
    rules={rule.id: rule for rule in RULES},
    operations={operation.name: operation for operation in (INTERPOLATE, DEFORM)},
    records={record.id: record for record in (BICUBIC, CUBE, LANCZOS, ATOMICS)},
    works=(
        works("backward", "NdArray", "*", line("0.21.0", NDARRAY, 330), mode="Nearest"),
        works("backward", "CubeCL", "*", line("0.21.0", KERNEL, 20), mode="Nearest"),
        works("backward", "LibTorch", "*", line("0.21.0", TORCH, 400), mode="Nearest"),
        works("backward", "LibTorch", "*", line("0.21.0", TORCH, 410), mode="Bicubic"),
        works("backward", "Flex", "*", line("0.21.0", FLEX, 640), mode="Nearest"),
        works("backward", "Flex", "*", line("0.21.0", FLEX, 640), mode="Bicubic"),
        works("forward", "NdArray", "*", line("0.21.0", NDARRAY, 200), operation="deform_conv2d"),
        works("backward", "NdArray", "*", operation="deform_conv2d"),
        works("backward", "Flex", "*", operation="deform_conv2d"),
    ),
    runs=(
        ran("NdArray", "Bicubic", "ndarray-bicubic", "bicubic backward is not supported"),
        ran("Flex", "Bicubic"),
    ),
)
