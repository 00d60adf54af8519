"""Every example of every record, with each backend and release that it is for, as programs.

Of the releases: the oldest and the newest one, and the last one of each minor series between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.cfg import CfgEnv, evaluate, parse
from burnlint.cargo.version import Version
from burnlint.records.schema import Backend, Example, FixTemplate, Record
from tests.workspace import lock, manifest, shipped, write

MARK = " //~ error"
TARGETS = ("x86_64-unknown-linux-gnu", "thumbv6m-none-eabi")

# How a program asks for a device from 0.22 on, where that takes an argument.
INDEXED = {"cuda", "rocm", "libtorch_cuda"}
OF_A_KIND = {"wgpu", "vulkan", "metal", "webgpu"}


@dataclass(frozen=True)
class Case:
    """One example of a record with one backend in one release."""

    record: Record
    number: int
    backend: Backend
    release: Version

    @property
    def example(self) -> Example:
        return self.record.examples[self.number]

    @property
    def name(self) -> str:
        return f"{self.record.id}-{self.number}-{self.backend.name}-{self.release}"

    def filled_in(self, text: str) -> str:
        """The program for this backend."""
        return text.replace("@BACKEND@", self.backend.name).replace("@DEVICE@", device_of(self.backend))

    @property
    def program(self) -> str:
        return self.filled_in(self.example.program).replace(MARK, "")

    @property
    def line(self) -> int:
        """Where the finding must start."""
        (number,) = (n for n, line in enumerate(self.example.program.splitlines(), 1) if MARK in line)
        return number

    def write(self, root: Path, program: str) -> None:
        target = self.record.affects.target
        triple = next(one for one in TARGETS if target is None or _holds(target, one))
        features = (self.backend.features[0], "autodiff")
        files = {
            "Cargo.toml": manifest(str(self.release), features),
            "Cargo.lock": lock(str(self.release)),
            ".cargo/config.toml": f'[build]\ntarget = "{triple}"\n',
            "src/main.rs": program,
        }
        write(root, files)

    def fixes(self) -> Iterator[FixTemplate]:
        """The ways out that are true in this release."""
        return (fix for fix in self.record.fixes if fix.burn.contains(self.release))


def device_of(backend: Backend) -> str:
    constructor = backend.devices[0] if backend.devices else "default"
    given = "0" if constructor in INDEXED else "DeviceKind::DefaultDevice" if constructor in OF_A_KIND else ""
    return f"Device::{constructor}({given})"


def _holds(target: str, triple: str) -> bool:
    return evaluate(parse(target), CfgEnv(on=frozenset(), complete=True, target=triple)) is True


def _backends(record: Record, example: Example) -> Iterator[Backend]:
    """Those that the markers stand for, or the one that the program names."""
    database = shipped()
    names = [name for name in database.expand(record.affects.backends) if not database.backends[name].forwards]
    marked = "@BACKEND@" in example.program or "@DEVICE@" in example.program
    for name in names:
        backend = database.backends[name]
        written = [backend.name, *(f"Device::{device}(" for device in backend.devices)]
        if marked or any(words in example.program for words in written):
            yield backend


def _releases(record: Record, example: Example, backend: Backend) -> list[Version]:
    inside = [
        version
        for version in shipped().versions
        if all(burn.contains(version) for burn in (record.affects.burn, example.burn, backend.burn))
    ]
    last = {(version.major, version.minor): version for version in inside}
    return sorted({*inside[:1], *last.values()})


CASES = [
    Case(record, number, backend, release)
    for record in shipped().records.values()
    if record.reachable
    for number, example in enumerate(record.examples)
    for backend in _backends(record, example)
    for release in _releases(record, example, backend)
]
