"""`burnlint matrix`: which backends support an operation, on which releases."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from burnlint.cli.errors import EXIT_CLEAN, UsageError
from burnlint.cli.knowledge import add_records, database_of, release_of, write_document
from burnlint.cli.options import add_color
from burnlint.cli.terminal import write

if TYPE_CHECKING:
    from burnlint.records.load import Database
    from burnlint.records.schema import Operation

_EXAMPLES = """\
examples:
  burnlint matrix interpolate
  burnlint matrix interpolate --burn 0.21 --backend NdArray --backend Flex
  burnlint matrix interpolate --format json
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "matrix",
        help="show which backends support an operation",
        description="Shows on which backends and releases an operation works, panics, or is not known to work.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("operation", metavar="OPERATION", help="an operation or a rule, as `burnlint rules` lists them")
    parser.add_argument("--burn", metavar="RELEASE", help="only this release (default: all)")
    parser.add_argument("--backend", action="append", metavar="BACKEND", help="only this backend; may be repeated")
    parser.add_argument("--phase", choices=("forward", "backward"), help="only the forward or the backward pass")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="default: text")
    add_records(parser)
    add_color(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code; raises UsageError."""
    from burnlint.render.matrix import matrix, matrix_json

    database = database_of(args)
    operation = _operation(args.operation, database)
    release = release_of(args.burn, database) if args.burn else None
    backends = _backends(args.backend, database)
    if args.format == "json":
        write(json.dumps(matrix_json(database, operation, release, backends, args.phase), indent=2) + "\n")
    else:
        write_document(matrix(database, operation, release, backends, args.phase), args)
    return EXIT_CLEAN


def _operation(name: str, database: Database) -> Operation:
    from burnlint.settings.parse import did_you_mean

    rule = database.rules.get(name)
    operation = database.operations.get(rule.operation if rule else name)
    if operation is None:
        known = [*database.operations, *database.rules]
        raise UsageError(f"no operation or rule is called `{name}`{did_you_mean(name, known)}")
    return operation


def _backends(names: list[str] | None, database: Database) -> list[str] | None:
    """Backends by name or by family."""
    from burnlint.settings.parse import did_you_mean

    known = [*database.backends, *database.families]
    for name in names or ():
        if name not in known:
            raise UsageError(f"--backend: burn has no backend `{name}`{did_you_mean(name, known)}")
    return list(database.expand(names)) if names else None
