"""What a release of burn can panic with, against what records and exemptions say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from burnlint.cargo.version import Version
from burnlint.drift.crates import BURN, Crate, is_of_burn
from burnlint.drift.exemptions import Exemption, Exemptions
from burnlint.drift.reach import Entry, Key, reached
from burnlint.drift.sites import Site
from burnlint.records.database import Database
from burnlint.records.panics import source_file
from burnlint.records.schema import Record, SourceLine
from burnlint.settings.globs import matches_name

_LEAST = 8  # characters of a message that must be fixed before it is compared


@dataclass(frozen=True)
class Place:
    """A place that can panic, in one release."""

    crate: str
    path: str  # below the crate's folder
    site: Site
    entry: Entry | None  # of burn's public API; None: nothing calls it

    def __str__(self) -> str:
        return f"{self.crate}/{self.path}:{self.site.line}"


@dataclass(frozen=True)
class Moved:
    """A record's panic that is not at the line that the record names."""

    record: str
    noted: SourceLine
    now: Place


@dataclass(frozen=True)
class Missing:
    """A record that holds for a release whose sources do not have its panic; `noted` if it names a line there."""

    record: str
    noted: SourceLine | None


@dataclass(frozen=True)
class Release:
    """One release of burn, compared."""

    version: Version
    sites: int
    unreached: tuple[Place, ...]  # that nothing calls
    recorded: tuple[tuple[Place, str], ...]  # with the id of a record
    exempt: tuple[tuple[Place, Exemption], ...]
    open: tuple[Place, ...]  # reachable, and covered by nothing
    moved: tuple[Moved, ...]
    missing: tuple[Missing, ...]
    unlined: tuple[tuple[str, Place], ...]  # records of which no line of this series is noted, and where it is
    unread: tuple[str, ...]  # other crates, as NAME@VERSION, whose lines could not be compared


@dataclass(frozen=True)
class Panic:
    """The same panic in several releases."""

    crate: str
    function: str
    printed: str
    first: Version  # the first release read in which this function panics like this, be it in another crate
    places: tuple[tuple[Version, Place], ...]  # in the order of releases; at least one

    @property
    def versions(self) -> list[Version]:
        """The releases that have it."""
        return [version for version, _ in self.places]


@dataclass(frozen=True)
class Drift:
    """All releases that were compared, and what is only to be seen over them all."""

    releases: tuple[Release, ...]
    open: tuple[Panic, ...]
    idle: tuple[Exemption, ...]  # exemptions that cover nothing, though all series of their range were read


def compare(crates: Sequence[Crate], database: Database, exemptions: Exemptions) -> Drift:
    """Every release of which the crate `burn` was read."""
    versions = sorted({crate.version for crate in crates if crate.name == BURN})
    others = [crate for crate in crates if not is_of_burn(crate.name)]
    releases = tuple(
        _release(
            version,
            [crate for crate in crates if crate.version == version and is_of_burn(crate.name)],
            others,
            database,
            exemptions,
        )
        for version in versions
    )
    used = {exemption.index for release in releases for _, exemption in release.exempt}
    read = {version.release[:2] for version in versions}
    idle = tuple(
        exemption
        for exemption in exemptions.exemptions
        if exemption.index not in used
        and any(_may_cover(exemption, crate) for crate in crates)
        and read >= {version.release[:2] for version in database.versions if exemption.burn.contains(version)}
    )
    return Drift(releases, tuple(_together(releases, lambda release: release.open)), idle)


def _may_cover(exemption: Exemption, crate: Crate) -> bool:
    named = not exemption.crates or any(matches_name(crate.name, pattern) for pattern in exemption.crates)
    return named and is_of_burn(crate.name) and exemption.burn.contains(crate.version)


def other_crates(database: Database) -> frozenset[str]:
    """Crates outside burn's repository that records name lines of."""
    return frozenset(
        line.crate.split("@")[0] for record in database.records.values() for line in record.source if line.crate
    )


def _release(
    version: Version,
    crates: Sequence[Crate],
    others: Sequence[Crate],
    database: Database,
    exemptions: Exemptions,
) -> Release:
    entries = reached(crates, exemptions.internal_crates)
    places = [
        Place(crate.name, file.path, site, _entry(entries, crate.name, file.path, site))
        for crate in crates
        for file in crate.files
        for site in file.sites
    ]
    foreign = [
        Place(f"{crate.name}@{crate.version}", file.path, site, None)
        for crate in others
        for file in crate.files
        for site in file.sites
    ]
    claims = _Claims(version, database, places, foreign)
    unreached, recorded, exempt, left = [], [], [], []
    for place in places:
        record = claims.covered.get(id(place))
        if record is not None:
            recorded.append((place, record))
            continue
        found = (one for one in exemptions.exemptions if one.covers(version, place.crate, place.path, place.site))
        exemption = next(found, None)
        if exemption is not None:
            exempt.append((place, exemption))
        elif place.entry is None:
            unreached.append(place)
        else:
            left.append(place)
    return Release(
        version,
        len(places),
        tuple(unreached),
        tuple(recorded),
        tuple(exempt),
        tuple(left),
        tuple(claims.moved),
        tuple(claims.missing),
        tuple(claims.unlined),
        tuple(sorted(claims.unread)),
    )


def _entry(entries: Mapping[Key, Entry], crate: str, path: str, site: Site) -> Entry | None:
    return entries.get(Key(crate, path, site.index)) if site.index is not None else Entry(crate, path, 0)


class _Claims:
    """What the records claim of one release, and what its sources say to that."""

    def __init__(self, version: Version, database: Database, places: list[Place], foreign: list[Place]) -> None:
        self.covered: dict[int, str] = {}
        self.moved: list[Moved] = []
        self.missing: list[Missing] = []
        self.unlined: list[tuple[str, Place]] = []
        self.unread: set[str] = set()
        self._version = version
        by_crate: dict[str, list[Place]] = defaultdict(list)
        for place in (*places, *foreign):
            by_crate[place.crate].append(place)
        self._by_crate = by_crate
        for record in database.records.values():
            if record.affects.burn.contains(version):
                self._judge(record)

    def _judge(self, record: Record) -> None:
        exact = [line for line in record.source if line.release == self._version]
        series = exact or [line for line in record.source if line.release.release[:2] == self._version.release[:2]]
        for crate in {line.crate for line in series if line.crate is not None}:
            if crate not in self._by_crate:
                self.unread.add(crate)
                return
        found = list(self._found(record, series))
        if not found:
            # A series that is known to have no line, such as one whose kernel is in another repository.
            if not any(release.release[:2] == self._version.release[:2] for release, _ in record.missing):
                self.missing.append(Missing(record.id, exact[0] if exact else None))
            return
        for place in found:
            self.covered[id(place)] = record.id
        if not series:
            self.unlined.append((record.id, found[0]))
        for line in exact:
            if not any(_is_at(place, line) for place in found):
                self.moved.append(Moved(record.id, line, found[0]))

    def _found(self, record: Record, series: Sequence[SourceLine]) -> Iterator[Place]:
        crates = {record.source_crate} | {_crate_of(line) for line in record.source}
        texts = [message.text for message in record.messages if message.burn.contains(self._version)]
        for crate in crates:
            for place in self._by_crate.get(crate, ()):
                if any(_is_at(place, line) for line in series if line.release == self._version) or (
                    place.site.function == record.source_function and any(_prints(place.site, text) for text in texts)
                ):
                    yield place


def _prints(site: Site, text: str) -> bool:
    """Whether a record's message is that of a site, with or without what the macro puts before it."""
    return is_printed_by(text, site.printed) or (site.text is not None and is_printed_by(text, site.text))


def is_printed_by(text: str, printed: str) -> bool:
    """Whether a message may come from a place that prints `printed`, where `{…}` stands for anything."""
    expression = _expression(printed)
    return expression is not None and expression.match(text) is not None


@lru_cache(maxsize=8192)
def _expression(printed: str) -> re.Pattern[str] | None:
    pieces = re.split(r"\{[^{}]*\}", printed.replace("{{", "\x01").replace("}}", "\x02"))
    if sum(len(piece.strip()) for piece in pieces) < _LEAST:
        return None
    escaped = [re.escape(piece.replace("\x01", "{").replace("\x02", "}")) for piece in pieces]
    return re.compile(".*?".join(escaped) + r"\Z", re.DOTALL)


def _crate_of(line: SourceLine) -> str:
    if line.crate is not None:
        return line.crate
    file = source_file(line.path)
    return "" if file is None else file.crate


def _is_at(place: Place, line: SourceLine) -> bool:
    below = line.path if line.crate is not None else line.path.split("/", 2)[-1]
    return (place.crate, place.path, place.site.line) == (_crate_of(line), below, line.line)


def panics_about(drift: Drift, text: str) -> list[Panic]:
    """The panics, covered or not, whose message or function has this text in it."""
    return [
        panic
        for panic in _together(drift.releases, _every_place)
        if text.casefold() in f"{panic.function}\n{panic.printed}".casefold()
    ]


def _every_place(release: Release) -> Iterator[Place]:
    yield from (place for place, _ in release.recorded)
    yield from (place for place, _ in release.exempt)
    yield from release.open
    yield from release.unreached


def _together(releases: Sequence[Release], places_of: Callable[[Release], Iterable[Place]]) -> Iterator[Panic]:
    """Places of all releases, those that are the same panic together."""
    first: dict[tuple[str, str], Version] = {}
    together: dict[tuple[str, str, str], list[tuple[Version, Place]]] = {}
    for release in releases:
        for place in _every_place(release):
            first.setdefault((place.site.function, place.site.printed), release.version)
        for place in places_of(release):
            key = (place.crate, place.site.function, place.site.printed)
            together.setdefault(key, []).append((release.version, place))
    for (crate, function, printed), places in sorted(together.items()):
        yield Panic(crate, function, printed, first[function, printed], tuple(places))
