"""`burnlint check --fix` and `--diff`: what is written, and what never is."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from burnlint.checks.finding import Applicability, Edit, Finding, Fix
from burnlint.engine.session import Session
from burnlint.span import Place, Span
from tests.workspace import write

from .conftest import RESIZE, Burnlint

FIXED = RESIZE.replace("Bicubic", "Nearest")
CHANGE = """\
--- a/src/resize.rs
+++ b/src/resize.rs
@@ -3,5 +3,5 @@
 use burn::tensor::{backend::Backend, Tensor};
 
 pub fn twice<B: Backend>(image: Tensor<B, 4>) -> Tensor<B, 4> {
-    interpolate(image, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic))
+    interpolate(image, [16, 16], InterpolateOptions::new(InterpolateMode::Nearest))
 }
"""  # noqa: W293


@pytest.fixture
def fixes(monkeypatch: pytest.MonkeyPatch) -> list[Fix]:
    """Fixes to offer in place of the real ones."""
    offered: list[Fix] = []
    monkeypatch.setattr(Session, "fixes", lambda session, finding: tuple(offered))
    return offered


def edit(path: Path, old: str, new: str) -> Edit:
    start = path.read_bytes().index(old.encode())
    return Edit(Place(path, Span(start, start + len(old.encode()))), new)


def safe(*edits: Edit) -> Fix:
    return Fix("a safe fix", Applicability.SAFE, edits)


def test_a_fix_that_changes_behaviour_needs_the_stronger_word(project: Path, burnlint: Burnlint) -> None:
    output = burnlint("check", "--fix")
    assert output.code == 1 and output.err == ""
    assert (project / "src/resize.rs").read_text() == RESIZE

    output = burnlint("check", "--fix", "--unsafe-fixes")
    assert (output.code, output.out) == (0, "No known panic found in 2 files.\n")
    assert output.err == "burnlint: applied 1 fix in 1 file\n"
    assert (project / "src/resize.rs").read_text() == FIXED


def test_a_diff_changes_nothing(project: Path, burnlint: Burnlint) -> None:
    output = burnlint("check", "--diff", "--unsafe-fixes")
    assert (output.code, output.out) == (1, CHANGE)
    assert (project / "src/resize.rs").read_text() == RESIZE
    output = burnlint("check", "--diff")  # no safe fix, so nothing would change
    assert (output.code, output.out) == (0, "")


def test_a_diff_says_what_could_not_be_checked(project: Path, burnlint: Burnlint) -> None:
    write(project, {"burnlint.toml": "selct = []"})
    output = burnlint("check", "--diff", "--unsafe-fixes")
    assert (output.code, output.out) == (2, CHANGE)
    assert output.err == "burnlint: burnlint.toml:1:1: error unknown setting `selct`; did you mean `select`?\n"


def test_a_diff_of_a_last_line_without_a_break(project: Path, burnlint: Burnlint) -> None:
    write(project, {"src/resize.rs": RESIZE.rstrip().replace("))\n}", "))}")})
    lines = burnlint("check", "--diff", "--unsafe-fixes").lines
    assert lines[-4:] == [
        "-" + RESIZE.splitlines()[-2] + "}",
        "\\ No newline at end of file",
        "+" + FIXED.splitlines()[-2] + "}",
        "\\ No newline at end of file",
    ]


def test_line_breaks_byte_order_mark_and_permissions_stay(project: Path, burnlint: Burnlint) -> None:
    path = project / "src/resize.rs"
    path.write_bytes(b"\xef\xbb\xbf" + RESIZE.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    assert burnlint("check", "--unsafe-fixes").code == 0
    assert path.read_bytes() == b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [file.name for file in path.parent.iterdir() if file.name.startswith(".")] == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(project: Path, burnlint: Burnlint) -> None:
    path = project / "src/resize.rs"
    target = project.parent / "real.rs"
    path.rename(target)
    path.symlink_to(target)
    assert burnlint("check", "--unsafe-fixes").code == 0
    assert path.is_symlink() and target.read_text() == FIXED


def test_a_file_that_changes_meanwhile_is_not_written(
    project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = project / "src/resize.rs"
    real = Session.fixes

    def change_on_disk(session: Session, finding: Finding) -> tuple[Fix, ...]:
        path.write_text(RESIZE + "// typed meanwhile\n")
        return real(session, finding)

    monkeypatch.setattr(Session, "fixes", change_on_disk)
    output = burnlint("check", "--unsafe-fixes", "--output-format", "concise")
    assert output.code == 2
    assert "src/resize.rs: error changed on disk while burnlint ran: not fixed" in output.lines
    assert path.read_text() == RESIZE + "// typed meanwhile\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(project: Path, burnlint: Burnlint) -> None:
    (project / "src").chmod(0o500)
    try:
        output = burnlint("check", "--unsafe-fixes", "--output-format", "concise")
    finally:
        (project / "src").chmod(0o700)
    assert output.code == 2 and "cannot be written" in output.out


def test_an_error_while_writing_leaves_the_file_alone(
    project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    output = burnlint("check", "--unsafe-fixes", "--output-format", "concise")
    assert "src/resize.rs: error cannot be written: No space left on device" in output.lines
    assert sorted(file.name for file in (project / "src").iterdir()) == ["main.rs", "resize.rs"]
    assert (project / "src/resize.rs").read_text() == RESIZE


def test_what_is_suppressed_is_not_fixed(project: Path, burnlint: Burnlint) -> None:
    comment = "    // burnlint: ignore[interpolate-backward] wanted\n    interpolate("
    write(project, {"src/resize.rs": RESIZE.replace("    interpolate(", comment)})
    assert burnlint("check", "--diff", "--unsafe-fixes").out == ""


def test_what_a_baseline_has_is_not_fixed(project: Path, burnlint: Burnlint) -> None:
    assert burnlint("check", "--write-baseline", "known.json").code == 0
    assert burnlint("check", "--diff", "--unsafe-fixes", "--baseline", "known.json").out == ""


def test_a_fix_over_several_files(project: Path, burnlint: Burnlint, fixes: list[Fix]) -> None:
    path = project / "src/resize.rs"
    fixes.append(safe(edit(path, "Bicubic", "Nearest"), edit(project / "Cargo.toml", '"ndarray"', '"flex"')))
    output = burnlint("check", "--fix")
    assert output.code == 0 and output.err == "burnlint: applied 1 fix in 2 files\n"
    assert '"flex"' in (project / "Cargo.toml").read_text()
    assert path.read_text() == FIXED


def test_a_fix_that_would_break_the_syntax_gives_way_to_the_next(
    project: Path, burnlint: Burnlint, fixes: list[Fix]
) -> None:
    path = project / "src/resize.rs"
    fixes += [safe(edit(path, "Bicubic", "(")), safe(edit(path, "Bicubic", "Nearest"))]
    assert burnlint("check", "--fix").code == 0
    assert path.read_text() == FIXED


def test_a_fix_that_does_not_help_is_not_kept(project: Path, burnlint: Burnlint, fixes: list[Fix]) -> None:
    path = project / "src/resize.rs"
    fixes.append(safe(edit(path, "(image,", "(image.clone(),")))
    output = burnlint("check", "--fix")
    assert output.code == 1 and output.err == ""
    assert path.read_text() == RESIZE


def test_nothing_outside_of_the_workspace_is_changed(project: Path, burnlint: Burnlint, fixes: list[Fix]) -> None:
    write(project, {"../other/lib.rs": "type B = NdArray;\n"})
    outside = project.parent / "other/lib.rs"
    inside = project / "src/resize.rs"
    fixes.append(safe(edit(inside, "Bicubic", "Nearest"), edit(outside, "NdArray", "Flex")))
    assert burnlint("check", "--fix").code == 1
    assert outside.read_text() == "type B = NdArray;\n"
    assert inside.read_text() == RESIZE


def test_advice_is_never_applied(project: Path, burnlint: Burnlint, fixes: list[Fix]) -> None:
    path = project / "src/resize.rs"
    shown = replace(safe(edit(path, "Bicubic", "Nearest")), applicability=Applicability.DISPLAY_ONLY)
    fixes.append(shown)
    assert burnlint("check", "--unsafe-fixes").code == 1
    assert path.read_text() == RESIZE
