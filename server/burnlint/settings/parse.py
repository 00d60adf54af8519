"""Reads the settings of one source: what is wrong is a problem with its place, and the rest applies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from burnlint.cargo.targets import target_triples
from burnlint.cargo.version import Requirement, Version
from burnlint.problem import Problem
from burnlint.settings.globs import PathPattern
from burnlint.settings.table import BY_NAME, KEYS, LEVELS, Key
from burnlint.span import Span

KeyPath: TypeAlias = tuple[str | int, ...]
_T = TypeVar("_T")

# Editors write `allFeatures` where TOML has `all-features`; both are understood everywhere.
_BY_NAME = BY_NAME | {key.camel: key for key in KEYS}


@dataclass(frozen=True)
class Source:
    """Where settings are written."""

    path: Path  # a file, or words for what is not one, such as "editor settings"
    folder: Path  # where relative paths start
    span: Callable[[KeyPath], Span | None] = lambda keys: None


@dataclass(frozen=True)
class Mention:
    """A name that only a loaded database can check."""

    kind: Literal["id", "backend"]
    text: str
    path: Path
    span: Span | None


@dataclass(frozen=True)
class Layer:
    """The settings of one source: only what it sets."""

    values: Mapping[str, Any] = field(default_factory=dict)  # by field of `Settings`
    mentions: tuple[Mention, ...] = ()
    problems: tuple[Problem, ...] = ()


def parse_layer(values: object, source: Source) -> Layer:
    """The layer of a table as TOML or JSON gives it; `null` means not set."""
    reader = _Reader(source)
    parsed = reader.table(values)
    return Layer(parsed, tuple(reader.mentions), tuple(reader.problems))


def did_you_mean(word: str, known: list[str]) -> str:
    """The end of a message, empty when no known word is near."""
    near = get_close_matches(word, known, n=1)
    return f"; did you mean `{near[0]}`?" if near else ""


class _Reader:
    """Collects the mentions and problems of one source while its values are read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.mentions: list[Mention] = []
        self.problems: list[Problem] = []

    def table(self, values: object) -> dict[str, Any]:
        parsed: dict[str, Any] = {}
        for name, value in (self._expect(dict, "settings", "a table", (), values) or {}).items():
            key = _BY_NAME.get(name)
            if key is None:
                hint = did_you_mean(str(name), list(_BY_NAME))
                self._report((name,), f"unknown setting `{name}`{hint}")
            elif value is not None:
                result = self._value(key, (name,), value)
                if result is not None:
                    parsed[key.field] = result
        return parsed

    def _value(self, key: Key, keys: KeyPath, value: object) -> Any:
        match key.kind:
            case "flag":
                return self._expect(bool, key.name, "true or false", keys, value)
            case "levels":
                return self._levels(key, keys, value)
            case "backend" | "burn" | "path":
                return self._text(key, keys, value)
        return self._texts(key, keys, value)

    def _texts(self, key: Key, keys: KeyPath, value: object) -> tuple[Any, ...] | None:
        # One text stands for a list of one, as in Cargo's own files.
        if isinstance(value, str):
            places, texts = [keys], [value]
        else:
            texts = self._expect(list, key.name, "a list of texts", keys, value) or []
            places = [(*keys, index) for index in range(len(texts))]
        items = [self._text(key, place, text) for place, text in zip(places, texts, strict=True)]
        known = tuple(item for item in items if item is not None)
        # A list of nothing but mistakes must not void what other sources say.
        return known if known or value == [] else None

    def _text(self, key: Key, keys: KeyPath, value: object) -> Any:
        text = self._expect(str, key.name, "a text", keys, value)
        if text is None:
            return None
        text = text.strip()
        if not text or "\0" in text:
            self._report(keys, f"`{key.name}` has {'a NUL character' if text else 'an empty text'}")
            return None
        match key.kind:
            case "backend":
                return self._mention("backend", keys, text)
            case "ids":
                return self._mention("id", keys, text)
            case "burn":
                return self._release(keys, text)
            case "path" | "paths":
                return self.source.folder / text
            case "globs":
                return PathPattern(self.source.folder, text)
            case "triples":
                return self._triple(keys, text)
        return text

    def _levels(self, key: Key, keys: KeyPath, value: object) -> dict[str, str] | None:
        levels = {}
        for name, level in (self._expect(dict, key.name, "a table", keys, value) or {}).items():
            if level in LEVELS:
                levels[self._mention("id", (*keys, name), str(name))] = level
            else:
                shown = f"`{level}`" if isinstance(level, str) else _what(level)
                words = ", ".join(f"`{word}`" for word in LEVELS)
                self._report((*keys, name), f"{shown} is no level, of {words}{did_you_mean(str(level), list(LEVELS))}")
        return levels or None

    def _release(self, keys: KeyPath, text: str) -> Version | Requirement | None:
        for parse in (Version.parse, Requirement.parse):
            try:
                return parse(text)
            except ValueError:
                continue
        self._report(keys, f"`{text}` is no release of burn: expected for example `0.21.0` or `0.21`")
        return None

    def _triple(self, keys: KeyPath, text: str) -> str | None:
        # A target of the user's own is a JSON file; nothing can be known of it but its name.
        if text.endswith(".json") or text in target_triples():
            return text
        self._report(keys, f"rustc has no target `{text}`{did_you_mean(text, list(target_triples()))}")
        return None

    def _expect(self, kind: type[_T], name: str, words: str, keys: KeyPath, value: object) -> _T | None:
        if isinstance(value, kind):
            return value
        self._report(keys, f"`{name}` takes {words}, not {_what(value)}")
        return None

    def _mention(self, kind: Literal["id", "backend"], keys: KeyPath, text: str) -> str:
        self.mentions.append(Mention(kind, text, self.source.path, self.source.span(keys)))
        return text

    def _report(self, keys: KeyPath, message: str) -> None:
        self.problems.append(Problem(self.source.path, message, self.source.span(keys)))


def _what(value: object) -> str:
    """A wrong value in words; a long one is not repeated."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "a table"
    return "a date or time"
