"""Burn's API as the evaluator asks for it: entries, types, backends and devices by canonical path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from burnlint.cargo.version import Range, Version
from burnlint.records.database import Database
from burnlint.records.schema import DefaultDevice, Entry, Operation, Type
from burnlint.resolve.burn_paths import BurnPaths
from burnlint.truth import Truth

AUTODIFF = "burn::backend::Autodiff"
TENSOR = "burn::tensor::Tensor"
DEVICE = "burn::tensor::Device"
PARAM = "burn::module::Param"
DEVICE_ERA = Version.parse("0.22.0-pre.1")
"""From here on the backend is a device value; before, it is a type."""

_CORE = (AUTODIFF, TENSOR, DEVICE, PARAM, "burn::nn", "burn::tensor::backend::Backend", "burn::prelude")


@dataclass(frozen=True)
class Known:
    """An entry with the operation it belongs to."""

    entry: Entry
    operation: Operation


class Catalog:
    """What the database says of burn's API in the releases that a package can build with."""

    def __init__(self, database: Database, versions: Sequence[Version]) -> None:
        self.database = database
        self.versions = tuple(versions)
        aliases: dict[str, str] = {}
        for reexport in database.reexports:
            if self.relevant(reexport.burn):
                aliases[reexport.path] = reexport.is_
        self.entries: dict[str, Known] = {}
        self.types: dict[str, Type] = {}
        self._words: dict[str, set[str]] = {}
        self._calls: dict[str, set[str]] = {}
        for operation in database.operations.values():
            for type_ in operation.types:
                if self.relevant(type_.burn):
                    self.types[type_.path] = type_
                    for also in type_.also:
                        aliases[also] = type_.path
                    name = type_.path.rsplit("::", 1)[-1]
                    self._words.setdefault(operation.name, set()).add(name)
                    if type_.kind in ("config", "module"):
                        self._calls.setdefault(operation.name, set()).add(name)
            for entry in operation.entries:
                if self.relevant(entry.burn):
                    self.entries[entry.call] = Known(entry, operation)
                    for also in entry.also:
                        aliases[also] = entry.call
                    self._words.setdefault(operation.name, set()).add(_telling_word(entry))
                    self._calls.setdefault(operation.name, set()).add(_telling_word(entry))
        self.backends: dict[str, str] = {}
        self.device_types: dict[str, str] = {}
        self.constructors: dict[str, str] = {}
        self.forwarding: set[str] = set()
        for backend in database.backends.values():
            if not self.relevant(backend.burn):
                continue
            for path in backend.paths:
                self.backends[path] = backend.name
            for path in backend.types:
                self.device_types[path] = backend.name
            for name in backend.devices:
                self.constructors[name] = backend.name
            if backend.forwards:
                self.forwarding.add(backend.name)
        self.type_names = {path.rsplit("::", 1)[-1].encode() for path in self.types}
        self.modules_with_parameters = {path for path in database.modules if database.modules[path]}
        self.modules_without_parameters = {path for path in database.modules if not database.modules[path]}
        prelude: dict[str, str] = {}
        for part in database.preludes:
            if self.relevant(part.burn):
                prelude.update(part.names)
        known = (
            *_CORE,
            *self.entries,
            *self.types,
            *self.backends,
            *self.device_types,
            *database.modules,
        )
        self.paths = BurnPaths(database.crates, aliases, prelude, known)

    def words(self, operations: Iterable[str]) -> set[str]:
        """Identifiers one of which code that reaches any of the operations contains."""
        return {word for name in operations for word in self._words.get(name, ())}

    def calls(self, operations: Iterable[str]) -> set[str]:
        """Those of the words with which a call of the operation can be made: no enums, no options."""
        return {word for name in operations for word in self._calls.get(name, ())}

    @property
    def backend_words(self) -> set[str]:
        """Identifiers one of which code that names a backend contains."""
        words = {path.rsplit("::", 1)[-1] for path in (*self.backends, *self.device_types, AUTODIFF)}
        if self.device_era is False:
            return words
        return words | {"Device as", "Device::default", *(f"Device::{name}" for name in self.constructors)}

    def relevant(self, burn: Range) -> bool:
        """Whether something with this range exists in any release at hand (no release known: in any)."""
        return not self.versions or any(burn.contains(version) for version in self.versions)

    @property
    def device_era(self) -> Truth:
        """Whether backends are device values (0.22 and later); unknown when the releases at hand lie on both sides."""
        sides = {version >= DEVICE_ERA for version in self.versions}
        return sides.pop() if len(sides) == 1 else None

    def has_parameters(self, path: str) -> Truth:
        """Whether a burn module owns parameters, so that its output is tracked on an autodiff backend."""
        if path in self.modules_with_parameters:
            return True
        return False if path in self.modules_without_parameters else None

    def default_device(self) -> DefaultDevice | None:
        """What decides `Device::default()` in the releases at hand, from 0.22; None when they differ."""
        for table in self.database.default_devices:
            if self.versions and all(table.burn.contains(version) for version in self.versions):
                return table
        return None


def _telling_word(entry: Entry) -> str:
    """The identifier that code reaching the entry must contain: the type's name for `forward` and `new`."""
    parts = entry.call.split("::")
    return parts[-2] if parts[-2][:1].isupper() and parts[-1] in ("forward", "new", "init") else parts[-1]
