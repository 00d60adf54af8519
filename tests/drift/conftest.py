"""Invented releases of burn, small enough to know all that can panic in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from burnlint.records.load import Database, load_database
from tests.workspace import write

RECORDS = Path(__file__).parents[1] / "records/data/good"

TENSOR = """\
pub struct Tensor;

impl Tensor {
    pub fn resize(self) -> Self {
        Backend::resize_backward(self)
    }

    pub fn at(self, index: usize) -> f32 {
        assert!(index < 4, "there are four numbers, not {index}");
        0.0
    }
}

pub trait Backend {
    fn resize_backward(tensor: Tensor) -> Tensor;
}
"""
HOST = """\
pub struct Host;

impl Backend for Host {
    fn resize_backward(tensor: Tensor) -> Tensor {
        match tensor.mode {
            Mode::Bicubic => panic!("bicubic resize: no gradient on the host"),
            _ => helper(tensor),
        }
    }
}

fn helper(tensor: Tensor) -> Tensor {
    todo!()
}

fn forgotten() {
    panic!("nobody calls this");
}

#[cfg(test)]
mod tests {
    fn check() {
        panic!("a test");
    }
}
"""


def checkout(root: Path, release: str = "0.21.0", files: Mapping[str, str] | None = None) -> Path:
    """A checkout of burn's repository, with a crate for tensors and one for a backend."""
    crates = ("burn", "burn-tensor", "burn-ndarray")
    write(root, {"Cargo.toml": f'[workspace]\nmembers = ["crates/*"]\n[workspace.package]\nversion = "{release}"\n'})
    manifest = '[package]\nname = "{}"\nversion.workspace = true\n'
    write(root, {f"crates/{name}/Cargo.toml": manifest.format(name) for name in crates})
    sources = {
        "crates/burn/src/lib.rs": "pub use burn_tensor::*;\n",
        "crates/burn-tensor/src/lib.rs": TENSOR,
        "crates/burn-ndarray/src/ops/module.rs": HOST,
    }
    write(root, {**sources, **(files or {})})
    return root


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """The invented records."""
    return load_database(shipped=RECORDS, cache=tmp_path_factory.mktemp("cache"))
