"""`burnlint check`: finds the panics of files, packages and workspaces."""

from __future__ import annotations

import argparse
from pathlib import Path

from burnlint.cli.options import add_color, add_settings
from burnlint.report.formats import FORMATS

_EXAMPLES = """\
examples:
  burnlint check                              the package or workspace of this folder
  burnlint check src/model.rs crates/train    some files and folders
  burnlint check --backend 'Autodiff<Wgpu>'   what would panic on another backend?
  burnlint check --burn 0.22.1                ... or after an upgrade?
  burnlint check --target wasm32-unknown-unknown
  burnlint check --diff                       show what --fix would change
  burnlint check --output-format sarif --output-file burnlint.sarif
  burnlint check --write-baseline burnlint-baseline.json
  burnlint check --stdin-filename src/lib.rs < src/lib.rs

exit codes:
  0  nothing found at the level of --fail-on or above
  1  something found
  2  wrong use, broken settings or records, or a file that could not be checked
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "check",
        help="find calls that panic at run time",
        description="Finds the calls to burn that will panic at run time on your burn version, backend and target.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", type=Path, help="files and folders (default: .)")
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format",
        choices=tuple(FORMATS),
        default="text",
        metavar="FORMAT",
        help="; ".join(f"{name}: {words}" for name, words in FORMATS.items()),
    )
    output.add_argument("--output-file", type=Path, metavar="FILE", help="write the report to FILE")
    output.add_argument("--show-suppressed", action="store_true", help="also report what comments suppress")
    add_color(output)
    fixing = parser.add_argument_group("fixes")
    fixing.add_argument("--fix", action="store_true", help="apply the fixes that change nothing else")
    fixing.add_argument(
        "--unsafe-fixes", action="store_true", help="apply fixes also when they change what the program computes"
    )
    fixing.add_argument("--diff", action="store_true", help="show what the fixes would change, and change nothing")
    result = parser.add_argument_group("result")
    result.add_argument(
        "--fail-on",
        choices=("error", "warning", "information"),
        default="warning",
        help="the least level that makes the exit code 1 (default: warning)",
    )
    result.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    result.add_argument(
        "--write-baseline",
        type=Path,
        metavar="FILE",
        help="write what is found now to FILE, for --baseline",
    )
    add_settings(parser)
    running = parser.add_argument_group("running")
    running.add_argument(
        "--stdin-filename", type=Path, metavar="NAME", help="check the text on standard input as the file NAME"
    )
    running.add_argument("--watch", action="store_true", help="check again whenever a file changes")
    running.add_argument(
        "--jobs", type=_jobs, default=0, metavar="N", help="processes to use (default: as many as help)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code."""
    from burnlint.cli.checking import run_check

    return run_check(args)


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of processes")
    return int(text)
