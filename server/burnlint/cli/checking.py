"""Runs `burnlint check` once: what is checked, what of it is reported, and how it ends."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from burnlint.cargo.manifest import normal
from burnlint.cargo.workspace import disk
from burnlint.checks.finding import Applicability, Level
from burnlint.cli.assembling import assemble
from burnlint.cli.checker import Checked, check_here, check_parallel, open_sessions
from burnlint.cli.errors import EXIT_CLEAN, EXIT_FOUND, EXIT_WRONG_USE, UsageError
from burnlint.cli.files import write_atomically
from burnlint.cli.fixing import Fixing, Snapshot
from burnlint.cli.listing import Listing, list_files
from burnlint.cli.options import choice_of
from burnlint.cli.terminal import count, note, wants_color, width, write, write_exactly
from burnlint.engine.session import Session
from burnlint.problem import Problem
from burnlint.report.baseline import write_baseline
from burnlint.report.formats import render
from burnlint.report.run import Entry, Run, Sources, Style, shown_path
from burnlint.syntax.document import Document
from burnlint.syntax.text import Text

_SHOW_SUPPRESSED = ("json", "json-lines", "sarif")  # formats that have a place for the word


def run_check(args: argparse.Namespace) -> int:
    """The exit code; raises UsageError."""
    _refuse_contradictions(args)
    if args.watch:
        from burnlint.cli.watching import watch

        return watch(args)
    if args.stdin_filename is not None:
        return _check_standard_input(args)
    if args.fix or args.unsafe_fixes or args.diff:
        snapshot = Snapshot()
        listing = list_files(paths_of(args), choice_of(args), snapshot)
        return _fix(args, listing, open_sessions(listing, snapshot), snapshot)
    listing = list_files(paths_of(args), choice_of(args), disk)
    return finish(args, listing, check_parallel(listing, args.jobs), Sources(disk))


def paths_of(args: argparse.Namespace) -> list[Path]:
    """The files and folders to check, absolute and without `..`."""
    return [_absolute(path) for path in args.paths] or [Path.cwd()]


def _absolute(path: Path) -> Path:
    return normal(path.absolute())


def _refuse_contradictions(args: argparse.Namespace) -> None:
    fixing = [f"--{name}" for name in ("fix", "unsafe-fixes", "diff") if getattr(args, name.replace("-", "_"))]
    if args.stdin_filename is not None and args.paths:
        raise UsageError("--stdin-filename checks standard input only: it takes no PATH")
    if args.stdin_filename is not None and fixing and not args.diff:
        raise UsageError(f"{fixing[0]} has no file to write with --stdin-filename; --diff shows the changes")
    if args.write_baseline is not None and fixing:
        raise UsageError(f"--write-baseline and {fixing[0]} cannot be used together")
    if args.watch:
        others = ["--stdin-filename"] if args.stdin_filename is not None else fixing
        others += ["--write-baseline"] if args.write_baseline is not None else []
        if others:
            raise UsageError(f"--watch and {others[0]} cannot be used together")


def _check_standard_input(args: argparse.Namespace) -> int:
    path = _absolute(args.stdin_filename)
    data = sys.stdin.buffer.read()
    text, complaint = Text.from_bytes(data)

    def read(wanted: Path) -> bytes | None:
        return data if wanted == path else disk(wanted)

    listing = list_files([path], choice_of(args), read)
    sessions = open_sessions(listing, read)
    for session in sessions:
        session.open(path, Document(text))
    if args.diff:
        return _fix(args, listing, sessions, read)
    checked = check_here(listing, sessions)
    if complaint is not None:
        checked.append(Checked(path, problems=(Problem(path, complaint),)))
    return finish(args, listing, checked, Sources(disk, {path: text}))


def _fix(
    args: argparse.Namespace,
    listing: Listing,
    sessions: Sequence[Session],
    read: Callable[[Path], bytes | None],
) -> int:
    allowed = {Applicability.SAFE} | ({Applicability.CHANGES_BEHAVIOUR} if args.unsafe_fixes else set())

    def reported(checked: Sequence[Checked], sources: Sources) -> Sequence[Entry]:
        return assemble(listing, checked, sources, show_suppressed=False).entries

    fixing = Fixing(listing, sessions, read, allowed, reported)
    checked = fixing.run()
    if args.diff:
        for line in fixing.diff(lambda path: shown_path(path, Path.cwd())):
            write_exactly(line)
        if _note_problems(assemble(listing, checked, Sources(read, fixing.texts), show_suppressed=False)):
            return EXIT_WRONG_USE
        return EXIT_FOUND if fixing.texts and not args.exit_zero else EXIT_CLEAN
    unwritten = fixing.write()
    files = len(fixing.texts) - len(unwritten)
    if files:
        note(f"applied {count(fixing.count, 'fix', 'fixes')} in {count(files, 'file')}")
    checked += [Checked(problem.path, problems=(problem,)) for problem in unwritten]
    return finish(args, listing, checked, Sources(read, fixing.texts))


# ---- how it ends ----------------------------------------------------------------------------------------


def finish(args: argparse.Namespace, listing: Listing, checked: Sequence[Checked], sources: Sources) -> int:
    """Reports, and gives the exit code."""
    if args.write_baseline is not None:
        run = assemble(listing, checked, sources, show_suppressed=False, use_baselines=False)
        return _write_baseline(_absolute(args.write_baseline), run)
    run = report(args, listing, checked, sources)
    if run.problems:
        return EXIT_WRONG_USE
    least = Level(args.fail_on).rank
    found = any(entry.finding.level.rank <= least for entry in run.entries if not entry.finding.suppressed)
    return EXIT_FOUND if found and not args.exit_zero else EXIT_CLEAN


def report(
    args: argparse.Namespace, listing: Listing, checked: Sequence[Checked], sources: Sources | None = None
) -> Run:
    """Writes the report to where it is asked for."""
    for words in listing.notes:
        note(words)
    show_suppressed = args.show_suppressed or args.output_format in _SHOW_SUPPRESSED
    run = assemble(listing, checked, sources or Sources(disk), show_suppressed=show_suppressed)
    if args.output_file is None:
        style = Style(wants_color(args.color, sys.stdout), width(sys.stdout))
        for line in render(args.output_format, run, style):
            write(f"{line}\n")
    else:
        style = Style(color=args.color == "always")
        text = "".join(f"{line}\n" for line in render(args.output_format, run, style))
        _write(_absolute(args.output_file), text)
    return run


def _write_baseline(path: Path, run: Run) -> int:
    findings = [entry.finding for entry in run.entries]
    _write(path, write_baseline(findings, path.parent, run.sources))
    note(f"wrote {count(len(findings), 'finding')} to {path}")
    return EXIT_WRONG_USE if _note_problems(run) else EXIT_CLEAN


def _note_problems(run: Run) -> bool:
    """Tells of problems where no report does; whether there are any."""
    for line in render("concise", replace(run, entries=()), Style()):
        note(line)
    return bool(run.problems)


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
