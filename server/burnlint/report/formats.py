"""The formats by name; each one's module is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burnlint.report.run import Run, Style

FORMATS = {
    "text": "findings with source lines, for people",
    "concise": "one line a finding",
    "json": "one document, in the form of docs/schema/check-output.schema.json",
    "json-lines": "one JSON object a line",
    "sarif": "SARIF 2.1.0, for code scanning",
    "github": "workflow commands of GitHub Actions",
    "gitlab": "code quality report of GitLab",
    "junit": "JUnit XML",
    "cargo-json": "as `cargo check --message-format=json`, for rust-analyzer",
}
_MODULES = {"json": "json_document"}


def render(name: str, run: Run, style: Style) -> Iterator[str]:
    """The lines of a report, without line breaks; the name is one of FORMATS."""
    module = import_module(f"burnlint.report.{_MODULES.get(name, name.replace('-', '_'))}")
    lines: Iterator[str] = module.render(run, style)
    return lines
