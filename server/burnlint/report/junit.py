"""JUnit's XML, which most build servers show: a suite a file, a failed case a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from burnlint.report.run import Entry, Run, Style
from burnlint.span import Span

# What XML 1.0 cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(run: Run, style: Style) -> Iterator[str]:
    """The document, indented."""
    root = ElementTree.Element("testsuites", name="burnlint")
    for path, group in groupby(run.entries, key=lambda entry: entry.finding.place.path):
        suite = _element(root, "testsuite", name=run.shown(path))
        for entry in group:
            _case(suite, run, entry)
        _count(suite)
    if run.problems:
        suite = _element(root, "testsuite", name="burnlint")
        for problem in run.problems:
            case = _element(suite, "testcase", name=run.shown(problem.path), classname="burnlint")
            position = _position(run, problem.path, problem.span)
            error = _element(case, "error", message=problem.message)
            error.text = _clean(f"{position}: {problem.message}")
        _count(suite)
    if not len(root):
        # Build servers take a report without any case for a broken run.
        suite = _element(root, "testsuite", name="burnlint")
        _element(suite, "testcase", name=f"{run.files} files", classname="burnlint")
        _count(suite)
    _count(root)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    # Everything beyond ASCII becomes a character reference, so that no terminal or pipe can damage it.
    yield ElementTree.tostring(root, encoding="us-ascii", xml_declaration=False).decode("ascii")


def _case(suite: ElementTree.Element, run: Run, entry: Entry) -> None:
    finding = entry.finding
    position = _position(run, *finding.place)
    path = run.shown(finding.place.path)
    case = _element(suite, "testcase", name=f"{finding.rule} at {position}", classname=path)
    if finding.suppressed:
        _element(case, "skipped", message=finding.message)
        return
    failure = _element(case, "failure", type=finding.level.value, message=finding.message)
    notes = [f"{_position(run, *related.place)}: {related.message}" for related in finding.related]
    failure.text = _clean("\n".join([f"{position}: {finding.message}", *notes]))


def _position(run: Run, path: Path, span: Span | None) -> str:
    region = run.sources.region(path, span)
    return f"{run.shown(path)}:{region.line}:{region.column}" if region else run.shown(path)


def _count(element: ElementTree.Element) -> None:
    counts = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for name, tag in counts.items():
        element.set(name, str(len(list(element.iter(tag)))))


def _element(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.SubElement(parent, tag, {key: _clean(value) for key, value in attributes.items()})


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
