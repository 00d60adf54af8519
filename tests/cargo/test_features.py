"""Which features are on, of the package and of burn."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest

from burnlint.cargo.cfg import CfgEnv
from burnlint.cargo.context import CrateContext
from burnlint.cargo.features import burn_features, package_features, selectable

Package = Callable[..., CrateContext]

MANIFEST = """
[package]
name = "app"
[features]
default = ["cpu"]
cpu = ["burn/ndarray"]
gpu = ["fast", "burn/wgpu"]
fast = ["burn/fusion", "logging?/max"]
ring = ["gpu", "ring2"]
ring2 = ["ring"]
[dependencies]
burn = { version = "0.21", features = ["train"] }
logging = { version = "1", optional = true }
"""

OPTIONAL = """
[package]
name = "app"
[features]
weak = ["burn?/wgpu"]
strong = ["burn/cuda"]
[dependencies]
burn = { version = "0.21", default-features = false, features = ["std"], optional = true }
"""

HIDDEN = """
[package]
name = "app"
[features]
ml = ["dep:nn"]
strong = ["nn/cuda"]
[dependencies]
nn = { package = "burn", version = "0.21", default-features = false, optional = true }
"""


@pytest.mark.parametrize(
    ("manifest", "chosen", "default", "on"),
    [
        (MANIFEST, None, True, {"default", "cpu"}),
        (MANIFEST, None, False, set()),
        (MANIFEST, ["gpu"], False, {"gpu", "fast"}),
        (MANIFEST, ["gpu"], True, {"default", "cpu", "gpu", "fast"}),
        (MANIFEST, ["ring2"], False, {"ring", "ring2", "gpu", "fast"}),
        (MANIFEST, ["logging"], False, {"logging"}),
        (MANIFEST, ["nonsense", ""], False, set()),
        # A weak dependency feature does not switch the dependency on, a strong one does.
        (OPTIONAL, ["weak"], True, {"weak"}),
        (OPTIONAL, ["strong"], True, {"strong", "burn"}),
        (OPTIONAL, ["burn/wgpu"], True, {"burn", "burn/wgpu"}),
        # With `dep:`, the dependency implies no feature.
        (HIDDEN, ["strong"], True, {"strong"}),
        (HIDDEN, ["nn"], True, set()),
    ],
)
def test_package_features(
    package: Package, manifest: str, chosen: list[str] | None, default: bool, on: Collection[str]
) -> None:
    assert package_features(package(manifest), chosen, default) == on


@pytest.mark.parametrize(
    ("manifest", "chosen", "default", "on"),
    [
        (MANIFEST, None, True, {"default", "train", "ndarray"}),
        (MANIFEST, None, False, {"default", "train"}),
        (MANIFEST, ["ring"], False, {"default", "train", "wgpu", "fusion"}),
        (OPTIONAL, None, True, set()),
        (OPTIONAL, ["weak"], True, set()),
        (OPTIONAL, ["burn"], True, {"std"}),
        (OPTIONAL, ["burn", "weak"], True, {"std", "wgpu"}),
        (OPTIONAL, ["strong"], True, {"std", "cuda"}),
        (OPTIONAL, ["burn/wgpu"], True, {"std", "wgpu"}),
        (HIDDEN, ["strong"], True, {"cuda"}),
        (HIDDEN, ["ml"], True, set()),
    ],
)
def test_burn_features(
    package: Package, manifest: str, chosen: list[str] | None, default: bool, on: Collection[str]
) -> None:
    context = package(manifest)
    assert burn_features(context, package_features(context, chosen, default)) == on


def test_burn_features_of_a_target_and_of_tests(package: Package) -> None:
    context = package("""
        [package]
        name = "app"
        [dependencies]
        burn = { version = "0.21", default-features = false }
        burn-ndarray = { version = "0.21", features = ["simd"] }
        [target.'cfg(target_family = "wasm")'.dependencies]
        burn = { version = "0.21", features = ["webgpu"], default-features = false }
        [target.x86_64-pc-windows-msvc.dependencies]
        burn = { version = "0.21", features = ["cuda"], default-features = false }
        [dev-dependencies]
        burn = { version = "0.21", features = ["ndarray"] }
    """)
    assert burn_features(context, ()) == set()
    assert burn_features(context, (), CfgEnv(target="wasm32-unknown-unknown")) == {"webgpu"}
    assert burn_features(context, (), CfgEnv(target="x86_64-pc-windows-msvc")) == {"cuda"}
    assert burn_features(context, (), CfgEnv(target="my-own-target")) == set()
    assert burn_features(context, (), dev=True) == {"default", "ndarray"}


def test_selectable(package: Package) -> None:
    assert selectable(package(MANIFEST)) == ("cpu", "fast", "gpu", "logging", "ring", "ring2")
