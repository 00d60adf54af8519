"""What an editor shows over a finding: the whole story on one screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from burnlint.cargo.version import Range, Requirement, Version
from burnlint.checks.finding import Applied, Finding
from burnlint.records.condition import OneOf
from burnlint.records.database import Database
from burnlint.records.schema import FixTemplate, Record
from burnlint.records.support import Mode, SupportTable
from burnlint.records.wording import listed
from burnlint.render.evidence import how_known
from burnlint.render.grid import Here, phase_blocks
from burnlint.render.links import rule_url
from burnlint.render.model import Block, Bullets, Code, Document, Link, Paragraph, Prose, Text, joined, prose
from burnlint.render.prose import code_spans, paragraphs, parse_prose
from burnlint.render.releases import release_name, release_words
from burnlint.render.uses import uses_of
from burnlint.render.ways_out import way_out

_MOST = 2  # records that are told in full


def hover(finding: Finding, database: Database, release: Version | None = None) -> Document:
    """All records of a finding as one explanation for the user's release.

    Where no lock file decides, it is told for `release`, or else for the newest one that the requirement allows.
    """
    applied = [one for one in finding.records if one.record in database.records]
    records = [database.records[id] for id in dict.fromkeys(one.record for one in applied)]
    title = prose(Text(finding.level.value, "strong"), " ", Code(finding.rule), ": ", *code_spans(finding.message))
    blocks: list[Block] = [Paragraph(title)]
    told = records[:_MOST]
    blocks += _each(told, lambda record: record.what)
    blocks += _each(told, lambda record: record.when, "When: ")
    blocks += _each(told, lambda record: record.why, "Why: ")
    if len(records) > _MOST:
        more = joined([parse_prose(record.title) for record in records[_MOST:]], "; ")
        blocks.append(Paragraph((Text("Also: ", "strong"), *more)))
    chosen, where = _release(applied[0].burn if applied else "", release, database)
    blocks += _messages(told, chosen)
    blocks += [_releases(told, database)] if told else []
    if chosen is not None:
        blocks += _where_it_works(records, finding, chosen, where, database)
        blocks += _ways_out(records, chosen)
        known = [how_known(database, record, chosen, base_backends(applied, database)) for record in told]
        if any(known):
            blocks.append(Paragraph((Text("How we know: ", "strong"), *joined(list(filter(None, known)), "; "))))
    blocks.append(Paragraph(prose(Link(f"More about {finding.rule}", rule_url(finding.rule)))))
    return Document(tuple(blocks))


def base_backends(applied: Iterable[Applied], database: Database) -> list[str]:
    """The backends behind all decorators: NdArray of `Autodiff<NdArray<f32>>`."""
    found: dict[str, None] = {}
    for one in applied:
        known = [name for name in re.findall(r"\w+", one.backend) if name in database.backends]
        found.update(dict.fromkeys(known[-1:]))
    return list(found)


def _release(burn: str, otherwise: Version | None, database: Database) -> tuple[Version | None, str]:
    """The release to tell it for, and that in words."""
    try:
        exact: Version | None = Version.parse(burn)
    except ValueError:
        exact = otherwise
    if exact is not None:
        return exact, release_name(exact, database.versions)
    for allowed in (_required, _in_range):
        try:
            newest = max(allowed(burn, database.versions), default=None)
        except ValueError:
            continue
        return newest, f"burn {newest}, the newest release that {burn} allows"
    return None, ""


def _required(burn: str, known: Sequence[Version]) -> Sequence[Version]:
    return Requirement.parse(burn).versions(known)


def _in_range(burn: str, known: Sequence[Version]) -> Sequence[Version]:
    allowed = Range.parse(burn)
    return [version for version in known if allowed.contains(version)]


def _each(records: Iterable[Record], text: Callable[[Record], str], label: str = "") -> Iterator[Block]:
    """Each different text once, the first with a label."""
    for one in dict.fromkeys(text(record) for record in records):
        for paragraph in paragraphs(one):
            yield Paragraph((*prose(Text(label, "strong")), *paragraph.content)) if label else paragraph
            label = ""


def _messages(records: Sequence[Record], release: Version | None) -> Iterator[Block]:
    """What will be printed."""
    texts = [one.text for record in records for one in record.messages if release is None or one.burn.contains(release)]
    if texts:
        codes = joined([prose(Code(text)) for text in dict.fromkeys(texts)], " or ")
        yield Paragraph((*prose(Text("Panics with ", "strong")), *codes))


def _releases(records: Sequence[Record], database: Database) -> Paragraph:
    """Since when and until when; with the backends, where these differ."""
    words = {record.id: release_words(record.affects.burn, database.versions) for record in records}
    alike = len(set(words.values())) == 1
    told = [
        f"burn {words[record.id]}" + ("" if alike else f" on {listed(record.affects.backends)}") for record in records
    ]
    return Paragraph(prose(Text("Affects ", "strong"), "; ".join(dict.fromkeys(told))))


def _where_it_works(
    records: Sequence[Record], finding: Finding, release: Version, where: str, database: Database
) -> Iterator[Block]:
    """The table of each operation and phase, the finding's own cells marked."""
    for use in uses_of(database, records):
        table = use.table(database, [release])
        if table is not None:
            here = _here(table, finding, database)
            yield Paragraph(prose(Text(f"Where it works: {use.title()}, {where}", "strong")))
            yield from phase_blocks(database, table, use.phase, here=here)


def _here(table: SupportTable, finding: Finding, database: Database) -> Here:
    """The cells that the finding's records make, on its backends and for the arguments of its call."""
    arguments = finding.facts.get("arguments", {})
    found: set[tuple[Mode, str]] = set()
    for one in finding.records:
        for backend in base_backends([one], database):
            modes = [
                mode
                for (_, mode, name, _), cell in table.cells.items()
                if name == backend and one.record in (*cell.records, *cell.limited)
            ]
            own = [mode for mode in modes if all(_may_be(arguments.get(name), value) for name, value in mode)]
            found.update((mode, backend) for mode in (modes if len(modes) == 1 else own))
    return frozenset(found)


def _may_be(known: object, value: str) -> bool:
    """Whether an argument, as far as it is known, can have the value."""
    if isinstance(known, OneOf):
        return value in known.values
    return known == value or not isinstance(known, str)


def _ways_out(records: Sequence[Record], release: Version) -> Iterator[Block]:
    """What helps in this release; a way out of one record is none of another, so it says of which."""
    fixes: dict[str, FixTemplate] = {}
    helps: dict[str, list[Record]] = {}
    for record in records:
        for fix in record.fixes:
            if fix.burn.contains(release):
                fixes.setdefault(fix.title, fix)
                helps.setdefault(fix.title, []).append(record)
    if fixes:
        yield Paragraph(prose(Text("Ways out", "strong")))
        yield Bullets(tuple((*way_out(fix), *_where(helps[title], len(records))) for title, fix in fixes.items()))


def _where(helped: Sequence[Record], of: int) -> Prose:
    titles = joined([parse_prose(record.title) for record in helped], " and where ")
    return () if len(helped) == of else (Text(", where "), *titles)
