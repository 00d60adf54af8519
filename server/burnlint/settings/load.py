"""Finds the settings of a folder and merges them: files, then the editor's, then the command line's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burnlint.cargo.toml import KeyPath, TomlFile, read_toml
from burnlint.problem import Problem
from burnlint.settings.parse import Layer, Mention, Source, parse_layer
from burnlint.settings.settings import Settings
from burnlint.span import Span

FILE_NAME = "burnlint.toml"
EDITOR = Path("editor settings")
COMMAND_LINE = Path("command line")


@dataclass(frozen=True)
class Loaded:
    """The merged settings, and what a caller needs to check, watch and explain them."""

    settings: Settings
    mentions: tuple[Mention, ...] = ()  # for `check_names`, once the records are loaded
    problems: tuple[Problem, ...] = ()
    files: tuple[Path, ...] = ()  # those that were read


def load_settings(
    folder: Path,
    workspace_root: Path | None,
    read: Callable[[Path], bytes | None],
    *,
    editor: object = None,
    command_line: Mapping[str, object] | None = None,
    config: Path | None = None,
    files: bool = True,
) -> Loaded:
    """The settings of the package or folder: of `config` instead of the nearest burnlint.toml, if given.

    `files=False` reads no file at all. Values of the command line have the types that TOML would have.
    """
    root = workspace_root or folder
    texts = _files(folder, root, read, config) if files else []
    layers = [_file_layer(file, prefix) for file, prefix in texts]
    if editor is not None:
        layers.append(parse_layer(_without_empty(editor), Source(EDITOR, root)))
    if command_line is not None:
        layers.append(parse_layer(dict(command_line), Source(COMMAND_LINE, Path.cwd())))
    return Loaded(
        settings=merged([layer.values for layer in layers]),
        mentions=tuple(mention for layer in layers for mention in layer.mentions),
        problems=tuple(problem for layer in layers for problem in layer.problems),
        files=tuple(dict.fromkeys(file.path for file, _ in texts)),
    )


def merged(layers: Sequence[Mapping[str, Any]]) -> Settings:
    """One value a field, of the last layer that has it; except that `ignore` and `levels` add up.

    A `select` starts afresh: it makes void what lower layers select and ignore.
    """
    values: dict[str, Any] = {}
    for layer in layers:
        if "select" in layer:
            values["ignore"] = ()
        ignored = dict.fromkeys((*values.get("ignore", ()), *layer.get("ignore", ())))
        levels = {**values.get("levels", {}), **layer.get("levels", {})}
        values |= {**layer, "ignore": tuple(ignored), "levels": levels}
    return Settings(**values)


def _files(
    folder: Path, root: Path, read: Callable[[Path], bytes | None], config: Path | None
) -> list[tuple[TomlFile, tuple[str, ...]]]:
    """Each file that may hold settings, with the table that holds them, in rising priority."""
    found: list[tuple[TomlFile, tuple[str, ...]]] = []
    if config is not None:
        data = read(config)
        found.append((_missing(config) if data is None else read_toml(config, data), ()))
    else:
        for place in _upward(folder, root):
            data = read(place / FILE_NAME)
            if data is not None:
                found.append((read_toml(place / FILE_NAME, data), ()))
                break
    for place, kind in ((root, "workspace"), (folder, "package")):
        data = read(place / "Cargo.toml")
        if data is not None and b"burnlint" in data:
            file = read_toml(place / "Cargo.toml", data)
            # What is wrong with the manifest as a whole is said by those who read all of it.
            if file.get(object, kind, "metadata", "burnlint") is not None:
                found.append((file, (kind, "metadata", "burnlint")))
    return found


def _upward(folder: Path, root: Path) -> list[Path]:
    if not folder.is_relative_to(root):
        return [folder]
    return [place for place in (folder, *folder.parents) if place.is_relative_to(root)]


def _missing(config: Path) -> TomlFile:
    return TomlFile(config, b"", {}, (Problem(config, "the file of settings cannot be read"),))


def _file_layer(file: TomlFile, prefix: tuple[str, ...]) -> Layer:
    if file.problems:
        return Layer(problems=file.problems)

    def span(keys: KeyPath) -> Span:
        return file.place(*prefix, *keys).span

    table = file.get(object, *prefix)
    return parse_layer(table, Source(file.path, file.path.parent, span))


def _without_empty(values: object) -> object:
    """Editors send a value for every setting they know: what is empty there was not set."""
    if not isinstance(values, Mapping):
        return values
    return {key: value for key, value in values.items() if value not in (None, "", [], {})}
