"""The one table of settings: the parser, the JSON schema and docs/settings.md all come from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["backend", "burn", "flag", "globs", "ids", "levels", "path", "paths", "texts", "triples"]

LEVELS = ("error", "warning", "information", "off")


@dataclass(frozen=True)
class Key:
    """One setting: its name in TOML, what values it takes and what it does."""

    name: str
    kind: Kind
    summary: str
    example: str  # as written in TOML

    @property
    def field(self) -> str:
        """Its name as a field of `Settings`."""
        return self.name.replace("-", "_")

    @property
    def camel(self) -> str:
        """Its name in the settings of an editor, e.g. `allFeatures`."""
        first, *others = self.name.split("-")
        return first + "".join(word.capitalize() for word in others)


KEYS = (
    Key(
        "select",
        "ids",
        "Report only these rules or records: ids, or patterns with `*`. Not set: all of them.",
        '["interpolate-*"]',
    ),
    Key(
        "ignore",
        "ids",
        "Never report these rules or records: ids, or patterns with `*`. Every source adds its own.",
        '["nested-autodiff"]',
    ),
    Key(
        "levels",
        "levels",
        "The level at which a rule or record is reported, or `off`, whatever burnlint would have said.",
        '{ "interpolate-backward" = "warning" }',
    ),
    Key(
        "burn",
        "burn",
        "Check for this burn release, or for all releases of a requirement, instead of what Cargo.lock says.",
        '"0.21.0"',
    ),
    Key(
        "backend",
        "backend",
        "Check for this backend only, instead of those that the code chooses.",
        '"Autodiff<Wgpu>"',
    ),
    Key(
        "features",
        "texts",
        "Cargo features of the packages that are on. Not set: every set of features is possible.",
        '["cuda"]',
    ),
    Key("all-features", "flag", "Every Cargo feature of the packages is on.", "true"),
    Key("no-default-features", "flag", "The `default` feature of the packages is off.", "true"),
    Key(
        "target",
        "triples",
        "Check for these target triples, instead of those that Cargo's files name.",
        '["wasm32-unknown-unknown"]',
    ),
    Key(
        "exclude",
        "globs",
        "Files and folders that are not checked: globs, relative to the file of the settings.",
        '["generated/**"]',
    ),
    Key("records", "paths", "Folders with records of your own, in addition to burnlint's.", '["lint/records"]'),
    Key("queries", "paths", "Folders with queries of your own, in addition to burnlint's.", '["lint/queries"]'),
    Key("require-reason", "flag", "A comment that suppresses a finding must say why.", "true"),
    Key(
        "baseline",
        "path",
        "Hide the findings that this file lists; `burnlint check --write-baseline FILE` writes it.",
        '"burnlint-baseline.json"',
    ),
)

BY_NAME = {key.name: key for key in KEYS}
