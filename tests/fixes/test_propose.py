"""Fixes as a user gets them: what each edits, and that checking again finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Applicability, Fix
from burnlint.engine.session import Session
from burnlint.fixes.apply import apply_edits
from burnlint.syntax.text import Text
from tests.workspace import crate, findings, shipped

TRAIN = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::{module::interpolate, ops::{InterpolateMode, InterpolateOptions}, Tensor};

type B = Autodiff<NdArray>;

fn main() {
    let x = Tensor::<B, 4>::zeros([1, 3, 8, 8], &Default::default()).require_grad();
    let y = interpolate(x * 2.0, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic));
    y.sum().backward();
}
"""


def _fixes(root: Path) -> tuple[Session, dict[str, Fix]]:
    session = Session([root], shipped())
    (finding,) = [f for path in session.files() for f in session.check(path).findings]
    return session, {fix.title: fix for fix in session.fixes(finding)}


def _apply(fix: Fix) -> None:
    for path in {edit.place.path for edit in fix.edits}:
        edits = [edit for edit in fix.edits if edit.place.path == path]
        path.write_bytes(apply_edits(Text.from_bytes(path.read_bytes())[0], edits).data)


def test_each_fix_removes_the_finding(tmp_path: Path) -> None:
    titles = list(_fixes(crate(tmp_path / "0", TRAIN))[1])
    assert len(titles) == 4
    for number, title in enumerate(titles, 1):
        root = crate(tmp_path / str(number), TRAIN)
        _apply(_fixes(root)[1][title])
        assert findings(root) == [], title


def test_detaching_an_expression_takes_parentheses(tmp_path: Path) -> None:
    root = crate(tmp_path, TRAIN)
    _apply(_fixes(root)[1]["keep this resize out of the gradient graph"])
    assert "interpolate((x * 2.0).detach(), [16, 16]" in (root / "src/main.rs").read_text()


def test_nothing_that_changes_a_result_is_called_safe(tmp_path: Path) -> None:
    fixes = _fixes(crate(tmp_path, TRAIN))[1]
    assert {fix.applicability for fix in fixes.values()} == {Applicability.CHANGES_BEHAVIOUR}


def test_ways_out_depend_on_the_release(tmp_path: Path) -> None:
    old = _fixes(crate(tmp_path / "old", TRAIN, burn="0.20.1"))[1]
    new = _fixes(crate(tmp_path / "new", TRAIN, burn="0.21.0"))[1]
    assert "train on Flex" not in old
    assert "train on Flex" in new
    assert not any("Wgpu" in title or "CubeCL" in title for title in (*old, *new))


MANIFESTS = {
    "string": (
        '[dependencies]\nburn = "0.21.0"\n',
        '[dependencies]\nburn = { version = "0.21.0", features = ["flex"] }\n',
    ),
    "inline without features": (
        '[dependencies]\nburn = { version = "0.21.0" } # pinned\n',
        '[dependencies]\nburn = { version = "0.21.0", features = ["flex"] } # pinned\n',
    ),
    "inline with features": (
        '[dependencies]\nburn = { version = "0.21.0", features = ["ndarray", "autodiff"] }\n',
        '[dependencies]\nburn = { version = "0.21.0", features = ["ndarray", "autodiff", "flex"] }\n',
    ),
    "inline with an empty list": (
        '[dependencies]\nburn = { version = "0.21.0", features = [] }\n',
        '[dependencies]\nburn = { version = "0.21.0", features = ["flex"] }\n',
    ),
    "table": (
        '[dependencies.burn]\nversion = "0.21.0"\n\n[features]\nx = []\n',
        '[dependencies.burn]\nversion = "0.21.0"\nfeatures = ["flex"]\n\n[features]\nx = []\n',
    ),
    "table with a list over several lines": (
        '[dependencies.burn]\nversion = "0.21.0"\nfeatures = [\n    "ndarray",\n    "autodiff",\n]\n',
        '[dependencies.burn]\nversion = "0.21.0"\nfeatures = [\n    "ndarray",\n    "autodiff",\n    "flex",\n]\n',
    ),
    "dotted keys": (
        '[dependencies]\nburn.version = "0.21.0"\nserde = "1"\n',
        '[dependencies]\nburn.version = "0.21.0"\nburn.features = ["flex"]\nserde = "1"\n',
    ),
    "already there": (
        '[dependencies]\nburn = { version = "0.21.0", features = ["flex"] }\n',
        '[dependencies]\nburn = { version = "0.21.0", features = ["flex"] }\n',
    ),
}

PACKAGE = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n'


@pytest.mark.parametrize("form", MANIFESTS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_another_backend_brings_its_feature(tmp_path: Path, form: str, ending: str) -> None:
    before, after = ((PACKAGE + text).replace("\n", ending) for text in MANIFESTS[form])
    root = crate(tmp_path, TRAIN, files={"Cargo.toml": before})
    _apply(_fixes(root)[1]["train on Flex"])
    assert (root / "Cargo.toml").read_bytes().decode() == after
    assert "type B = Autodiff<burn::backend::Flex>;" in (root / "src/main.rs").read_text()


def test_a_device_is_switched_by_its_constructor(tmp_path: Path) -> None:
    main = """
        use burn::tensor::{module::interpolate, ops::{InterpolateMode, InterpolateOptions}, Device, Tensor};
        fn main() {
            let device = Device::ndarray().autodiff();
            let x = Tensor::<4>::zeros([1, 3, 8, 8], &device).require_grad();
            let y = interpolate(x, InterpolateOptions::new(InterpolateMode::Bicubic).with_output_size([16, 16]));
            y.sum().backward();
        }
    """
    root = crate(tmp_path, main, burn="0.22.1")
    _apply(_fixes(root)[1]["train on Flex"])
    assert "let device = Device::flex().autodiff();" in (root / "src/main.rs").read_text()
    assert findings(root) == []


def test_the_second_autodiff_is_taken_away(tmp_path: Path) -> None:
    main = """
        use burn::tensor::Device;
        fn main() {
            let device = Device::flex()
                .autodiff()
                .autodiff();
            println!("{device:?}");
        }
    """
    root = crate(tmp_path, main, burn="0.22.0-pre.2")
    fixes = [fix for fix in _fixes(root)[1].values() if fix.edits]
    assert len(fixes) == 1
    _apply(fixes[0])
    assert (root / "src/main.rs").read_text().count(".autodiff()") == 1
    assert findings(root) == []
