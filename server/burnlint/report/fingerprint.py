"""Names for findings that survive edits elsewhere in the file, for baselines and code quality services."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from burnlint.checks.finding import Finding
from burnlint.report.run import Sources, shown_path


def fingerprints(findings: Iterable[Finding], root: Path, sources: Sources) -> list[str]:
    """One for each finding: from its rule, its path, the words of its line, and which of several it is."""
    seen: Counter[tuple[str, ...]] = Counter()
    result = []
    for finding in findings:
        identity = (finding.rule, shown_path(finding.place.path, root), _line(finding, sources))
        seen[identity] += 1
        parts = (*identity, str(seen[identity]))
        result.append(hashlib.sha256("\0".join(parts).encode()).hexdigest())
    return result


def _line(finding: Finding, sources: Sources) -> str:
    """The line without its spacing, so that formatting changes nothing."""
    text = sources.text(finding.place.path)
    if text is None:
        return ""
    line, _ = text.position(finding.place.span.start, "utf-32")
    return "".join(text.slice(text.line_span(line)).split())
