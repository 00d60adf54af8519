"""`burnlint records`: looks into records, checks them, holds them against burn, and judges those of another dataset."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burnlint.cli import drift
from burnlint.cli.errors import EXIT_CLEAN, EXIT_FOUND, EXIT_WRONG_USE, UsageError
from burnlint.cli.knowledge import add_records, database_of, write_document
from burnlint.cli.options import add_color
from burnlint.cli.terminal import count, note, wants_color, width, write

if TYPE_CHECKING:
    from burnlint.problem import Problem
    from burnlint.records.claims import Claim, Joined
    from burnlint.records.load import Database
    from burnlint.report.run import Run

_LINT = """\
examples:
  burnlint records lint                       the records that burnlint brings
  burnlint records lint lint/records          those of your own, together with burnlint's

exit codes:
  0  nothing is wrong
  1  something is
"""
_IMPORT = """\
examples:
  burnlint records import errors/*.json
  burnlint records import --format json errors.json > claims.json

Nothing is stored. A claim counts as unverified until burnlint's own evidence agrees with it.

exit codes:
  0  read, and no claim is contradicted
  1  a claim is contradicted
  2  a file is not in the form of such a record
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command, its own commands and their options."""
    parser = commands.add_parser(
        "records",
        help="show, check, import or bring up to date records of panics",
        description="Shows, checks or imports records, or holds them against burn: one record is one known panic.",
    )
    own = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    show = own.add_parser(
        "show",
        help="show a record in full",
        description="Shows a record in full, and which file it is in.",
        epilog="examples:\n  burnlint records show ndarray-interpolate-backward-bicubic\n",
    )
    show.add_argument("id", metavar="ID")
    show.add_argument("--format", choices=("text", "markdown"), default="text", help="default: text")
    add_records(show)
    add_color(show)
    show.set_defaults(run=run_show)

    lint = own.add_parser(
        "lint", help="check the files of records", description="Checks the files of records.", epilog=_LINT
    )
    lint.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="folders with records of your own")
    add_color(lint)
    lint.set_defaults(run=run_lint)

    foreign = own.add_parser(
        "import",
        help="compare records of another dataset with burnlint's",
        description="Reads error records of another dataset (JSON, schemaVersion 2) and judges what they claim.",
        epilog=_IMPORT,
    )
    foreign.add_argument("files", nargs="+", type=Path, metavar="FILE")
    foreign.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="default: text")
    add_records(foreign)
    add_color(foreign)
    foreign.set_defaults(run=run_import)

    drift.add_parser(own)


def run_show(args: argparse.Namespace) -> int:
    """The exit code; raises UsageError."""
    from burnlint.render.explain import explain_record
    from burnlint.settings.parse import did_you_mean

    database = database_of(args)
    record = database.records.get(args.id)
    if record is None:
        raise UsageError(f"no record is called `{args.id}`{did_you_mean(args.id, list(database.records))}")
    note(str(database.origins["record", record.id].path))
    write_document(explain_record(database, record), args)
    return EXIT_CLEAN


def run_lint(args: argparse.Namespace) -> int:
    """The exit code; raises UsageError."""
    from burnlint.datadir import data_dir
    from burnlint.drift.exemptions import read_exemptions
    from burnlint.records.lint import lint
    from burnlint.records.load import load_database
    from burnlint.report.run import Style
    from burnlint.report.text import render_problem

    folders = [folder.absolute() for folder in args.folders]
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder")
    database = load_database(folders)
    problems = [
        problem
        for folder in folders or [data_dir("records")]
        for problem in (*lint(database, folder), *read_exemptions(folder).problems)
    ]
    run = _run(problems, database)
    style = Style(wants_color(args.color, sys.stdout), width(sys.stdout))
    for problem in problems:
        write("".join(f"{line}\n" for line in render_problem(run, problem, style)) + "\n")
    result = count(len(problems), "problem") if problems else "nothing is wrong"
    write(f"{count(len(database.records), 'record')}: {result}\n")
    return EXIT_FOUND if problems else EXIT_CLEAN


def run_import(args: argparse.Namespace) -> int:
    """The exit code."""
    from burnlint.records.foreign import claims, import_foreign
    from burnlint.render.claims import foreign_claims
    from burnlint.report.formats import render
    from burnlint.report.run import Style

    database = database_of(args)
    result = import_foreign([path.absolute() for path in args.files], database)
    judged = [(joined, claims(joined, database)) for joined in result.joined]
    if args.format == "json":
        write(json.dumps([_claims_object(joined, found) for joined, found in judged], indent=2) + "\n")
    else:
        for index, (joined, found) in enumerate(judged):
            write("\n" if index else "")
            write_document(foreign_claims(joined, found), args)
    for line in render("concise", _run(result.problems, database), Style()):
        note(line)
    if result.problems:
        return EXIT_WRONG_USE
    contradicted = any(claim.verdict == "contradicted" for _, found in judged for claim in found)
    return EXIT_FOUND if contradicted else EXIT_CLEAN


def _claims_object(joined: Joined, found: Sequence[Claim]) -> dict[str, Any]:
    return {
        "id": joined.foreign.id,
        "records": [record.id for record in joined.records],
        "claims": [asdict(claim) for claim in found],
    }


def _run(problems: Sequence[Problem], database: Database) -> Run:
    """Problems as the reports of `burnlint check` take them."""
    from burnlint.cargo.workspace import disk
    from burnlint.report.run import Run, Sources

    return Run(Path.cwd(), (), tuple(problems), 0, Sources(disk), database)
