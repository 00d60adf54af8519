"""Ranges of releases in words."""

from __future__ import annotations

import pytest

from burnlint.cargo.version import Range, Version
from burnlint.render.releases import newest_of_each_series, release_words

KNOWN = [
    Version.parse(text)
    for text in ("0.20.0", "0.20.1", "0.21.0-pre.1", "0.21.0", "0.22.0-pre.2", "0.22.0", "0.23.0-pre.1")
]


@pytest.mark.parametrize(
    ("burn", "words"),
    [
        (">=0.20.1, <0.22.0-pre.1", "0.20.1 to 0.21.0"),
        ("=0.21.0", "0.21.0"),
        ("<0.20.1", "0.20.0"),
        (">=0.21.0", "0.21.0 to 0.23.0-pre.1, the newest release that burnlint knows"),
        ("=0.23.0-pre.1", "0.23.0-pre.1"),
        ("*", "0.20.0 to 0.23.0-pre.1, every release that burnlint knows"),
        ("<0.20.1 || >=0.21.0, <0.22.0", "0.20.0 and 0.21.0 to 0.22.0-pre.2"),
        (">=0.30.0", ">=0.30.0 (no release that burnlint knows)"),
    ],
)
def test_a_range_in_words(burn: str, words: str) -> None:
    assert release_words(Range.parse(burn), KNOWN) == words


def test_one_release_stands_for_each_minor_one() -> None:
    newest = newest_of_each_series(reversed(KNOWN))
    assert [str(version) for version in newest] == ["0.20.1", "0.21.0", "0.22.0", "0.23.0-pre.1"]
