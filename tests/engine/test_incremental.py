"""Edits one by one must lead to the findings that a fresh check of the final text gives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from burnlint.checks.finding import Finding
from burnlint.engine.session import Session
from burnlint.syntax.document import Document
from burnlint.syntax.text import Text
from tests.workspace import crate, shipped

MAIN = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::{Distribution, Tensor};

mod model;

type B = Autodiff<NdArray>;

const MODE: InterpolateMode = InterpolateMode::Bicubic;

fn enlarge(x: Tensor<B, 4>, mode: InterpolateMode) -> Tensor<B, 4> {
    let options = InterpolateOptions::new(mode);
    interpolate(x, [16, 16], options)
}

fn input() -> Tensor<B, 4> {
    // 😀 a comment with characters of several widths: é, 漢
    Tensor::<B, 4>::random([1, 3, 8, 8], Distribution::Default, &Default::default()).require_grad()
}

fn main() {
    let x = input();
    let y = enlarge(x.clone(), MODE);
    y.sum().backward();
    let z = enlarge(x.detach(), InterpolateMode::Bilinear);
    z.sum().backward();
    println!("{:?}", model::up().forward(input()).sum().backward());
}
"""

MODEL = """\
use burn::nn::interpolate::{Interpolate2d, Interpolate2dConfig, InterpolateMode};

pub fn up() -> Interpolate2d {
    Interpolate2dConfig::new().with_mode(InterpolateMode::Linear).init()
}
"""

ATOMS = [
    "x", "(", ")", "{", "}", ";", "\n", '"', "'", "/*", "*/", "//", "é", "😀", "#", " ", "<", ">", "::", "fn ", "let ",
    "\r\n", ".detach()", ".require_grad()", "Nearest", "Bicubic", "NdArray", "LibTorch", "Autodiff<", "mode", 'r#"',
    "#[cfg(test)] ", "type B = NdArray;", "use burn::backend::LibTorch;", "y", "// burnlint: ignore-file[interpolate-backward]\n",
]  # fmt: skip


def _shown(findings: tuple[Finding, ...]) -> list[object]:
    return [(f.rule, f.level, f.message, f.place, f.records, f.related, f.suppressed) for f in findings]


def _fresh(root: Path, path: Path, text: bytes) -> list[object]:
    session = Session([root], shipped())
    session.open_text(path, text.decode())
    return _shown(session.check(path).findings)


@pytest.mark.parametrize("seed", range(8))
def test_random_edits_equal_a_fresh_check(tmp_path: Path, seed: int) -> None:
    root = crate(tmp_path, MAIN, files={"src/model.rs": MODEL})
    path = root / "src/main.rs"
    session = Session([root], shipped())
    document = Document(Text.from_str(MAIN))
    session.open(path, document)
    session.check(path)
    chance = random.Random(seed)
    for _ in range(40):
        size = len(document.text.data)
        start = chance.randrange(size + 1)
        end = start if chance.random() < 0.6 else min(size, start + chance.choice((1, 1, 2, 5, 40)))
        document.edit(start, end, chance.choice(ATOMS).encode() if chance.random() < 0.8 else b"")
        session.changed(path)
        assert _shown(session.check(path).findings) == _fresh(root, path, document.text.data)
        if chance.random() < 0.3:  # people undo
            document.change(None, MAIN, "utf-8")
            session.changed(path)


def test_an_edit_elsewhere_is_seen(tmp_path: Path) -> None:
    root = crate(tmp_path, MAIN, files={"src/model.rs": MODEL})
    main, model = root / "src/main.rs", root / "src/model.rs"
    session = Session([root], shipped())
    session.open_text(main, MAIN)
    assert [f.level.value for f in session.check(model).findings] == ["error"]
    session.open_text(main, MAIN.replace("Autodiff<NdArray>", "Autodiff<burn::backend::Flex>"))
    assert session.check(model).findings == ()


def test_closing_goes_back_to_the_disk(tmp_path: Path) -> None:
    root = crate(tmp_path, MAIN, files={"src/model.rs": MODEL})
    path = root / "src/main.rs"
    session = Session([root], shipped())
    before = _shown(session.check(path).findings)
    session.open_text(path, "fn main() {}")
    assert session.check(path).findings == ()
    session.close(path)
    assert _shown(session.check(path).findings) == before


def test_files_come_and_go_on_disk(tmp_path: Path) -> None:
    root = crate(tmp_path, MAIN, files={"src/model.rs": MODEL})
    model = root / "src/model.rs"
    session = Session([root], shipped())
    assert session.check(model).findings
    model.unlink()
    session.disk_changed([model])
    assert model not in session.files()
    model.write_text(MODEL.replace("Linear", "Nearest"))
    session.disk_changed([model])
    assert session.check(model).findings == ()
    (root / "Cargo.lock").write_text((root / "Cargo.lock").read_text().replace("0.21.0", "0.21.9"))
    session.disk_changed([root / "Cargo.lock"])
    assert session.context(model).burn.shown() == "0.21.9"
