from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.settings.names import check_names
from burnlint.settings.parse import Source, parse_layer

IDS = ("interpolate-backward", "ndarray-bicubic")
BACKENDS = ("NdArray", "Wgpu")


def messages(values: dict[str, object]) -> list[str]:
    layer = parse_layer(values, Source(Path("burnlint.toml"), Path()))
    assert layer.problems == ()
    return [problem.message for problem in check_names(layer.mentions, IDS, BACKENDS)]


@pytest.mark.parametrize(
    "values",
    [
        {"select": ["interpolate-backward", "ndarray-*", "*"]},
        {"levels": {"ndarray-bicubic": "off"}},
        {"backend": "Wgpu"},
        {"backend": "Autodiff<Autodiff<NdArray<f32, i64>>>"},
        {"backend": "Autodiff < NdArray >"},
    ],
)
def test_known_names(values: dict[str, object]) -> None:
    assert messages(values) == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"ignore": "interpolat-backward"},
            "no rule or record is called `interpolat-backward`; did you mean `interpolate-backward`?",
        ),
        ({"levels": {"zzz": "off"}}, "no rule or record is called `zzz`"),
        ({"select": ["deform-*"]}, "no rule or record matches `deform-*`"),
        ({"backend": "Autodiff<WGPU>"}, "burn has no backend `WGPU`"),
        ({"backend": "NdAray"}, "burn has no backend `NdAray`; did you mean `NdArray`?"),
        ({"backend": "Autodiff<Wgpu"}, "`Autodiff<Wgpu` is not a backend: expected for example `Wgpu`"),
        ({"backend": "<>"}, "`<>` is not a backend: expected for example `Wgpu`"),
        ({"backend": "Autodiff"}, "burn has no backend `Autodiff`"),
    ],
)
def test_unknown_names(values: dict[str, object], message: str) -> None:
    [found] = messages(values)
    assert found.startswith(message)
