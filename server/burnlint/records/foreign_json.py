"""Reads the JSON form of foreign error records strictly: what is not as it must be is named with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burnlint.problem import Problem
from burnlint.span import Span

SCHEMA_VERSION = 2
MAX_SIZE = 8_000_000  # bytes of one file
_MAX_PROBLEMS = 100

_BOM = b"\xef\xbb\xbf"
_BLANK = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True)
class ForeignRecord:
    """What another dataset says of one panic; none of it is believed before our evidence agrees."""

    path: Path
    span: Span  # of the record in its file
    id: str
    repo: str
    slug: str
    message: str
    pattern: str
    severity: str
    file_path: str
    line_number: int
    documentation: str
    trigger: str
    situations: str
    solutions: tuple[str, ...]
    prevention: tuple[str, ...]
    example_fix: str | None
    validation_code: str | None
    type_guard: str | None
    try_catch: str | None
    tags: tuple[str, ...]
    analyzed_sha: str


# JSON key -> (field of ForeignRecord, type); a `?` after the type: may be null or left out.
FIELDS: Mapping[str, tuple[str | None, str]] = {
    "id": ("id", "text"),
    "repo": ("repo", "text"),
    "slug": ("slug", "text"),
    "errorCode": (None, "text?"),
    "errorMessage": ("message", "text"),
    "messagePattern": ("pattern", "text"),
    "errorType": (None, "text?"),
    "errorClass": (None, "text?"),
    "httpStatus": (None, "number?"),
    "severity": ("severity", "text"),
    "filePath": ("file_path", "text"),
    "lineNumber": ("line_number", "number"),
    "sourceCode": (None, "text?"),
    "sourceCodeStart": (None, "number?"),
    "sourceCodeEnd": (None, "number?"),
    "githubUrl": (None, "text?"),
    "documentation": ("documentation", "text"),
    "triggerScenarios": ("trigger", "text"),
    "commonSituations": ("situations", "text"),
    "solutions": ("solutions", "texts"),
    "exampleFix": ("example_fix", "text?"),
    "handlingStrategy": (None, "text?"),
    "validationCode": ("validation_code", "text?"),
    "typeGuard": ("type_guard", "text?"),
    "tryCatchPattern": ("try_catch", "text?"),
    "preventionTips": ("prevention", "texts"),
    "tags": ("tags", "texts"),
    "backgroundTag": (None, "text?"),
    "analyzedSha": ("analyzed_sha", "text"),
    "analyzedAt": (None, "text?"),
    "contentChangedAt": (None, "text?"),
}


def read_foreign(data: bytes, path: Path) -> tuple[tuple[ForeignRecord, ...], tuple[Problem, ...]]:
    """The records of a file, and what is wrong with the others; never raises.

    A file holds one record, an array of them, or several one after the other (also one a line). A record with a
    problem is left out whole.
    """
    reader = _Reader(path)
    records = tuple(reader.records(data))
    return records, tuple(reader.problems[:_MAX_PROBLEMS])


class _Reader:
    def __init__(self, path: Path) -> None:
        self.problems: list[Problem] = []
        self._path = path
        self._text = ""
        self._shift = 0
        self._measured = (0, 0)  # a place in characters and in bytes, from which the next is near

    def records(self, data: bytes) -> Iterator[ForeignRecord]:
        if len(data) > MAX_SIZE:
            self._whole_file(f"larger than {MAX_SIZE // 1_000_000} MB")
            return
        self._shift = len(_BOM) if data.startswith(_BOM) else 0
        self._measured = (0, self._shift)
        try:
            self._text = data[self._shift :].decode()
        except UnicodeDecodeError as error:
            at = error.start + self._shift
            line = data.count(b"\n", 0, at) + 1
            message = f"not valid UTF-8: byte 0x{data[at]:02x} at offset {at}, in line {line}"
            self.problems.append(Problem(self._path, message, Span(at, at + 1)))
            return
        found = False
        for value, start, end in self._values():
            found = True
            is_array = isinstance(value, list)
            for index, item in enumerate(value if is_array else [value]):
                record = self._record(item, start, end, (index,) if is_array else ())
                if record is not None:
                    yield record
                if len(self.problems) >= _MAX_PROBLEMS:
                    return
        if not found and not self.problems:
            self._whole_file("holds no record")

    # ---- JSON

    def _values(self) -> Iterator[tuple[Any, int, int]]:
        """The values that stand one after the other, with their places; after a broken one, from the next line on."""
        at = self._skip(0)
        while at < len(self._text) and len(self.problems) < _MAX_PROBLEMS:
            start = at
            try:
                value, at = _DECODER.raw_decode(self._text, start)
                yield value, start, at
            except json.JSONDecodeError as error:
                self._problem(f"not valid JSON at {_line_column(self._text, error.pos)}: {error.msg}", error.pos)
                at = self._next_line_with_value(start)
            except (ValueError, RecursionError) as error:
                reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
                self._problem(f"not valid JSON at {_line_column(self._text, start)}: {reason}", start)
                at = self._next_line_with_value(start)
            at = self._skip(at)

    def _skip(self, at: int) -> int:
        blank = _BLANK.match(self._text, at)
        return blank.end() if blank else at

    def _next_line_with_value(self, at: int) -> int:
        found = self._text.find("\n{", at)
        return len(self._text) if found < 0 else found + 1

    # ---- one record

    def _record(self, value: Any, start: int, end: int, inside: tuple[str | int, ...]) -> ForeignRecord | None:
        before = len(self.problems)

        def wrong(message: str, *path: str | int) -> None:
            where = (*inside, *path)
            shown = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in where).lstrip(".")
            self._problem(f"`{shown}` {message}" if shown else message, self._place(start, where))

        record = value.get("record") if isinstance(value, dict) else None
        if not isinstance(record, dict):
            wrong("must be an object with a record in `record`" if inside else "no record: `record` is missing")
            return None
        version = record.get("schemaVersion")
        if type(version) is not int or version != SCHEMA_VERSION:
            found = "missing" if version is None else json.dumps(version)[:40]
            wrong(f"is {found}: burnlint understands {SCHEMA_VERSION}", "record", "schemaVersion")
            return None
        fields: dict[str, Any] = {}
        for key, (field, kind) in FIELDS.items():
            if key not in record and not kind.endswith("?"):
                wrong("is missing", "record", key)
                continue
            given = record.get(key)
            for message, *path in _type_errors(given, kind):
                wrong(message, "record", key, *path)
            if field is not None:
                fields[field] = tuple(given) if isinstance(given, list) else given
        if len(self.problems) > before:
            return None
        return ForeignRecord(path=self._path, span=self._span(start, end), **fields)

    def _place(self, start: int, path: tuple[str | int, ...]) -> int:
        """Where the value at a path stands, or the nearest value around it."""
        at = start
        for part in path:
            inner = self._member(at, part)
            if inner is None:
                break
            at = inner
        return at

    def _member(self, at: int, part: str | int) -> int | None:
        """Where a member of the (valid) object or array at `at` stands."""
        close = {"{": "}", "[": "]"}.get(self._text[at])
        if close is None:
            return None
        at = self._skip(at + 1)
        index = 0
        while self._text[at] != close:
            key: str | int = index
            if close == "}":
                key, at = _DECODER.raw_decode(self._text, at)
                at = self._skip(self._skip(at) + 1)  # the colon
            if key == part:
                return at
            at = self._skip(_DECODER.raw_decode(self._text, at)[1])
            if self._text[at] == ",":
                at = self._skip(at + 1)
            index += 1
        return None

    # ---- problems

    def _problem(self, message: str, at: int) -> None:
        self.problems.append(Problem(self._path, message, self._span(at, min(at + 1, len(self._text)))))

    def _whole_file(self, message: str) -> None:
        self.problems.append(Problem(self._path, message))

    def _span(self, start: int, end: int) -> Span:
        """In bytes of the file."""
        if start < self._measured[0]:
            self._measured = (0, self._shift)
        characters, offset = self._measured
        first = offset + len(self._text[characters:start].encode())
        self._measured = (start, first)
        return Span(first, first + len(self._text[start:end].encode()))


def _type_errors(value: Any, kind: str) -> Iterator[tuple[Any, ...]]:
    if value is None and kind.endswith("?"):
        return
    base = kind.rstrip("?")
    if base == "number":
        if not isinstance(value, int) or isinstance(value, bool):
            yield (f"must be a whole number, not {_json_type(value)}",)
    elif base == "text":
        yield from ((message,) for message in _text_errors(value))
    elif not isinstance(value, list):
        yield (f"must be a list of texts, not {_json_type(value)}",)
    else:
        for index, item in enumerate(value):
            yield from ((message, index) for message in _text_errors(item))


def _text_errors(value: Any) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"must be a text, not {_json_type(value)}"
    elif any("\ud800" <= character <= "\udfff" for character in value):
        yield "holds half of a surrogate pair"


def _json_type(value: Any) -> str:
    names = {bool: "true or false", dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return names.get(type(value), "a number")


def _line_column(text: str, at: int) -> str:
    line_start = text.rfind("\n", 0, at) + 1
    return f"line {text.count(chr(10), 0, at) + 1}, column {at - line_start + 1}"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key `{key[:80]}` stands twice in one object")
        result[key] = value
    return result


def _no_constant(name: str) -> Any:
    raise ValueError(f"`{name}` is no JSON value")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
