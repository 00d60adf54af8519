"""Versions, ranges by plain order, and requirements as Cargo reads them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.cargo.version import Range, Requirement, Version

V = Version.parse

numbers = st.integers(0, 3)
pre_releases = st.lists(st.integers(0, 2) | st.sampled_from(["alpha", "pre", "rc-1", "0a"]), max_size=3).map(tuple)
versions = st.builds(Version, numbers, numbers, numbers, pre_releases)
bounds = st.tuples(st.sampled_from([">=", ">", "<=", "<", "="]), versions).map(lambda pair: f"{pair[0]}{pair[1]}")
ranges = st.lists(st.lists(bounds, min_size=1, max_size=3).map(", ".join), min_size=1, max_size=2).map(" || ".join)


def test_order_is_that_of_semver() -> None:
    # The example of the specification, section 11, between two releases.
    order = [
        "0.9.9", "1.0.0-0", "1.0.0-2", "1.0.0-11", "1.0.0--", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
        "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1-pre", "1.0.1", "1.1.0", "2.0.0",
    ]  # fmt: skip
    for older, newer in itertools.combinations(map(V, order), 2):
        assert older < newer and newer > older and older != newer and older <= newer and not older >= newer


def test_build_metadata_is_kept_but_does_not_count() -> None:
    assert str(V("1.2.3-pre.1+abc.01")) == "1.2.3-pre.1+abc.01"
    assert V("1.2.3+a") == V("1.2.3+b") and hash(V("1.2.3+a")) == hash(V("1.2.3"))


@given(versions)
def test_text_and_back(version: Version) -> None:
    assert V(str(version)) == version


@given(versions, versions, versions)
def test_order_is_total(a: Version, b: Version, c: Version) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert not (a <= b <= c) or a <= c


@pytest.mark.parametrize(
    "text",
    ["", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+", "1.2.x", "1.2.-3",
     "²1.0.0", "1.2.3-é", "1" * 5000 + ".0.0", "0.0.0-" + "9" * 5000],
)  # fmt: skip
def test_what_is_no_version(text: str) -> None:
    with pytest.raises(ValueError, match="is not a version"):
        V(text)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("*", ["0.0.0-0", "0.21.0", "9.9.9"], []),
        (">=0.21.0", ["0.21.0", "0.22.0-pre.2", "1.0.0"], ["0.21.0-pre.5", "0.20.1"]),
        (">=0.22.0", ["0.22.0"], ["0.22.0-pre.2"]),
        (">=0.21.0, <0.22.0-pre.1", ["0.21.0", "0.21.9", "0.22.0-alpha"], ["0.22.0-pre.1", "0.22.0"]),
        ("<=0.21.0,>0.20.1", ["0.21.0", "0.21.0-pre.1", "0.20.2"], ["0.20.1", "0.21.1"]),
        ("=0.21.0", ["0.21.0"], ["0.21.1", "0.21.0-pre.1"]),
        ("<0.14.0 || >= 0.21.0", ["0.13.2", "0.21.0"], ["0.14.0", "0.20.1"]),
    ],
)
def test_ranges(text: str, inside: list[str], outside: list[str]) -> None:
    range_ = Range.parse(text)
    assert [version for version in inside if not range_.contains(V(version))] == []
    assert [version for version in outside if range_.contains(V(version))] == []


def test_a_range_is_written_in_one_way() -> None:
    assert str(Range.parse(" >= 0.21.0 ,<0.22.0-pre.1||* ")) == ">=0.21.0, <0.22.0-pre.1 || *"


@pytest.mark.parametrize("text", ["", "0.21.0", "^0.21.0", ">=0.21", ">=0.21.0,", "||", ">=", "=>1.0.0", "* , <1.0.0"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a (range|version)"):
        Range.parse(text)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("*", "=0.0.0-0", True),
        ("<0.21.0", ">=0.21.0", False),
        ("<=0.21.0", ">=0.21.0", True),
        ("<0.21.0", ">=0.21.0-pre.1", True),
        ("<0.21.0 || >0.22.0", ">=0.21.0, <=0.22.0", False),
        (">0.21.0, <0.21.0", "*", False),
        ("=0.21.0", "=0.21.1", False),
        ("=0.21.0", "<0.21.0", False),
    ],
)
def test_intersection(a: str, b: str, expected: bool) -> None:
    assert Range.parse(a).intersects(Range.parse(b)) is expected
    assert Range.parse(b).intersects(Range.parse(a)) is expected


@given(ranges, ranges, versions)
def test_a_version_in_both_proves_the_intersection(a: str, b: str, version: Version) -> None:
    one, other = Range.parse(a), Range.parse(b)
    if one.contains(version) and other.contains(version):
        assert one.intersects(other)


@given(ranges)
def test_a_range_reads_back(text: str) -> None:
    assert Range.parse(str(Range.parse(text))) == Range.parse(text)


# Cargo's rules; the answers are those of the `semver` crate that Cargo uses.
@pytest.mark.parametrize(
    ("text", "matching", "others"),
    [
        ("0.21", ["0.21.0", "0.21.7"], ["0.20.9", "0.22.0", "0.21.0-pre.1", "1.21.0"]),
        ("^0.21.1", ["0.21.1", "0.21.2"], ["0.21.0", "0.22.0", "0.21.2-pre.1"]),
        ("0.0.3", ["0.0.3"], ["0.0.4", "0.0.2"]),
        ("0.0", ["0.0.0", "0.0.9"], ["0.1.0"]),
        ("0", ["0.0.0", "0.9.9"], ["1.0.0"]),
        ("1.2", ["1.2.0", "1.9.0"], ["1.1.9", "2.0.0"]),
        ("~0.21.3", ["0.21.3", "0.21.9"], ["0.21.2", "0.22.0"]),
        ("~0", ["0.0.1", "0.21.0"], ["1.0.0"]),
        ("=0.21.0", ["0.21.0"], ["0.21.1", "0.21.0-pre.1"]),
        ("=0.21", ["0.21.0", "0.21.9"], ["0.22.0", "0.21.0-pre.1"]),
        ("0.21.*", ["0.21.0", "0.21.9"], ["0.22.0", "0.21.0-pre.1"]),
        ("0.*", ["0.1.0", "0.99.0"], ["1.0.0"]),
        ("*", ["0.0.0", "9.0.0"], ["0.22.0-pre.1"]),
        (">0.21", ["0.22.0", "1.0.0"], ["0.21.5", "0.22.0-pre.1"]),
        (">=0.21", ["0.21.0", "3.0.0"], ["0.20.1", "0.22.0-pre.1"]),
        ("<0.22", ["0.21.9", "0.0.1"], ["0.22.0", "0.22.0-pre.1"]),
        ("<=0.21", ["0.21.9", "0.20.0"], ["0.22.0"]),
        (">=0.20, <0.22", ["0.20.0", "0.21.9"], ["0.19.9", "0.22.0", "0.22.0-pre.1"]),
        ("0.22.0-pre.1", ["0.22.0-pre.1", "0.22.0-pre.3", "0.22.1"], ["0.22.0-alpha", "0.22.1-pre.1", "0.23.0"]),
        ("=0.22.0-pre.1", ["0.22.0-pre.1"], ["0.22.0", "0.22.0-pre.2"]),
        (">=0.21, <0.22.0-pre.2", ["0.21.0", "0.22.0-pre.1"], ["0.22.0-pre.2", "0.21.1-pre.1"]),
    ],
)  # fmt: skip
def test_requirements(text: str, matching: list[str], others: list[str]) -> None:
    requirement = Requirement.parse(text)
    assert [version for version in matching if not requirement.matches(V(version))] == []
    assert [version for version in others if requirement.matches(V(version))] == []
    assert str(requirement) == text


@pytest.mark.parametrize(
    "text",
    ["", " ", "1,", ",1", "1 2", "1..2", "01", ">*", "^*", "*, 1", "1.*.3", "1.2.*-pre", "1.2-pre", "1.2.*+b",
     "1.2.3.4", "v1", "==1", "1.x.y", "latest", "1" * 5000, "1, " * 2000],
)  # fmt: skip
def test_what_is_no_requirement(text: str) -> None:
    with pytest.raises(ValueError, match="is not a version"):
        Requirement.parse(text)


def test_the_known_releases_that_cargo_may_choose() -> None:
    known = [V(text) for text in ("0.22.1", "0.21.0", "0.20.1", "0.22.0-pre.2", "0.21.1")]
    assert [str(version) for version in Requirement.parse("0.21").versions(known)] == ["0.21.0", "0.21.1"]
    assert Requirement.parse("0.5").versions(known) == ()


def test_how_a_requirement_is_written_does_not_make_it_another() -> None:
    assert Requirement.parse("0.21") == Requirement.parse("^0.21")
    assert Requirement.parse("0.21.*") == Requirement.parse("=0.21")
