"""Checks the files of a listing, in this process or in several, with the same result in the same order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path

from burnlint.cargo.workspace import disk
from burnlint.checks.finding import Finding
from burnlint.cli.listing import Group, Listing
from burnlint.cli.settings import configure
from burnlint.cli.terminal import Progress
from burnlint.engine.session import Session
from burnlint.problem import Problem
from burnlint.report.run import Entry
from burnlint.settings.settings import Settings

_ENOUGH_FILES = 200  # fewer are checked sooner than other processes start


@dataclass(frozen=True)
class Checked:
    """What one file gave."""

    path: Path
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()


def open_sessions(listing: Listing, read: Callable[[Path], bytes | None]) -> list[Session]:
    """A session for each group of packages."""
    return [_session(group, read) for group in listing.groups]


def check_here(listing: Listing, sessions: Sequence[Session], *, once: bool = False) -> list[Checked]:
    """Checks all files in this process, with sessions that may hold texts of their own; `once`: and never again."""
    progress = Progress(len(listing.files))
    checked: list[Checked] = []
    for group, session in zip(listing.groups, sessions, strict=True):
        for roots in _together(group, session):
            for path in (file for root in roots for file in group.packages[root]):
                progress.show(len(checked))
                checked.append(check_file(session, path))
            if once:
                session.release(roots[0])
    progress.clear()
    return _in_order(checked)


def check_file(session: Session, path: Path) -> Checked:
    """A file on which burnlint itself fails is a problem, and the others are checked all the same."""
    try:
        report = session.check(path)
        entries = tuple(Entry(_bare(finding), session.fixes(finding)) for finding in report.findings)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(frame.filename).name}:{frame.lineno}"
        words = f"burnlint failed on this file, please report it: {type(error).__name__}: {error} ({where})"
        return Checked(path, (), (Problem(path, words),))
    return Checked(path, entries, report.problems)


def _bare(finding: Finding) -> Finding:
    """Without what only fixes need, which other processes could not send."""
    return replace(finding, facts={})


def _session(group: Group, read: Callable[[Path], bytes | None]) -> Session:
    def settings_of(folder: Path, workspace: Path | None) -> Settings:
        if folder in group.packages:
            return group.configured.settings
        return configure(folder, workspace, group.choice, read).settings

    return Session(list(group.packages), group.configured.database, settings_of, read, nested=False)


def _together(group: Group, session: Session) -> list[tuple[Path, ...]]:
    """The packages of a group, those together that are judged together."""
    found: dict[frozenset[Path], list[Path]] = {}
    for root in group.packages:
        found.setdefault(session.together(root), []).append(root)
    return [tuple(roots) for roots in found.values()]


def _in_order(checked: Sequence[Checked]) -> list[Checked]:
    return sorted(checked, key=lambda one: one.path)


# ---- several processes: what is judged together is never divided ---------------------------------------


def check_parallel(listing: Listing, jobs: int) -> list[Checked]:
    """Checks all files from disk; `jobs` of 0 means as many processes as help."""
    packages = sum(len(group.packages) for group in listing.groups)  # as many tasks, or a few less
    helpful = _processors() if len(listing.files) >= _ENOUGH_FILES else 1
    jobs = min(jobs or helpful, packages)
    if jobs > 1:
        try:
            return _in_order(_check_in_pool(listing, jobs))
        except BrokenProcessPool:
            pass  # a process was killed, for lack of memory perhaps: one at a time needs less
    return check_here(listing, open_sessions(listing, disk), once=True)


def _check_in_pool(listing: Listing, jobs: int) -> list[Checked]:
    progress = Progress(len(listing.files))
    checked: list[Checked] = []
    # A forked process starts at once and has the records already; elsewhere than on Linux it is not safe.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(listing,)) as pool:
        tasks = [
            (index, roots)
            for index, group in enumerate(listing.groups)
            for roots in _together(group, _session(group, disk))
        ]
        # The longest first, so that no process is left alone with it at the end.
        tasks.sort(key=lambda task: sum(len(listing.groups[task[0]].packages[root]) for root in task[1]), reverse=True)
        futures = [pool.submit(_check_packages, *task) for task in tasks]
        try:
            for future in as_completed(futures):
                checked += future.result()
                progress.show(len(checked))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            progress.clear()
    return checked


@dataclass
class _Worker:
    """What a process of the pool knows."""

    listing: Listing
    sessions: dict[int, Session]


_worker: list[_Worker] = []


def _start(listing: Listing) -> None:
    # Ctrl-C is for the parent to answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [_Worker(listing, {})]


def _check_packages(index: int, roots: Sequence[Path]) -> list[Checked]:
    [worker] = _worker
    group = worker.listing.groups[index]
    if index not in worker.sessions:
        worker.sessions[index] = _session(group, disk)
    session = worker.sessions[index]
    checked = [check_file(session, path) for root in roots for path in group.packages[root]]
    session.release(roots[0])
    return checked


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
