"""What hovers and commands say about ids and about dependencies on burn."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from burnlint.cargo.context import BurnDependency, BurnVersion, CrateContext
from burnlint.cargo.features import burn_features, package_features
from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.schema import Rule
from burnlint.records.wording import listed
from burnlint.render.explain import explain_record, explain_rule
from burnlint.render.links import rule_url
from burnlint.render.model import (
    Block,
    Bullets,
    Code,
    Document,
    Link,
    Paragraph,
    Prose,
    Table,
    Text,
    joined,
    prose,
)
from burnlint.render.prose import paragraphs, parse_prose

_MOST_RECORDS = 8
_MOST_RULES = 12
_MOST_NAMES = 4
_ORIGINS = {
    "git": "from a git repository",
    "path": "from a folder",
    "patch": "from a patch in the manifest",
}


def in_full(id: str, database: Database) -> Document | None:
    """Everything about the rule or record of this id."""
    if (record := database.records.get(id)) is not None:
        return explain_record(database, record)
    rule = database.rules.get(id)
    return None if rule is None else explain_rule(database, rule)


def in_short(id: str, database: Database) -> Document | None:
    """What one wants to know where an id is written: the rule or record in a few lines."""
    if (rule := database.rules.get(id)) is not None:
        return Document((_title(id, rule.title), *paragraphs(rule.summary), *_records(rule, database)))
    if (record := database.records.get(id)) is None:
        return None
    more = Paragraph(prose(Link(f"More about {record.rule}", rule_url(record.rule))))
    return Document((_title(id, record.title), *paragraphs(record.what), *paragraphs(record.when), more))


def dependency(context: CrateContext, one: BurnDependency, database: Database) -> Document:
    """How burnlint sees a dependency on burn: its release, its backends, and what does not work with them."""
    version = one.version or context.burn
    release = None if version is None else _release(version, database)
    backends = _backends(context, one, release, database)
    blocks: list[Block] = [Paragraph(_heading(one, version))]
    blocks += _where_from(one, version, release, database)
    if backends:
        names = joined([prose(Code(name)) for name in backends], ", ")
        blocks.append(Paragraph((*prose(Text("Backends by its features: ", "strong")), *names)))
    if release is not None:
        blocks += _support(release, backends, database)
    return Document(tuple(blocks))


def _title(id: str, title: str) -> Paragraph:
    return Paragraph((*prose(Code(id), ": "), *parse_prose(title)))


def _records(rule: Rule, database: Database) -> Iterator[Block]:
    records = database.records_of(rule.id)
    if records:
        shown = [parse_prose(record.title) for record in records[:_MOST_RECORDS]]
        if len(records) > _MOST_RECORDS:
            shown.append(prose(f"{len(records) - _MOST_RECORDS} more"))
        yield Bullets(tuple(shown))
    yield Paragraph(prose(Link(f"More about {rule.id}", rule_url(rule.id))))


def _heading(one: BurnDependency, version: BurnVersion | None) -> Prose:
    shown = "" if version is None else f" {version.shown()}"
    words = [_ORIGINS.get(one.origin), "optional" if one.optional else None, "for tests" if one.dev else None]
    notes = [word for word in (*words, None if one.cfg is None else f"only if {one.cfg}") if word]
    return prose(Text(f"{one.package}{shown}", "strong"), f" ({', '.join(notes)})" if notes else "")


def _where_from(
    one: BurnDependency, version: BurnVersion | None, release: Version | None, database: Database
) -> Iterator[Block]:
    """Which file decided, and how well the release is known."""
    if version is None:
        yield Paragraph(prose("burnlint does not know which release this is."))
    elif version.exact is not None:
        yield Paragraph(prose("Decided by ", Code(version.place.path.name), "."))
        if database.versions and version.exact not in database.versions:
            newest = database.versions[-1]
            yield Paragraph(prose(f"No record was checked against this release; the newest one known is {newest}."))
    elif release is not None:
        yield Paragraph(
            prose(f"No Cargo.lock decides; the newest release known that the manifest allows is {release}.")
        )
    else:
        yield Paragraph(prose("No Cargo.lock decides, and the manifest allows no release that burnlint knows."))


def _release(version: BurnVersion, database: Database) -> Version | None:
    """The exact release, or the newest known one that the requirement allows."""
    if version.exact is not None or version.requirement is None:
        return version.exact
    return max(version.requirement.versions(database.versions), default=None)


def _backends(context: CrateContext, one: BurnDependency, release: Version | None, database: Database) -> list[str]:
    """The backends that the features of the dependency bring, as far as this package switches them on."""
    features = burn_features(context, package_features(context, None)) | one.features
    return [
        backend.name
        for backend in database.backends.values()
        if not features.isdisjoint(backend.features) and (release is None or backend.burn.contains(release))
    ]


def _support(release: Version, backends: Collection[str], database: Database) -> Iterator[Block]:
    """The rules with a panic in this release, those of the package's own backends first."""
    rows: list[tuple[bool, tuple[Prose, ...]]] = []
    for rule in database.rules.values():
        affected = _affected(rule, release, database)
        own = [name for name in affected if name in backends]
        if affected:
            names = listed(own or affected, most=_MOST_NAMES)
            rows.append((not own, (prose(Code(rule.id)), parse_prose(rule.title), prose(names))))
    if not rows:
        yield Paragraph(prose(f"burnlint knows no panic of burn {release}."))
        return
    rows.sort(key=lambda row: row[0])
    header = (prose("rule"), prose("what"), prose("panics on"))
    yield Paragraph(prose(Text(f"What panics in burn {release}:", "strong")))
    yield Table(header, tuple(row for _, row in rows[:_MOST_RULES]))
    if len(rows) > _MOST_RULES:
        yield Paragraph(prose(f"And {len(rows) - _MOST_RULES} rules more."))


def _affected(rule: Rule, release: Version, database: Database) -> list[str]:
    """The backends on which some call panics, among those that the release has."""
    named = [
        name
        for record in database.records_of(rule.id)
        if record.reachable and record.affects.burn.contains(release)
        for name in database.expand(record.affects.backends)
    ]
    return [name for name in dict.fromkeys(named) if database.backends[name].burn.contains(release)]
