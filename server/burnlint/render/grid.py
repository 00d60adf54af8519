"""One phase of a support table as a grid: modes x backends in one release, or backends and modes over releases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from burnlint.cargo.version import Version
from burnlint.records.database import EVERY_BACKEND, Database
from burnlint.records.schema import Phase, Record
from burnlint.records.support import Cell, Mode, SupportTable
from burnlint.records.wording import listed
from burnlint.render.cells import cell_prose, evidence_mark, legend
from burnlint.render.limits import limit_words
from burnlint.render.model import Block, Bullets, Code, Paragraph, Prose, Table, prose


class Group(NamedTuple):
    """Backends that behave alike, under one name."""

    name: str
    backends: tuple[str, ...]


Here: TypeAlias = frozenset[tuple[Mode, str]]  # the modes and backends that a finding speaks of
_Look: TypeAlias = dict[tuple[Mode, Version], object]  # what a reader can tell apart, of the cells that exist


def phase_blocks(
    database: Database,
    table: SupportTable,
    phase: Phase,
    *,
    evidence: bool = False,
    here: Here = frozenset(),
) -> list[Block]:
    """One phase as a table with its notes; backends of a family that behave alike share a row or column."""
    groups = list(_groups(database, table, phase, evidence))
    modes = [mode for mode in table.modes if any(_exists(table, phase, mode, group) for group in groups)]
    if not groups or not modes:
        return [Paragraph(prose("No backend has it."))]

    def named(group: Group) -> Prose:
        own = [backend for backend in group.backends if any((mode, backend) in here for mode in modes)]
        return prose(f"{group.name} ({listed(own)})" if own and len(group.backends) > 1 else group.name)

    def written(mode: Mode, group: Group, release: Version) -> Prose:
        marked = any((mode, backend) in here for backend in group.backends)
        return cell_prose(_cell(table, phase, mode, group, release), phase, evidence=evidence, here=marked)

    mode_header = ", ".join(name for name, _ in modes[0])
    if len(table.releases) == 1 and mode_header:
        [release] = table.releases
        grid = Table(
            header=(prose(mode_header), *map(named, groups)),
            rows=tuple(
                (prose(mode_words(mode)), *(written(mode, group, release) for group in groups)) for mode in modes
            ),
            keys=1,
        )
    else:
        keys = ["backend", mode_header] if mode_header else ["backend"]
        grid = Table(
            header=(*map(prose, keys), *(prose(str(release)) for release in table.releases)),
            rows=tuple(
                (
                    *[named(group), prose(mode_words(mode))][: len(keys)],
                    *(written(mode, group, release) for release in table.releases),
                )
                for group in groups
                for mode in modes
                if _exists(table, phase, mode, group)
            ),
            keys=len(keys),
        )
    return [grid, *_notes(database, table, phase, modes, groups, evidence)]


def mode_words(mode: Mode) -> str:
    """`Bicubic`, or several values in the order of the arguments."""
    return ", ".join(value for _, value in mode)


def _notes(
    database: Database,
    table: SupportTable,
    phase: Phase,
    modes: Sequence[Mode],
    groups: Sequence[Group],
    evidence: bool,
) -> Iterator[Block]:
    """What the symbols, the limits and the names of families mean."""
    cells = [
        _cell(table, phase, mode, group, release) for mode in modes for group in groups for release in table.releases
    ]
    words = legend(cells, phase, evidence)
    if words:
        yield Paragraph(words)
    limited = dict.fromkeys(id for cell in cells if cell.state != "panics" for id in cell.limited)
    if limited:
        yield Bullets(tuple(_limit(database.records[id]) for id in limited))
    for group in groups:
        if len(group.backends) > 1 and group.name in database.families:
            yield Paragraph(prose(f"{group.name} stands for {listed(group.backends)}."))


def _limit(record: Record) -> Prose:
    return prose(f"† panics {limit_words(record) or 'in some cases'} (", Code(record.id), ")")


# ---- backends that behave alike -------------------------------------------------------------------------


def _groups(database: Database, table: SupportTable, phase: Phase, evidence: bool) -> Iterator[Group]:
    """The backends that exist, by family; those of a family are one group where no cell differs."""
    looks: dict[str, _Look] = {}
    for backend in table.backends:
        present: _Look = {
            (mode, release): (cell.state, cell.phase, cell.limited, evidence_mark(cell) if evidence else "")
            for mode in table.modes
            for release in table.releases
            if (cell := table.cell(phase, mode, backend, release)).state != "absent"
        }
        if present:
            looks[backend] = present
    everyone = set(table.backends) == set(database.expand([EVERY_BACKEND]))
    if everyone and len(looks) > 1 and all(_agree(look, looks.values()) for look in looks.values()):
        yield Group("every backend", tuple(looks))
        return
    families: dict[str, list[list[str]]] = {}
    for backend, look in looks.items():
        alike = families.setdefault(database.backends[backend].family, [])
        home = next((group for group in alike if _agree(look, [looks[other] for other in group])), None)
        if home is None:
            alike.append([backend])
        else:
            home.append(backend)
    for family, alike in families.items():
        for group in alike:
            whole = len(alike) == 1 and len(group) > 1
            yield Group(family if whole else listed(group), tuple(group))


def _agree(look: _Look, others: Iterable[_Look]) -> bool:
    """Whether no cell differs where both exist."""
    return all(other.get(key, value) == value for other in others for key, value in look.items())


def _cell(table: SupportTable, phase: Phase, mode: Mode, group: Group, release: Version) -> Cell:
    cells = [table.cell(phase, mode, backend, release) for backend in group.backends]
    return next((cell for cell in cells if cell.state != "absent"), cells[0])


def _exists(table: SupportTable, phase: Phase, mode: Mode, group: Group) -> bool:
    return any(_cell(table, phase, mode, group, release).state != "absent" for release in table.releases)
