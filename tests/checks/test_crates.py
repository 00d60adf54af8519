"""Crates as people write them: findings start on the marked lines, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from burnlint.checks.finding import Finding
from burnlint.engine.session import Session
from burnlint.fixes.apply import syntax_errors
from burnlint.settings.settings import Settings
from burnlint.span import Place
from burnlint.syntax.text import Text
from tests.workspace import assert_as_marked, findings, marks, shipped, shown

CRATES = Path(__file__).parents[1] / "crates"
NAMES = sorted(path.name for path in CRATES.iterdir() if path.is_dir() and path.name != "demo")  # it has no marks


@pytest.mark.parametrize("name", NAMES)
def test_as_marked(name: str) -> None:
    assert_as_marked(CRATES / name)


@pytest.mark.parametrize("name", NAMES)
def test_well_formed(name: str) -> None:
    """No file of a crate has a problem, and every mark names a rule that exists."""
    root = CRATES / name
    session = Session([root], shipped())
    assert [problem for path in session.files() for problem in session.check(path).problems] == []
    for path in root.rglob("*.rs"):
        assert syntax_errors(path, Text.from_bytes(path.read_bytes())[0]) == 0, path
    assert {rule for _, _, _, rule in marks(root)} <= set(shipped().rules)


@pytest.mark.parametrize("name", [name for name in NAMES if re.search(r"-\d+\.\d+$", name)])
def test_the_lock_file_decides(name: str) -> None:
    """Every package of a crate builds with the series that the crate is named after."""
    root = CRATES / name
    session = Session([root], shipped())
    series = set()
    for manifest in root.rglob("Cargo.toml"):
        context = session.context(manifest)
        if context is not None and context.burn is not None:
            assert context.burn.place.path.name == "Cargo.lock"
            assert context.burn.exact is not None
            series.add(f"{context.burn.exact.major}.{context.burn.exact.minor}")
    assert series == {name.rsplit("-", 1)[1]}


def test_the_demo_shows_all_three_families() -> None:
    """It has no marks, because it is there to be read."""
    assert [(file, level, rule) for file, _, level, rule in _found("demo")] == [
        ("embedded/src/lib.rs", "error", "deform-conv-backward"),
        ("second-order/src/main.rs", "error", "nested-autodiff"),
        ("src/model.rs", "error", "interpolate-backward"),
    ]


def test_clean_has_no_mark() -> None:
    assert marks(CRATES / "clean") == []


# ---- what the user asks for narrows the configurations ---------------------------------------------------


def _found(name: str, **asked: object) -> list[tuple[str, int, str, str]]:
    root = CRATES / name
    return shown(root, findings(root, Settings(**asked)))  # type: ignore[arg-type]


LOSS, BLOCKS = "crates/trainer/src/loss.rs", "crates/unet/src/blocks.rs"


def _lines(name: str, *files: str) -> dict[str, int]:
    return {file: line for file, line, _, _ in marks(CRATES / name) if file in files}


@pytest.mark.parametrize(
    ("features", "backward"),
    [(("tch",), False), (("wgpu",), True), (("ndarray",), True), ((), True), (("wgpu", "tch"), False)],
)
def test_features_of_the_workspace(features: tuple[str, ...], backward: bool) -> None:
    """Which backend the trainer has is settled when its features are: LibTorch has the gradient, the others do not.

    The model is in another package of the workspace; the trainer alone asks it for gradients.
    """
    lines = _lines("workspace-0.20", LOSS, BLOCKS)
    expected = [(file, lines[file], "error", "interpolate-backward") for file in (LOSS, BLOCKS)] if backward else []
    assert _found("workspace-0.20", features=features) == sorted(expected)


def test_default_features_of_the_kiosk() -> None:
    """Flex alone has the gradient; the graphics card, which comes before it, has not."""
    (line,) = _lines("devices-0.22", "kiosk/src/main.rs").values()
    kiosk = [one for one in _found("devices-0.22", features=()) if one[0].startswith("kiosk")]
    assert kiosk == []
    kiosk = [one for one in _found("devices-0.22", features=("gpu",)) if one[0].startswith("kiosk")]
    assert kiosk == [("kiosk/src/main.rs", line, "error", "interpolate-backward")]


def test_clean_stays_clean_on_libtorch() -> None:
    """Whichever set of features is built."""
    assert _found("clean", features=("torch",)) == []
    assert _found("clean", features=(), no_default_features=True) == []


def test_what_if_the_trainer_ran_elsewhere() -> None:
    """Of the backends of that release only LibTorch has the gradient."""
    (line,) = _lines("trainer-0.18", "src/model.rs").values()
    error = [("src/model.rs", line, "error", "interpolate-backward")]
    assert _found("trainer-0.18", backend="Autodiff<LibTorch>") == []
    for backend in ("Autodiff<NdArray>", "Autodiff<Cuda>", "Autodiff<Wgpu>"):
        assert _found("trainer-0.18", backend=backend) == error, backend


# ---- what a finding says ---------------------------------------------------------------------------------


def _one(name: str, file: str) -> Finding:
    root = CRATES / name
    (found,) = [one for one in findings(root) if one.place.path == root / file]
    return found


def test_message_leaves_out_what_works() -> None:
    """The warning of the library speaks of the program that panics, not of the one that does not."""
    finding = _one("library-0.13", "src/model.rs")
    assert {one.backend for one in finding.records} == {"NdArray"}
    assert "LibTorch" not in finding.message


def test_related_lines_lead_from_the_model_to_the_cause() -> None:
    finding = _one("trainer-0.18", "src/model.rs")
    said = {(one.place.path.name, _line_at(one.place)) for one in finding.related}
    assert ("main.rs", 'let model = training::run::<Autodiff<Wgpu>>("artifacts", device.clone());') in said
    assert ("model.rs", "TrainOutput::new(self, item.loss.backward(), item)") in said
    assert ("model.rs", "self.image.forward(self.resize.forward(features))") in said
    assert ("Cargo.lock", 'version = "0.18.0"') in said


def test_fixes_are_true_for_the_release() -> None:
    """0.23 has neither NdArray nor LibTorch; 0.18 has no Flex yet."""
    session = Session([CRATES / "trainer-0.18"], shipped())
    titles = " ".join(fix.title for fix in session.fixes(_one("trainer-0.18", "src/model.rs")))
    assert "LibTorch" in titles
    assert "Flex" not in titles

    root = CRATES / "newest-0.23"
    session = Session([root], shipped())
    found = findings(root)
    assert found
    for finding in found:
        titles = " ".join(fix.title for fix in session.fixes(finding))
        assert "NdArray" not in titles
        assert "LibTorch" not in titles


@pytest.mark.parametrize(
    ("name", "file"),
    [("flex-0.21", "src/sharpen.rs"), ("library-0.13", "src/bin/cpu.rs"), ("devices-0.22", "probe/src/main.rs")],
)
def test_detaching_a_leaf_is_no_way_out(name: str, file: str) -> None:
    """burn's `detach` keeps what `require_grad` says, so such an input is tracked afterwards as before."""
    session = Session([CRATES / name], shipped())
    fixes = session.fixes(_one(name, file))
    assert all(".detach()" not in edit.text for fix in fixes for edit in fix.edits)


def _line_at(place: Place) -> str:
    data = place.path.read_bytes()
    start = data.rfind(b"\n", 0, place.span.start) + 1
    return data[start:].split(b"\n", 1)[0].decode().strip()
