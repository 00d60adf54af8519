"""The scripts for shells: each is read by its shell, where there is one, and bash's is also used."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from burnlint.cli.completion import SHELLS, commands_of
from burnlint.cli.main import build_parser

from .conftest import Burnlint


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_has_every_command_option_and_value(burnlint: Burnlint, shell: str) -> None:
    output = burnlint("completion", shell)
    assert output.code == 0
    words = {word for command in commands_of(build_parser()) for option in command.options for word in option.values}
    words |= {word.text for command in commands_of(build_parser()) for word in command.words}
    missing = [word for word in words if word.lstrip("-") not in output.out]
    assert "--unsafe-fixes" in words and "cargo-json" in words and "--clientProcessId" not in words
    assert missing == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_it(burnlint: Burnlint, tmp_path: Path, shell: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "burnlint"
    script.write_text(burnlint("completion", shell).out)
    run = subprocess.run([program, "-n", script], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("burnlint ch", ["check"]),
        ("burnlint check --unsafe", ["--unsafe-fixes"]),
        ("burnlint check --output-format j", ["json", "json-lines", "junit"]),
        ("burnlint check src --fail-on w", ["warning"]),
        ("burnlint check --config x", []),
        ("burnlint records ", ["show", "lint", "import", "drift", "-h", "--help"]),
        ("burnlint records import --format m", ["markdown"]),
        ("burnlint completion z", ["zsh"]),
        ("burnlint check check", []),
    ],
)
def test_bash_completes(burnlint: Burnlint, line: str, replies: list[str]) -> None:
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    script = burnlint("completion", "bash").out.replace("complete -o", ": complete -o")
    script += f'COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _burnlint; printf "%s\\n" "${{COMPREPLY[@]}}"'
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert (run.stdout.split(), run.stderr) == (replies, "")
