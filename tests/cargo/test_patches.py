"""`[patch]` and `[replace]`."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.cargo.manifest import read_manifest
from burnlint.cargo.patches import Patch, patch_for, read_patches
from burnlint.cargo.toml import read_toml

GIT = "https://github.com/tracel-ai/burn"


def patches(text: str, path: str = "/w/Cargo.toml") -> tuple[Patch, ...]:
    return read_patches([read_toml(Path(path), text.encode())])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ('[patch.crates-io]\nburn = { path = "../burn" }', (Patch("crates-io", "burn", Path("/burn")),)),
        (f'[patch.crates-io]\nburn = {{ git = "{GIT}" }}', (Patch("crates-io", "burn", None),)),
        (f'[patch."{GIT}"]\nb = {{ package = "burn", path = "b" }}', (Patch(GIT, "burn", Path("/w/b")),)),
        (f'[replace]\n"burn:0.21.0" = {{ git = "{GIT}" }}', (Patch("crates-io", "burn", None),)),
        ('[replace]\n"https://x/index#burn@0.21.0" = { path = "b" }', (Patch("crates-io", "burn", Path("/w/b")),)),
        ('patch = 1\nreplace = ["x"]', ()),
        ("patch.crates-io = 2", ()),
    ],
)
def test_the_forms_of_a_patch(text: str, expected: tuple[Patch, ...]) -> None:
    assert patches(text) == expected


def test_a_path_in_a_configuration_file_starts_beside_its_folder() -> None:
    (patch,) = patches('[patch.crates-io]\nburn = { path = "../burn" }', "/w/app/.cargo/config.toml")
    assert patch.folder == Path("/w/burn")


@pytest.mark.parametrize(
    ("dependency", "source", "applies"),
    [
        ('"0.21"', "crates-io", True),
        ('"0.21"', "https://github.com/rust-lang/crates.io-index", True),
        ('"0.21"', GIT, False),
        ('{ version = "0.21", registry = "mine" }', "crates-io", False),
        ('{ version = "0.21", registry = "mine" }', "mine", True),
        (f'{{ git = "{GIT}.git", branch = "main" }}', GIT, True),
        (f'{{ git = "{GIT}" }}', "crates-io", False),
        ('{ version = "0.21", path = "../burn" }', "crates-io", False),
        ('{ version = "0.21", package = "burn-core" }', "crates-io", False),
    ],
)
def test_which_dependency_is_patched(dependency: str, source: str, applies: bool) -> None:
    (found,) = read_manifest(
        Path("/w/Cargo.toml"), f'[package]\nname = "a"\n[dependencies]\nburn = {dependency}'.encode()
    ).dependencies
    patch = Patch(source, "burn", None)
    assert patch_for(found, [Patch("crates-io", "serde", None), patch]) == (patch if applies else None)
