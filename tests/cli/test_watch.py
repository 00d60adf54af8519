"""`burnlint check --watch`: the disk is looked at between naps, which the tests use to change files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from burnlint.cli import watching
from burnlint.engine.session import Session
from tests.workspace import write

from .conftest import MAIN, RESIZE, Burnlint

CLEAN = RESIZE.replace("Bicubic", "Nearest")
FOUND = "src/resize.rs:6:58: error[interpolate-backward] "


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterator[None]], None]:
    """Each nap runs the steps up to the next `yield`; at their end the user presses Ctrl-C."""

    def use(steps: Iterator[None]) -> None:
        def nap(seconds: float) -> None:
            if next(steps, KeyboardInterrupt) is KeyboardInterrupt:
                raise KeyboardInterrupt

        monkeypatch.setattr(watching, "sleep", nap)

    return use


def touch(path: Path, text: str) -> None:
    """Writes a file so that its time differs, however coarse the clock of the disk is."""
    write(path.parent, {path.name: text})
    later = path.stat().st_mtime_ns + 10_000_000
    os.utime(path, ns=(later, later))


def test_it_checks_again_after_a_change(project: Path, burnlint: Burnlint, naps: Callable[..., None]) -> None:
    def steps() -> Iterator[None]:
        yield
        touch(project / "src/resize.rs", CLEAN)
        yield
        yield
        touch(project / "src/resize.rs", RESIZE)
        yield

    naps(steps())
    output = burnlint("check", "--watch", "--output-format", "concise")
    assert output.code == 0
    assert [line.startswith(FOUND) for line in output.lines] == [True, True]
    assert output.err.splitlines() == ["burnlint: watching 2 files; Ctrl-C ends"] * 3


def test_only_sources_changed_so_the_session_goes_on(
    project: Path, burnlint: Burnlint, naps: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[list[str]] = []
    real = Session.disk_changed

    def disk_changed(session: Session, paths: list[Path]) -> None:
        told.append([path.name for path in paths])
        real(session, paths)

    monkeypatch.setattr(Session, "disk_changed", disk_changed)

    def steps() -> Iterator[None]:
        touch(project / "src/again.rs", RESIZE)
        touch(project / "src/main.rs", "mod again;\n" + MAIN.replace("resize::", "again::"))
        yield
        (project / "src/again.rs").unlink()
        touch(project / "src/main.rs", MAIN)
        yield

    naps(steps())
    output = burnlint("check", "--watch", "--output-format", "concise")
    assert told == [["again.rs", "main.rs"], ["again.rs", "main.rs"]]
    places = [line.partition(":")[0] for line in output.lines if ": error[" in line]
    assert places == ["src/resize.rs", "src/again.rs", "src/resize.rs"]


def test_settings_and_manifests_count_too(project: Path, burnlint: Burnlint, naps: Callable[..., None]) -> None:
    def steps() -> Iterator[None]:
        touch(project / "burnlint.toml", 'ignore = ["interpolate-backward"]')
        yield
        touch(project / "burnlint.toml", 'levels = { "interpolate-backward" = "warning" }')
        yield
        touch(project / "Cargo.toml", "[package")
        yield

    naps(steps())
    lines = burnlint("check", "--watch", "--output-format", "concise").lines
    assert lines[0].startswith(FOUND)
    assert lines[1].startswith(FOUND.replace("error", "warning"))
    assert lines[2].startswith("Cargo.toml:1:9: error not valid TOML")


def test_a_mistake_while_watching_does_not_end_it(project: Path, burnlint: Burnlint, naps: Callable[..., None]) -> None:
    def steps() -> Iterator[None]:
        (project / "src/resize.rs").rename(project / "src/moved.rs")
        yield
        (project / "src/moved.rs").rename(project / "src/resize.rs")
        yield

    naps(steps())
    output = burnlint("check", "src/resize.rs", "--watch", "--output-format", "concise")
    assert output.code == 0
    assert "there is no such file or folder" in output.err
    assert output.lines[0].startswith(FOUND) and output.lines[-1].startswith(FOUND)


def test_records_of_a_team_are_read_again(project: Path, burnlint: Burnlint, naps: Callable[..., None]) -> None:
    write(project, {"burnlint.toml": 'records = ["own"]', "own/rules.toml": ""})

    def steps() -> Iterator[None]:
        touch(project / "own/rules.toml", "broken = ")
        yield

    naps(steps())
    lines = burnlint("check", "--watch", "--output-format", "concise").lines
    assert [line for line in lines if line.startswith("own/rules.toml:")]
    assert [line.startswith(FOUND) for line in lines].count(True) == 2
