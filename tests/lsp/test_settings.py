"""Editor and command line say the same, whatever settings the packages of a workspace have."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from burnlint.cargo.workspace import disk
from burnlint.lsp.documents import Documents
from burnlint.lsp.engine import BurnlintEngine
from burnlint.lsp.workplace import Workplace
from tests.workspace import lock, write

MAIN = """\
use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

type B = Autodiff<NdArray>;

fn main() {
    let x = Tensor::<B, 4>::ones([1, 1, 4, 4], &Default::default()).require_grad();
    let y = interpolate(x, [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic));
    y.sum().backward();
}
"""


def package(name: str, more: str = "") -> dict[str, str]:
    """A member of a workspace."""
    manifest = (
        f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2021"\n\n'
        f'[dependencies]\nburn = {{ version = "0.21", features = ["ndarray", "autodiff"] }}\n{more}'
    )
    return {f"{name}/Cargo.toml": manifest, f"{name}/src/main.rs": MAIN}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """One package for each way to have settings."""
    members = ["plain", "quiet", "low", "skipped", "known", "broken"]
    metadata = '\n[package.metadata.burnlint]\nlevels = { "interpolate-backward" = "warning" }\n'
    files = {
        "Cargo.toml": f"[workspace]\nmembers = {json.dumps(members)}\n",
        "Cargo.lock": lock("0.21.0"),
        **package("plain"),
        **package("quiet"),
        "quiet/burnlint.toml": 'ignore = ["interpolate-backward"]\n',
        **package("low", metadata),
        **package("skipped"),
        "skipped/burnlint.toml": 'exclude = ["src/**"]\n',
        **package("known"),
        "known/burnlint.toml": 'baseline = "baseline.json"\n',
        **package("broken"),
        "broken/burnlint.toml": 'queries = ["queries"]\n',
        "broken/queries/own.scm": "(call_expression\n",
    }
    write(tmp_path, files)
    check(tmp_path / "known", "--no-config", "--write-baseline", str(tmp_path / "known/baseline.json"))
    return tmp_path


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs `burnlint check`."""
    command = [sys.executable, "-m", "burnlint", "check", *arguments, str(folder)]
    return subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False)


def shown(work: Workplace, root: Path) -> Iterator[tuple[str, str]]:
    """File and level of what an editor is told."""
    for path in work.analysis.files():
        report = work.check(path, is_open=False)
        for finding in report.findings if report is not None else ():
            yield path.relative_to(root).as_posix(), finding.level.value


def test_editor_and_command_line_say_the_same(workspace: Path) -> None:
    work = Workplace(BurnlintEngine(), Documents(), disk, [workspace], None)
    told = sorted(shown(work, workspace))
    done = check(workspace, "--output-format", "json")
    document = json.loads(done.stdout)
    found = sorted((finding["path"], finding["level"]) for finding in document["findings"])
    assert (
        told
        == found
        == [
            ("broken/src/main.rs", "error"),
            ("low/src/main.rs", "warning"),
            ("plain/src/main.rs", "error"),
        ]
    )
    (error,) = document["errors"]
    assert (error["path"], done.returncode) == ("broken/queries/own.scm", 2)
    assert [problem.path for problem in work.problems] == [workspace / "broken/queries/own.scm"]


def test_each_folder_of_a_workspace_has_its_own_settings(workspace: Path) -> None:
    roots = [workspace / "plain", workspace / "quiet"]
    work = Workplace(BurnlintEngine(), Documents(), disk, roots, None)
    assert list(shown(work, workspace)) == [("plain/src/main.rs", "error")]


def test_what_the_editor_says_comes_on_top(workspace: Path) -> None:
    work = Workplace(BurnlintEngine(), Documents(), disk, [workspace], {"ignore": ["interpolate-*"]})
    assert list(shown(work, workspace)) == []
    assert work.set_editor_settings(None)
    assert len(list(shown(work, workspace))) == 3


def test_settings_and_baselines_are_read_again_when_they_change(workspace: Path) -> None:
    work = Workplace(BurnlintEngine(), Documents(), disk, [workspace], None)
    assert len(list(shown(work, workspace))) == 3
    (workspace / "quiet/burnlint.toml").write_text("")
    assert work.files_changed([workspace / "quiet/burnlint.toml"])
    assert len(list(shown(work, workspace))) == 4
    baseline = workspace / "known/baseline.json"
    assert work.decides(baseline) and baseline.as_posix() in work.own_patterns
    baseline.write_text("{}")
    assert work.files_changed([baseline])
    assert len(list(shown(work, workspace))) == 5
    assert baseline in [problem.path for problem in work.problems]
