"""How burnlint knows: what stands behind each record of a finding, in one line."""

from __future__ import annotations

from collections.abc import Sequence

from burnlint.cargo.version import Version
from burnlint.checks.finding import Applied, Finding
from burnlint.records.load import Database
from burnlint.render.evidence import how_known
from burnlint.render.hover import base_backends


def evidence(finding: Finding, database: Database) -> list[str]:
    """One sentence a record: its id, what was run, and the line of burn's source."""
    by_record: dict[str, list[Applied]] = {}
    for applied in finding.records:
        by_record.setdefault(applied.record, []).append(applied)
    return [_sentence(identity, applied, database) for identity, applied in by_record.items()]


def _sentence(identity: str, applied: Sequence[Applied], database: Database) -> str:
    record = database.records.get(identity)
    words = ""
    if record is not None:
        # When no lock file decides, the newest release of the record speaks for the others.
        newest = max((line.release for line in record.source), default=None)
        release = next(filter(None, (_version(one.burn) for one in applied)), newest)
        if release is not None:
            known = how_known(database, record, release, base_backends(applied, database))
            words = "".join(inline.text for inline in known)
    return f"record {identity} ({words})" if words else f"record {identity}"


def _version(text: str) -> Version | None:
    try:
        return Version.parse(text)
    except ValueError:
        return None
