"""The programs that decide: one for each cell of the support tables, and those of the records' examples."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import tomllib

from burnlint.cargo.version import Range, Version
from burnlint.infer.catalog import DEVICE_ERA
from burnlint.records.schema import Backend, Operation, Phase
from burnlint.records.support import modes_of
from tests.records.cases import CASES, Case, device_of
from tests.workspace import shipped

_HERE = Path(__file__).parent
_MAIN = """\
fn main() {{
    let device = &device();
    let operation = |x: Tensor<{rank}>| -> Tensor<{output_rank}> {{
        {call}
    }};
    let x = Tensor::<{rank}>::ones({input}, device){tracked};
    let y = operation(x.clone());
    check("output", y.clone(), {output});
{backward}}}
"""
_BACKWARD = """\
    let gradients = y.sum().backward();
    check("gradient", x.grad(&gradients).expect("no gradient"), {input});
"""


@dataclass(frozen=True)
class Program:
    """A whole program, and what it shows: the keys by which its outcome is kept."""

    shows: Mapping[str, object]
    backend: str  # the one that runs
    source: str
    needs: frozenset[str]  # the backends that it names

    @property
    def digest(self) -> str:
        """Changes when the program does."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:12]

    @property
    def name(self) -> str:
        """A Rust module name of its own."""
        return f"p_{hashlib.sha256(repr(self.identity).encode()).hexdigest()[:12]}"

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for two programs that show the same."""
        return (self.backend, *((key, str(value)) for key, value in self.shows.items()))


def programs(release: Version) -> list[Program]:
    """Everything there is to run in a release, on any backend."""
    found: dict[tuple[object, ...], Program] = {}
    for backend in shipped().backends.values():
        if backend.burn.contains(release) and not backend.forwards:
            for program in _cells(release, backend):
                found.setdefault(program.identity, program)
    for case in CASES:
        if case.release == release:
            for program in _example(case):
                found.setdefault(program.identity, program)
    return list(found.values())


def first_program(release: Version, backend: Backend) -> Program:
    """The least a backend can do. Where it fails, the machine lacks something, and other programs show nothing."""
    main = _MAIN.format(rank=1, output_rank=1, call="x + 1", input=[2], output=[2], tracked="", backward="")
    source = f"{_frame(release, backend, 'forward')}\n{main}"
    return Program({"starts": backend.name}, backend.name, source, frozenset({backend.name}))


# ---- cells ----------------------------------------------------------------------------------------------


def _cells(release: Version, backend: Backend) -> Iterator[Program]:
    for operation in shipped().operations.values():
        template = _template(operation.name, release)
        if template is None or not operation.burn.contains(release):
            continue
        for mode in modes_of(operation):
            if all(operation.arguments[name][value].contains(release) for name, value in mode):
                yield _cell(release, backend, operation, "forward", dict(mode), template)
                yield _cell(release, backend, operation, "backward", dict(mode), template)


def _template(operation: str, release: Version) -> Mapping[str, object] | None:
    tables = tomllib.loads((_HERE / "operations.toml").read_text(encoding="utf-8"))["template"]
    for table in tables:
        if table["operation"] == operation and Range.parse(table["burn"]).contains(release):
            return dict(table)
    return None


def _cell(
    release: Version,
    backend: Backend,
    operation: Operation,
    phase: Phase,
    mode: dict[str, str],
    template: Mapping[str, object],
) -> Program:
    call = str(template["call"]).strip()
    for name, value in mode.items():
        call = call.replace(f"@{name}@", value)
    shape, output = template["input"], template["output"]
    assert isinstance(shape, list) and isinstance(output, list)
    main = _MAIN.format(
        rank=len(shape),
        output_rank=len(output),
        call=call.replace("\n", "\n        "),
        input=shape,
        output=output,
        # From 0.22 on `require_grad` panics on a device without autodiff.
        tracked=".require_grad()" if phase == "backward" else "",
        backward=_BACKWARD.format(input=shape) if phase == "backward" else "",
    )
    shows = {"operation": operation.name, "phase": phase, "arguments": mode}
    source = f"{_frame(release, backend, phase)}\n{main}"
    return Program(shows, backend.name, source, frozenset({backend.name}))


def _frame(release: Version, backend: Backend, phase: Phase) -> str:
    """The part that chooses the backend, and says how tensors are written."""
    if release >= DEVICE_ERA:
        name, written = "frame_devices.rs", device_of(backend) + (".autodiff()" if phase == "backward" else "")
    else:
        name, written = "frame_types.rs", f"Autodiff<{backend.name}>" if phase == "backward" else backend.name
    return (_HERE / name).read_text(encoding="utf-8").replace("@BACKEND@", written)


# ---- examples of records --------------------------------------------------------------------------------


def _example(case: Case) -> Iterator[Program]:
    example = {"record": case.record.id, "example": case.number + 1}
    name = case.backend.name
    yield Program({**example, "part": "program"}, name, case.program, frozenset({name}))
    yield Program({**example, "part": "twin"}, name, case.filled_in(case.example.twin), frozenset({name}))
    for fix in case.fixes():
        text = case.example.after.get(fix.title)
        if text is not None:
            backend = fix.parameters["backend"] if fix.kind == "switch-backend" else name
            shows = {**example, "part": f"after: {fix.title}"}
            yield Program(shows, backend, case.filled_in(text), frozenset({name, backend}))
