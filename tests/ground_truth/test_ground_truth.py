"""The harness itself, without building anything."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from burnlint.cargo.targets import target_cfg
from burnlint.cargo.version import Version
from burnlint.syntax.parser import parse
from tests.ground_truth import bare_metal, evidence
from tests.ground_truth.builds import builds, releases
from tests.ground_truth.crate import error_modules
from tests.ground_truth.execute import END, Outcome, execute, panic_of
from tests.ground_truth.matrix import matrix
from tests.ground_truth.programs import first_program, programs
from tests.workspace import shipped

RELEASE = Version.parse("0.21.0")


def test_every_program_is_rust_and_has_a_name_of_its_own() -> None:
    for release in releases():
        found = programs(release)
        found += [first_program(release, one) for one in shipped().backends.values() if one.burn.contains(release)]
        assert len({program.name for program in found}) == len(found)
        for program in found:
            assert not parse(program.source.encode()).root_node.has_error, program.shows
            assert "@" not in program.source and program.source.count("fn main()") == 1


def test_programs_for_bare_metal_are_rust_and_for_known_targets() -> None:
    for release, crate in (("0.19.1", "burn_tensor"), ("0.21.0", "burn_backend")):
        forward, backward = bare_metal.programs(Version.parse(release))
        assert not parse(backward.source.encode()).root_node.has_error
        assert "@" not in backward.source and f"use {crate}::ops" in backward.source
        assert "deform_conv2d_backward" in backward.source and "deform_conv2d_backward" not in forward.source
    has_atomics = {target.triple: "32" in target_of(target.triple) for target in bare_metal.TARGETS}
    assert sorted(has_atomics.values()) == [False, True]


def target_of(triple: str) -> frozenset[str]:
    """The sizes of its atomics."""
    found = target_cfg(triple)
    assert found is not None
    return found.get("target_has_atomic", frozenset())


def test_a_backend_runs_on_every_target_once() -> None:
    program = next(bare_metal.programs(RELEASE))
    triples = [target.triple for target in bare_metal.TARGETS]
    assert len({evidence.identity(program, triple) for triple in triples}) == len(triples)


def test_a_program_belongs_to_the_first_crate_that_has_its_backends() -> None:
    crates = list(builds(RELEASE))
    assert [crate.name for crate in crates][:2] == ["cpu", "candle"]
    assert crates[0].features == ["std", "autodiff", "ndarray", "flex"]
    both = next(p for p in programs(RELEASE) if p.needs == {"NdArray", "LibTorch"})
    assert [crate.name for crate in crates if crate.takes(both)] == ["libtorch"]


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (
            "\nthread 'main' (4711) panicked at /home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/"
            "burn-ndarray-0.21.0/src/ops/module.rs:340:17:\nbicubic interpolation\nis not there\n"
            "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
            "bicubic interpolation\nis not there",
            "burn-ndarray-0.21.0/src/ops/module.rs:340",
        ),
        (
            "thread 'x' panicked at src/programs/p.rs:3:1:\nfirst\n\nthread 'main' panicked at src/a.rs:1:1:\nsecond\n",
            "first",
            "src/programs/p.rs:3",
        ),
        ("thread 'main' panicked at /rustc/0123/library/core/src/a.rs:9:5:\nno\n", "no", "library/core/src/a.rs:9"),
    ],
)  # fmt: skip
def test_the_first_panic_counts(text: str, message: str, place: str) -> None:
    assert panic_of(text) == Outcome("panicked", message, place)
    assert panic_of("error: something else") is None


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        (f"print('{END}')", "ran"),
        (f"print('{END}', flush=True); import os; os.abort()", "ran"),  # a driver that crashes at the end
        ("pass", "killed"),  # it stopped before its end
        ("print('WRONG output: shape [1]'); raise SystemExit(3)", "wrong"),
        ("import os; os.abort()", "killed"),
        ("import time; time.sleep(60)", "timed-out"),
        (r"import sys; sys.exit('thread \'main\' panicked at a.rs:1:1:\nno\n')", "panicked"),
    ],
)  # fmt: skip
def test_what_a_process_did(tmp_path: Path, script: str, kind: str) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\n{script}\n")
    program.chmod(0o755)
    limit = 1.0 if kind == "timed-out" else 60.0
    assert execute([str(program)], {}, limit).kind == kind


def test_errors_belong_to_the_program_they_are_in() -> None:
    def message(file: str, text: str, expansion: str | None = None) -> str:
        span: dict[str, object] = {"file_name": file, "expansion": None}
        if expansion is not None:
            span["expansion"] = {"span": {"file_name": expansion, "expansion": None}}
        return json.dumps(
            {"reason": "compiler-message", "message": {"level": "error", "message": text, "spans": [span]}}
        )

    lines = [
        message("src/programs/p_1.rs", "first"),
        message("src/programs/p_1.rs", "second"),
        message("/elsewhere/macros.rs", "in a macro", "src/programs/p_2.rs"),
        message("/elsewhere/lib.rs", "burn itself"),
        "not json",
    ]
    assert error_modules(lines) == {"p_1": "first", "p_2": "in a macro", "": "burn itself"}


def test_lines_are_in_order_and_linked_to_records(tmp_path: Path) -> None:
    path = tmp_path / "0.21.0.jsonl"
    wanted = [p for p in programs(RELEASE) if p.backend == "NdArray" and p.shows.get("operation") == "interpolate"]
    text = "bicubic interpolation backward is not supported for ndarray backend"
    panicked = Outcome("panicked", text, "a.rs:1")
    rows = [evidence.row(p, RELEASE, panicked, "x86_64-unknown-linux-gnu", "rustc 1.0.0") for p in reversed(wanted)]
    evidence.write(path, rows)
    first = path.read_bytes()
    known = evidence.read(path)
    assert set(known) == {evidence.identity(program, "x86_64-unknown-linux-gnu") for program in wanted}
    linked = {(row["phase"], row.get("record")) for row in known.values()}
    assert linked == {("backward", "ndarray-interpolate-backward-bicubic"), ("forward", None)}
    evidence.write(path, known.values())
    assert path.read_bytes() == first


def test_the_matrix_has_a_row_for_each_backend() -> None:
    lines = matrix().splitlines()
    assert lines[0].startswith("| backend | 0.13.2 |")
    (row,) = [line for line in lines if line.startswith("| NdArray |")]
    assert row.split("|")[-2].strip() == "–"  # 0.23 has no NdArray
