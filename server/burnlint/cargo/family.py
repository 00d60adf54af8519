"""The crates of the burn family, released together under one version."""

from __future__ import annotations

BURN_FAMILY = frozenset(
    {
        "burn",
        "burn-autodiff",
        "burn-backend",
        "burn-backend-extension",
        "burn-candle",
        "burn-capture",
        "burn-collective",
        "burn-common",
        "burn-communication",
        "burn-compute",
        "burn-core",
        "burn-cpu",
        "burn-cubecl",
        "burn-cubecl-fusion",
        "burn-cuda",
        "burn-dataset",
        "burn-derive",
        "burn-dispatch",
        "burn-einsum",
        "burn-flex",
        "burn-fusion",
        "burn-group",
        "burn-hip",
        "burn-import",
        "burn-instrument",
        "burn-ir",
        "burn-jit",
        "burn-linalg",
        "burn-ndarray",
        "burn-nn",
        "burn-onnx",
        "burn-optim",
        "burn-pack",
        "burn-remote",
        "burn-rl",
        "burn-rocm",
        "burn-router",
        "burn-signal",
        "burn-std",
        "burn-store",
        "burn-tch",
        "burn-tensor",
        "burn-tensor-testgen",
        "burn-train",
        "burn-vision",
        "burn-wgpu",
    }
)

# A package may depend on several of the family, and one of them has to tell burn's version: the first of
# these that it has, else any. The importers live in a repository of their own and come last.
_TELLS_FIRST = ("burn", "burn-core", "burn-tensor", "burn-backend")
_TELLS_LAST = ("burn-import", "burn-onnx")


def tells_version(package: str) -> tuple[int, str]:
    """A sort key: the smallest of the family's packages tells burn's version."""
    if package in _TELLS_FIRST:
        return (_TELLS_FIRST.index(package), package)
    return (len(_TELLS_FIRST) + (package in _TELLS_LAST), package)
