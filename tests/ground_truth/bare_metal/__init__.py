"""Programs for targets without the standard library: cross-compiled, and run in an emulator of the processor."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.version import Range, Version
from burnlint.records.schema import Phase
from tests.ground_truth.crate import NotHere, require_null_device
from tests.ground_truth.execute import END
from tests.ground_truth.programs import Program

_HERE = Path(__file__).parent
_MANIFEST = """\
[package]
name = "bare-metal"
version = "0.0.0"
edition = "2021"
publish = false

[workspace]

[dependencies]
burn-ndarray = {{ version = "={release}", default-features = false }}
{interface} = {{ version = "={release}", default-features = false }}
cortex-m = {{ version = "0.7", features = ["critical-section-single-core"] }}
cortex-m-rt = "0.7"
cortex-m-semihosting = "0.5"
embedded-alloc = "0.6"

[profile.dev]
opt-level = "s"
debug = false
incremental = false
"""
_LINKED = '"-Clink-arg=-Tlink.x"'
_BACKWARD = """\
let gradients = <NdArray as ModuleOps<NdArray>>::deform_conv2d_backward(
        image,
        offset,
        weight,
        None,
        None,
        output,
        options(),
    );
    drop(gradients.x_grad);"""
_FORWARD = "drop(output);"
_IN_BACKEND = Range.parse(">=0.20.0-pre.1")  # where the operations of backends are not in burn-tensor


@dataclass(frozen=True)
class Target:
    """A target, and the board of qemu that runs its programs."""

    triple: str
    board: str
    flags: tuple[str, ...] = ()  # for rustc


TARGETS = (
    # Cortex-M0: no atomics. The board has a Cortex-M3, which runs the same instructions.
    Target("thumbv6m-none-eabi", "mps2-an385", ("--cfg", "portable_atomic_unsafe_assume_single_core")),
    Target("thumbv7em-none-eabi", "mps2-an386"),  # Cortex-M4: 32-bit atomics
)


def programs(release: Version) -> Iterator[Program]:
    """The forward and the backward pass of a deformable convolution on NdArray."""
    source = (_HERE / "main.rs").read_text(encoding="utf-8")
    phases: dict[Phase, str] = {"forward": _FORWARD, "backward": _BACKWARD}
    for phase, code in phases.items():
        shows = {"operation": "deform_conv2d", "phase": phase, "arguments": {}}
        text = source.replace("@INTERFACE@", _interface(release).replace("-", "_"))
        text = text.replace("@BACKWARD@", code).replace("@END@", END)
        yield Program(shows, "NdArray", text, frozenset({"NdArray"}))


def build(program: Program, release: Version, target: Target, folder: Path) -> list[str]:
    """The command that runs the program; `folder` keeps what is built of a release."""
    files = {
        "Cargo.toml": _MANIFEST.format(release=release, interface=_interface(release)),
        "memory.x": (_HERE / "memory.x").read_text(encoding="utf-8"),
        "src/main.rs": program.source,
        ".cargo/config.toml": "".join(
            f"[target.{one.triple}]\nrustflags = [{', '.join([_LINKED, *map(json.dumps, one.flags)])}]\n"
            for one in TARGETS
        ),
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    require_null_device()
    command = ["cargo", "build", "--quiet", "--target", target.triple]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(folder / "target")}
    done = subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if line.startswith("error")]
        raise NotHere(f"cannot be built for {target.triple}: {(errors or ['cargo failed'])[0]}")
    binary = folder / "target" / target.triple / "debug" / "bare-metal"
    emulator = ["qemu-system-arm", "-M", target.board, "-nographic", "-semihosting-config", "enable=on,target=native"]
    return [*emulator, "-kernel", str(binary)]


def _interface(release: Version) -> str:
    return "burn-backend" if _IN_BACKEND.contains(release) else "burn-tensor"
