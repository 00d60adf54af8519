"""What rustc says of each of its targets (targets.json), and which target this machine is."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

# Keys of which a target may have any number of values; of the others it has exactly one, perhaps empty.
_MANY_VALUED = frozenset({"target_family", "target_has_atomic"})
_FAMILY_FLAGS = ("unix", "windows")  # each a bare name for `target_family = "…"`

TargetCfg: TypeAlias = Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(Path(__file__).with_name("targets.json").read_text(encoding="utf-8"))
    return table


def target_triples() -> tuple[str, ...]:
    """Every target triple that rustc has."""
    return tuple(_table()["targets"])


@lru_cache(maxsize=512)
def target_cfg(triple: str) -> TargetCfg | None:
    """The cfg of a target, key -> values; None for a triple that rustc does not have, as a custom target.

    `unix` and `windows` are keys without values. Only what the triple alone decides is here: not
    `target_feature` and `panic`, which flags and profiles change.
    """
    row = _table()["targets"].get(triple)
    if row is None:
        return None
    cfg = {
        key: frozenset(text.split()) if key in _MANY_VALUED else frozenset({text})
        for key, text in zip(_table()["keys"], row, strict=True)
    }
    flags = {flag: frozenset[str]() for flag in _FAMILY_FLAGS if flag in cfg["target_family"]}
    return MappingProxyType({**cfg, **flags})


# ---- the host -------------------------------------------------------------------------------------------

_ARCHITECTURES = {
    "amd64": "x86_64",
    "arm64": "aarch64",
    "armv6l": "arm",
    "armv7l": "armv7",
    "i386": "i686",
    "i586": "i686",
    "ppc64": "powerpc64",
    "ppc64le": "powerpc64le",
    "riscv64": "riscv64gc",
    "x86": "i686",
}


@lru_cache(maxsize=1)
def host_triple() -> str:
    """The target that Cargo builds for on this machine when nothing else is asked for."""
    return triple_of(sys.platform, platform.machine(), platform.libc_ver()[0])


def triple_of(system: str, machine: str, libc: str) -> str:
    """The triple for Python's names of a platform; one that rustc does not know when they are strange."""
    machine = machine.lower()
    arch = _ARCHITECTURES.get(machine, machine)
    if system == "linux":
        hard_float = "eabihf" if arch in ("arm", "armv7") else ""
        return f"{arch}-unknown-linux-{'gnu' if libc == 'glibc' else 'musl'}{hard_float}"
    if system == "darwin":
        return f"{arch}-apple-darwin"
    if system in ("win32", "cygwin"):
        return f"{arch}-pc-windows-msvc"
    # Python writes the BSDs with their release: freebsd14.
    return f"{arch}-unknown-{system.rstrip('0123456789.')}"
