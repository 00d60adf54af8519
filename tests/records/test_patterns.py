"""The sure part of a pattern."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.records.patterns import compiled, required_text


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("bicubic is missing", "bicubic is missing"),
        (r"got \d+ of them\.", " of them."),
        (r"Can't use (?:this|that) pass", "Can't use "),
        ("a|bicubic", ""),
        ("x(a|bicubic)y", "x"),
        ("mode [A-Z|]+ failed", " failed"),
        ("colou?r", "colo"),
        ("colou+r", "colou"),
        ("colou{0,1}r", "colo"),
        (r"\{ kind \}", "{ kind }"),
        ("^start", "start"),
        (r"\x41bc", ""),
        ("(?i)abc", ""),
        (r"a.b\\c", r"b\c"),
        ("[]a]x", "x"),
        ("", ""),
    ],
)
def test_sure_part(pattern: str, expected: str) -> None:
    assert required_text(pattern) == expected


@given(st.text(alphabet="ab.|()[]*+?{}1,\\^$d", max_size=12), st.text(alphabet="abd1.{}()[]|\\", max_size=12))
def test_whatever_matches_holds_the_sure_part(pattern: str, text: str) -> None:
    regex = compiled(pattern)
    match = regex and regex.search(text)
    if match:
        assert required_text(pattern) in match[0]


def test_what_is_no_pattern() -> None:
    assert compiled("(") is None
    assert compiled("a{99999999999999}") is None
    assert compiled("a+") == re.compile("a+")
