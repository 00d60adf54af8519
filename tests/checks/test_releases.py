"""Which release of burn a package builds with, and what that means for a finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.cargo.version import Requirement, Version
from burnlint.checks.finding import Level
from burnlint.settings.settings import Settings
from tests.workspace import crate, findings, lock, manifest, shipped, shown

BICUBIC = """
    use burn::backend::{{Autodiff, {backend}}};
    use burn::tensor::module::interpolate;
    use burn::tensor::ops::{{InterpolateMode, InterpolateOptions}};
    use burn::tensor::Tensor;

    fn main() {{
        let x = Tensor::<Autodiff<{backend}>, 4>::ones([1, 3, 8, 8], &Default::default()).require_grad();
        let y = interpolate(x, [16, 16], InterpolateOptions::new(InterpolateMode::Bicubic));
        y.sum().backward();
    }}
"""

# From 0.22 on: the size is one of the options, and a backend is a device.
DEVICE = """
    use burn::prelude::*;
    use burn::tensor::module::interpolate;
    use burn::tensor::ops::{{InterpolateMode, InterpolateOptions}};

    fn main() {{
        let x = Tensor::<4>::ones([1, 3, 8, 8], &Device::{device}.autodiff()).require_grad();
        let options = InterpolateOptions::new(InterpolateMode::{mode}).with_output_size([16, 16]);
        interpolate(x, options).sum().backward();
    }}
"""

LINEAR = """
    use burn::backend::{Autodiff, NdArray};
    use burn::nn::LinearConfig;
    use burn::tensor::Tensor;

    type B = Autodiff<Autodiff<NdArray>>;

    fn main() {
        let layer = LinearConfig::new(2, 1).init::<B>(&Default::default());
        let x = Tensor::<B, 2>::ones([1, 2], &Default::default());
        let y = layer.forward(x);
        y.sum().backward();
    }
"""

TWICE = """
    use burn::prelude::*;

    fn main() {
        let device = Device::flex().autodiff().autodiff();
        println!("{}", Tensor::<1>::ones([3], &device));
    }
"""

TYPES = [version for version in shipped().versions if version < Version.parse("0.22.0-pre.1")]
DEVICES = [version for version in shipped().versions if version >= Version.parse("0.22.0")]


def _levels(root: Path, settings: Settings | None = None) -> list[str]:
    return [level for _, _, level, _ in shown(root, findings(root, settings))]


# ---- Cargo.lock decides ----------------------------------------------------------------------------------


@pytest.mark.parametrize("version", TYPES, ids=str)
def test_ndarray_in_every_release_of_types(tmp_path: Path, version: Version) -> None:
    root = crate(tmp_path, BICUBIC.format(backend="NdArray"), str(version))
    (finding,) = findings(root)
    assert (finding.rule, finding.level) == ("interpolate-backward", Level.ERROR)
    assert f"burn {version}" in finding.message


@pytest.mark.parametrize("version", TYPES, ids=str)
def test_libtorch_in_every_release_of_types(tmp_path: Path, version: Version) -> None:
    assert _levels(crate(tmp_path, BICUBIC.format(backend="LibTorch"), str(version), ("tch", "autodiff"))) == []


@pytest.mark.parametrize(
    ("device", "mode", "panics"),
    [
        ("ndarray()", "Nearest", ()),
        ("ndarray()", "Bilinear", ("0.22.0", "0.22.1")),
        ("ndarray()", "Lanczos3", ("0.22.0", "0.22.1")),
        ("libtorch()", "Bicubic", ()),
        ("libtorch()", "Lanczos3", ("0.22.0", "0.22.1")),
        ("flex()", "Bicubic", ()),
        ("flex()", "Lanczos3", ("0.22.0", "0.22.1", "0.23.0-pre.1")),
        ("flex()", "NearestExact", ("0.22.0", "0.22.1")),
        ("wgpu(DeviceKind::DefaultDevice)", "NearestExact", ()),
        ("wgpu(DeviceKind::DefaultDevice)", "Bilinear", ("0.22.0", "0.22.1")),
        ("cuda(0)", "Bicubic", ("0.22.0", "0.22.1", "0.23.0-pre.1")),
    ],
)
@pytest.mark.parametrize("version", DEVICES, ids=str)
def test_devices_by_release(tmp_path: Path, version: Version, device: str, mode: str, panics: tuple[str, ...]) -> None:
    """0.23 has no NdArray and no LibTorch, and brought gradients to CubeCL and a mode to Flex."""
    root = crate(tmp_path, DEVICE.format(device=device, mode=mode), str(version), ())
    assert _levels(root) == (["error"] if str(version) in panics else [])


@pytest.mark.parametrize(
    ("version", "level"),
    [("0.13.2", None), ("0.20.1", None), ("0.21.0-pre.3", None), ("0.21.0-pre.4", "error"), ("0.21.0", "error")],
)
def test_linear_under_two_levels(tmp_path: Path, version: str, level: str | None) -> None:
    assert _levels(crate(tmp_path, LINEAR, version)) == ([level] if level else [])


@pytest.mark.parametrize("version", [str(v) for v in shipped().versions if v >= Version.parse("0.22.0-pre.1")])
def test_autodiff_twice_on_a_device(tmp_path: Path, version: str) -> None:
    """Only the first pre-releases of 0.22 panic."""
    panics = version in ("0.22.0-pre.1", "0.22.0-pre.2", "0.22.0-pre.3")
    assert _levels(crate(tmp_path, TWICE, version, ("flex", "autodiff"))) == (["error"] if panics else [])


def test_lock_is_stronger_than_the_requirement(tmp_path: Path) -> None:
    more = {"Cargo.toml": manifest(">=0.20, <0.22"), "Cargo.lock": lock("0.20.1")}
    assert _levels(crate(tmp_path, LINEAR, files=more)) == []
    (tmp_path / "Cargo.lock").write_text(lock("0.21.0"), encoding="utf-8")
    (finding,) = findings(tmp_path)
    assert finding.level is Level.ERROR
    (selected,) = [one for one in finding.related if one.place.path == tmp_path / "Cargo.lock"]
    assert "0.21.0" in selected.message


def test_stale_lock_does_not_decide(tmp_path: Path) -> None:
    """Cargo would select anew when the locked release no longer fits."""
    root = crate(tmp_path, LINEAR, files={"Cargo.toml": manifest("0.21"), "Cargo.lock": lock("0.20.1")})
    assert _levels(root) == ["error"]


@pytest.mark.parametrize("version", ["0.12.1", "0.23.0-pre.2", "0.24.0", "1.0.0"])
def test_nothing_is_claimed_for_a_release_that_nobody_looked_at(tmp_path: Path, version: str) -> None:
    device = crate(tmp_path / "device", DEVICE.format(device="flex()", mode="Lanczos3"), version, ("flex",))
    assert _levels(device) == []
    assert _levels(crate(tmp_path / "type", BICUBIC.format(backend="NdArray"), version)) == []


# ---- without a lock file the requirement is a range ------------------------------------------------------


@pytest.mark.parametrize(
    ("requirement", "level"),
    [
        ("0.21", "error"),
        ("0.21.0", "error"),
        ("^0.21", "error"),
        ("~0.21.0", "error"),
        ("=0.21.0", "error"),
        ("0.21.*", "error"),
        (">=0.21, <0.22", "error"),
        ("=0.21.0-pre.4", "error"),
        ("0.20", None),
        ("^0.20.1", None),
        ("~0.19", None),
        ("=0.20.1", None),
        ("<0.21", None),
        (">=0.20, <0.22", "information"),
        (">=0.13.2, <=0.21.0", "information"),
        ("*", "information"),
    ],
)
def test_requirement(tmp_path: Path, requirement: str, level: str | None) -> None:
    root = crate(tmp_path, LINEAR, requirement, locked=False)
    found = findings(root)
    assert [one.level.value for one in found] == ([level] if level else [])
    if level == "information":
        (finding,) = found
        assert "can panic" in finding.message
        assert "if burn is 0.21.0" in finding.message
    if level == "error":
        (selected,) = [one for one in found[0].related if one.place.path == root / "Cargo.toml"]
        assert "burn" in selected.message


def test_range_that_is_half_inside_names_its_releases(tmp_path: Path) -> None:
    root = crate(tmp_path, TWICE, "0.22.0-pre.1", ("flex", "autodiff"), locked=False)
    (finding,) = findings(root)
    assert finding.level is Level.INFORMATION
    assert "if burn is 0.22.0-pre.1 to 0.22.0-pre.3" in finding.message


def test_range_that_nothing_is_known_of(tmp_path: Path) -> None:
    """No record holds for any release that Cargo could select."""
    for number, main in enumerate((LINEAR, BICUBIC.format(backend="NdArray"))):
        assert _levels(crate(tmp_path / str(number), main, "0.99", locked=False)) == []


def test_requirement_that_is_none(tmp_path: Path) -> None:
    """A manifest that Cargo would refuse: no guess is made from it."""
    found = findings(crate(tmp_path, LINEAR, "zero point twenty-one", locked=False))
    assert all(one.level is Level.INFORMATION for one in found)


# ---- what the user asks for ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "level"),
    [
        (Version.parse("0.21.0"), "error"),
        (Version.parse("0.20.1"), None),
        (Version.parse("0.13.2"), None),
        (Requirement.parse("0.21"), "error"),
        (Requirement.parse("~0.20"), None),
        (Requirement.parse(">=0.20, <0.22"), "error"),  # the newest, as Cargo would select
        (Requirement.parse("0.99"), None),
    ],
    ids=str,
)
def test_what_if_it_were_another_release(tmp_path: Path, asked: Version | Requirement, level: str | None) -> None:
    """Stronger than the lock file."""
    for locked in ("0.20.1", "0.21.0"):
        root = crate(tmp_path / locked, LINEAR, locked)
        found = findings(root, Settings(burn=asked))
        assert [one.level.value for one in found] == ([level] if level else [])
        assert all(one.place.path.name != "Cargo.lock" for finding in found for one in finding.related)


@pytest.mark.parametrize("asked", [version for version in TYPES if not version.pre], ids=str)
def test_message_names_the_release_that_was_asked_for(tmp_path: Path, asked: Version) -> None:
    root = crate(tmp_path, BICUBIC.format(backend="NdArray"), "0.20.1")
    (finding,) = findings(root, Settings(burn=asked))
    assert f"burn {asked}" in finding.message
    assert {one.burn for one in finding.records} == {str(asked)}


def test_types_mean_nothing_once_backends_are_devices(tmp_path: Path) -> None:
    """Code of 0.21 does not build with 0.22: there is nothing to say of its backend."""
    root = crate(tmp_path, BICUBIC.format(backend="NdArray"), "0.21.0")
    assert all(one.level is Level.INFORMATION for one in findings(root, Settings(burn=Version.parse("0.22.1"))))
