"""The written reasons why a panic needs no record."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.cargo.version import Version
from burnlint.datadir import data_dir
from burnlint.drift.exemptions import Exemption, read_exemptions
from burnlint.drift.sites import read_rust

FILE = "exemptions.toml"
NEW = Version.parse("0.21.0")


def one(folder: Path, keys: str) -> Exemption:
    """The exemption that the keys make."""
    (folder / FILE).write_text(f'[[exemption]]\nkind = "internal"\nreason = "It cannot be."\n{keys}\n')
    found = read_exemptions(folder)
    assert found.problems == ()
    return found.exemptions[0]


@pytest.mark.parametrize(
    ("keys", "covers"),
    [
        ('crates = ["burn-ndarray"]', True),
        ('crates = ["burn-*"]', True),
        ('crates = ["burn-flex"]', False),
        ('files = ["src/ops"]', True),
        ('files = ["src/ops/module.rs"]', True),
        ('files = ["src/tensor.rs"]', False),
        ('functions = ["resize_*"]', True),
        ('functions = ["resize"]', False),
        ('texts = ["^bicubic"]', True),
        ('texts = ["gradient$"]', False),
        ('crates = ["*"]\nmacros = ["panic"]', True),
        ('crates = ["*"]\nmacros = ["todo"]', False),
        ('crates = ["*"]\nburn = "<0.21.0"', False),
        ('crates = ["*"]\nburn = ">=0.21.0"', True),
        ('crates = ["burn-ndarray"]\ntexts = ["nothing like it"]', False),
    ],
)
def test_what_an_exemption_covers(tmp_path: Path, keys: str, covers: bool) -> None:
    (site,) = read_rust(b'fn resize_backward() { panic!("bicubic resize: no gradient on the host") }').sites
    assert one(tmp_path, keys).covers(NEW, "burn-ndarray", "src/ops/module.rs", site) is covers


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[exemption]]\nkind = "internal"\nreason = "x"\n', "an exemption names at least one of"),
        ('[[exemption]]\nkind = "boring"\nreason = "x"\ncrates = ["a"]\n', "`kind` must be"),
        ('[[exemption]]\nkind = "internal"\ncrates = ["a"]\n', "`reason` is missing"),
        ('[[exemption]]\nkind = "internal"\nreason = "x"\ntexts = ["("]\n', "`(` is no regular expression"),
        ('[[exemption]]\nkind = "internal"\nreason = "x"\ncrate = ["a"]\n', "unknown key `crate`"),
        ('internal = ["a"]\n', "`internal`"),
        ("[[exemption]\n", ""),
    ],
)
def test_what_is_wrong_is_said_and_left_out(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / FILE).write_text(text)
    found = read_exemptions(tmp_path)
    assert found.exemptions == ()
    assert any(message in problem.message for problem in found.problems), found.problems
    assert all(problem.path == tmp_path / FILE for problem in found.problems)


def test_there_need_be_none(tmp_path: Path) -> None:
    assert read_exemptions(tmp_path).exemptions == ()


def test_those_that_burnlint_brings_are_right() -> None:
    found = read_exemptions(data_dir("records"))
    assert found.problems == () and len(found.exemptions) > 20
    assert "burn-tensor" not in found.internal_crates
