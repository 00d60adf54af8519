"""Records test themselves: each example panics where its record says so, its twin is clean, each way out works.

One small package is written for every record, example, backend and release: the oldest and the newest release that the
example is for, and the last one of each minor series between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from burnlint.cargo.cfg import CfgEnv, evaluate, parse
from burnlint.cargo.version import Version
from burnlint.checks.finding import Finding, Fix, Level
from burnlint.engine.session import Session
from burnlint.fixes.apply import apply_fixes, syntax_errors
from burnlint.records.schema import Backend, Example, FixTemplate, Record
from burnlint.syntax.text import Text
from tests.workspace import findings, lock, manifest, shipped, write

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
        return text.replace("@BACKEND@", self.backend.name).replace("@DEVICE@", _device(self.backend))

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


def _device(backend: Backend) -> str:
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


def _of_rule(root: Path, case: Case) -> Finding:
    found = findings(root)
    path = root / "src/main.rs"
    lines = path.read_text(encoding="utf-8").splitlines()
    at = {path.read_bytes()[: one.place.span.start].count(b"\n") + 1: one for one in found}
    assert case.line in at, f"nothing starts at `{lines[case.line - 1].strip()}`: {[one.message for one in found]}"
    return at[case.line]


def _text(path: Path) -> Text:
    return Text.from_bytes(path.read_bytes())[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_program_panics(tmp_path: Path, case: Case) -> None:
    case.write(tmp_path, case.program)
    finding = _of_rule(tmp_path, case)
    assert (finding.rule, finding.level) == (case.record.rule, Level.ERROR), finding.message
    applied = [one for one in finding.records if one.record == case.record.id]
    assert applied, f"it rests on {[one.record for one in finding.records]}"
    assert all(case.backend.name in one.backend for one in applied)
    assert {one.burn for one in applied} == {str(case.release)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_twin_is_clean(tmp_path: Path, case: Case) -> None:
    case.write(tmp_path, case.filled_in(case.example.twin))
    found = [one for one in findings(tmp_path) if one.level is not Level.INFORMATION]
    assert not found, [one.message for one in found]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fixes(tmp_path: Path, case: Case) -> None:
    """Each way out that is true here is offered; each that can be edited gives the text of the record."""
    case.write(tmp_path, case.program)
    finding = _of_rule(tmp_path, case)
    offered = {fix.title: fix for fix in Session([tmp_path], shipped()).fixes(finding)}
    templates = {fix.title: fix for fix in case.fixes()}
    assert set(offered) == set(templates)
    for title, template in templates.items():
        after = case.example.after.get(title)
        assert bool(offered[title].edits) == (after is not None), title
        if after is not None:
            case.write(tmp_path, case.program)
            _check_fix(tmp_path, case, offered[title], template, case.filled_in(after))


def _check_fix(root: Path, case: Case, fix: Fix, template: FixTemplate, after: str) -> None:
    outcome = apply_fixes([fix], _text)
    assert outcome.applied == (fix,)
    for path, text in outcome.texts.items():
        path.write_bytes(text.data)
        assert syntax_errors(path, text) == 0
    assert (root / "src/main.rs").read_text(encoding="utf-8") == after, fix.title
    left = [one for one in findings(root) if any(a.record == case.record.id for a in one.records)]
    assert not left, f"{fix.title}: {[one.message for one in left]}"
    if template.kind == "switch-backend":
        context = Session([root], shipped()).context(root / "src/main.rs")
        assert context is not None
        (burn,) = context.burn_dependencies
        wanted = shipped().backends[template.parameters["backend"]].features[0]
        assert {wanted, case.backend.features[0], "autodiff"} <= burn.features


def test_every_reachable_record_is_tested() -> None:
    tested = {case.record.id for case in CASES}
    assert tested == {record.id for record in shipped().records.values() if record.reachable}
