"""The one sentence that a diagnostic says, made from the titles of its records and where they apply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from burnlint.records.schema import Record, Rule

_AUTODIFF_ONCE = re.compile(r"Autodiff<(?!.*Autodiff<).*>")
_MOST = 3  # names of a kind in one sentence; the rest are counted


class Application(Protocol):
    """One record that applies, as `checks.finding.Applied` has it."""

    @property
    def record(self) -> str: ...
    @property
    def backend(self) -> str: ...
    @property
    def burn(self) -> str: ...
    @property
    def phase(self) -> str: ...
    @property
    def condition(self) -> str | None: ...


def finding_message(
    rule: Rule,
    applied: Sequence[Application],
    records: Mapping[str, Record],
    level: str = "error",
    trigger: str | None = None,
) -> str:
    """What is missing, on which backends and releases, under which conditions, and what will happen.

    `trigger` is the code that panics, e.g. `loss.backward()`. A condition that starts with "if" ends the
    sentence; others ("with feature `wgpu`") stand with their backend, or once when all have the same.
    """
    subjects: dict[str, list[Application]] = {}
    unnamed = []  # those whose title does not say the backend
    for one in applied:
        subject, names_backend = _subject(records.get(one.record), rule)
        subjects.setdefault(subject, []).extend([one] if names_backend else [])
        unnamed += [] if names_backend else [one]
    conditions = {one.condition for one in applied}
    shared = conditions.pop() if len(conditions) == 1 else None
    what = [f"{subject} {_backends(group, shared, 'on ')}" if group else subject for subject, group in subjects.items()]
    where = [
        f"burn {listed(_unique(one.burn for one in applied), 'or', _MOST)}",
        _backends(unnamed, shared),
        "" if _is_proviso(shared) else shared or "",
    ]
    return (
        f"{listed(what, 'and', _MOST)} ({', '.join(filter(None, where))}): "
        f"{_outcome(applied, level, trigger)}{_provisos(applied)}"
    )


def listed(words: Sequence[str], conjunction: str = "and", most: int | None = None) -> str:
    """`a, b and c`; with `most`, the rest is counted: `a, b, c and 2 more`."""
    if most is not None and len(words) > most:
        words, conjunction = [*words[:most], f"{len(words) - most} more"], "and"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def _subject(record: Record | None, rule: Rule) -> tuple[str, bool]:
    """A record's title without the backends at its end, and whether it ended in them."""
    if record is None:
        return rule.title, False
    head, on, tail = record.title.rpartition(" on ")
    names = {name.strip() for name in tail.replace(" and ", ",").replace(" or ", ",").split(",")}
    return (head, True) if on and names <= set(record.affects.backends) else (record.title, False)


def _backends(group: Sequence[Application], shared: str | None, on: str = "") -> str:
    """The backends of a group, each with its own conditions unless all share one."""
    conditions: dict[str, list[str | None]] = {}
    for one in group:
        own = None if one.condition == shared or _is_proviso(one.condition) else one.condition
        conditions.setdefault(_shown(one.backend), []).append(own)
    # What holds without a condition once needs none.
    names = [
        backend if None in words else f"{backend} {listed(_unique(filter(None, words)), 'or', _MOST)}"
        for backend, words in conditions.items()
    ]
    if names == list(conditions):
        return on + listed(names, "and", _MOST)
    # "on A and on B with feature `b`": the feature belongs to B alone.
    return listed([on + name for name in names], "and", _MOST)


def _shown(backend: str) -> str:
    """One Autodiff goes without saying in a backward pass; more of them are the point."""
    return backend[len("Autodiff<") : -1] if _AUTODIFF_ONCE.fullmatch(backend) else backend


def _outcome(applied: Sequence[Application], level: str, trigger: str | None) -> str:
    backward = all(one.phase == "backward" for one in applied)
    code = f"`{trigger}`" if trigger else "`.backward()`" if backward else "this call"
    return f"{code} {'can' if level == 'information' else 'will'} panic"


def _provisos(applied: Sequence[Application]) -> str:
    words = _unique(one.condition[len("if ") :] for one in applied if one.condition and _is_proviso(one.condition))
    return f" if {listed(words, 'or', _MOST)}" if words else ""


def _is_proviso(condition: str | None) -> bool:
    return condition is not None and condition.startswith("if ")


def _unique(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
