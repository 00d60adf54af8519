"""Ranges of burn releases in words: "0.21.0 to 0.22.1", "since 0.21.0"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from burnlint.cargo.version import Range, Version
from burnlint.records.wording import listed


def release_words(burn: Range, known: Iterable[Version], within: Range | None = None) -> str:
    """The releases of a range, and of a second one, as far as burnlint knows them; to follow "burn"."""
    ordered = sorted(known)
    inside = [burn.contains(version) and (within is None or within.contains(version)) for version in ordered]
    runs = [
        [version for version, _ in run]
        for is_inside, run in groupby(zip(ordered, inside, strict=True), key=lambda pair: pair[1])
        if is_inside
    ]
    if not runs:
        return f"{burn} (no known release)"
    return listed([_run_words(run, ordered) for run in runs])


def _run_words(run: Sequence[Version], known: Sequence[Version]) -> str:
    first, last = run[0], run[-1]
    if len(run) == 1:
        return str(first)
    note = " (all known)" if len(run) == len(known) else " (the newest known)" if last == known[-1] else ""
    return f"{first} to {last}{note}"


def release_name(version: Version, known: Iterable[Version]) -> str:
    """`burn 0.21.0`; a table for a release that is too new or too old for the records says so."""
    return f"burn {version}" + ("" if version in known else " (a release that burnlint does not know)")


def newest(versions: Iterable[Version]) -> Version | None:
    """The last one that is no pre-release, if there is one."""
    ordered = sorted(versions)
    return next((version for version in reversed(ordered) if not version.pre), ordered[-1] if ordered else None)


def telling_releases(known: Iterable[Version], ranges: Iterable[Range]) -> list[Version]:
    """The columns of a table over releases: the newest of each minor release, and one of each range without these."""
    ordered = sorted(known)
    series = groupby(ordered, key=lambda version: version.release[:2])
    chosen = {newest(group) for _, group in series}
    for burn in ranges:
        inside = [version for version in ordered if burn.contains(version)]
        if not chosen.intersection(inside):
            chosen.add(newest(inside))
    return [version for version in ordered if version in chosen]
