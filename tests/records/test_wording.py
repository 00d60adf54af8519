"""The sentence of a diagnostic."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from burnlint.cargo.version import Range
from burnlint.records.schema import Affects, Record, Rule
from burnlint.records.wording import finding_message, listed

RULE = Rule("interpolate-backward", "interpolation without a backward pass", "", "interpolate", "backward")


@dataclass(frozen=True)
class At:
    record: str
    backend: str = "NdArray"
    burn: str = "0.21.0"
    phase: str = "backward"
    condition: str | None = None


def record(title: str, *backends: str) -> Record:
    affects = Affects("interpolate", "backward", Range.parse("*"), backends, None, None, 1)
    return Record(
        id="",
        rule=RULE.id,
        title=title,
        kind="op-gap",
        reachable=True,
        messages=(),
        source_crate="burn-ndarray",
        source_function="",
        source=(),
        issues=(),
        foreign=(),
        affects=affects,
        what="",
        when="",
        why="",
        prevention="",
        fixes=(),
        examples=(),
        file="",
    )


RECORDS = {
    "bicubic": record("bicubic interpolation has no backward pass on NdArray", "NdArray"),
    "bilinear": record("bilinear interpolation has no backward pass on NdArray", "NdArray"),
    "cube": record("bicubic interpolation has no backward pass on CubeCL", "CubeCL"),
    "torch": record("deformable convolution is missing on LibTorch and Candle", "LibTorch", "Candle"),
    "nested": record("embedding can be differentiated only once", "*"),
    "target": record("deformable convolution needs atomics on small targets", "NdArray"),
}


@pytest.mark.parametrize(
    ("applied", "options", "expected"),
    [
        (
            [At("bicubic")],
            {"trigger": "loss.backward()"},
            "bicubic interpolation has no backward pass on NdArray (burn 0.21.0): `loss.backward()` will panic",
        ),
        (
            [At("cube", "Wgpu", condition="with feature `wgpu`")],
            {"level": "warning"},
            "bicubic interpolation has no backward pass on Wgpu (burn 0.21.0, with feature `wgpu`): "
            "`.backward()` will panic",
        ),
        (
            [At("bicubic"), At("cube", "Wgpu", condition="with feature `wgpu`")],
            {"level": "warning"},
            "bicubic interpolation has no backward pass on NdArray and on Wgpu with feature "
            "`wgpu` (burn 0.21.0): `.backward()` will panic",
        ),
        (
            [At("cube", name) for name in ("Wgpu", "Cuda", "Metal", "Rocm", "Cpu")],
            {"level": "information"},
            "bicubic interpolation has no backward pass on Wgpu, Cuda, Metal and 2 more (burn 0.21.0): "
            "`.backward()` can panic",
        ),
        (
            [At("bicubic", condition="if a caller chooses NdArray"), At("cube", "Wgpu")],
            {"level": "information"},
            "bicubic interpolation has no backward pass on NdArray and Wgpu (burn 0.21.0): "
            "`.backward()` can panic if a caller chooses NdArray",
        ),
        (
            [At("bicubic"), At("bilinear")],
            {"level": "information"},
            "bicubic interpolation has no backward pass on NdArray and bilinear interpolation has no "
            "backward pass on NdArray (burn 0.21.0): `.backward()` can panic",
        ),
        (
            [At("torch", "LibTorch", phase="forward", burn="0.20.1")],
            {},
            "deformable convolution is missing on LibTorch (burn 0.20.1): this call will panic",
        ),
        (
            [At("nested", "Autodiff<Autodiff<NdArray>>")],
            {},
            "embedding can be differentiated only once (burn 0.21.0, Autodiff<Autodiff<NdArray>>): "
            "`.backward()` will panic",
        ),
        # One Autodiff goes without saying.
        (
            [At("cube", "Autodiff<Wgpu<f32, i32>>"), At("cube", "Autodiff<Autodiff<Cuda>>")],
            {},
            "bicubic interpolation has no backward pass on Wgpu<f32, i32> and Autodiff<Autodiff<Cuda>> "
            "(burn 0.21.0): `.backward()` will panic",
        ),
        (
            [At("target")],
            {},
            "deformable convolution needs atomics on small targets (burn 0.21.0, NdArray): `.backward()` will panic",
        ),
        (
            [At("bicubic", burn="0.20.1"), At("bicubic", burn="0.21.0")],
            {"level": "information"},
            "bicubic interpolation has no backward pass on NdArray (burn 0.20.1 or 0.21.0): `.backward()` can panic",
        ),
        (
            [At("bicubic", condition="with feature `a`"), At("bilinear"), At("bicubic")],
            {},
            "bicubic interpolation has no backward pass on NdArray and bilinear interpolation has no "
            "backward pass on NdArray (burn 0.21.0): `.backward()` will panic",
        ),
        (
            [At("a-team-record")],
            {},
            "interpolation without a backward pass (burn 0.21.0, NdArray): `.backward()` will panic",
        ),
    ],
)
def test_the_sentence_says_what_where_and_when(applied: list[At], options: dict[str, str], expected: str) -> None:
    assert finding_message(RULE, applied, RECORDS, **options) == expected


def test_lists_in_words() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"], "or") == "a or b"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a", "b", "c"], "or", most=3) == "a, b or c"
    assert listed(["a", "b", "c", "d", "e"], "or", most=3) == "a, b, c and 2 more"
