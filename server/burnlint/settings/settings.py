"""What the user has asked for: the merged settings of all sources, as frozen data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from burnlint.cargo.version import Requirement, Version
from burnlint.settings.globs import PathPattern, matches_name
from burnlint.settings.table import LEVELS


@dataclass(frozen=True)
class Settings:
    """Every field has the meaning that docs/settings.md gives to the key of the same name."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    levels: Mapping[str, str] = field(default_factory=dict)
    burn: Version | Requirement | None = None
    backend: str | None = None
    features: tuple[str, ...] | None = None  # None: every set of features is possible
    all_features: bool = False
    no_default_features: bool = False
    target: tuple[str, ...] = ()
    exclude: tuple[PathPattern, ...] = ()
    records: tuple[Path, ...] = ()
    queries: tuple[Path, ...] = ()
    require_reason: bool = False
    baseline: Path | None = None

    @property
    def situation(self) -> tuple[object, ...]:
        """What findings depend on, apart from which of them are reported and how."""
        return (
            self.burn,
            self.backend,
            self.features,
            self.all_features,
            self.no_default_features,
            self.target,
            self.queries,
        )

    def wants(self, rule: str, record: str) -> bool:
        """Whether findings of this rule that rest on this record are asked for."""
        names = (rule, record)
        if self.select and not _named(names, self.select):
            return False
        return not _named(names, self.ignore) and self._asked(rule, record) != "off"

    def level(self, rule: str, records: Iterable[str], level: str) -> str:
        """The level at which to report a finding that rests on these records, all of them wanted."""
        asked = {self._asked(rule, record) or level for record in tuple(records) or (rule,)}
        return min(asked, key=LEVELS.index)

    def _asked(self, rule: str, record: str) -> str | None:
        """What `levels` says: of the record before the rule, of an id before a pattern."""
        for name in (record, rule):
            if name in self.levels:
                return self.levels[name]
        for name in (record, rule):
            for pattern, level in self.levels.items():
                if matches_name(name, pattern):
                    return level
        return None

    def excludes(self, path: Path) -> bool:
        """Whether the file is not to be checked."""
        return any(pattern.matches(path) for pattern in self.exclude)


def _named(names: Iterable[str], patterns: Iterable[str]) -> bool:
    return any(matches_name(name, pattern) for name in names for pattern in patterns)
