"""The command line as a whole: its parser, and how every command ends."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from burnlint import __version__
from burnlint.cli import check, completion, explain, matrix, records, rules, server
from burnlint.cli.errors import EXIT_WRONG_USE, UsageError
from burnlint.cli.terminal import note

_PROMISE = "burnlint never runs cargo, rustc, build scripts or anything of your workspace, and never uses the network."
_EXAMPLES = """\
examples:
  burnlint check                      find the panics of the package or workspace of this folder
  burnlint explain                    paste a panic message: what it means, and what to do
  burnlint matrix interpolate         which backends support an operation, on which releases
  burnlint rules                      everything that burnlint knows of
  burnlint server                     the language server, for editors

`burnlint COMMAND --help` says more of each command.
"""
_COMMANDS = (check, explain, matrix, rules, records, server, completion)

_EXIT_INTERRUPTED = 130  # as shells say it: 128 and the number of the signal
_EXIT_PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code."""
    # Names and source lines may have characters that the terminal or pipe cannot take.
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda errors: None)(errors="backslashreplace")
    try:
        args = build_parser().parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except UsageError as error:
        for message in error.messages:
            note(f"error: {message}")
        return EXIT_WRONG_USE
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _EXIT_PIPE_CLOSED


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="burnlint",
        description="Tells which calls to the burn deep-learning framework panic at run time on your burn version, "
        "backend and target, why, and what to write instead.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("-V", "--version", action=_Version, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser


class Parser(argparse.ArgumentParser):
    """Keeps the line breaks of examples, and knows what a misspelt word may mean."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Shorter than argparse's own, which repeats every option first."""
        command = f"{self.prog} --help"
        self.exit(EXIT_WRONG_USE, f"{self.prog}: error: {message}{self._hint(message)}\n`{command}` shows how.\n")

    def _hint(self, message: str) -> str:
        """What the word that was not understood may have been meant to be."""
        known = [
            text
            for command in completion.commands_of(self)
            for text in (
                *(word.text for word in command.words),
                *(value for option in command.options for value in option.values),
            )
        ]
        words = re.findall(r"(?:invalid choice: '|unrecognized arguments: )([\w-]+)", message)
        near = [match for word in words if word not in known for match in get_close_matches(word, known, 1)]
        return f"; did you mean `{near[0]}`?" if near else ""


class _Version(argparse.Action):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "nargs": 0})

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        sys.stdout.write(f"burnlint {__version__}\n{_PROMISE}\n")
        parser.exit()
