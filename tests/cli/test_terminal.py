from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest

from burnlint.cli import terminal
from burnlint.cli.files import write_atomically
from burnlint.cli.terminal import Progress, count, wants_color, width


class Screen(io.StringIO):
    """A terminal that remembers what was written."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in seconds."""
    now = [100.0]
    monkeypatch.setattr(terminal.time, "monotonic", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("environment", "colored"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_a_terminal_has_colours_unless_told_otherwise(environment: dict[str, str], colored: bool) -> None:
    assert wants_color("auto", Screen(), environment) is colored
    assert wants_color("auto", io.StringIO(), {}) is False
    assert wants_color("auto", io.StringIO(), {"FORCE_COLOR": "1"}) is True


def test_only_a_terminal_has_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "91")
    assert width(Screen()) == 91
    assert width(io.StringIO(), otherwise=77) == 77


def test_progress_appears_late_and_leaves_nothing(clock: list[float]) -> None:
    screen = Screen()
    progress = Progress(40, screen)
    progress.show(1)
    progress.clear()
    assert screen.getvalue() == ""
    clock[0] += 1
    progress.show(20)
    progress.clear()
    progress.clear()
    assert screen.getvalue() == "\r\x1b[Kchecked 20 of 40 files\r\x1b[K"


def test_progress_is_for_terminals(clock: list[float]) -> None:
    pipe = io.StringIO()
    progress = Progress(40, pipe)
    clock[0] += 1
    progress.show(20)
    progress.clear()
    assert pipe.getvalue() == ""


def test_counts() -> None:
    assert [count(1, "file"), count(0, "file"), count(2, "fix", "fixes")] == ["1 file", "0 files", "2 fixes"]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    write_atomically(tmp_path / "new", b"data")
    assert (tmp_path / "new").read_bytes() == b"data"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == stat.S_IMODE((tmp_path / "usual").stat().st_mode)


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write_atomically(tmp_path / "folder", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
