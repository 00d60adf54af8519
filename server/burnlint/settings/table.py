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
        "Report a rule or record at this level, or not at all (`off`), whatever burnlint would have said.",
        '{ "interpolate-backward" = "warning" }',
    ),
    Key(
        "burn",
        "burn",
        "Check for this burn release instead of what Cargo's files say; `0.21` stands for the newest one of 0.21.",
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
        "Turn on these Cargo features of the packages. Not set: every set of features is possible.",
        '["cuda"]',
    ),
    Key("all-features", "flag", "Turn on every Cargo feature of the packages.", "true"),
    Key("no-default-features", "flag", "Turn off the `default` feature of the packages.", "true"),
    Key(
        "target",
        "triples",
        "Check for these target triples, instead of those that Cargo's files name.",
        '["wasm32-unknown-unknown"]',
    ),
    Key(
        "exclude",
        "globs",
        "Leave out these files and folders: globs, relative to the file of the settings.",
        '["generated/**"]',
    ),
    Key("records", "paths", "Read records of your own in these folders too.", '["lint/records"]'),
    Key("queries", "paths", "Read queries of your own in these folders too.", '["lint/queries"]'),
    Key("require-reason", "flag", "Demand a reason in every comment that suppresses a finding.", "true"),
    Key(
        "baseline",
        "path",
        "Hide the findings that this file lists; `burnlint check --write-baseline FILE` writes it.",
        '"burnlint-baseline.json"',
    ),
)

BY_NAME = {key.name: key for key in KEYS}
