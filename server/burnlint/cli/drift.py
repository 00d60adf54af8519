"""`burnlint records drift`: what releases of burn can panic with, against what records and exemptions say."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burnlint.cli.errors import EXIT_CLEAN, EXIT_FOUND, UsageError
from burnlint.cli.knowledge import add_records, database_of, release_of, write_document
from burnlint.cli.options import add_color
from burnlint.cli.terminal import Progress, note, write

if TYPE_CHECKING:
    from burnlint.drift.compare import Drift, Panic, Place
    from burnlint.drift.crates import Crate

_EXAMPLES = """\
examples:
  burnlint records drift --sources burn                        a checkout of burn's repository
  burnlint records drift --sources old new --since 0.22        what is new in 0.22, and what moved
  burnlint records drift --sources old new --about "by Candle" the lines for a record, ready to paste

DIR holds burn's crates, as a checkout or unpacked, of one release or of several. The sources are only read.

exit codes:
  0  every panic is covered, and every record is where it says
  1  something is open, moved or missing
  2  there is no burn in the sources
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its options."""
    parser = commands.add_parser(
        "drift",
        help="hold records against burn's own sources",
        description="Lists what burn can panic with that no record and no exemption covers, and records out of date.",
        epilog=_EXAMPLES,
    )
    parser.add_argument("--sources", nargs="+", type=Path, required=True, metavar="DIR", help="burn's sources")
    parser.add_argument("--since", metavar="RELEASE", help="list only panics that are new in this release or later")
    parser.add_argument(
        "--about",
        metavar="TEXT",
        help="list only panics with this text, covered or not, with their line in each release",
    )
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="default: text")
    add_records(parser)
    add_color(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The exit code; raises UsageError."""
    from burnlint.datadir import data_dir
    from burnlint.drift.compare import compare, other_crates, panics_about
    from burnlint.drift.exemptions import read_exemptions
    from burnlint.render.drift import drift_report, source_lines

    for folder in args.sources:
        if not folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder")
    database = database_of(args)
    since = None if args.since is None else release_of(args.since, database)
    exemptions = read_exemptions(data_dir("records"))
    crates = _crates(args.sources, other_crates(database))
    drift = compare(crates, database, exemptions)
    if not drift.releases:
        raise UsageError(f"{args.sources[0]}: there is no crate `burn` in it, or in a folder of it")
    for problem in exemptions.problems:
        note(f"{problem.path}: {problem.message}")
    found = drift.open if args.about is None else panics_about(drift, args.about)
    panics = [panic for panic in found if since is None or panic.first >= since]
    if args.about is not None and args.format != "json":
        write_document(source_lines(panics), args)
        return EXIT_FOUND if panics else EXIT_CLEAN
    if args.format == "json":
        write(json.dumps(_object(drift, panics), indent=2) + "\n")
    else:
        write_document(drift_report(drift, panics), args)
    wrong = any(release.moved or release.missing or release.unlined for release in drift.releases)
    return EXIT_FOUND if panics or wrong or drift.idle else EXIT_CLEAN


def _crates(folders: list[Path], others: frozenset[str]) -> list[Crate]:
    from burnlint.drift.crates import find_crates, read_crate

    found, problems = find_crates([folder.absolute() for folder in folders], others)
    progress = Progress(len(found), what="crates")
    crates = []
    for done, one in enumerate(found, 1):
        crate, wrong = read_crate(one)
        crates.append(crate)
        problems += wrong
        progress.show(done)
    progress.clear()
    for problem in problems:
        note(f"{problem.path}: {problem.message}")
    return crates


def _object(drift: Drift, panics: list[Panic]) -> dict[str, Any]:
    return {
        "releases": [
            {
                "burn": str(release.version),
                "panics": release.sites,
                "exempt": len(release.exempt),
                "notCalled": len(release.unreached),
                "recorded": [{"record": record, **_place(place)} for place, record in release.recorded],
                "open": len(release.open),
                "moved": [
                    {"record": moved.record, "from": moved.noted.line, **_place(moved.now)} for moved in release.moved
                ],
                "missing": [missing.record for missing in release.missing],
                "withoutLine": [{"record": record, **_place(place)} for record, place in release.unlined],
                "unread": list(release.unread),
            }
            for release in drift.releases
        ],
        "open": [
            {
                "crate": panic.crate,
                "function": panic.function,
                "message": panic.printed,
                "places": [{"burn": str(version), **_place(place)} for version, place in panic.places],
            }
            for panic in panics
        ],
        "idleExemptions": [{"kind": one.kind, "reason": one.reason} for one in drift.idle],
    }


def _place(place: Place) -> dict[str, Any]:
    entry = place.entry
    return {
        "crate": place.crate,
        "file": place.path,
        "line": place.site.line,
        "reachedFrom": None if entry is None else f"{entry.crate}: {entry.name}",
    }
