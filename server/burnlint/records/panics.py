"""Reads panic logs: what was printed, at which line of which crate, and which burn releases the log names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from burnlint.cargo.version import Version

_MAX_LENGTH = 16_000_000  # characters; of a longer log the end is read, where the panic is
_MOST = 500  # places, releases and texts of one log

_ANSI = re.compile(r"\x1b(?:\[[0-9;:?]{0,64}[ -/]{0,4}[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_LINE_NUMBER = re.compile(r"\.rs:(\d{1,7})")
_PATH_CHARACTER = re.compile(r"[\w./\\@+~-]")
_RELEASE = re.compile(
    r"\bburn(?:-[a-z]{1,20}){0,3}\W{1,12}(?:version\W{1,6})?"
    r"v?(\d{1,4}\.\d{1,4}\.\d{1,4}(?:-(?:alpha|beta|pre|rc)[.\w]{0,16})?)"
)
_VERSIONED = re.compile(r"(?P<name>[a-z][\w-]*?)-\d+\.\d+\.\d+(?:-[\w.]+)?")
_PANICKED = "panicked at "
_AFTER = 2500  # characters in which a panic's place and text must stand
_TEXT = re.compile(
    r"'(?P<old>.{1,2000}?)', [^\n']{1,300}\.rs:\d|[^\n']{1,300}?\.rs:\d+(?::\d+)?:\n(?P<new>[^\n]{1,2000})", re.DOTALL
)


class SourceFile(NamedTuple):
    """A file of a crate, however the path to it is written: `burn-ndarray`, `ops/module.rs`."""

    crate: str
    path: str  # below `src`


@dataclass(frozen=True)
class Log:
    """What a log says, cleaned of colours and other noise."""

    text: str
    lines: frozenset[tuple[SourceFile, int]]  # lines of Rust files that it names
    releases: frozenset[Version]  # of burn
    panics: tuple[str, ...]  # the texts that were printed after "panicked at"


def read_log(text: str) -> Log:
    """Understands the logs of old and new Rust releases; whatever it does not understand is left out."""
    clean = _cleaned(text[-_MAX_LENGTH:])
    panics = tuple(dict.fromkeys(_panics(clean)))
    return Log(clean, frozenset(_lines(clean)), frozenset(_releases(clean)), panics)


def source_file(path: str) -> SourceFile | None:
    """The crate and the path below its `src`, from a repository, a registry or a checkout."""
    head, found, tail = path.replace("\\", "/").rpartition("/src/")
    if not found:
        return None
    folder = head.rsplit("/", 1)[-1]
    versioned = _VERSIONED.fullmatch(folder)
    return SourceFile(versioned["name"] if versioned else folder, tail)


def _cleaned(text: str) -> str:
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    text = text.replace("\r\n", "\n").replace("\u2019", "'")
    # Logs quoted inside other logs, as JSON or with `{:?}`.
    return text.replace("\\'", "'").replace('\\"', '"') if "\\" in text else text


def _some(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    for count, match in enumerate(pattern.finditer(text)):
        if count == _MOST:
            return
        yield match


def _panics(text: str) -> Iterator[str]:
    at = -1
    for _ in range(_MOST):
        at = text.find(_PANICKED, at + 1)
        if at < 0:
            return
        start = at + len(_PANICKED)
        match = _TEXT.match(text[start : start + _AFTER])
        if match is not None:
            yield (match["old"] or match["new"]).strip()


def _lines(text: str) -> Iterator[tuple[SourceFile, int]]:
    for match in _some(_LINE_NUMBER, text):
        start = match.start()
        while start > max(0, match.start() - 300) and _PATH_CHARACTER.match(text[start - 1]):
            start -= 1
        file = source_file(text[start : match.start()] + ".rs")
        if file is not None:
            yield file, int(match[1])


def _releases(text: str) -> Iterator[Version]:
    for match in _some(_RELEASE, text):
        try:
            yield Version.parse(match[1])
        except ValueError:
            continue
