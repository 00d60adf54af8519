"""A project to check: three files with findings of different kinds, in a folder that is the current one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cli.main import main
from tests.workspace import crate

MAIN = """\
mod resize;

use burn::backend::{Autodiff, NdArray};
use burn::tensor::Tensor;

type B = Autodiff<NdArray>;

fn main() {
    let image = Tensor::<B, 4>::ones([1, 3, 8, 8], &Default::default()).require_grad();
    let loss = resize::twice(image).sum();
    let gradients = loss.backward();
    drop(gradients);
}
"""
RESIZE = """\
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{backend::Backend, Tensor};

pub fn twice<B: Backend>(image: Tensor<B, 4>) -> Tensor<B, 4> {
    interpolate(image, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic))
}
"""


class Output:
    """What one run of burnlint gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.lines = out.splitlines()


Burnlint = Callable[..., Output]


@pytest.fixture
def burnlint(capsys: pytest.CaptureFixture[str]) -> Burnlint:
    """Runs the command line in this process."""

    def run(*arguments: str | Path) -> Output:
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as error:  # argparse ends by itself
            code = int(error.code or 0)
        captured = capsys.readouterr()
        return Output(code, captured.out, captured.err)

    return run


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one finding, in src/resize.rs."""
    root = crate(tmp_path / "project", MAIN, files={"src/resize.rs": RESIZE})
    monkeypatch.chdir(root)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return root
