"""The support table: each state, its evidence, and which records and releases it names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cargo.version import Version
from burnlint.records.load import Database
from burnlint.records.schema import Phase, SourceLine
from burnlint.records.support import Cell, Judge, line_for, modes_of, support_table

OLD, MIDDLE, NEW = map(Version.parse, ("0.20.1", "0.21.0", "0.22.1"))
HOST = "crates/burn-ndarray/src/ops/module.rs"


def cell(
    database: Database,
    mode: str | None,
    backend: str,
    release: Version = MIDDLE,
    phase: Phase = "backward",
    operation: str = "interpolate",
    autodiff: int | None = None,
) -> Cell:
    judge = Judge(database, database.operations[operation], autodiff)
    return judge.cell(phase, (("mode", mode),) if mode else (), backend, release)


def test_a_panic_read_in_the_source(database: Database) -> None:
    found = cell(database, "Bicubic", "NdArray", OLD)
    assert found == Cell(
        "panics", "backward", ("host-resize-backward-bicubic",), (), "source", SourceLine(OLD, HOST, 310)
    )


def test_a_panic_that_a_run_showed(database: Database) -> None:
    found = cell(database, "Bicubic", "NdArray", MIDDLE)
    assert (found.state, found.evidence, found.place) == ("panics", "executed", SourceLine(MIDDLE, HOST, 340))


def test_what_works_by_evidence(database: Database) -> None:
    read = cell(database, "Nearest", "NdArray")
    assert (read.state, read.phase, read.evidence) == ("works", None, "source")
    assert read.place == SourceLine(MIDDLE, HOST, 330)
    assert cell(database, "Bicubic", "Flex").evidence == "executed"
    assert cell(database, "Bicubic", "Flex", NEW).evidence == "source"


def test_without_evidence_nothing_is_guessed(database: Database) -> None:
    assert cell(database, "Nearest", "Flex") == Cell("unknown")
    assert cell(database, "Nearest", "Cpu", phase="backward") == Cell("unknown")


def test_an_argument_that_evidence_leaves_out_means_every_value(database: Database) -> None:
    for mode in ("Nearest", "Lanczos3"):
        assert cell(database, mode, "Cpu", phase="forward").state == "works"


def test_evidence_without_a_range_speaks_of_its_own_releases_only(database: Database) -> None:
    states = [
        cell(database, None, "NdArray", release, operation="deform_conv2d").state for release in (OLD, MIDDLE, NEW)
    ]
    assert states == ["unknown", "works", "unknown"]


def test_what_does_not_exist(database: Database) -> None:
    assert cell(database, "Bicubic", "Flex", OLD) == Cell("absent")  # no such backend yet
    assert cell(database, "Lanczos3", "NdArray", OLD) == Cell("absent")  # no such value yet
    assert cell(database, "Bicubic", "Nonsense") == Cell("absent")


def test_a_forward_pass_that_panics_leaves_no_backward_pass(database: Database) -> None:
    found = cell(database, "Lanczos3", "LibTorch")
    assert (found.state, found.phase, found.records) == ("panics", "forward", ("torch-resize-lanczos3",))
    assert cell(database, None, "LibTorch", operation="deform_conv2d").phase == "forward"


def test_a_panic_on_some_targets_only_does_not_decide_the_cell(database: Database) -> None:
    found = cell(database, None, "NdArray", operation="deform_conv2d")
    assert (found.state, found.limited) == ("works", ("host-deform-conv2d-backward",))
    assert cell(database, None, "NdArray", NEW, operation="deform_conv2d") == Cell(
        "unknown", limited=("host-deform-conv2d-backward",)
    )


def test_nested_decorators_are_a_table_of_their_own(database: Database) -> None:
    assert cell(database, None, "NdArray", operation="linear") == Cell("unknown")
    nested = cell(database, None, "NdArray", operation="linear", autodiff=2)
    assert (nested.state, nested.records) == ("panics", ("linear-second-order",))  # not the one that is not reached
    assert cell(database, None, "NdArray", NEW, operation="linear", autodiff=2) == Cell("unknown")
    # That one level works says nothing of two.
    assert cell(database, "Nearest", "NdArray").state == "works"
    assert cell(database, "Nearest", "NdArray", autodiff=2) == Cell("unknown")


def test_a_backward_pass_that_works_shows_the_forward_pass(database: Database) -> None:
    assert cell(database, "Bicubic", "LibTorch", phase="forward") == Cell("unknown")
    assert cell(database, "Bicubic", "LibTorch", phase="forward", autodiff=1).state == "works"


def test_a_condition_over_an_open_argument_limits_the_record(
    changed: Callable[..., Path], load: Callable[..., Database]
) -> None:
    folder = changed(
        ("operations/interpolate.toml", "[arguments.mode]", "[arguments.size]\n[arguments.mode]"),
        ("interpolate/host-resize-backward-bicubic.toml", "mode == 'Bicubic'", "mode == 'Bicubic' and size > 3"),
    )
    database = load(folder)
    found = cell(database, "Bicubic", "NdArray")
    assert (found.state, found.limited) == ("unknown", ("host-resize-backward-bicubic",))
    assert cell(database, "Bilinear", "NdArray").limited == ()


def test_the_whole_table(database: Database) -> None:
    operation = database.operations["interpolate"]
    table = support_table(database, operation)
    assert table.phases == ("forward", "backward")
    assert [dict(mode)["mode"] for mode in table.modes] == ["Nearest", "Bilinear", "Bicubic", "Lanczos3"]
    assert table.backends == ("NdArray", "Flex", "LibTorch", "Wgpu", "Cuda", "Cpu")  # none that only forwards
    assert table.releases == (OLD, MIDDLE, NEW)
    assert len(table.cells) == 2 * 4 * 6 * 3
    for (phase, mode, backend, release), found in table.cells.items():
        assert found == cell(database, mode[0][1], backend, release, phase)
        assert table.cell(phase, mode, backend, release) is found
    states = {found.state for found in table.cells.values()}
    assert states == {"panics", "works", "absent", "unknown"}


def test_a_part_of_the_table(database: Database) -> None:
    operation = database.operations["interpolate"]
    table = support_table(database, operation, releases=[NEW], backends=["CubeCL", "Flex"], phases=["backward"])
    assert (table.phases, table.backends, table.releases) == (("backward",), ("Wgpu", "Cuda", "Cpu", "Flex"), (NEW,))
    assert len(table.cells) == 4 * 4


def test_an_operation_without_values_has_one_mode(database: Database) -> None:
    assert modes_of(database.operations["deform_conv2d"]) == ((),)
    assert support_table(database, database.operations["linear"]).phases == ("backward",)


@pytest.mark.parametrize(
    ("release", "expected"),
    [("0.21.0", "0.21.0"), ("0.21.1", "0.21.2"), ("0.21.0-pre.2", "0.21.2"), ("0.22.0", None)],
)
def test_which_line_speaks_for_a_release(release: str, expected: str | None) -> None:
    lines = [SourceLine(Version.parse(text), "a.rs", 1) for text in ("0.20.0", "0.21.2", "0.21.0")]
    line = line_for(lines, Version.parse(release))
    assert (None if line is None else str(line.release)) == expected
