"""Where explanations lead: burn's source at a release, and burnlint's own pages."""

from __future__ import annotations

from burnlint.records.schema import SourceLine
from burnlint.render.model import Link

DOCS = "https://burnlint.github.io"
_SOURCE = "https://github.com/tracel-ai/burn/blob"


def source_url(tag: str, path: str, line: int) -> str:
    """The line of burn's source on the web."""
    return f"{_SOURCE}/{tag}/{path}#L{line}"


def source_link(line: SourceLine, tag: str) -> Link:
    """A line of burn's source for one release."""
    return Link(f"{line.path}:{line.line}", source_url(tag, line.path, line.line))


def rule_url(rule: str) -> str:
    """The docs page of a rule."""
    return f"{DOCS}/rules/{rule}"
