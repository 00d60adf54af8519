"""What a package is configured to build for: .cargo/config.toml and rust-toolchain.toml, here and above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from burnlint.cargo.context import Target
from burnlint.cargo.files import Read
from burnlint.cargo.targets import host_triple
from burnlint.cargo.toml import STRING, STRINGS, Shape, TomlFile, misshapen, read_toml
from burnlint.problem import Problem

_CONFIG = Shape(
    (dict,),
    {
        "build": Shape((dict,), {"target": Shape((str, list), {"*": STRING})}),
        "patch": Shape((dict,), {"*": Shape((dict,))}),
    },
)
_TOOLCHAIN = Shape((dict,), {"toolchain": Shape((dict,), {"channel": STRING, "targets": STRINGS})})


@dataclass(frozen=True)
class BuildConfig:
    """What the configuration files that apply to one folder say."""

    targets: tuple[Target, ...] = ()  # empty: the host
    toolchain: str | None = None  # the channel, as "nightly-2026-01-01"
    configs: tuple[TomlFile, ...] = ()  # the nearest first
    problems: tuple[Problem, ...] = ()


def read_config(folder: Path, read: Read) -> BuildConfig:
    """The configuration for a build that is started in the folder, as far as files decide it."""
    configs = tuple(_configs(folder, read))
    toolchain = _toolchain(folder, read)
    problems = [problem for file in configs for problem in (*file.problems, *misshapen(file, _CONFIG))]
    if toolchain is not None:
        problems += [*toolchain.problems, *misshapen(toolchain, _TOOLCHAIN)]
    return BuildConfig(
        # `build.target` is what Cargo builds for. Without it, the targets of the toolchain are there to be
        # built for as well as the host.
        targets=_build_targets(configs) or _toolchain_targets(toolchain),
        toolchain=None if toolchain is None else toolchain.get(str, "toolchain", "channel"),
        configs=configs,
        problems=tuple(problems),
    )


@lru_cache(maxsize=1024)
def _candidates(folder: Path) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Where configuration and toolchain may stand; when both exist, the one without suffix is read."""
    configs = (folder / ".cargo" / "config", folder / ".cargo" / "config.toml")
    return configs, (folder / "rust-toolchain", folder / "rust-toolchain.toml")


def _configs(folder: Path, read: Read) -> Iterator[TomlFile]:
    for parent in (folder, *folder.parents):
        for path in _candidates(parent)[0]:
            data = read(path)
            if data is not None:
                yield read_toml(path, data)
                break


def _build_targets(configs: tuple[TomlFile, ...]) -> tuple[Target, ...]:
    """Of several files the nearest decides; their lists are joined, as Cargo joins them."""
    lists: list[Target] = []
    for file in configs:
        triple = file.get(str, "build", "target")
        if triple is not None:
            return tuple(lists) or (Target(_triple(triple), file.place("build", "target")),)
        written = file.get(list, "build", "target") or []
        here = [
            Target(_triple(item), file.place("build", "target", index))
            for index, item in enumerate(written)
            if isinstance(item, str)
        ]
        lists[:0] = here
    return tuple(lists)


def _triple(written: str) -> str:
    """The target as rustc names it; a custom one is named like its JSON file."""
    if written == "host-tuple":
        return host_triple()
    return Path(written).stem if written.endswith(".json") else written


def _toolchain(folder: Path, read: Read) -> TomlFile | None:
    for parent in (folder, *folder.parents):
        for path in _candidates(parent)[1]:
            data = read(path)
            if data is None:
                continue
            # The old form is one line with the name of the channel.
            lines = data.split()
            if path.suffix == "" and len(lines) == 1 and b"[" not in data:
                channel = lines[0].decode(errors="replace")
                return TomlFile(path, data, {"toolchain": {"channel": channel}})
            return read_toml(path, data)
    return None


def _toolchain_targets(file: TomlFile | None) -> tuple[Target, ...]:
    if file is None or not file.strings("toolchain", "targets"):
        return ()
    host = host_triple()
    written = file.get(list, "toolchain", "targets") or []
    others = (
        Target(item, file.place("toolchain", "targets", index))
        for index, item in enumerate(written)
        if isinstance(item, str) and item != host
    )
    return (Target(host, None), *others)
