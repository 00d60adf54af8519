"""Records test themselves: each example panics where its record says so, its twin is clean, each way out works.

One small package is written for every case.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Finding, Fix, Level
from burnlint.engine.session import Session
from burnlint.fixes.apply import apply_fixes, syntax_errors
from burnlint.records.schema import FixTemplate
from burnlint.syntax.text import Text
from tests.records.cases import CASES, Case
from tests.workspace import findings, shipped


def _of_rule(root: Path, case: Case) -> Finding:
    found = findings(root)
    path = root / "src/main.rs"
    lines = path.read_text(encoding="utf-8").splitlines()
    at = {path.read_bytes()[: one.place.span.start].count(b"\n") + 1: one for one in found}
    assert case.line in at, f"nothing starts at `{lines[case.line - 1].strip()}`: {[one.message for one in found]}"
    return at[case.line]


def _text(path: Path) -> Text:
    return Text.from_bytes(path.read_bytes())[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_program_panics(tmp_path: Path, case: Case) -> None:
    case.write(tmp_path, case.program)
    finding = _of_rule(tmp_path, case)
    assert (finding.rule, finding.level) == (case.record.rule, Level.ERROR), finding.message
    applied = [one for one in finding.records if one.record == case.record.id]
    assert applied, f"it rests on {[one.record for one in finding.records]}"
    assert all(case.backend.name in one.backend for one in applied)
    assert {one.burn for one in applied} == {str(case.release)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_twin_is_clean(tmp_path: Path, case: Case) -> None:
    case.write(tmp_path, case.filled_in(case.example.twin))
    found = [one for one in findings(tmp_path) if one.level is not Level.INFORMATION]
    assert not found, [one.message for one in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fixes(tmp_path: Path, case: Case) -> None:
    """Each way out that is true here is offered; each that can be edited gives the text of the record."""
    case.write(tmp_path, case.program)
    finding = _of_rule(tmp_path, case)
    offered = {fix.title: fix for fix in Session([tmp_path], shipped()).fixes(finding)}
    templates = {fix.title: fix for fix in case.fixes()}
    assert set(offered) == set(templates)
    for title, template in templates.items():
        after = case.example.after.get(title)
        assert bool(offered[title].edits) == (after is not None), title
        if after is not None:
            case.write(tmp_path, case.program)
            _check_fix(tmp_path, case, offered[title], template, case.filled_in(after))


def _check_fix(root: Path, case: Case, fix: Fix, template: FixTemplate, after: str) -> None:
    outcome = apply_fixes([fix], _text)
    assert outcome.applied == (fix,)
    for path, text in outcome.texts.items():
        path.write_bytes(text.data)
        assert syntax_errors(path, text) == 0
    assert (root / "src/main.rs").read_text(encoding="utf-8") == after, fix.title
    left = [one for one in findings(root) if any(a.record == case.record.id for a in one.records)]
    assert not left, f"{fix.title}: {[one.message for one in left]}"
    if template.kind == "switch-backend":
        context = Session([root], shipped()).context(root / "src/main.rs")
        assert context is not None
        (burn,) = context.burn_dependencies
        wanted = shipped().backends[template.parameters["backend"]].features[0]
        assert {wanted, case.backend.features[0], "autodiff"} <= burn.features


def test_every_reachable_record_is_tested() -> None:
    tested = {case.record.id for case in CASES}
    assert tested == {record.id for record in shipped().records.values() if record.reachable}
