"""How burnlint knows: the line of burn's source behind each record of a finding."""

from __future__ import annotations

from collections.abc import Mapping

from burnlint.checks.finding import Finding
from burnlint.records.schema import Record, SourceLine


def evidence(finding: Finding, records: Mapping[str, Record]) -> list[str]:
    """One sentence a record: its id, and the line for the user's release or else for the newest one."""
    releases = {applied.record: applied.burn for applied in finding.records}
    return [_sentence(identity, records.get(identity), burn) for identity, burn in releases.items()]


def _sentence(identity: str, record: Record | None, burn: str) -> str:
    if record is None or not record.source:
        return f"record {identity}"
    line = source_line(record, burn)
    return f"record {identity}: burn {line.release}, {line.path}:{line.line}"


def source_line(record: Record, burn: str) -> SourceLine:
    """Where burn's source has the panic in this release, or in the newest that the record speaks of."""
    exact = [line for line in record.source if str(line.release) == burn]
    return exact[0] if exact else max(record.source, key=lambda line: line.release)
