"""What a message pattern needs at least, so that logs are searched fast and only where it can match."""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(
    r"""(?: (?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])
          | \\(?P<escaped>.)
          | (?P<mark>[()|.^$])
          | (?P<character>.)
        ) (?:(?P<quantifier>[*?+]|\{\d*,?\d*\})[?+]?)?""",
    re.VERBOSE | re.DOTALL,
)


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """The pattern, or None for one that is no regular expression."""
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


@lru_cache(maxsize=4096)
def required_text(pattern: str) -> str:
    """The longest text that stands in everything the pattern matches; empty when none is sure.

    Alternatives, groups, classes and whatever may be absent promise nothing.
    """
    runs = [""]
    depth = 0
    for token in _TOKEN.finditer(pattern):
        mark, escaped = token["mark"], token["escaped"]
        if escaped is not None and (escaped in "xuUN" or escaped.isdigit()):
            return ""  # a character by its number: too rare to be read here
        if mark == "(" and re.match(r"\(\?[a-zA-Z]*[imsx]", pattern[token.start() :]):
            return ""  # flags, which change what the rest means
        if mark == "|" and depth == 0:
            return ""
        depth += (mark == "(") - (mark == ")")
        literal = token["character"] or (escaped if escaped and not escaped.isalnum() else None)
        quantifier = token["quantifier"]
        if literal and depth == 0 and quantifier in (None, "+"):
            runs[-1] += literal
            if quantifier is None:
                continue
        runs.append("")
    return max(runs, key=len)
