"""From a finding's records to edits: which ways out are true here, and what each would change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from burnlint.cargo.context import CrateContext
from burnlint.checks.finding import Applicability, Finding, Fix, Level
from burnlint.fixes.cfg_guard import cfg_guard
from burnlint.fixes.detach import detach_input
from burnlint.fixes.remove_call import remove_call
from burnlint.fixes.replace_argument import replace_argument
from burnlint.fixes.switch_backend import switch_backend
from burnlint.fixes.targets import FixTarget
from burnlint.records.database import Database
from burnlint.records.schema import FixTemplate, Record
from burnlint.syntax.text import Text

_MAKERS: dict[str, Callable[[FixTemplate, FixTarget], Fix | None]] = {
    "replace-argument": replace_argument,
    "switch-backend": switch_backend,
    "detach-input": detach_input,
    "cfg-guard": cfg_guard,
    "remove-call": remove_call,
}


def propose(
    finding: Finding,
    database: Database,
    context: CrateContext | None,
    text: Callable[[Path], Text | None],
) -> tuple[Fix, ...]:
    """The fixes of a finding, each title once; a way out must be true for every record that applies."""
    target = FixTarget(finding, database, context, text)
    fixes: dict[str, Fix] = {}
    records = [database.records[one.record] for one in finding.records if one.record in database.records]
    for record in records:
        for template in _true_here(record, target):
            if template.title in fixes or not _holds_for_all(template, records, target):
                continue
            fix = _made(template, target, record)
            if fix is not None:
                fixes[template.title] = fix
    return tuple(fixes.values())


def _true_here(record: Record, target: FixTarget) -> Iterator[FixTemplate]:
    for template in record.fixes:
        if target.versions and all(template.burn.contains(version) for version in target.versions):
            yield template


def _holds_for_all(template: FixTemplate, records: list[Record], target: FixTarget) -> bool:
    """A finding may rest on several records; what only helps against some of them is no way out."""
    return all(
        any(
            other.kind == template.kind and other.parameters == template.parameters
            for other in _true_here(record, target)
        )
        for record in records
    )


def _made(template: FixTemplate, target: FixTarget, record: Record) -> Fix | None:
    """The fix, or the advice where nothing can be edited; None where it would not help."""
    if template.kind == "advice" or template.applicability == "display-only":
        return Fix(template.title, Applicability.DISPLAY_ONLY, (), record.id)
    maker = _MAKERS.get(template.kind)
    fix = maker(template, target) if maker is not None else None
    if fix is None and template.kind == "detach-input" and target.finding.facts.get("leaves"):
        return None  # a tensor that asked for gradients itself goes on asking when it is detached
    if fix is None:  # true all the same, but not something that can be edited here
        return Fix(template.title, Applicability.DISPLAY_ONLY, (), record.id)
    applicability = fix.applicability
    if applicability is Applicability.SAFE and target.finding.level is not Level.ERROR:
        applicability = Applicability.CHANGES_BEHAVIOUR  # where it does not panic, the program needs what is there
    return Fix(fix.title, applicability, fix.edits, record.id)
