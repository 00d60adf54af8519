"""Which records apply to one use of an operation, each with how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from burnlint.cargo.version import Version
from burnlint.records.condition import Condition
from burnlint.records.database import EVERY_BACKEND, Database
from burnlint.records.schema import Phase, Record
from burnlint.truth import Truth, all_of


@dataclass(frozen=True)
class Match:
    """A record that applies (truth True) or may apply (None)."""

    record: Record
    truth: Truth
    versions_true: tuple[Version, ...]  # candidate releases in which it surely applies
    versions_maybe: tuple[Version, ...]  # candidate releases in which it may


def applicable(
    database: Database,
    operation: str,
    phase: Phase,
    arguments: Mapping[str, object],
    backend_name: str | None,
    autodiff_depth: int | None,
    versions: Sequence[Version],
    cfg_truth: Callable[[str], Truth],
) -> list[Match]:
    """The records of exactly this phase that hold, or may hold, in the order of the database.

    None for the backend or the depth means that it is not known, as are arguments that are left out; without
    candidate releases every range but `*` is unknown. `cfg_truth` says whether a cfg expression holds.
    """
    matches = []
    for record in database.records_for(operation, phase):
        affects = record.affects
        inside = tuple(version for version in versions if affects.burn.contains(version))
        if not record.reachable or (versions and not inside):
            continue
        truth = all_of(
            (
                _on_backend(database, affects.backends, backend_name),
                _deep_enough(affects.autodiff, autodiff_depth),
                True if affects.when is None else Condition.parse(affects.when).evaluate(arguments),
                True if affects.target is None else cfg_truth(affects.target),
            )
        )
        if truth is False:
            continue
        everywhere = len(inside) == len(versions) if versions else () in affects.burn.alternatives
        matches.append(
            Match(
                record,
                truth if everywhere else None,
                inside if truth else (),
                () if truth else inside,
            )
        )
    return matches


def _on_backend(database: Database, affected: tuple[str, ...], name: str | None) -> Truth:
    if EVERY_BACKEND in affected:
        return True
    backend = database.backends.get(name) if name is not None else None
    if backend is None:
        return None  # a backend of the user's own may be anything inside
    if backend.name in database.expand(affected):
        return True
    if not backend.forwards:
        return False
    behind = set(database.expand(backend.over or ("*",)))
    return None if behind.intersection(database.expand(affected)) else False


def _deep_enough(least: int, depth: int | None) -> Truth:
    if least == 0:
        return True
    return None if depth is None else depth >= least
