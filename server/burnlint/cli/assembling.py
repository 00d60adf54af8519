"""Makes the run that is reported of what was found in each file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from burnlint.cargo.workspace import disk
from burnlint.cli.checker import Checked
from burnlint.cli.listing import Group, Listing
from burnlint.engine.session import Session
from burnlint.problem import Problem
from burnlint.records.load import Database
from burnlint.report.baseline import are_known, read_baseline
from burnlint.report.run import Entry, Run, Sources


def assemble(
    listing: Listing,
    checked: Sequence[Checked],
    sources: Sources,
    *,
    show_suppressed: bool,
    use_baselines: bool = True,
) -> Run:
    """All findings in order, without those that a comment suppresses (unless shown) or that a baseline has."""
    entries = sorted(
        (entry for one in checked for entry in one.entries),
        key=lambda entry: (entry.finding.place, entry.finding.rule),
    )
    problems = [*listing.problems, *(problem for one in checked for problem in one.problems)]
    active = [entry for entry in entries if not entry.finding.suppressed]
    known: set[int] = set()
    for group in listing.groups if use_baselines else ():
        found = _known(group, active, sources)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            known |= found
    shown = [entry for entry in (entries if show_suppressed else active) if id(entry) not in known]
    return Run(
        root=Path.cwd(),
        entries=tuple(shown),
        problems=tuple(sorted(dict.fromkeys(problems), key=lambda one: (one.path, one.span or (-1, -1)))),
        files=len(listing.files),
        sources=sources,
        database=_database(listing),
        suppressed=0 if show_suppressed else len(entries) - len(active),
        known=len(known),
        package_of=Session([], Database()).context,
    )


def _known(group: Group, entries: Sequence[Entry], sources: Sources) -> set[int] | Problem:
    """The identities of the entries of these packages that their baseline has."""
    path = group.configured.settings.baseline
    if path is None:
        return set()
    data = disk(path)
    fingerprints = Problem(path, "the baseline cannot be read") if data is None else read_baseline(data, path)
    if isinstance(fingerprints, Problem):
        return fingerprints
    files = {file for files in group.packages.values() for file in files}
    own = [entry for entry in entries if entry.finding.place.path in files]
    flags = are_known([entry.finding for entry in own], fingerprints, path.parent, sources)
    return {id(entry) for entry, is_known in zip(own, flags, strict=True) if is_known}


def _database(listing: Listing) -> Database:
    """That of the packages with the most records: all have those that burnlint itself brings."""
    databases = [group.configured.database for group in listing.groups]
    return max(databases, key=lambda database: len(database.records), default=Database())
