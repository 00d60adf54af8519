"""What a record's message pattern needs at least, so that logs can be searched fast and safely."""

from __future__ import annotations

import re
from functools import lru_cache

_SIMPLE_ESCAPES = set(".^$*+?{}[]\\|()/-'\"`:;,<>=!#%&@~ ")


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str] | None:
    """The pattern, or None for one that is no regular expression."""
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None
