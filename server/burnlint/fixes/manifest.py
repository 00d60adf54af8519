"""Edits of a Cargo.toml."""

from __future__ import annotations

from pathlib import Path

from burnlint.cargo.context import BurnDependency
from burnlint.cargo.toml import TomlFile, read_toml
from burnlint.checks.finding import Edit
from burnlint.span import Place, Span
from burnlint.syntax.text import Text


def add_feature(text: Text, dependency: BurnDependency, feature: str) -> Edit | None:
    """The edit that turns on a feature of a dependency, in whichever of Cargo's forms it is written."""
    path = dependency.place.path
    file = read_toml(path, text.data)
    key = dependency.key
    entry = file.entry(*key)
    if not key or file.problems or entry is None:
        return None
    listed = file.entry(*key, "features")
    if listed is not None and listed.value is not None:
        return _into_array(text, path, listed.value, feature)
    addition = f'features = ["{feature}"]'
    if entry.value is None:
        return _into_table(text, file, key, addition)
    value = text.slice(entry.value)
    if value.startswith("{"):
        inside = value[1:-1].strip()
        end = entry.value.start + len(value[:-1].rstrip().encode())
        separator = ", " if inside and not inside.endswith(",") else " "
        return Edit(Place(path, Span(end, entry.value.end - 1)), f"{separator}{addition} ")
    if value.startswith(('"', "'")):
        return Edit(Place(path, entry.value), f"{{ version = {value}, {addition} }}")
    return None


def _into_array(text: Text, path: Path, array: Span, feature: str) -> Edit:
    """After the last element, in the array's own layout."""
    source = text.slice(array)
    body = source[1:-1].rstrip()
    end = array.start + 1 + len(body.encode())
    if not body.strip():
        addition = f'"{feature}"'
    elif body.endswith(","):
        last_line = body.rsplit("\n", 1)
        indent = last_line[1][: len(last_line[1]) - len(last_line[1].lstrip())] if len(last_line) > 1 else None
        addition = f' "{feature}"' if indent is None else f'\n{indent}"{feature}",'
    else:
        addition = f', "{feature}"'
    return Edit(Place(path, Span(end, end)), addition)


def _into_table(text: Text, file: TomlFile, key: tuple[str, ...], addition: str) -> Edit | None:
    """A line below the last key of `[dependencies.burn]`, or beside `burn.workspace = true`."""
    entries = [file.entry(*key, name) for name in file.keys(*key)]
    last = max((entry.span for entry in entries if entry is not None), default=None, key=lambda span: span.end)
    if last is None:
        return None
    line = text.line_span(text.line_at(last.end))
    start = text.line_span(text.line_at(last.start))
    head = text.slice(Span(start.start, last.start))
    ending = "\r\n" if text.data[line.end : line.end + 2] == b"\r\n" else "\n"
    return Edit(Place(file.path, Span(line.end, line.end)), f"{ending}{head}{addition}")
