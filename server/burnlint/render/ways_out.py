"""One way out of a panic, in words."""

from __future__ import annotations

from burnlint.records.schema import FixTemplate
from burnlint.render.model import Prose, prose
from burnlint.render.prose import parse_prose

_MEANING = {
    "safe": "keeps the program's meaning",
    "changes-behaviour": "changes what the program does",
    "display-only": "by hand",
}


def way_out(fix: FixTemplate) -> Prose:
    """What to do and what that means for the program."""
    advice = fix.parameters.get("text")
    more = prose(": ", *parse_prose(advice)) if isinstance(advice, str) else ()
    return (*parse_prose(fix.title), *more, *prose(f" ({_MEANING[fix.applicability]})"))
