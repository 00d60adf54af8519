"""Which functions of burn a program can get to, by the names that functions call.

Names alone decide, so this errs on the side of "can be reached": a method call may mean every method of that name.
A qualified call (`Shape::new`) means the functions of that type or trait when there is one in burn.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from burnlint.drift.crates import Crate
from burnlint.drift.sites import Call, Function


class Key(NamedTuple):
    """A function: its crate and file, and which one of that file."""

    crate: str
    path: str
    place: int  # among that file's functions


class Entry(NamedTuple):
    """A function of burn's public API, and how many calls lie between it and what it reaches."""

    crate: str
    name: str  # `Tensor::topk`
    calls: int


# Methods that the language or the standard library calls, so that no call is written.
_CALLED_UNSEEN = frozenset(
    {
        "Drop",
        "Iterator",
        "Default",
        "From",
        "Into",
        "TryFrom",
        "Deref",
        "DerefMut",
        "Index",
        "Display",
        "Debug",
        "Clone",
    }
    | {"Add", "Sub", "Mul", "Div", "Rem", "Neg", "Not", "PartialEq", "PartialOrd", "Ord", "Hash", "Future"}
)


def reached(crates: Iterable[Crate], internal: Iterable[str]) -> Mapping[Key, Entry]:
    """The functions that burn's public API reaches, each with the entry that is fewest calls away.

    `internal` are crates that a program cannot name, or whose functions it reaches through others only.
    """
    functions = {
        Key(crate.name, file.path, index): function
        for crate in crates
        for file in crate.files
        for index, function in enumerate(file.functions)
    }
    named: dict[str, list[Key]] = defaultdict(list)
    owners: dict[str, set[str]] = defaultdict(set)
    for key, function in functions.items():
        named[function.name].append(key)
        for owner in (function.owner, function.trait):
            if owner is not None:
                owners[owner].add(function.name)
    hidden = frozenset(internal)
    entries: dict[Key, Entry] = {
        key: Entry(key.crate, _title(function), 0)
        for key, function in functions.items()
        if (function.public and key.crate not in hidden) or function.trait in _CALLED_UNSEEN or not function.name
    }
    waiting = deque(entries)
    seen: set[Call] = set()
    named_before: set[str] = set()
    while waiting:
        key = waiting.popleft()
        entry = entries[key]
        function = functions[key]
        for call in function.calls:
            if call.qualifier == "Self" and function.owner is not None:
                call = Call(function.owner, call.name)
            if call in seen:
                continue
            seen.add(call)
            exact = call.qualifier is not None and call.name in owners.get(call.qualifier, ())
            for target in named.get(call.name, ()):
                one = functions[target]
                if target not in entries and (not exact or call.qualifier in (one.owner, one.trait)):
                    entries[target] = Entry(entry.crate, entry.name, entry.calls + 1)
                    waiting.append(target)
        for name in function.names - named_before:
            named_before.add(name)
            for target in named.get(name, ()):
                if target not in entries and functions[target].owner is None:
                    entries[target] = Entry(entry.crate, entry.name, entry.calls + 1)
                    waiting.append(target)
    return entries


def _title(function: Function) -> str:
    return f"{function.owner}::{function.name}" if function.owner else function.name
