"""What is built together: backends whose features fit into one crate, and what their programs need to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tomllib

from burnlint.cargo.version import Range, Version
from burnlint.records.schema import Backend
from tests.ground_truth.programs import Program
from tests.workspace import shipped

_FILE = Path(__file__).parent / "builds.toml"
ALWAYS = ("std", "autodiff")


@dataclass(frozen=True)
class Build:
    """A crate of one release."""

    name: str
    release: Version
    backends: tuple[Backend, ...]
    pins: Mapping[str, str] = field(default_factory=dict)  # package -> the version that cargo is told to take
    environment: Mapping[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()  # features of burn without which it does not compile

    def takes(self, program: Program) -> bool:
        """Whether it has every backend that the program names."""
        return program.needs <= {backend.name for backend in self.backends}

    @property
    def features(self) -> list[str]:
        """The features of burn."""
        return [*ALWAYS, *dict.fromkeys(backend.features[0] for backend in self.backends), *self.more]


def releases() -> list[Version]:
    """The newest known release of each minor series."""
    newest = {(version.major, version.minor): version for version in sorted(shipped().versions)}
    return sorted(newest.values())


def builds(release: Version) -> Iterator[Build]:
    """The crates of a release, each with those of its backends that the release has."""
    file = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    pins = {
        package: version
        for pin in file.get("pin", [])
        if Range.parse(pin["burn"]).contains(release)
        for package, version in pin["packages"].items()
    }
    for table in file["build"]:
        known = (shipped().backends[name] for name in table["backends"])
        backends = tuple(backend for backend in known if backend.burn.contains(release))
        if backends and Range.parse(table.get("burn", "*")).contains(release):
            more = [
                name
                for feature in file.get("feature", [])
                if table["name"] in feature["builds"] and Range.parse(feature["burn"]).contains(release)
                for name in feature["features"]
            ]
            yield Build(table["name"], release, backends, pins, table.get("environment", {}), tuple(more))
