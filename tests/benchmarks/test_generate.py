"""Generated projects have the findings that they promise: else the figures would be about something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import generate
from burnlint.cli.main import main


def _findings(root: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    main(["check", "--exit-zero", "--no-config", "--jobs", "1", "--output-format", "concise", str(root)])
    output = capsys.readouterr()
    assert not output.err
    return output.out.splitlines()


@pytest.mark.parametrize("lines", [200, 2000])
def test_a_package_has_one_error_in_each_fault(lines: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = generate.package(tmp_path, lines)
    found = _findings(tmp_path, capsys)
    assert len(found) == len(made.faults) > 0
    assert all(": error[interpolate-backward] " in line for line in found)
    starts = made.text.split("\n")
    assert all(starts[fault].startswith("pub fn ") for fault in made.faults)


def test_a_package_is_about_as_long_as_wanted(tmp_path: Path) -> None:
    assert 2000 <= generate.package(tmp_path, 2000).lines <= 2060


def test_a_workspace_has_the_findings_and_files_it_promises(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = generate.workspace(tmp_path, packages=3, files=36)
    files = list(tmp_path.rglob("*.rs"))
    assert (made.files, made.findings) == (36, 1)
    assert len(files) == made.files
    assert sum(path.read_text().count("\n") for path in files) == made.lines
    assert len(_findings(tmp_path, capsys)) == made.findings


def test_the_same_numbers_give_the_same_files(tmp_path: Path) -> None:
    texts = []
    for name in ("first", "second"):
        generate.workspace(tmp_path / name, packages=2, files=12)
        texts.append([path.read_text() for path in sorted((tmp_path / name).rglob("*.rs"))])
    assert texts[0] == texts[1]
