"""What the commands that only read records need: the records, and which release of burn is meant."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from burnlint.cli.errors import UsageError
from burnlint.cli.terminal import note, wants_color, width, write

if TYPE_CHECKING:
    from burnlint.cargo.version import Version
    from burnlint.records.load import Database
    from burnlint.render.model import Document


def add_records(parser: argparse.ArgumentParser) -> None:
    """`--records`."""
    parser.add_argument(
        "--records",
        action="append",
        type=Path,
        metavar="FOLDER",
        help="records of your own to read too (default: those of the project around this folder)",
    )


def database_of(args: argparse.Namespace) -> Database:
    """burnlint's records with those of `--records`, or of the settings around the current folder."""
    from burnlint.records.load import load_database

    database = load_database([folder.absolute() for folder in args.records or _folders_of_project()])
    for problem in database.problems:
        note(f"{problem.path}: {problem.message}")
    return database


def release_of(text: str, database: Database) -> Version:
    """`0.21.0`, or the newest known release that `0.21` may mean; raises UsageError."""
    from burnlint.cargo.version import Requirement, Version

    try:
        return Version.parse(text)
    except ValueError:
        pass
    try:
        found = Requirement.parse(text).versions(database.versions)
    except ValueError as error:
        raise UsageError(f"--burn: `{text}` is no release: expected for example `0.21.0` or `0.21`") from error
    if not found:
        known = ", ".join(map(str, database.versions))
        raise UsageError(f"--burn: burnlint knows no release `{text}`, only {known}")
    return found[-1]


def release_of_project() -> Version | None:
    """The release that Cargo.lock chose for the project around the current folder, if it is one."""
    from burnlint.cargo.workspace import load_project

    exact = {
        package.burn.exact
        for package in load_project(Path.cwd()).packages
        if package.burn is not None and package.burn.exact is not None
    }
    return exact.pop() if len(exact) == 1 else None


def write_document(document: Document, args: argparse.Namespace) -> None:
    """As Markdown, or for the terminal."""
    from burnlint.render.markdown import to_markdown
    from burnlint.render.terminal import to_terminal

    if args.format == "markdown":
        write(f"{to_markdown(document)}\n")
    else:
        columns = width(sys.stdout, otherwise=100)
        write(f"{to_terminal(document, columns, wants_color(args.color, sys.stdout))}\n")


def _folders_of_project() -> tuple[Path, ...]:
    from burnlint.cargo.files import Files
    from burnlint.cargo.members import workspace_root
    from burnlint.cargo.workspace import disk, find_manifest
    from burnlint.settings.load import load_settings

    files = Files(disk)
    path = find_manifest(Path.cwd())
    manifest = None if path is None else files.manifest(path)
    if manifest is None:
        return load_settings(Path.cwd(), None, disk).settings.records
    return load_settings(manifest.folder, workspace_root(manifest, files).folder, disk).settings.records
