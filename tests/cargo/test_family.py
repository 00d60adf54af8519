"""The crates of burn."""

from __future__ import annotations

from burnlint.cargo.family import BURN_FAMILY, tells_version


def test_the_crate_itself_tells_the_version_first_and_the_importers_last() -> None:
    order = sorted(BURN_FAMILY, key=tells_version)
    assert order[:2] == ["burn", "burn-core"] and order[-2:] == ["burn-import", "burn-onnx"]
    assert len(set(map(tells_version, BURN_FAMILY))) == len(BURN_FAMILY)
