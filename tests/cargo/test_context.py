"""The crate context."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.cargo.context import BurnVersion
from burnlint.cargo.version import Requirement, Version
from burnlint.span import Place, Span


@pytest.mark.parametrize(
    ("exact", "requirement", "shown"),
    [("0.21.0", "0.21", "0.21.0"), (None, ">=0.20, <0.22", ">=0.20, <0.22"), (None, None, "*")],
)
def test_how_a_release_is_shown(exact: str | None, requirement: str | None, shown: str) -> None:
    version = BurnVersion(
        None if exact is None else Version.parse(exact),
        None if requirement is None else Requirement.parse(requirement),
        Place(Path("Cargo.toml"), Span(0, 0)),
    )
    assert version.shown() == shown
