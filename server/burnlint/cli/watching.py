"""`burnlint check --watch`: checks again whenever a file changes, until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import TypeAlias

from burnlint.cargo.workspace import disk
from burnlint.cli.checker import check_here, open_sessions
from burnlint.cli.checking import paths_of, report
from burnlint.cli.errors import EXIT_CLEAN, UsageError
from burnlint.cli.listing import Listing, list_files
from burnlint.cli.options import choice_of
from burnlint.cli.settings import forget_records
from burnlint.cli.terminal import count, note
from burnlint.engine.session import Session

_INTERVAL = 0.5  # seconds between two looks at the disk

Stamps: TypeAlias = Mapping[Path, tuple[int, int] | None]


@dataclass(frozen=True)
class _State:
    """What is watched, and the sessions that know it."""

    listing: Listing
    sessions: Sequence[Session]


def watch(args: argparse.Namespace) -> int:
    """Ends with exit code 0 when the user ends it."""
    try:
        state = _open(args)
        while True:
            # Looked at before the check: what changes during it is seen afterwards.
            stamps = _stamps(state.listing)
            report(args, state.listing, check_here(state.listing, state.sessions))
            sys.stdout.flush()
            note(f"watching {count(len(state.listing.files), 'file')}; Ctrl-C ends")
            state = _updated(args, state, _wait_for_change(stamps))
    except KeyboardInterrupt:
        return EXIT_CLEAN


def _open(args: argparse.Namespace) -> _State:
    forget_records()
    listing = list_files(paths_of(args), choice_of(args), disk)
    return _State(listing, open_sessions(listing, disk))


def _wait_for_change(stamps: Stamps) -> set[Path]:
    while True:
        sleep(_INTERVAL)
        changed = {path for path, stamp in stamps.items() if _stamp(path) != stamp}
        if changed:
            return changed


def _updated(args: argparse.Namespace, state: _State, changed: set[Path]) -> _State:
    """The sessions go on when only sources changed; anything else may change everything."""
    try:
        if not all(path.suffix == ".rs" or path.is_dir() for path in changed):
            return _open(args)
        listing = list_files(paths_of(args), choice_of(args), disk)
        if _shape(listing) != _shape(state.listing):
            return _open(args)
    except UsageError as error:
        for message in error.messages:
            note(message)
        return state
    came_or_went = set(listing.files) ^ set(state.listing.files)
    for session in state.sessions:
        session.disk_changed(sorted(came_or_went | {path for path in changed if path.suffix == ".rs"}))
    return _State(listing, state.sessions)


def _shape(listing: Listing) -> list[object]:
    """What a session was opened with."""
    return [(group.configured.settings, set(group.packages)) for group in listing.groups]


def _stamps(listing: Listing) -> Stamps:
    return {path: _stamp(path) for path in {*listing.files, *listing.inputs, *_folders(listing), *_records(listing)}}


def _folders(listing: Listing) -> Iterator[Path]:
    """The folders of the sources: a file that comes or goes changes its folder."""
    for group in listing.groups:
        for root, files in group.packages.items():
            for file in files:
                yield from (folder for folder in file.parents if folder.is_relative_to(root))


def _records(listing: Listing) -> Iterable[Path]:
    """The files of a team's own records."""
    folders = {folder for group in listing.groups for folder in group.configured.settings.records}
    return (path for folder in folders for path in folder.rglob("*.toml"))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size
