"""Where explanations lead: burn's source at a release, and burnlint's own pages."""

from __future__ import annotations

from burnlint.records.database import Database
from burnlint.records.schema import SourceLine
from burnlint.render.model import Code, Link

DOCS = "https://burnlint.github.io"
_BURN = "https://github.com/tracel-ai/burn/blob"
_CRATES = "https://docs.rs/crate"


def source_link(database: Database, line: SourceLine) -> Link | Code:
    """A line of source; only code when it is not known where on the web it stands, as for a team's own crates."""
    tag = next((release.tag for release in database.releases if release.version == line.release), None)
    text = f"{line.path}:{line.line}"
    if line.crate is not None:
        name, _, version = line.crate.partition("@")
        return Link(f"{line.crate}/{text}", f"{_CRATES}/{name}/{version}/source/{line.path}")
    if tag is None or not line.path.startswith("crates/burn"):
        return Code(text)
    return Link(text, f"{_BURN}/{tag}/{line.path}#L{line.line}")


def rule_url(rule: str) -> str:
    """The docs page of a rule."""
    return f"{DOCS}/rules/{rule}"
