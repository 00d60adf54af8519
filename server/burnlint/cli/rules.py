"""`burnlint rules`: everything that burnlint knows of."""

from __future__ import annotations

import argparse
import json

from burnlint.cli.errors import EXIT_CLEAN
from burnlint.cli.knowledge import add_records, database_of, write_document
from burnlint.cli.options import add_color
from burnlint.cli.terminal import count, write


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "rules",
        help="list the rules and their records",
        description="Lists the rules, which findings and comments name, and the known panics behind each.",
        epilog="examples:\n  burnlint rules\n  burnlint rules --format json\n",
    )
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="default: text")
    add_records(parser)
    add_color(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code."""
    database = database_of(args)
    if args.format == "json":
        rows = [
            {
                "id": rule.id,
                "title": rule.title,
                "summary": rule.summary,
                "operation": rule.operation,
                "phase": rule.phase,
                "records": [record.id for record in database.records_of(rule.id)],
            }
            for rule in database.rules.values()
        ]
        write(json.dumps(rows, indent=2) + "\n")
        return EXIT_CLEAN

    from burnlint.render.model import Block, Bullets, Code, Document, Heading, Paragraph, prose
    from burnlint.render.prose import parse_prose

    known = f"{count(len(database.rules), 'rule')}, {count(len(database.records), 'record')}"
    blocks: list[Block] = [Heading(1, prose(known))]
    for rule in database.rules.values():
        records = database.records_of(rule.id)
        blocks += [
            Heading(2, prose(Code(rule.id))),
            Paragraph(parse_prose(rule.title)),
            Bullets(tuple(prose(Code(record.id), ": ", *parse_prose(record.title)) for record in records)),
        ]
    write_document(Document(tuple(blocks)), args)
    return EXIT_CLEAN
