"""Options that several commands have: colours, and the settings."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burnlint.settings.table import KEYS, Key

if TYPE_CHECKING:
    from burnlint.cli.settings import Choice

_SEPARATED = ("ids", "texts", "triples")  # lists that may also be written with commas, as Cargo's are
_OPTIONS = tuple(key for key in KEYS if key.kind != "levels")


def add_color(parser: argparse._ActionsContainer) -> None:
    """`--color`."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        metavar="WHEN",
        help="colours: auto (on a terminal, as NO_COLOR and FORCE_COLOR allow), always or never",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """An option for each setting that fits on a command line, and which files settings are read from."""
    group = parser.add_argument_group("settings, which win over every file")
    for key in _OPTIONS:
        group.add_argument(f"--{key.name}", dest=f"setting_{key.field}", help=_help(key), **_arguments(key))
    files = group.add_mutually_exclusive_group()
    files.add_argument("--config", type=Path, metavar="FILE", help="read FILE in place of burnlint.toml")
    files.add_argument("--no-config", action="store_true", help="read no file of settings")


def choice_of(args: argparse.Namespace) -> Choice:
    """What these options say."""
    from burnlint.cli.settings import Choice

    options = {
        key.name: _value(key, given) for key in _OPTIONS if (given := getattr(args, f"setting_{key.field}")) is not None
    }
    return Choice(options, args.config.absolute() if args.config else None, not args.no_config)


def _help(key: Key) -> str:
    """As the help of all other options is written."""
    return (key.summary[0].lower() + key.summary[1:]).removesuffix(".")


def _arguments(key: Key) -> dict[str, Any]:
    match key.kind:
        case "flag":
            return {"action": "store_true", "default": None}
        case "backend" | "burn" | "path":
            return {"metavar": {"backend": "BACKEND", "burn": "RELEASE", "path": "FILE"}[key.kind]}
    names = {"ids": "ID", "globs": "GLOB", "paths": "FOLDER", "texts": "NAME", "triples": "TRIPLE"}
    return {"action": "append", "metavar": names[key.kind]}


def _value(key: Key, given: Any) -> Any:
    if key.kind not in _SEPARATED:
        return given
    return [part for text in given for part in re.split(r"[,\s]+", text) if part]
