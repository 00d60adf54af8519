"""Takes typed values out of a TOML table and notes, with key paths, what is missing, wrong or unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from burnlint.cargo.toml import KeyPath
from burnlint.cargo.version import Range, Version
from burnlint.records.schema import SourceLine

T = TypeVar("T")
Table: TypeAlias = Mapping[str, Any]

_SOURCE_LINE = re.compile(r"(?:(?P<crate>[\w-]+@[^/:\s]+)/)?(?P<path>[^:\s]+\.\w+):(?P<line>[1-9][0-9]{0,6})")

ANY = Range.parse("*")
_NO_VERSION = Version(0, 0, 0)

# Hundreds of records name the same few ranges, releases and lines.
parse_range = lru_cache(maxsize=4096)(Range.parse)
parse_version = lru_cache(maxsize=4096)(Version.parse)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`: did you mean …?`, or nothing when nothing is near."""
    near = get_close_matches(word, list(known), 1)
    return f": did you mean `{near[0]}`?" if near else ""


class Reader:
    """One table of a file; every method gives a usable value even when it notes an error.

    Whoever reads must look at `errors` at the end: the values are only worth something when it is empty.
    """

    def __init__(self, table: Table, path: KeyPath = (), errors: list[tuple[KeyPath, str]] | None = None) -> None:
        self.errors: list[tuple[KeyPath, str]] = [] if errors is None else errors
        self.path = path
        self._table = table
        self._asked: set[str] = set()

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __contains__(self, key: object) -> bool:
        return key in self._table

    def error(self, message: str, *path: str | int) -> None:
        """Notes that something is wrong with the value at a path below this table."""
        self.errors.append(((*self.path, *path), message))

    def close(self) -> None:
        """Notes the keys that nobody asked for."""
        for key in self._table:
            if key not in self._asked:
                self.error(f"unknown key `{key}`{did_you_mean(key, self._asked)}", key)

    # ---- single values

    def text(self, key: str) -> str:
        """A text that must be there and not be empty."""
        value = self._take(key, str, "a text")
        if value is not None and not value.strip():
            self.error(f"`{key}` is empty", key)
        return value or ""

    def optional(self, key: str) -> str | None:
        """A text that may be left out."""
        return self.text(key) if key in self._table else None

    def choice(self, key: str, options: tuple[str, ...]) -> str:
        """One of a few words."""
        value = self.text(key)
        if value and value not in options:
            self.error(f"`{key}` must be {' or '.join(options)}, not `{value}`", key)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._take(key, bool, "true or false", default)
        return default if value is None else value

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number between two bounds."""
        value = self._take(key, int, "a whole number", default)
        if value is None:
            return default
        if isinstance(value, bool) or not least <= value <= most:
            self.error(f"`{key}` must be a whole number between {least} and {most}", key)
        return value

    def range(self, key: str, default: Range | None = None) -> Range:
        """A range of releases."""
        if default is not None and key not in self._table:
            return default
        return self._parsed(key, self.text(key), parse_range, ANY)

    def version(self, key: str) -> Version:
        """A release."""
        return self._parsed(key, self.text(key), parse_version, _NO_VERSION)

    # ---- lists and tables

    def texts(self, key: str, required: bool = False) -> tuple[str, ...]:
        """A list of texts, empty when it may be and is left out."""
        values = self._take(key, list, "a list of texts", None if required else [])
        if values is None:
            return ()
        if required and not values:
            self.error(f"`{key}` is empty", key)
        for index, value in enumerate(values):
            if not isinstance(value, str) or not value:
                self.error(f"`{key}` must hold texts that are not empty", key, index)
        return tuple(values)

    def items(self, key: str) -> list[Any]:
        """A list of anything, which must be there."""
        return self._take(key, list, "a list") or []

    def table(self, key: str, required: bool = False) -> Reader:
        """A table; one without keys when it is left out."""
        value = self._take(key, dict, "a table", None if required else {})
        # What a missing table does not hold needs no words of its own.
        return Reader({} if value is None else value, (*self.path, key), [] if value is None else self.errors)

    def tables(self, key: str) -> list[Reader]:
        """An array of tables, as in `[[message]]`."""
        values = self._take(key, list, f"an array of tables, as in `[[{key}]]`", [])
        readers = []
        for index, value in enumerate(values or []):
            if isinstance(value, dict):
                readers.append(Reader(value, (*self.path, key, index), self.errors))
            else:
                self.error(f"`{key}` must be an array of tables, as in `[[{key}]]`", key, index)
        return readers

    def mapping(self, key: str, kind: type[T], words: str) -> dict[str, T]:
        """A table whose values are all of one type."""
        reader = self.table(key)
        values = {name: reader._take(name, kind, words) for name in reader}
        return {name: value for name, value in values.items() if value is not None}

    def ranges(self, key: str) -> dict[str, Range]:
        """A table of ranges."""
        reader = self.table(key)
        return {name: reader.range(name) for name in reader}

    def source_lines(self, key: str, required: bool = False) -> tuple[SourceLine, ...]:
        """A table release -> path:line, oldest release first."""
        reader = self.table(key, required)
        lines = [line for release in reader if (line := reader._source_line(release)) is not None]
        return tuple(sorted(lines, key=lambda line: line.release))

    def versions(self, key: str) -> tuple[tuple[Version, str], ...]:
        """A table release -> text, oldest release first."""
        reader = self.table(key)
        pairs = [
            (reader._parsed(release, release, parse_version, _NO_VERSION), reader.text(release)) for release in reader
        ]
        return tuple(sorted(pairs))

    def _source_line(self, release: str) -> SourceLine | None:
        text = self.text(release)
        version = self._parsed(release, release, parse_version, _NO_VERSION)
        match = _SOURCE_LINE.fullmatch(text)
        if match is None:
            self.error(f"`{text}` must be PATH:LINE, or CRATE@VERSION/PATH:LINE", release)
            return None
        return SourceLine(version, match["path"], int(match["line"]), match["crate"])

    def _parsed(self, key: str, text: str, parse: Callable[[str], T], fallback: T) -> T:
        if not text:
            return fallback  # noted before
        try:
            return parse(text)
        except ValueError as error:
            self.error(str(error), key)
            return fallback

    def _take(self, key: str, kind: type[T], words: str, default: T | None = None) -> T | None:
        self._asked.add(key)
        value = self._table.get(key, default)
        if isinstance(value, kind):
            return value
        self.error(f"`{key}` must be {words}" if key in self._table else f"`{key}` is missing", key)
        return None
