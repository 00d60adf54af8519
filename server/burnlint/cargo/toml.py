"""TOML files with places: what a file says, where each key stands, and what is wrong with it."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from burnlint.problem import Problem
from burnlint.span import Place, Span

# tomli is tomllib for Python 3.10, with the same functions.
tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")

KeyPath: TypeAlias = tuple[str | int, ...]
T = TypeVar("T")

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Entry:
    """Where one key stands; its value is None for a table with a header, or with dotted keys."""

    key: Span
    value: Span | None

    @property
    def span(self) -> Span:
        """From the key to the end of the value."""
        return Span(self.key.start, (self.value or self.key).end)


@dataclass(frozen=True)
class TomlFile:
    """A TOML file as read; `table` is empty when it could not be understood."""

    path: Path
    data: bytes
    table: Mapping[str, Any]
    problems: tuple[Problem, ...] = ()

    def get(self, kind: type[T], *path: str | int) -> T | None:
        """The value at a key path; None when there is none or it is of another type."""
        value: Any = self.table
        for part in path:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                return None
        return value if isinstance(value, kind) else None

    def keys(self, *path: str | int) -> tuple[str, ...]:
        """The keys of the table at a key path."""
        return tuple(self.get(dict, *path) or ()) if path else tuple(self.table)

    def strings(self, *path: str | int) -> tuple[str, ...]:
        """The strings of the array at a key path."""
        return tuple(item for item in self.get(list, *path) or () if isinstance(item, str))

    def entry(self, *path: str | int) -> Entry | None:
        """Where the key, or the element of an array, at a key path stands."""
        return self._entries.get(path)

    @cached_property
    def _entries(self) -> Mapping[KeyPath, Entry]:
        return {} if self.problems else _scan(self.data)

    def place(self, *path: str | int) -> Place:
        """The place of a key path, or of the nearest table around it; the start of the file otherwise."""
        for length in range(len(path), 0, -1):
            entry = self.entry(*path[:length])
            if entry is not None:
                return Place(self.path, entry.span)
        return Place(self.path, Span(0, 0))

    def problem(self, message: str, *path: str | int) -> Problem:
        """A problem with the value at a key path."""
        return Problem(self.path, message, self.place(*path).span)


@lru_cache(maxsize=256)
def read_toml(path: Path, data: bytes) -> TomlFile:
    """Never raises: what is wrong with the file is in `problems`. Cached, since most files never change."""
    table, message, span = _parsed(data)
    return TomlFile(path, data, table, () if message is None else (Problem(path, message, span),))


@dataclass(frozen=True)
class Shape:
    """What a value may be, and the values in it; the key `*` stands for all others, and for every element."""

    kinds: tuple[type, ...]
    inner: Mapping[str, Shape] = field(default_factory=dict)


STRING = Shape((str,))
STRINGS = Shape((list,), {"*": STRING})
BOOLEAN = Shape((bool,))

_TYPE_NAMES = {bool: "true or false", dict: "a table", list: "an array", str: "a string"}


def misshapen(file: TomlFile, shape: Shape) -> Iterator[Problem]:
    """A problem for each value of a file that is not of its shape."""
    yield from _misshapen(file, file.table, shape, ())


def _misshapen(file: TomlFile, value: Any, shape: Shape, path: KeyPath) -> Iterator[Problem]:
    if not isinstance(value, shape.kinds):
        allowed = " or ".join(_TYPE_NAMES[kind] for kind in shape.kinds)
        yield file.problem(f"`{'.'.join(map(str, path))}` must be {allowed}", *path)
    elif shape.inner and isinstance(value, dict | list):
        others = shape.inner.get("*")
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            inner = shape.inner.get(key, others) if isinstance(key, str) else others
            if inner is not None:
                yield from _misshapen(file, item, inner, (*path, key))


# ---- values: tomllib does the work ----------------------------------------------------------------------


def _parsed(data: bytes) -> tuple[Mapping[str, Any], str | None, Span | None]:
    """The table, or an empty one with what is wrong and where."""
    try:
        text = data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        return {}, "not valid UTF-8", Span(error.start, error.end)
    try:
        return tomllib.loads(text), None, None
    except RecursionError:
        return {}, "nested too deeply", None
    except ValueError as error:
        message = str(error)
    try:
        return tomllib.loads(_as_toml_1_0(data).removeprefix(_BOM).decode()), None, None
    except (RecursionError, ValueError):
        reason, span = _located(message, data)
        return {}, f"not valid TOML: {reason}", span


def _located(message: str, data: bytes) -> tuple[str, Span]:
    """The decoder's message without its coordinates, and those in bytes; a character wide."""
    match = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if match is None or match[1] is None:
        return (message if match is None else message[: match.start()]), Span(len(data), len(data))
    bom = len(_BOM) if data.startswith(_BOM) else 0
    lines = data[bom:].decode().split("\n")
    number, column = int(match[1]) - 1, int(match[2]) - 1
    before = "\n".join([*lines[:number], lines[number][:column]])
    begin = bom + len(before.encode())
    return message[: match.start()], Span(begin, begin + len(lines[number][column : column + 1].encode()))


# TOML 1.1, which Cargo reads since 1.94, allows line breaks, comments and a last comma in inline tables;
# tomllib reads TOML 1.0. Spaces in their place change nothing else, and no offset.

_STRING = rb'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
_LAYOUT = re.compile(rb"(?:" + _STRING + rb")|(?P<mark>#[^\n]*|[\[\]{},]|\r?\n)", re.DOTALL)


def _as_toml_1_0(data: bytes) -> bytes:
    result = bytearray(data)
    brackets: list[bytes] = []
    comma = -1
    for match in _LAYOUT.finditer(data):
        mark = match["mark"]
        if mark is None:
            continue
        if mark in b"[{":
            brackets.append(mark)
        elif mark in b"]}":
            if mark == b"}" and comma >= 0 and not result[comma + 1 : match.start()].strip():
                result[comma : comma + 1] = b" "
            del brackets[-1:]
        elif mark == b",":
            comma = match.start()
        elif b"{" in brackets:
            result[match.start() : match.end()] = b" " * len(mark)
    return bytes(result)


# ---- places: tomllib gives none, so a scanner that relies on the file being valid ------------------------

_BLANK = re.compile(rb"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(rb'[ \t]*([A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')[ \t]*')
_QUOTED = re.compile(_STRING, re.DOTALL)
_SCALAR = re.compile(rb"[^\s,\]}#][^,\]}#\n]*")


def _scan(data: bytes) -> Mapping[KeyPath, Entry]:
    scanner = _Scanner(data)
    # Should the scanner ever be lost, what it has found so far still stands where it stands.
    with contextlib.suppress(RecursionError, ValueError):
        scanner.document()
    return scanner.entries


class _Scanner:
    def __init__(self, data: bytes) -> None:
        self.entries: dict[KeyPath, Entry] = {}
        self._data = data
        self._at = len(_BOM) if data.startswith(_BOM) else 0
        self._last: dict[KeyPath, int] = {}  # arrays of tables: the index of their last element

    def document(self) -> None:
        table: KeyPath = ()
        while self._skip_blank():
            if self._take(b"["):
                table = self._header(self._take(b"["))
            else:
                self._assignment(table)

    def _header(self, is_array: bool) -> KeyPath:
        parts = self._key()
        path: KeyPath = ()
        for number, (name, span) in enumerate(parts):
            path = (*path, name)
            if number < len(parts) - 1:
                self.entries.setdefault(path, Entry(span, None))
                if path in self._last:
                    path = (*path, self._last[path])
        if is_array:
            self._last[path] = self._last.get(path, -1) + 1
            self.entries.setdefault(path, Entry(parts[-1][1], None))
            path = (*path, self._last[path])
        self.entries[path] = Entry(parts[-1][1], None)
        for _ in range(1 + is_array):
            self._expect(b"]")
        return path

    def _assignment(self, table: KeyPath) -> None:
        parts = self._key()
        self._expect(b"=")
        path = table
        for name, span in parts[:-1]:
            path = (*path, name)
            self.entries.setdefault(path, Entry(span, None))
        name, span = parts[-1]
        path = (*path, name)
        self.entries[path] = Entry(span, self._value(path))

    def _key(self) -> list[tuple[str, Span]]:
        parts: list[tuple[str, Span]] = []
        while not parts or self._take(b"."):
            match = _KEY.match(self._data, self._at)
            if match is None:
                raise ValueError(self._at)
            parts.append((_key_text(match[1]), Span(match.start(1), match.end(1))))
            self._at = match.end()
        return parts

    def _value(self, path: KeyPath) -> Span:
        self._skip_blank()
        start = self._at
        if self._take(b"{"):
            while self._skip_blank() and not self._take(b"}"):
                self._assignment(path)
                self._skip_blank()
                self._take(b",")
        elif self._take(b"["):
            count = 0
            while self._skip_blank() and not self._take(b"]"):
                element = (*path, count)
                item = self._value(element)
                self.entries[element] = Entry(item, item)
                count += 1
                self._skip_blank()
                self._take(b",")
        else:
            match = _QUOTED.match(self._data, self._at) or _SCALAR.match(self._data, self._at)
            if match is None:
                raise ValueError(self._at)
            self._at = start + len(match[0].rstrip())
        return Span(start, self._at)

    def _skip_blank(self) -> bool:
        """Whether anything follows."""
        match = _BLANK.match(self._data, self._at)
        self._at = match.end() if match else self._at
        return self._at < len(self._data)

    def _take(self, mark: bytes) -> bool:
        if self._data.startswith(mark, self._at):
            self._at += len(mark)
            return True
        return False

    def _expect(self, mark: bytes) -> None:
        if not self._take(mark):
            raise ValueError(self._at)


def _key_text(key: bytes) -> str:
    if key[:1] in (b'"', b"'"):
        # Quoted keys are values like any other; tomllib knows the escapes.
        text: str = tomllib.loads(f"key = {key.decode()}")["key"]
        return text
    return key.decode()
