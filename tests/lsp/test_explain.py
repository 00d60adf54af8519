"""What is said about ids, and about a dependency on burn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from burnlint.cargo.context import BurnDependency, BurnVersion, CrateContext
from burnlint.cargo.version import Requirement, Version
from burnlint.lsp.explain import dependency, in_full, in_short
from burnlint.records.database import Database
from burnlint.records.load import load_database
from burnlint.render.terminal import to_plain
from burnlint.span import Place, Span

MANIFEST = Path("/w/Cargo.toml")
LINE = Place(MANIFEST, Span(0, 4))


@pytest.fixture(scope="module")
def database() -> Database:
    return load_database()


def one(features: tuple[str, ...] = ("ndarray",), exact: str | None = "0.18.0") -> BurnDependency:
    lock = Place(Path("/w/Cargo.lock"), Span(0, 4))
    requirement = Requirement.parse("0.18")
    if exact is None:
        version = BurnVersion(None, requirement, LINE)
    else:
        version = BurnVersion(Version.parse(exact), requirement, lock)
    return BurnDependency(
        "burn", "burn", LINE, requirement, "registry", True, frozenset(features), False, None, False, version=version
    )


def context(dependency: BurnDependency) -> CrateContext:
    root = MANIFEST.parent
    return CrateContext("w", MANIFEST, root, root, "2021", "w", (), (dependency,), {}, dependency.version, {}, ())


def said(dependency_: BurnDependency, database: Database) -> str:
    return to_plain(dependency(context(dependency_), dependency_, database))


def test_a_locked_release(database: Database) -> None:
    text = said(one(), database)
    assert text.startswith("burn 0.18.0\n")
    assert "Decided by `Cargo.lock`." in text
    assert "Backends by its features: `NdArray`" in text
    row = next(line for line in text.splitlines() if "interpolate-backward" in line)
    assert "NdArray" in row
    # With features, only the package's own backends are named where one of them is concerned.
    assert "Candle" not in row


def test_without_backends_of_its_own_all_are_named(database: Database) -> None:
    text = said(one(features=("train",)), database)
    assert "Backends by its features" not in text
    row = next(line for line in text.splitlines() if "interpolate-backward" in line)
    assert "Candle" in row and "more" in row


def test_without_a_lock_file_the_newest_known_release_is_taken(database: Database) -> None:
    text = said(one(exact=None), database)
    assert "No Cargo.lock decides" in text and "0.18.0" in text


def test_a_release_that_nobody_knows(database: Database) -> None:
    text = said(one(exact="9.0.0"), database)
    assert f"the newest one known is {database.versions[-1]}" in text
    nothing = replace(one(exact=None), requirement=Requirement.parse("7"))
    unknown = replace(nothing, version=BurnVersion(None, Requirement.parse("7"), LINE))
    assert "allows no release that burnlint knows" in said(unknown, database)


def test_notes_about_the_dependency(database: Database) -> None:
    special = replace(one(), optional=True, dev=True, origin="git", cfg="unix")
    assert said(special, database).startswith(
        "burn 0.18.0 (from a git repository, optional, for tests, only if unix)\n"
    )


def test_ids(database: Database) -> None:
    for id in (*database.rules, *database.records):
        short, full = in_short(id, database), in_full(id, database)
        assert short is not None and full is not None
        assert id in to_plain(short)
        assert "burnlint.github.io/rules/" in to_plain(short)
        assert len(to_plain(short)) < len(to_plain(full))
    assert in_short("no-such-id", database) is None
    assert in_full("no-such-id", database) is None
