"""The explanation of a rule, as `burnlint explain` gives it, for formats that can carry one."""

from __future__ import annotations

from burnlint.records.load import Database
from burnlint.records.schema import Rule
from burnlint.render.explain import explain_rule
from burnlint.render.markdown import to_markdown
from burnlint.render.terminal import to_plain


def rule_help(database: Database, rule: Rule) -> dict[str, str]:
    """Plain text and Markdown."""
    document = explain_rule(database, rule)
    return {"text": to_plain(document), "markdown": to_markdown(document)}
