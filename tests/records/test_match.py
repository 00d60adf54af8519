"""Which records apply: each part of a record's range alone, and what is not known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from burnlint.cargo.version import Version
from burnlint.records.condition import UNKNOWN
from burnlint.records.load import Database
from burnlint.records.match import Match, applicable
from burnlint.records.schema import Phase
from burnlint.truth import Truth

OLD, MIDDLE, NEW = map(Version.parse, ("0.20.1", "0.21.0", "0.22.1"))


def matches(
    database: Database,
    operation: str = "interpolate",
    phase: Phase = "backward",
    mode: object = "Bicubic",
    backend: str | None = "NdArray",
    depth: int | None = 1,
    versions: Sequence[Version] = (MIDDLE,),
    cfg: Truth = True,
) -> list[tuple[str, Truth]]:
    found = applicable(database, operation, phase, {"mode": mode}, backend, depth, versions, lambda text: cfg)
    return [(match.record.id, match.truth) for match in found]


def test_a_certain_match(database: Database) -> None:
    assert matches(database) == [("host-resize-backward-bicubic", True)]


def test_the_family_of_a_backend_counts(database: Database) -> None:
    assert matches(database, backend="Cuda") == [("cube-resize-backward-bicubic", True)]
    assert matches(database, backend="Flex") == []


def test_what_is_not_known_stays_possible(database: Database) -> None:
    assert matches(database, mode=UNKNOWN) == [
        ("host-resize-backward-bicubic", None),
        ("host-resize-backward-bilinear", None),
    ]
    assert matches(database, depth=None) == [("host-resize-backward-bicubic", None)]
    both = [("cube-resize-backward-bicubic", None), ("host-resize-backward-bicubic", None)]
    assert sorted(matches(database, backend=None)) == both
    # A backend of the user's own may be one of burn's inside; one that forwards may be any.
    assert sorted(matches(database, backend="AcmeBackend")) == both
    assert sorted(matches(database, backend="Router")) == both


def test_a_false_part_decides_whatever_is_not_known(database: Database) -> None:
    assert matches(database, mode="Nearest", backend=None, depth=None) == []
    assert matches(database, depth=0, mode=UNKNOWN) == []


def test_the_number_of_decorators(database: Database) -> None:
    assert matches(database, operation="linear", depth=1) == []
    assert matches(database, operation="linear", depth=2) == [("linear-second-order", True)]
    assert matches(database, operation="linear", depth=3, backend=None) == [("linear-second-order", True)]


def test_the_phase_must_be_the_same(database: Database) -> None:
    assert matches(database, phase="forward") == []
    assert matches(database, phase="forward", mode="Lanczos3", backend="LibTorch", depth=0) == [
        ("torch-resize-lanczos3", True)
    ]


@pytest.mark.parametrize(("cfg", "expected"), [(True, True), (None, None)])
def test_the_target_is_asked_for(database: Database, cfg: Truth, expected: Truth) -> None:
    found = matches(database, operation="deform_conv2d", cfg=cfg)
    assert found == [("host-deform-conv2d-backward", expected)]


def test_another_target(database: Database) -> None:
    asked: list[str] = []

    def answer(text: str) -> Truth:
        asked.append(text)
        return False

    assert applicable(database, "deform_conv2d", "backward", {}, "NdArray", 1, [MIDDLE], answer) == []
    assert asked == ['not(target_has_atomic = "32")']


def test_some_of_several_releases(database: Database) -> None:
    (match,) = applicable(database, "linear", "backward", {}, "NdArray", 2, [OLD, MIDDLE, NEW], lambda text: True)
    assert match == Match(database.records["linear-second-order"], None, (MIDDLE,), ())
    (match,) = applicable(database, "linear", "backward", {}, "NdArray", None, [OLD, MIDDLE], lambda text: True)
    assert match == Match(database.records["linear-second-order"], None, (), (MIDDLE,))
    assert matches(database, operation="linear", depth=2, versions=[OLD, NEW]) == []


def test_no_release_known(database: Database) -> None:
    assert matches(database, versions=[]) == [("host-resize-backward-bicubic", True)]  # holds in every release
    assert matches(database, operation="linear", depth=2, versions=[]) == [("linear-second-order", None)]


def test_what_no_program_reaches_never_matches(database: Database) -> None:
    assert "linear-bias-unreached" in database.records
    assert all(id != "linear-bias-unreached" for id, _ in matches(database, operation="linear", depth=2))


def test_an_operation_that_is_not_there(database: Database) -> None:
    assert matches(database, operation="nothing") == []
