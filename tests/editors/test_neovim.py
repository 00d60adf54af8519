"""Neovim itself, with the file that editors/neovim tells a user to install and nothing else configured."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NVIM = shutil.which("nvim")
PATIENCE = 120

pytestmark = pytest.mark.skipif(NVIM is None and not os.environ.get("CI"), reason="nvim is not on the PATH")


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "tests/crates/demo", tmp_path / "the demo"))  # with a blank in its path


@pytest.fixture
def burnlint(tmp_path: Path) -> Path:
    """A folder with the command `burnlint`, which starts this source tree."""
    command = tmp_path / "bin" / "burnlint"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "server"}" exec "{sys.executable}" -m burnlint "$@"\n')
    command.chmod(0o755)
    return command.parent


def play(scenario: str, demo: Path, path: Path) -> dict[str, Any]:
    """What a scenario of tests/editors/neovim returns that is played in the demo's model."""
    assert NVIM is not None, "CI has to test with Neovim: install nvim"
    home, output = demo.parent / "home", demo.parent / "output.json"
    home.mkdir()
    kinds = ("CONFIG", "DATA", "STATE", "CACHE")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("NVIM", "VIM", "XDG_"))},
        **{f"XDG_{kind}_HOME": str(home) for kind in kinds},
        "PATH": str(path),
    }
    done = subprocess.run(
        [
            NVIM, "--headless", "-i", "NONE", "-n",
            "-u", ROOT / "editors/neovim/burnlint.lua",
            "--cmd", f"lua package.path = {json.dumps(str(Path(__file__).parent / 'neovim/?.lua'))}",
            "-c", f"lua require('editor').run({json.dumps(scenario)}, {json.dumps(str(output))})",
            "src/model.rs",
        ],
        cwd=demo, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert output.exists(), done.stderr
    played: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    assert played["good"], played["result"]
    result: dict[str, Any] = played["result"]
    return result


def model() -> list[str]:
    return (ROOT / "tests/crates/demo/src/model.rs").read_text(encoding="utf-8").splitlines()


def risky_line() -> int:
    (line,) = [number for number, text in enumerate(model()) if "InterpolateMode::Cubic" in text]
    return line


def test_from_finding_to_fix(demo: Path, burnlint: Path) -> None:
    played = play("fix", demo, burnlint)
    finding = played["finding"]
    assert (finding["severity"], finding["code"], finding["source"]) == ("ERROR", "interpolate-backward", "burnlint")
    assert (finding["line"], finding["text"]) == (risky_line(), "InterpolateMode::Cubic")
    assert "bicubic interpolation has no backward pass on NdArray (burn 0.21.0)" in finding["message"]
    hover = played["hover"]
    (row,) = [line for line in hover.splitlines() if line.startswith("| Bicubic ")]
    assert "panics" in row and "← here" in row and "works" in row  # here not, elsewhere it does
    assert "crates/burn-ndarray/src/ops/module.rs" in hover  # the evidence
    assert any(title.startswith("Train on Flex") for title in played["titles"])
    fixed = [text.replace("InterpolateMode::Cubic", "InterpolateMode::Nearest") for text in model()]
    assert played["lines"] == fixed


def test_another_backend_in_another_file(demo: Path, burnlint: Path) -> None:
    """The scenario also waits until the model is clean on Flex."""
    played = play("backend", demo, burnlint)
    assert played["clients"] == 1
    assert played["before"] == played["after"]
    assert (played["after"]["severity"], played["after"]["line"]) == ("ERROR", risky_line())


def test_suppress(demo: Path, burnlint: Path) -> None:
    played = play("suppress", demo, burnlint)
    line = risky_line()
    above, comment, rest = played["lines"][:line], played["lines"][line], played["lines"][line + 1 :]
    assert above + rest == model()
    assert comment.strip().startswith("// burnlint: ignore[interpolate-backward] ")


def test_positions_after_an_emoji(demo: Path, burnlint: Path) -> None:
    played = play("emoji", demo, burnlint)
    assert (played["moved"]["line"], played["moved"]["text"]) == (risky_line(), "InterpolateMode::Cubic")
    assert "crates/burn-ndarray/src/ops/module.rs" in played["hover"]
    assert played["lines"][risky_line()].strip() == "./* é😀 */with_mode(InterpolateMode::Nearest)"


def test_a_missing_server_is_said_once(demo: Path, tmp_path: Path) -> None:
    played = play("missing", demo, tmp_path)
    assert played["clients"] == 0
    assert played["messages"].count("pipx install burnlint") == 1


def test_the_readme_says_what_is_tested() -> None:
    """Users of a newer Neovim copy these lines from the README."""
    folder = ROOT / "editors/neovim"
    readme, init = ((folder / name).read_text(encoding="utf-8") for name in ("README.md", "burnlint.lua"))
    block = re.search(r"```lua\n *vim\.lsp\.config\(\"burnlint\", \{\n(.*?)\}\)\n *vim\.lsp\.enable", readme, re.DOTALL)
    assert block is not None
    settings = [line.strip() for line in block[1].strip().splitlines()]
    assert [line.split(" ")[0] for line in settings] == ["cmd", "filetypes", "root_markers"]
    assert [line for line in settings if line not in init] == []
