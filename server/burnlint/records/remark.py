"""What the linter has to say, and how it speaks of releases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from burnlint.cargo.version import Range, Version
from burnlint.records.schema import Origin
from burnlint.records.wording import listed


@dataclass(frozen=True)
class Remark:
    """Something wrong at a key below something that stands in a file."""

    origin: Origin
    message: str
    keys: tuple[str | int, ...] = ()


def series_without_line(known: Sequence[Version], burn: Range, lines: Iterable[Version]) -> list[str]:
    """The minor series with a release in the range and without a line, as in `0.21`."""
    have = {line.release[:2] for line in lines}
    series = {version.release[:2] for version in known if burn.contains(version)}
    return [f"{major}.{minor}" for major, minor in sorted(series - have)]


def releases_words(releases: Sequence[Version]) -> str:
    """The first releases, and how many more there are."""
    return f"burn {listed([str(release) for release in sorted(releases)], 'and', 4)}"
