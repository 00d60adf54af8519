"""The support table as a document and as data."""

from __future__ import annotations

import json
from dataclasses import replace

from burnlint.cargo.version import Range
from burnlint.records.database import Database
from burnlint.records.schema import Release
from burnlint.render.markdown import to_markdown
from burnlint.render.matrix import matrix, matrix_json
from burnlint.render.terminal import to_plain, to_terminal
from tests.render.sample import ATOMICS, DATABASE, DEFORM, INTERPOLATE, ran, version


def test_one_release() -> None:
    text = to_plain(matrix(DATABASE, INTERPOLATE, version("0.21.0"), phase="backward"))
    assert text == (
        "Interpolation in burn 0.21.0\n"
        "============================\n\n"
        "Backward pass\n"
        "-------------\n\n"
        "mode      NdArray     LibTorch    CubeCL      Flex\n"
        "--------  ----------  ----------  ----------  ---------\n"
        "Nearest   ✓ works ○   ✓ works ○   ✓ works ○   ✓ works ○\n"
        "Bicubic   ✗ panics ●  ✓ works ○   ✗ panics ○  ✓ works ●\n"
        "Lanczos3  ? unknown   ✗ panics ‡  ✗ panics ○  ? unknown\n\n"
        "● seen in a real run · ○ read in the source · ? not known to burnlint · ‡ already in the forward pass\n\n"
        "CubeCL stands for Wgpu, Cuda and Cpu."
    )


def test_all_releases_on_a_narrow_terminal() -> None:
    text = to_terminal(matrix(DATABASE, INTERPOLATE, phase="backward", backends=["NdArray", "Cuda"]), width=46)
    assert text == (
        "Interpolation by release of burn\n"
        "================================\n\n"
        "Backward pass\n"
        "-------------\n\n"
        "backend  mode      0.20.1      0.21.0\n"
        "-------  --------  ----------  ----------\n"
        "NdArray  Nearest   ✓ works     ✓ works ○\n"
        "NdArray  Bicubic   ✗ panics ○  ✗ panics ●\n"
        "NdArray  Lanczos3  – absent    ? unknown\n"
        "Cuda     Nearest   ✓ works     ✓ works ○\n"
        "Cuda     Bicubic   ✗ panics    ✗ panics ○\n"
        "Cuda     Lanczos3  – absent    ✗ panics ○\n\n"
        "backend  mode      0.22.1      0.23.0-pre.1\n"
        "-------  --------  ----------  ------------\n"
        "NdArray  Nearest   ✓ works     – absent\n"
        "NdArray  Bicubic   ✗ panics ○  – absent\n"
        "NdArray  Lanczos3  ? unknown   – absent\n"
        "Cuda     Nearest   ✓ works     ✓ works\n"
        "Cuda     Bicubic   ✗ panics ○  ✗ panics\n"
        "Cuda     Lanczos3  ✗ panics ○  ✗ panics\n\n"
        "● seen in a real run · ○ read in the source ·\n"
        "– not in this release · ? not known to\n"
        "burnlint"
    )


def test_an_operation_without_modes_has_a_row_for_each_backend() -> None:
    assert to_markdown(matrix(DATABASE, DEFORM, version("0.20.1"), phase="backward")) == (
        "# Deformable convolution in burn 0.20.1\n\n"
        "## Backward pass\n\n"
        "| backend  | 0.20.1    |\n"
        "|----------|-----------|\n"
        "| NdArray  | ✓ works † |\n"
        "| LibTorch | ? unknown |\n"
        "| CubeCL   | ? unknown |\n\n"
        "? not known to burnlint · † but see below\n\n"
        "- † panics on targets without 32-bit atomics (`ndarray-deform`)\n\n"
        "CubeCL stands for Wgpu and Cuda."
    )


def test_backends_of_a_family_that_differ_are_kept_apart() -> None:
    run = ran("Cpu", "Bicubic", "cubecl-bicubic", "m")
    database = replace(DATABASE, runs=(run,))
    text = to_plain(matrix(database, INTERPOLATE, version("0.21.0"), phase="backward", backends=["CubeCL"]))
    assert (
        "mode      Wgpu and Cuda  Cpu\n"
        "--------  -------------  ----------\n"
        "Nearest   ✓ works ○      ✓ works ○\n"
        "Bicubic   ✗ panics ○     ✗ panics ●\n"
    ) in text


def test_backends_that_all_behave_alike_are_one_row() -> None:
    affects = replace(ATOMICS.affects, backends=("*",), target=None)
    database = replace(DATABASE, records={ATOMICS.id: replace(ATOMICS, affects=affects)})
    text = to_plain(matrix(database, DEFORM, version("0.21.0"), phase="backward"))
    assert text.endswith("backend        0.21.0\n-------------  --------\nevery backend  ✗ panics")


def test_a_range_inside_one_minor_release_has_a_column_too() -> None:
    affects = replace(ATOMICS.affects, burn=Range.parse(">=0.21.0-pre.1, <0.21.0"), target=None)
    early = Release(version("0.21.0-pre.1"), "v0.21.0-pre.1")
    database = replace(
        DATABASE,
        releases=(DATABASE.releases[0], early, *DATABASE.releases[1:]),
        records={ATOMICS.id: replace(ATOMICS, affects=affects)},
    )
    text = to_plain(matrix(database, DEFORM, phase="backward", backends=["NdArray"]))
    assert (
        "backend  0.20.1   0.21.0-pre.1  0.21.0   0.22.1   0.23.0-pre.1\n"
        "-------  -------  ------------  -------  -------  ------------\n"
        "NdArray  ✓ works  ✗ panics      ✓ works  ✓ works  – absent\n"
    ) in text


def test_each_phase_has_its_table() -> None:
    text = to_plain(matrix(DATABASE, DEFORM))
    assert text.index("Forward pass\n---") < text.index("Backward pass\n---")


def test_without_records_or_evidence_it_says_so() -> None:
    empty = Database(releases=DATABASE.releases, backends=DATABASE.backends)
    assert "burnlint has no records or evidence of this operation." in to_plain(matrix(empty, DEFORM))
    assert "No backend has it." in to_plain(
        matrix(DATABASE, DEFORM, version("0.20.1"), backends=["Flex"], phase="forward")
    )
    assert to_plain(matrix(Database(), DEFORM)).startswith("Deformable convolution by release of burn")


def test_the_state_is_a_word_also_without_colour() -> None:
    document = matrix(DATABASE, INTERPOLATE, version("0.21.0"))
    assert "\x1b[31m✗ panics\x1b[0m" in to_terminal(document, color=True)
    assert "\x1b[32m✓ works\x1b[0m" in to_terminal(document, color=True)
    assert "✗ panics" in to_terminal(document)


def test_json_has_every_cell() -> None:
    data = json.loads(json.dumps(matrix_json(DATABASE, INTERPOLATE, version("0.21.0"))))
    assert data["schema"] == "burnlint-matrix/1"
    assert data["operation"] == "interpolate"
    assert data["releases"] == ["0.21.0"]
    assert len(data["cells"]) == 2 * 3 * 6
    cells = {(cell["phase"], cell["arguments"]["mode"], cell["backend"]): cell for cell in data["cells"]}
    assert cells["backward", "Bicubic", "NdArray"] == {
        "phase": "backward",
        "arguments": {"mode": "Bicubic"},
        "backend": "NdArray",
        "burn": "0.21.0",
        "state": "panics",
        "panicsIn": "backward",
        "records": ["ndarray-bicubic"],
        "limited": [],
        "evidence": "executed",
        "source": {
            "burn": "0.21.0",
            "crate": None,
            "path": "crates/burn-ndarray/src/ops/module.rs",
            "line": 340,
            "url": "https://github.com/tracel-ai/burn/blob/v0.21.0/crates/burn-ndarray/src/ops/module.rs#L340",
        },
    }
    assert cells["backward", "Lanczos3", "LibTorch"]["panicsIn"] == "forward"
    assert cells["backward", "Lanczos3", "NdArray"]["state"] == "unknown"
    limited = matrix_json(DATABASE, DEFORM, version("0.21.0"), ["NdArray"], "backward")["cells"]
    assert [cell["limited"] for cell in limited] == [[ATOMICS.id]]
