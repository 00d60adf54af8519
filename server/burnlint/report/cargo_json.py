"""Messages as `cargo check --message-format=json` prints them, for tools that already read those of rustc."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from burnlint.cargo.context import CrateContext, CrateRoot
from burnlint.checks.finding import Applicability, Fix, Level
from burnlint.problem import Problem
from burnlint.report.evidence import evidence
from burnlint.report.run import Entry, Run, Style
from burnlint.report.text import render_entry
from burnlint.span import Place, Span
from burnlint.syntax.text import Text

_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "note"}
_APPLICABILITIES = {
    Applicability.SAFE: "MachineApplicable",
    Applicability.CHANGES_BEHAVIOUR: "MaybeIncorrect",
    Applicability.DISPLAY_ONLY: "Unspecified",
}


def render(run: Run, style: Style) -> Iterator[str]:
    """One message a line; the last one says whether the build would have succeeded."""
    for entry in run.entries:
        yield _message(run, entry.finding.place.path, _diagnostic(run, entry))
    for problem in run.problems:
        yield _message(run, problem.path, _complaint(run, problem))
    failed = bool(run.problems) or any(entry.finding.level is Level.ERROR for entry in run.entries)
    yield json.dumps({"reason": "build-finished", "success": not failed})


def _message(run: Run, path: Path, diagnostic: dict[str, Any]) -> str:
    diagnostic = {"$message_type": "diagnostic", **diagnostic}
    context = run.package_of(path)
    target = _target(context, path) if context else None
    if context is None or target is None:
        # Readers take the bare diagnostic, as rustc prints it, but no message of cargo without a target.
        return json.dumps(diagnostic)
    return json.dumps(
        {
            "reason": "compiler-message",
            "package_id": f"path+{context.root.as_uri()}#{context.name}",
            "manifest_path": str(context.manifest),
            "target": {
                "kind": ["custom-build" if target.kind == "build" else target.kind],
                "crate_types": ["lib" if target.kind == "lib" else "bin"],
                "name": target.name,
                "src_path": str(target.path),
                "edition": context.edition,
            },
            "message": diagnostic,
        }
    )


def _target(context: CrateContext, path: Path) -> CrateRoot | None:
    """The target that the file most likely belongs to: its own, else that of the nearest root above it."""
    above = [root for root in context.crate_roots if path.is_relative_to(root.path.parent)]
    own = [root for root in above if root.path == path]
    nearest = max(above, key=lambda root: len(root.path.parts), default=None)
    return own[0] if own else nearest


def _diagnostic(run: Run, entry: Entry) -> dict[str, Any]:
    finding = entry.finding
    rule = run.database.rules.get(finding.rule)
    notes = [_child("note", sentence) for sentence in evidence(finding, run.database)]
    return {
        "rendered": "\n".join(render_entry(run, entry, Style())) + "\n\n",
        "code": {"code": finding.rule, "explanation": rule.summary if rule else None},
        "level": _LEVELS[finding.level],
        "message": finding.message,
        "spans": [
            *_spans(run, finding.place, is_primary=True),
            *(
                span
                for related in finding.related
                for span in _spans(run, related.place, is_primary=False, label=related.message)
            ),
        ],
        "children": [*(_help(run, fix) for fix in entry.fixes), *notes],
    }


def _help(run: Run, fix: Fix) -> dict[str, Any]:
    spans = [
        {
            **span,
            "suggested_replacement": edit.text,
            "suggestion_applicability": _APPLICABILITIES[fix.applicability],
        }
        for edit in fix.edits
        for span in _spans(run, edit.place, is_primary=True)
    ]
    return _child("help", fix.title, spans)


def _complaint(run: Run, problem: Problem) -> dict[str, Any]:
    place = Place(problem.path, problem.span or Span(0, 0))
    return {
        "rendered": f"error: {problem.message}\n --> {run.shown(problem.path)}\n\n",
        "code": None,
        "level": "error",
        "message": problem.message,
        "spans": _spans(run, place, is_primary=True),
        "children": [],
    }


def _child(level: str, message: str, spans: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "rendered": None,
        "code": None,
        "level": level,
        "message": message,
        "spans": spans or [],
        "children": [],
    }


def _spans(run: Run, place: Place, *, is_primary: bool, label: str | None = None) -> list[dict[str, Any]]:
    """The span, or none when its file cannot be read any more."""
    text = run.sources.text(place.path)
    region = run.region(place)
    if text is None or region is None:
        return []
    # rustc counts the bytes of the file, of which the byte order mark is a part.
    before = len(codecs.BOM_UTF8) if text.bom else 0
    return [
        {
            "file_name": _file_name(run, place.path),
            "byte_start": place.span.start + before,
            "byte_end": place.span.end + before,
            "line_start": region.line,
            "line_end": region.end_line,
            "column_start": region.column,
            "column_end": region.end_column,
            "is_primary": is_primary,
            "text": _lines(text, place.span),
            "label": label,
            "suggested_replacement": None,
            "suggestion_applicability": None,
            "expansion": None,
        }
    ]


def _lines(text: Text, span: Span) -> list[dict[str, Any]]:
    """Each line of the span, and which of its columns are in it."""
    lines = []
    for line in range(text.line_at(span.start), text.line_at(span.end) + 1):
        begin, end = text.line_span(line)
        _, first = text.position(max(span.start, begin), "utf-32")
        _, last = text.position(min(span.end, end), "utf-32")
        content = text.slice((begin, end))
        lines.append({"text": content, "highlight_start": first + 1, "highlight_end": last + 1})
    return lines


def _file_name(run: Run, path: Path) -> str:
    """As cargo writes it: relative to the root of the workspace, for the files that are inside."""
    context = run.package_of(path)
    root = context.workspace_root if context else run.root
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
