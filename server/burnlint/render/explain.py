"""The long form of a rule, a record or the answer to a question, for `burnlint explain` and the docs pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.lookup import Hit, How
from burnlint.records.schema import Record, Rule
from burnlint.render.examples import example_blocks, example_for
from burnlint.render.grid import phase_blocks
from burnlint.render.links import rule_url
from burnlint.render.model import Block, Bullets, Code, Document, Heading, Link, Paragraph, Prose, Table, prose
from burnlint.render.prose import paragraphs, parse_prose
from burnlint.render.record import record_blocks
from burnlint.render.releases import newest, release_name, release_words, telling_releases
from burnlint.render.uses import uses_of

_MOST_OTHERS = 5
_FOUND_BY: dict[How, str] = {
    "id": "its name",
    "foreign-id": "its id in another dataset",
    "message": "its panic text",
    "source-line": "the line of burn's source",
    "part-of-message": "a part of its panic text",
    "similar": "a similar name or text",
}


def explain_rule(database: Database, rule: Rule, release: Version | None = None) -> Document:
    """What a rule reports, its records, and where it works in one release: the newest unless one is named."""
    records = database.records_of(rule.id)
    blocks = _rule_start(rule)
    if records:
        blocks.append(_record_table(database, records))
    chosen = release or newest(database.versions)
    if chosen is not None:
        blocks += _support(database, records, chosen)
    return Document((*blocks, *_rule_end(rule)))


def explain_record(database: Database, record: Record, release: Version | None = None) -> Document:
    """One record with its example for a release: the newest of its own unless one is named."""
    own = [version for version in database.versions if record.affects.burn.contains(version)]
    chosen = release or newest(own)
    blocks: list[Block] = [Heading(1, parse_prose(record.title)), *record_blocks(database, record, 2)]
    if chosen is not None:
        blocks += _support(database, [record], chosen)
    example = example_for(record, chosen)
    if example is not None:
        blocks += example_blocks(database, record, example, 2)
    return Document(tuple(blocks))


def rule_page(database: Database, rule: Rule) -> Document:
    """Everything about a rule: its page in the docs."""
    records = database.records_of(rule.id)
    blocks = _rule_start(rule)
    blocks += _support(database, records, None)
    for record in records:
        blocks.append(Heading(2, parse_prose(record.title)))
        blocks += record_blocks(database, record, 3)
        for example in record.examples:
            blocks += example_blocks(database, record, example, 3)
    return Document((*blocks, *_rule_end(rule)))


def explain_hits(database: Database, hits: Sequence[Hit], release: Version | None = None) -> Document:
    """The best answer in full and the others by name; an honest word when there is none.

    A release that the question itself names, as a log does, counts more than `release`.
    """
    if not hits:
        return _nothing_found(database)
    best, *others = hits
    if best.how == "similar":
        title = Heading(1, prose("Nothing is called or says exactly that"))
        return Document((title, Paragraph(prose("Is it one of these?")), Bullets(tuple(map(_named, hits)))))
    chosen = best.release or release
    if best.record is None:
        document = explain_rule(database, best.rule, chosen)
    else:
        document = explain_record(database, best.record, chosen)
    named = f", in burn {best.release}" if best.release is not None else ""
    found = Paragraph(prose(f"Found by {_FOUND_BY[best.how]}{named}."))
    blocks = [document.blocks[0], found, *document.blocks[1:]]
    if others:
        more = f" ({len(others) - _MOST_OTHERS} more)" if len(others) > _MOST_OTHERS else ""
        blocks += [Heading(2, prose(f"Also possible{more}")), Bullets(tuple(map(_named, others[:_MOST_OTHERS])))]
    return Document(tuple(blocks))


def _nothing_found(database: Database) -> Document:
    return Document(
        (
            Heading(1, prose("No record matches")),
            Paragraph(
                prose(
                    f"burnlint knows {len(database.records)} panics of burn, and none of them has this name or text. "
                    "That does not mean that the call is safe: only what is in the records is known."
                )
            ),
            Bullets(
                (
                    prose("Give the whole log, with the lines after ", Code("panicked at"), "."),
                    prose("List what burnlint knows with ", Code("burnlint rules"), "."),
                )
            ),
        )
    )


def _named(hit: Hit) -> Prose:
    if hit.record is None:
        return prose(Code(hit.rule.id), ": ", *parse_prose(hit.rule.title))
    return prose(Code(hit.record.id), ": ", *parse_prose(hit.record.title))


def _rule_start(rule: Rule) -> list[Block]:
    return [Heading(1, prose(Code(rule.id), ": ", *parse_prose(rule.title))), *paragraphs(rule.summary)]


def _rule_end(rule: Rule) -> list[Block]:
    comment = Code(f"// burnlint: ignore[{rule.id}] reason")
    url = rule_url(rule.id)
    return [
        Heading(2, prose("To silence it")),
        Paragraph(prose("Write ", comment, " above the line and say why. More: ", Link(url, url))),
    ]


def _record_table(database: Database, records: Sequence[Record]) -> Table:
    rows = tuple(
        (
            prose(Code(record.id)),
            parse_prose(record.title),
            prose(release_words(record.affects.burn, database.versions)),
        )
        for record in records
    )
    return Table((prose("record"), prose("what it says"), prose("burn")), rows)


def _support(database: Database, records: Sequence[Record], release: Version | None) -> Iterator[Block]:
    """The parts of the support table that the records speak of, in one release or over all."""
    for use in uses_of(database, records):
        ranges = [record.affects.burn for record in records if use.covers(record)]
        releases = telling_releases(database.versions, ranges) if release is None else [release]
        table = use.table(database, releases)
        if table is not None:
            where = "by release of burn" if release is None else release_name(release, database.versions)
            yield Heading(2, prose(f"Where it works: {use.title()}, {where}"))
            yield from phase_blocks(database, table, use.phase, evidence=True)
