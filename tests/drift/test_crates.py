"""Burn's crates in a checkout of its repository, and unpacked."""

from __future__ import annotations

from pathlib import Path

from burnlint.drift.crates import find_crates, read_crate
from tests.workspace import write

from .conftest import checkout


def names(*folders: Path, others: tuple[str, ...] = ()) -> list[str]:
    """What is found, as NAME VERSION."""
    found, problems = find_crates(folders, others)
    assert problems == []
    return [f"{one.name} {one.version}" for one in found]


def test_a_checkout(tmp_path: Path) -> None:
    checkout(tmp_path)
    write(tmp_path, {"crates/other/Cargo.toml": '[package]\nname = "other"\nversion = "1.0.0"\n'})
    assert names(tmp_path) == ["burn 0.21.0", "burn-ndarray 0.21.0", "burn-tensor 0.21.0"]


def test_unpacked_crates_of_several_releases(tmp_path: Path) -> None:
    for release in ("0.20.1", "0.21.0"):
        write(tmp_path, {f"burn-{release}/Cargo.toml": f'[package]\nname = "burn"\nversion = "{release}"\n'})
    write(tmp_path, {"kernels-0.1.0/Cargo.toml": '[package]\nname = "kernels"\nversion = "0.1.0"\n'})
    assert names(tmp_path) == ["burn 0.20.1", "burn 0.21.0"]
    assert names(tmp_path, others=("kernels",)) == ["kernels 0.1.0", "burn 0.20.1", "burn 0.21.0"]


def test_examples_tests_and_sources_are_not_searched(tmp_path: Path) -> None:
    checkout(tmp_path)
    manifest = '[package]\nname = "burn-example"\nversion = "0.21.0"\n'
    write(tmp_path, {f"{folder}/x/Cargo.toml": manifest for folder in ("examples", "target", "crates/burn/tests")})
    assert "burn-example 0.21.0" not in names(tmp_path)


def test_of_two_sources_of_a_release_the_first_is_read(tmp_path: Path) -> None:
    first, second = checkout(tmp_path / "first"), checkout(tmp_path / "second")
    write(second, {"crates/burn-flex/Cargo.toml": '[package]\nname = "burn-flex"\nversion = "0.21.0"\n'})
    found, problems = find_crates([second, first])
    assert {one.folder.parent for one in found} == {second / "crates"}
    assert [problem.message for problem in problems] == [
        f"burn 0.21.0 is also in {second / 'crates'}, and only that one is read"
    ]
    assert find_crates([first, first])[1] == []


def test_a_crate_without_a_version_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a/Cargo.toml": '[package]\nname = "burn"\nversion = "new"\n'})
    found, problems = find_crates([tmp_path])
    assert (found, [problem.message for problem in problems]) == ([], ["`burn` has no version that can be read"])


def test_all_sources_but_tests_are_read(tmp_path: Path) -> None:
    checkout(tmp_path, files={"crates/burn-ndarray/src/tests/a.rs": "fn a() { panic!() }\n"})
    (crate,) = [read_crate(one) for one in find_crates([tmp_path])[0] if one.name == "burn-ndarray"]
    assert [file.path for file in crate[0].files] == ["src/ops/module.rs"]
    assert len(crate[0].files[0].sites) == 3
    assert crate[1] == []
