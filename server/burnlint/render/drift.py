"""What releases of burn can panic with that no record and no exemption covers, and where records are out of date."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from burnlint.cargo.version import Version
from burnlint.drift.compare import Drift, Panic, Release
from burnlint.drift.exemptions import Exemption
from burnlint.records.schema import SourceLine
from burnlint.render.model import (
    Block,
    Bullets,
    Code,
    CodeBlock,
    Document,
    Heading,
    Paragraph,
    Prose,
    Table,
    joined,
    prose,
)

_LONGEST = 110  # characters of a message that are shown
_HEADER = ("burn", "can panic", "recorded", "exempt", "not called", "open", "new", "moved", "missing")


def drift_report(drift: Drift, panics: Sequence[Panic]) -> Document:
    """The releases in a table, then what is wrong with records, then `panics`, the newest first."""
    names = prose(*joined([prose(str(release.version)) for release in drift.releases], ", "))
    blocks: list[Block] = [Heading(1, prose("Drift of burn ", *names)), _table(drift)]
    for release in drift.releases:
        wrong = tuple(_wrong(release))
        if wrong:
            blocks += [Heading(2, prose(f"Records in burn {release.version}")), Bullets(wrong)]
    if drift.idle:
        blocks += [Heading(2, prose("Exemptions that cover nothing")), Bullets(tuple(map(_idle, drift.idle)))]
    by_first: dict[Version, list[Panic]] = defaultdict(list)
    for panic in panics:
        by_first[panic.first].append(panic)
    for first, found in sorted(by_first.items(), reverse=True):
        title = f"Covered by no record and no exemption, since burn {first}"
        if drift.releases and first == drift.releases[0].version:
            title += " or before"
        blocks += [Heading(2, prose(f"{title} ({len(found)})")), Bullets(tuple(map(_panic, found)))]
    if len(blocks) == 2:
        blocks.append(Paragraph(prose("Every panic is covered, and every record is where it says.")))
    return Document(tuple(blocks))


def source_lines(panics: Sequence[Panic]) -> Document:
    """Each panic with its lines as a record writes them."""
    blocks: list[Block] = []
    for panic in panics:
        text = "".join(
            f'"{version}" = "crates/{place.crate}/{place.path}:{place.site.line}"\n' for version, place in panic.places
        )
        title = prose(
            Code(panic.crate), f", {panic.function or 'no function'}: ", Code(" ".join(panic.printed.split()))
        )
        blocks += [Heading(2, title), CodeBlock(text, "toml")]
    return Document(tuple(blocks or [Paragraph(prose("No panic has this text in its message or function."))]))


def _table(drift: Drift) -> Table:
    rows = []
    for release in drift.releases:
        counts = (
            release.sites,
            len(release.recorded),
            len(release.exempt),
            len(release.unreached),
            len(release.open),
            sum(panic.first == release.version for panic in drift.open) if release != drift.releases[0] else None,
            len(release.moved),
            len(release.missing),
        )
        row = (str(release.version), *("–" if number is None else str(number) for number in counts))
        rows.append(tuple(prose(cell) for cell in row))
    return Table(tuple(prose(cell) for cell in _HEADER), tuple(rows), keys=1)


def _wrong(release: Release) -> Iterator[Prose]:
    for moved in release.moved:
        yield prose(Code(moved.record), " moved: ", Code(str(moved.now)), ", not ", Code(_line(moved.noted)))
    for missing in release.missing:
        noted = prose(", noted at ", Code(_line(missing.noted))) if missing.noted is not None else ()
        yield prose(Code(missing.record), " holds for this release, whose sources do not have its panic", *noted)
    for record, place in release.unlined:
        yield prose(Code(record), " names no source line of this series; it is at ", Code(str(place)))
    for name in release.unread:
        yield prose(Code(name), " has panics of records, and was not among the sources")


def _line(line: SourceLine) -> str:
    return f"{line.path}:{line.line}"


def _idle(exemption: Exemption) -> Prose:
    return prose(f"{exemption.kind}: {exemption.reason}")


def _panic(panic: Panic) -> Prose:
    last, place = panic.places[-1]
    text = panic.printed if len(panic.printed) <= _LONGEST else panic.printed[:_LONGEST] + " …"
    reached: Prose = ()
    if place.entry is not None and place.entry.calls and place.entry.name:
        reached = prose(" reached from ", Code(place.entry.name))
    return prose(
        Code(str(place)), " ", Code(" ".join(text.split())), f" in {panic.function or 'no function'}", *reached,
        f", {_span(panic.versions, last)}",
    )  # fmt: skip


def _span(versions: Iterable[Version], last: Version) -> str:
    first = next(iter(versions))
    return f"burn {first}" if first == last else f"burn {first} to {last}"
