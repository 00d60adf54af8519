"""Ranges of burn releases in words: "0.21.0 to 0.22.1", "since 0.21.0"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from burnlint.cargo.version import Range, Version
from burnlint.records.wording import listed


def release_words(burn: Range, releases: Iterable[Version]) -> str:
    """The releases of a range, as far as burnlint knows them, to follow "burn"."""
    known = sorted(releases)
    runs = [
        [version for _, version in run]
        for inside, run in groupby(enumerate(known), key=lambda item: burn.contains(item[1]))
        if inside
    ]
    if not runs:
        return f"{burn} (no release that burnlint knows)"
    return listed([_run_words(run, known) for run in runs])


def _run_words(run: Sequence[Version], known: Sequence[Version]) -> str:
    first, last = run[0], run[-1]
    if len(run) == len(known) > 1:
        return f"{first} to {last}, every release that burnlint knows"
    if last == known[-1] and len(run) > 1:
        return f"{first} to {last}, the newest release that burnlint knows"
    return str(first) if len(run) == 1 else f"{first} to {last}"


def newest_of_each_series(releases: Iterable[Version]) -> tuple[Version, ...]:
    """One release for each minor one, oldest first: the last without a pre-release mark, if there is one."""
    result: list[Version] = []
    for _, group in groupby(sorted(releases), key=lambda version: version.release[:2]):
        versions = list(group)
        result.append(next((version for version in reversed(versions) if not version.pre), versions[-1]))
    return tuple(result)
