"""`burnlint explain`: what a rule, a record or a panic message means."""

from __future__ import annotations

import argparse
import sys

from burnlint.cli.errors import EXIT_CLEAN, EXIT_FOUND
from burnlint.cli.knowledge import add_records, database_of, release_of, release_of_project, write_document
from burnlint.cli.options import add_color
from burnlint.cli.terminal import note

_EXAMPLES = """\
examples:
  burnlint explain interpolate-backward       a rule
  burnlint explain ndarray-interpolate-backward-bicubic
  burnlint explain "is not supported for ndarray backend"
  cargo run 2>&1 | burnlint explain           a whole log, as it is

exit codes:
  0  found
  1  no record matches; that does not mean that the call is safe
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "explain",
        help="explain a rule, a record or a panic message",
        description="Explains a rule, a record, or a panic of burn: when it comes, why, and what to do instead.",
        epilog=_EXAMPLES,
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ID_OR_TEXT",
        help="an id, a panic message or a part of it; `-` or nothing: standard input",
    )
    parser.add_argument("--burn", metavar="RELEASE", help="explain for this release (default: that of the project)")
    parser.add_argument("--format", choices=("text", "markdown"), default="text", help="default: text")
    add_records(parser)
    add_color(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code; raises UsageError."""
    from burnlint.records.lookup import explain_query
    from burnlint.render.explain import explain_hits

    text = " ".join(args.words)
    if text in ("", "-"):
        if sys.stdin.isatty():
            note("paste a panic message or a log, then end it with Ctrl-D")
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    database = database_of(args)
    release = release_of(args.burn, database) if args.burn else release_of_project()
    hits = explain_query(database, text)
    write_document(explain_hits(database, hits, release), args)
    return EXIT_CLEAN if hits and hits[0].how != "similar" else EXIT_FOUND
