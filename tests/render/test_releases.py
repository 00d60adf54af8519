"""Ranges of releases in words."""

from __future__ import annotations

import pytest

from burnlint.cargo.version import Range, Version
from burnlint.render.releases import newest, release_words, telling_releases

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
        (">=0.21.0", "0.21.0 to 0.23.0-pre.1 (the newest known)"),
        ("=0.23.0-pre.1", "0.23.0-pre.1"),
        ("*", "0.20.0 to 0.23.0-pre.1 (all known)"),
        ("<0.20.1 || >=0.21.0, <0.22.0", "0.20.0 and 0.21.0 to 0.22.0-pre.2"),
        (">=0.30.0", ">=0.30.0 (no known release)"),
    ],
)
def test_a_range_in_words(burn: str, words: str) -> None:
    assert release_words(Range.parse(burn), KNOWN) == words


def test_two_ranges_in_words() -> None:
    words = release_words(Range.parse(">=0.21.0"), KNOWN, Range.parse("<0.22.0-pre.1"))
    assert words == "0.21.0"


def test_the_newest_is_no_pre_release_if_there_is_another() -> None:
    assert newest(KNOWN) == Version.parse("0.22.0")
    assert newest(KNOWN[-1:]) == Version.parse("0.23.0-pre.1")
    assert newest([]) is None


def test_one_release_stands_for_each_minor_one() -> None:
    columns = telling_releases(reversed(KNOWN), [])
    assert [str(version) for version in columns] == ["0.20.1", "0.21.0", "0.22.0", "0.23.0-pre.1"]
    ranges = [Range.parse(text) for text in ("<0.20.1", ">=0.21.0", "=0.21.0-pre.1", ">9.0.0")]
    columns = telling_releases(KNOWN, ranges)
    assert [str(version) for version in columns] == [
        "0.20.0", "0.20.1", "0.21.0-pre.1", "0.21.0", "0.22.0", "0.23.0-pre.1",
    ]  # fmt: skip
