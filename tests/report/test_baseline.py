from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from burnlint.checks.finding import Finding
from burnlint.problem import Problem
from burnlint.report.baseline import are_known, read_baseline, write_baseline
from burnlint.report.fingerprint import fingerprints
from burnlint.report.run import Sources
from burnlint.span import Place, Span

from .sample import FINDING, ROOT

PATH = ROOT / "src" / "lib.rs"
BASELINE = ROOT / "baseline.json"


def found(text: str, word: str = "panic") -> tuple[list[Finding], Sources]:
    """A finding at each place where the word stands."""
    findings = []
    start = text.find(word)
    while start >= 0:
        findings.append(replace(FINDING, place=Place(PATH, Span(start, start + len(word)))))
        start = text.find(word, start + 1)
    return findings, Sources({PATH: text.encode()}.get)


def names(text: str) -> list[str]:
    findings, sources = found(text)
    return fingerprints(findings, ROOT, sources)


def test_fingerprints_survive_moves_and_formatting() -> None:
    assert names("panic(a);\n") == names("// new\n\n\t panic( a );\r\n// more\n")


def test_fingerprints_differ_by_line_rule_path_and_number() -> None:
    assert len(set(names("panic(a);\npanic(b);\npanic(a);\n"))) == 3
    findings, sources = found("panic(a);\n")
    other = [replace(findings[0], rule="other")]
    assert fingerprints(other, ROOT, sources) != fingerprints(findings, ROOT, sources)
    assert fingerprints(findings, ROOT / "src", sources) != fingerprints(findings, ROOT, sources)


def test_only_what_the_baseline_does_not_have_is_new() -> None:
    findings, sources = found("panic(a);\npanic(a);\n")
    known = read_baseline(write_baseline(findings, ROOT, sources).encode(), BASELINE)
    assert isinstance(known, frozenset)
    assert are_known(findings, known, ROOT, sources) == [True, True]
    later, sources = found("use x;\npanic(a);\npanic(b);\npanic(a);\npanic(a);\n")
    assert are_known(later, known, ROOT, sources) == [True, False, True, False]


def test_a_baseline_is_json_with_one_line_a_finding() -> None:
    findings, sources = found("panic(a);\npanic(b);\n")
    text = write_baseline(findings, ROOT, sources)
    assert json.loads(text)["findings"][1]["path"] == "src/lib.rs"
    assert sum('"fingerprint"' in line for line in text.splitlines()) == 2
    assert read_baseline(write_baseline([], ROOT, sources).encode(), BASELINE) == frozenset()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b'{"schema": "other/1", "findings": []}',
        b'{"schema": "burnlint-baseline/1"}',
        b'{"schema": "burnlint-baseline/1", "findings": [{}]}',
        b'{"schema": "burnlint-baseline/1", "findings": {"fingerprint": "x"}}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_baseline_is_a_problem(data: bytes) -> None:
    problem = read_baseline(data, Path("b.json"))
    assert isinstance(problem, Problem)
    assert problem.path == Path("b.json") and problem.message.startswith("not a baseline: ")
