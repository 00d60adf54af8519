"""Configuration files: what a package is built for."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.cargo.config import BuildConfig, read_config
from burnlint.cargo.targets import host_triple

FOLDER = Path("/home/me/work/app")
WASM, THUMB = "wasm32-unknown-unknown", "thumbv6m-none-eabi"


def config(**files: str) -> BuildConfig:
    """The configuration of FOLDER; files are given as path=text relative to /home/me, `__` for `/`."""
    data = {Path("/home/me", name.replace("__", "/")): text.encode() for name, text in files.items()}
    return read_config(FOLDER, data.get)


def triples(found: BuildConfig) -> list[str]:
    assert found.problems == ()
    return [target.triple for target in found.targets]


HERE, ABOVE, HOME = "work__app__.cargo__config.toml", "work__.cargo__config.toml", ".cargo__config.toml"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, []),
        ({HERE: "[build]\njobs = 1"}, []),
        ({HERE: f'[build]\ntarget = "{WASM}"'}, [WASM]),
        ({HERE: f'build.target = ["{WASM}", "{THUMB}"]'}, [WASM, THUMB]),
        ({HOME: f'[build]\ntarget = "{WASM}"'}, [WASM]),
        # The nearest decides; lists are joined.
        ({HERE: f'build.target = "{THUMB}"', ABOVE: f'build.target = "{WASM}"'}, [THUMB]),
        ({HERE: f'build.target = ["{THUMB}"]', HOME: f'build.target = ["{WASM}"]'}, [WASM, THUMB]),
        # The file without suffix is the one that Cargo reads.
        ({"work__app__.cargo__config": f'build.target = "{THUMB}"', HERE: f'build.target = "{WASM}"'}, [THUMB]),
        ({HERE: 'build.target = "targets/my-board.json"'}, ["my-board"]),
        ({HERE: 'build.target = "host-tuple"'}, [host_triple()]),
    ],
)
def test_build_target(files: dict[str, str], expected: list[str]) -> None:
    assert triples(config(**files)) == expected


@pytest.mark.parametrize(
    ("files", "targets", "channel"),
    [
        ({"work__app__rust-toolchain.toml": '[toolchain]\nchannel = "1.90"'}, [], "1.90"),
        (
            {"work__rust-toolchain.toml": f'[toolchain]\nchannel = "nightly"\ntargets = ["{WASM}"]'},
            [host_triple(), WASM],
            "nightly",
        ),
        ({"work__rust-toolchain": "nightly-2026-01-01\n"}, [], "nightly-2026-01-01"),
        ({"work__rust-toolchain": f'[toolchain]\ntargets = ["{WASM}"]'}, [host_triple(), WASM], None),
        (
            {"work__rust-toolchain": "stable", "work__rust-toolchain.toml": f'toolchain.targets = ["{WASM}"]'},
            [],
            "stable",
        ),
        ({"work__app__rust-toolchain": "stable", "work__rust-toolchain": "beta"}, [], "stable"),
        # What Cargo is told to build for counts more than what is installed.
        ({HERE: f'build.target = "{THUMB}"', "rust-toolchain.toml": f'toolchain.targets = ["{WASM}"]'}, [THUMB], None),
    ],
)
def test_toolchain(files: dict[str, str], targets: list[str], channel: str | None) -> None:
    found = config(**files)
    assert triples(found) == targets
    assert found.toolchain == channel


def test_each_target_has_the_place_that_chose_it() -> None:
    text = f'# é\n[build]\ntarget = ["{WASM}"]\n'
    (target,) = config(**{ABOVE: text}).targets
    assert target.place is not None and target.place.path == Path("/home/me/work/.cargo/config.toml")
    assert text.encode()[slice(*target.place.span)].decode() == f'"{WASM}"'
    host, other = config(**{"rust-toolchain.toml": f'toolchain.targets = ["{THUMB}"]'}).targets
    assert host.place is None and other.place is not None


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({HERE: "build = ["}, "not valid TOML"),
        ({HERE: "build.target = 1"}, "`build.target` must be a string or an array"),
        ({HERE: "build.target = [1]"}, "`build.target.0` must be a string"),
        ({"rust-toolchain.toml": "toolchain.targets = 'x'"}, "`toolchain.targets` must be an array"),
        ({"rust-toolchain": "[toolchain"}, "not valid TOML"),
    ],
)
def test_problems(files: dict[str, str], message: str) -> None:
    found = config(**files)
    assert found.targets == ()
    (problem,) = found.problems
    assert message in problem.message and problem.span is not None
