"""What is compared: burnlint, and ast-grep if it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from benchmarks import rules

T = TypeVar("T")
_SLOWING = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")


@dataclass(frozen=True)
class Tool:
    """A program with a language server and a command that checks a folder."""

    name: str
    version: str
    server: tuple[str, ...]
    scans: Mapping[str, tuple[str, ...]]  # what sets a run apart -> the command, to which a folder is to be added
    environment: Mapping[str, str]


def find(folder: Path) -> list[Tool]:
    """The tools of this Python environment, and else of the search path; the folder is for their files."""
    burnlint, ast_grep = _program("burnlint"), _program("ast-grep")
    if burnlint is None:
        raise SystemExit("burnlint is not installed: pip install -e .")
    environment = _environment(folder)
    tools = [_burnlint(burnlint, environment)]
    if ast_grep is None:
        print("ast-grep is not installed (pip install ast-grep-cli): burnlint is measured alone", file=sys.stderr)
    else:
        tools.append(_ast_grep(ast_grep, rules.write(folder / "ast-grep"), environment))
    return tools


def in_turn(tools: Sequence[T], round_: int) -> Sequence[T]:
    """The order of this round, so that none is always the first."""
    return tools if round_ % 2 == 0 else tools[::-1]


def _burnlint(program: str, environment: Mapping[str, str]) -> Tool:
    check = (program, "check", "--exit-zero", "--output-format", "json-lines")
    return Tool(
        "burnlint",
        _version(program),
        (program, "server"),
        {"default": check, "`--jobs 1`": (*check, "--jobs", "1")},
        environment,
    )


def _ast_grep(program: str, configuration: Path, environment: Mapping[str, str]) -> Tool:
    scan = (program, "scan", "--config", str(configuration), "--json=stream")
    return Tool(
        "ast-grep",
        _version(program),
        (program, "lsp", "--config", str(configuration)),
        {"default": scan, "`--threads 1`": (*scan, "--threads", "1")},
        environment,
    )


def _environment(folder: Path) -> Mapping[str, str]:
    """That of this process, but with compiled Python kept from run to run, as where pip has put a package."""
    kept = {name: value for name, value in os.environ.items() if name not in _SLOWING}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "python"), "XDG_CACHE_HOME": str(folder / "cache")}


def _program(name: str) -> str | None:
    beside = str(Path(sys.executable).parent)
    return shutil.which(name, path=os.pathsep.join((beside, os.environ.get("PATH", os.defpath))))


def _version(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    return said.split()[1]
