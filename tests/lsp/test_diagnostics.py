"""Findings and problems as the client is shown them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from burnlint.checks.finding import Applied, Finding, Level, Related
from burnlint.engine.session import UNUSED
from burnlint.lsp.client import Client
from burnlint.lsp.diagnostics import file_diagnostics, result_id
from burnlint.lsp.documents import Documents
from burnlint.lsp.files import Files
from burnlint.problem import Problem
from burnlint.span import Place, Span
from burnlint.syntax.text import Text
from tests.lsp.fake_engine import FakeReport
from tests.lsp.harness import position

PATH = Path("/w/a.rs")
TEXT = Text.from_str("é risky\nodd\n")
RISKY = Finding(
    "risky", Level.ERROR, "it panics", Place(PATH, Span(3, 8)), (Applied("one", "NdArray", "0.21.0", "forward"),) * 2
)
FULL = Client(related_information=True, code_description=True, diagnostic_data=True, diagnostic_tags=frozenset({1}))


@pytest.fixture
def files() -> Files:
    return Files(Documents())


def test_what_is_shown_and_in_which_order(files: Files) -> None:
    later = replace(RISKY, rule="odd", place=Place(PATH, Span(9, 12)))
    elsewhere = replace(RISKY, place=Place(Path("/w/b.rs"), Span(0, 1)))
    findings = (later, elsewhere, replace(RISKY, suppressed=True), RISKY)
    found = file_diagnostics(PATH, FakeReport(PATH, TEXT, findings), (), FULL, files)
    assert [(one["code"], one["range"]["start"]) for one in found] == [
        ("risky", position(0, 2)),
        ("odd", position(1, 0)),
    ]
    assert found[0]["data"] == {"records": ["one"]}


def test_a_suppression_that_is_not_needed_is_faded_out(files: Files) -> None:
    unused = Finding(UNUSED, Level.WARNING, "nothing", Place(PATH, Span(0, 1)), ())
    report = FakeReport(PATH, TEXT, (unused,))
    (found,) = file_diagnostics(PATH, report, (), FULL, files)
    assert found["tags"] == [1]
    # It has no page and no records.
    assert "codeDescription" not in found and "data" not in found
    (plain,) = file_diagnostics(PATH, report, (), Client(), files)
    assert "tags" not in plain


def test_related_places_are_counted_in_their_own_texts(files: Files, tmp_path: Path) -> None:
    other, missing = tmp_path / "Cargo.lock", tmp_path / "gone.rs"
    other.write_text("é burn\n")
    related = (
        Related(Place(PATH, Span(9, 12)), "same file"),
        Related(Place(other, Span(3, 7)), "other file"),
        Related(Place(missing, Span(0, 1)), "a file that is gone"),
    )
    report = FakeReport(PATH, TEXT, (replace(RISKY, related=related),))
    (found,) = file_diagnostics(PATH, report, (), FULL, files)
    told = [(one["message"], one["location"]["range"]["start"]) for one in found["relatedInformation"]]
    assert told == [("same file", position(1, 0)), ("other file", position(0, 2))]


def test_problems_of_all_sources_once_and_in_their_file_only(files: Files) -> None:
    here, whole = Problem(PATH, "here", Span(9, 12)), Problem(PATH, "the whole file")
    elsewhere = Problem(Path("/w/b.rs"), "elsewhere")
    found = file_diagnostics(PATH, FakeReport(PATH, TEXT, (), (here, elsewhere)), (here, whole), FULL, files)
    assert [(one["message"], one["range"]) for one in found] == [
        ("here", {"start": position(1, 0), "end": position(1, 3)}),
        ("the whole file", {"start": position(0, 0), "end": position(0, 7)}),
    ]


def test_a_file_that_cannot_be_read_still_has_its_problem(files: Files) -> None:
    problem = Problem(PATH, "the file cannot be read")
    (found,) = file_diagnostics(PATH, FakeReport(PATH, None, (), (problem,)), (), FULL, files)
    assert found["range"] == {"start": position(0, 0), "end": position(0, 0)}
    assert file_diagnostics(PATH, None, (), FULL, files) == []


def test_result_ids_stand_for_what_is_shown(files: Files) -> None:
    report = FakeReport(PATH, TEXT, (RISKY,))
    first = file_diagnostics(PATH, report, (), FULL, files)
    again = file_diagnostics(PATH, report, (), FULL, files)
    other = file_diagnostics(PATH, replace(report, findings=(RISKY.at(Level.WARNING),)), (), FULL, files)
    assert result_id(first) == result_id(again) != result_id(other)
