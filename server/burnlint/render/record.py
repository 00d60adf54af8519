"""One record at full length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from burnlint.cargo.version import Range
from burnlint.records.database import EVERY_BACKEND, Database
from burnlint.records.schema import Message, Record
from burnlint.records.wording import listed
from burnlint.render.conditions import condition_words
from burnlint.render.evidence import run_prose, runs_of
from burnlint.render.limits import target_words
from burnlint.render.links import source_link
from burnlint.render.model import Block, Bullets, Code, Heading, Link, Paragraph, Prose, Table, Text, prose
from burnlint.render.prose import paragraphs
from burnlint.render.releases import release_words
from burnlint.render.uses import PASSES
from burnlint.render.ways_out import way_out


def record_blocks(database: Database, record: Record, level: int) -> Iterator[Block]:
    """All but the examples; `level` is that of its headings."""
    if not record.reachable:
        yield Paragraph(prose("No program reaches this panic. It is here because its text is in burn's source."))
    yield from _told("What: ", record.what)
    yield from _told("When: ", record.when)
    yield from _told("Why: ", record.why)
    yield from _told("Prevention: ", record.prevention)
    yield Bullets(tuple(_facts(database, record)))
    yield from _messages(database, record.messages, record.affects.burn)
    if record.fixes:
        yield Heading(level, prose("Ways out"))
        yield Bullets(tuple((*way_out(fix), *_since(database, fix.burn, record.affects.burn)) for fix in record.fixes))
    yield from _evidence(database, record, level)


def _told(label: str, text: str) -> Iterator[Block]:
    for paragraph in paragraphs(text):
        yield Paragraph((*prose(Text(label, "strong")), *paragraph.content)) if label else paragraph
        label = ""


def _facts(database: Database, record: Record) -> Iterator[Prose]:
    affects = record.affects
    yield prose("record ", Code(record.id), " of rule ", Code(record.rule))
    yield prose(f"{database.operations[affects.operation].title}, {PASSES[affects.phase]}")
    yield prose(f"on {_backends(database, affects.backends)}")
    yield prose(f"in burn {release_words(affects.burn, database.versions)}")
    if affects.when is not None:
        yield prose(f"when {condition_words(affects.when)} (", Code(affects.when), ")")
    if affects.target is not None:
        yield prose(f"{target_words(affects.target)} (", Code(affects.target), ")")
    if affects.autodiff > 1:
        yield prose(f"with {affects.autodiff} Autodiff decorators, one inside the other")


def _backends(database: Database, names: Sequence[str]) -> str:
    """The names as the record has them; a family with its backends."""
    if EVERY_BACKEND in names:
        return "every backend"
    shown = []
    for name in names:
        inside = database.expand([name])
        shown.append(f"{name} ({listed(inside)})" if inside != (name,) else name)
    return listed(shown)


def _messages(database: Database, messages: Sequence[Message], whole: Range) -> Iterator[Block]:
    if len(messages) == 1:
        yield Paragraph(prose("It panics with ", Code(messages[0].text), "."))
    elif messages:
        rows = tuple(
            (prose(release_words(one.burn, database.versions, whole)), prose(Code(one.text))) for one in messages
        )
        yield Table((prose("burn"), prose("panics with")), rows)


def _since(database: Database, burn: Range, whole: Range) -> Prose:
    """The releases of a way out, where they are not those of the record."""
    if all(burn.contains(version) for version in database.versions if whole.contains(version)):
        return ()
    return prose(f", in burn {release_words(burn, database.versions, whole)}")


def _evidence(database: Database, record: Record, level: int) -> Iterator[Block]:
    """What was run, then the line of each release that was read."""
    runs = [run_prose(run) for run in runs_of(database, record)]
    if not (runs or record.source):
        return
    yield Heading(level, prose("How we know"))
    if runs:
        yield Bullets(tuple(runs))
    if record.source:
        yield Paragraph(
            prose("Read in the source of ", Code(record.source_crate), ", ", Code(record.source_function), ":")
        )
        lines = sorted(record.source, key=lambda line: line.release)
        yield Table(
            (prose("burn"), prose("line")),
            tuple((prose(str(line.release)), prose(source_link(database, line))) for line in lines),
        )
    for version, reason in record.missing:
        yield Paragraph(prose(f"No line for burn {version}: {reason}"))
    if record.issues:
        yield Bullets(tuple(prose(Link(url, url)) for url in record.issues))
    if record.foreign:
        yield Paragraph(prose(f"Other datasets call it {listed(record.foreign)}."))
