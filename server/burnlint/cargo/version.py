"""Versions and sets of them: `Range` by plain semver order (records), `Requirement` as Cargo reads it."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, total_ordering
from itertools import product
from typing import Any

_NUMBER = r"(?:0|[1-9][0-9]{0,19})"
_IDENTIFIERS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_VERSION = re.compile(rf"({_NUMBER})\.({_NUMBER})\.({_NUMBER})(?:-({_IDENTIFIERS}))?(?:\+({_IDENTIFIERS}))?")
_COMPARATOR = re.compile(
    rf"(?P<op>>=|<=|>|<|=|~|\^)?\s*(?P<major>{_NUMBER})"
    rf"(?:\.(?P<minor>{_NUMBER}|[*xX])(?:\.(?P<patch>{_NUMBER}|[*xX])"
    rf"(?:-(?P<pre>{_IDENTIFIERS}))?(?P<build>\+{_IDENTIFIERS})?)?)?"
)


@total_ordering
@dataclass(frozen=True)
class Version:
    """One release, ordered as semver 2 orders it; build metadata is kept but counts for nothing."""

    major: int
    minor: int
    patch: int
    pre: tuple[int | str, ...] = ()
    build: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text: str) -> Version:
        """`1.2.3-pre.1+build`; anything else raises ValueError."""
        match = _VERSION.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"`{text}` is not a version: expected MAJOR.MINOR.PATCH, as in `0.21.0`")
        major, minor, patch, pre, build = match.groups()
        return cls(int(major), int(minor), int(patch), _pre_release(pre, text), build or "")

    @property
    def release(self) -> tuple[int, int, int]:
        """The three numbers, without the pre-release."""
        return (self.major, self.minor, self.patch)

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        # A pre-release is older than its release; numbers are older than words; a shorter list is older.
        order = [(0, part, "") if isinstance(part, int) else (1, 0, part) for part in self.pre]
        return (*self.release, not self.pre, order)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Version):
            return NotImplemented
        return self._key < other._key

    def __str__(self) -> str:
        pre = "-" + ".".join(map(str, self.pre)) if self.pre else ""
        build = f"+{self.build}" if self.build else ""
        return f"{self.major}.{self.minor}.{self.patch}{pre}{build}"


def _pre_release(text: str | None, whole: str) -> tuple[int | str, ...]:
    parts: list[int | str] = []
    for part in text.split(".") if text else ():
        if not part.isdigit():
            parts.append(part)
        elif part != "0" and part.startswith("0"):
            raise ValueError(f"`{whole}` is not a version: the pre-release number `{part}` starts with a zero")
        elif len(part) > 20:
            raise ValueError(f"`{whole}` is not a version: `{part}` is too large")
        else:
            parts.append(int(part))
    return tuple(parts)


# ---- ranges by plain order ------------------------------------------------------------------------------

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
}


@dataclass(frozen=True)
class Bound:
    """One side of a range, as in `>=0.21.0`."""

    op: str  # a key of _COMPARE
    version: Version

    def holds(self, version: Version) -> bool:
        """Whether the version lies on the right side."""
        return _COMPARE[self.op](version, self.version)

    def __str__(self) -> str:
        return f"{self.op}{self.version}"


@dataclass(frozen=True)
class Range:
    """A set of versions by plain semver order: any of the alternatives, each with all of its bounds."""

    alternatives: tuple[tuple[Bound, ...], ...]

    @classmethod
    def parse(cls, text: str) -> Range:
        """`*`, or bounds as in `>=0.21.0, <0.22.0-pre.1`; alternatives are separated by `||`."""
        return cls(tuple(_bounds(part.strip(), text) for part in text.split("||")))

    def contains(self, version: Version) -> bool:
        """Whether the version lies inside."""
        return any(all(bound.holds(version) for bound in bounds) for bounds in self.alternatives)

    def intersects(self, other: Range) -> bool:
        """Whether some version can lie inside both; pre-releases exist between any two releases."""
        return any(_satisfiable(a + b) for a, b in product(self.alternatives, other.alternatives))

    def __str__(self) -> str:
        return " || ".join(", ".join(map(str, bounds)) or "*" for bounds in self.alternatives)


def _bounds(text: str, whole: str) -> tuple[Bound, ...]:
    return () if text == "*" else tuple(_bound(part.strip(), whole) for part in text.split(","))


def _bound(text: str, whole: str) -> Bound:
    match = re.fullmatch(r"(>=|<=|>|<|=)\s*(\S+)", text)
    if match is None:
        raise ValueError(f"`{whole}` is not a range: expected bounds as in `>=0.21.0, <0.22.0`, or `*`")
    return Bound(match[1], Version.parse(match[2]))


def _satisfiable(bounds: tuple[Bound, ...]) -> bool:
    lower = [bound for bound in bounds if bound.op in (">", ">=", "=")]
    upper = [bound for bound in bounds if bound.op in ("<", "<=", "=")]
    return all(
        low.version < high.version or (low.version == high.version and low.op not in "><" and high.op not in "><")
        for low, high in product(lower, upper)
    )


# ---- requirements as Cargo reads them -------------------------------------------------------------------


@dataclass(frozen=True)
class Comparator:
    """One part of a requirement, as in `^0.21`; what is not written is None."""

    op: str  # ">=", ">", "<=", "<", "=", "~" or "^"
    major: int
    minor: int | None
    patch: int | None
    pre: tuple[int | str, ...] = ()

    @property
    def release(self) -> tuple[int, ...]:
        """The numbers that are written."""
        numbers = (self.major, self.minor, self.patch)
        return tuple(number for number in numbers if number is not None)

    def matches(self, version: Version) -> bool:
        """Whether the version lies inside; a requirement has one more rule for pre-releases."""
        written = version.release[: len(self.release)]
        least = Version(self.major, self.minor or 0, self.patch or 0, self.pre)
        if self.op in "~^":
            fixed = 2 if self.op == "~" else self._fixed()
            same_series = written[:fixed] == self.release[:fixed]
            return same_series and (written >= self.release if self.patch is None else version >= least)
        if written == self.release and version.pre == self.pre:
            return "=" in self.op
        if self.op == "=":
            return False
        # `>0.21` means the next series, `<0.21` an earlier one.
        strictly = _COMPARE[self.op[0]]
        return strictly(written, self.release) if self.patch is None else strictly(version, least)

    def _fixed(self) -> int:
        """How many leading numbers `^` keeps: up to the first that is not zero."""
        return next((index + 1 for index, number in enumerate(self.release) if number), len(self.release))


@dataclass(frozen=True)
class Requirement:
    """What `version = "…"` of a dependency means to Cargo; all comparators must match."""

    comparators: tuple[Comparator, ...]  # none: `*`
    text: str = field(compare=False)  # as written

    @classmethod
    def parse(cls, text: str) -> Requirement:
        """As Cargo parses it; anything else raises ValueError."""
        if text.strip() == "*":
            return cls((), "*")
        return cls(tuple(_comparator(part.strip(), text) for part in text.split(",")), text.strip())

    def matches(self, version: Version) -> bool:
        """Whether Cargo may choose the version."""
        # A pre-release is chosen only when it, or another one of the same release, is asked for.
        asked = not version.pre or any(
            comparator.pre and comparator.release == version.release for comparator in self.comparators
        )
        return asked and all(comparator.matches(version) for comparator in self.comparators)

    def versions(self, known: Iterable[Version]) -> tuple[Version, ...]:
        """The known releases that Cargo may choose, oldest first; without a lock file it takes the last."""
        return tuple(sorted(version for version in known if self.matches(version)))

    def __str__(self) -> str:
        return self.text


def _comparator(text: str, whole: str) -> Comparator:
    match = _COMPARATOR.fullmatch(text)
    if match is None:
        raise ValueError(f"`{whole}` is not a version requirement, as `0.21` or `>=0.20, <0.22` would be")
    minor, patch = match["minor"], match["patch"]
    wild = [part in ("*", "x", "X") for part in (minor, patch)]
    if wild[0] and patch is not None and not wild[1]:
        raise ValueError(f"`{whole}` is not a version requirement: a number follows the `{minor}`")
    if any(wild) and (match["pre"] or match["build"]):
        raise ValueError(f"`{whole}` is not a version requirement: text follows the `*`")
    return Comparator(
        # `0.21.*` is every release of 0.21, which is what `=0.21` says.
        op=match["op"] or ("=" if any(wild) else "^"),
        major=int(match["major"]),
        minor=None if minor is None or wild[0] else int(minor),
        patch=None if patch is None or wild[1] else int(patch),
        pre=_pre_release(match["pre"], whole),
    )
