"""Targets, declared and found. The expectations are what `cargo metadata` says of the same files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cargo.manifest import read_manifest
from burnlint.cargo.roots import crate_roots, crate_types

Write = Callable[..., Path]

FILES = dict.fromkeys(
    [
        "src/lib.rs", "src/main.rs", "src/one.rs", "src/bin/auto.rs", "src/bin/multi/main.rs", "src/bin/multi/part.rs",
        "src/bin/nothing/part.rs", "src/bin/readme.md", "examples/ex.rs", "examples/dir/main.rs", "tests/it.rs",
        "tests/common/mod.rs", "benches/speed.rs", "build.rs",
    ],
    "",
)  # fmt: skip
PACKAGE = '[package]\nname = "my-app"\n'
ALL = {
    "lib my_app src/lib.rs",
    "bin my-app src/main.rs",
    "bin auto src/bin/auto.rs",
    "bin multi src/bin/multi/main.rs",
    "example ex examples/ex.rs",
    "example dir examples/dir/main.rs",
    "test it tests/it.rs",
    "bench speed benches/speed.rs",
    "build build-script-build build.rs",
}
BINS = {target for target in ALL if target.startswith("bin ")}


def roots(folder: Path, text: str, edition: str = "2021") -> tuple[set[str], list[str]]:
    """Targets as "kind name path", and the problems."""
    found, problems = crate_roots(read_manifest(folder / "Cargo.toml", text.encode()), edition)
    return (
        {f"{root.kind} {root.name} {root.path.relative_to(folder).as_posix()}" for root in found},
        [problem.message for problem in problems],
    )


@pytest.mark.parametrize(
    ("text", "edition", "expected"),
    [
        (PACKAGE, "2021", ALL),
        (PACKAGE, "2015", ALL),
        (PACKAGE + "autobins = false", "2021", ALL - BINS),
        (PACKAGE + "autolib = false\nautoexamples = false\nautotests = false\nautobenches = false\nbuild = false",
         "2024", BINS),
        (PACKAGE + 'build = "src/one.rs"', "2021",
         ALL - {"build build-script-build build.rs"} | {"build build-script-build src/one.rs"}),
        (PACKAGE + '[lib]\nname = "other"\npath = "src/one.rs"', "2021",
         ALL - {"lib my_app src/lib.rs"} | {"lib other src/one.rs"}),
        # Declared ones take the place of those that are found under their name or path.
        (PACKAGE + '[[bin]]\nname = "auto"\npath = "src/one.rs"', "2021",
         ALL - {"bin auto src/bin/auto.rs"} | {"bin auto src/one.rs"}),
        (PACKAGE + '[[bin]]\nname = "renamed"\npath = "src/main.rs"', "2021",
         ALL - {"bin my-app src/main.rs"} | {"bin renamed src/main.rs"}),
        (PACKAGE + '[[bin]]\nname = "multi"\n[[bin]]\nname = "my-app"', "2021", ALL),
        # In the first edition, one that is declared switches the search off.
        (PACKAGE + '[[bin]]\nname = "auto"', "2015", ALL - BINS | {"bin auto src/bin/auto.rs"}),
        (PACKAGE + 'autobins = true\n[[bin]]\nname = "auto"', "2015", ALL),
        (PACKAGE + 'autobins = false\n[[bin]]\nname = "auto"', "2021", ALL - BINS | {"bin auto src/bin/auto.rs"}),
    ],
)  # fmt: skip
def test_targets(write: Write, text: str, edition: str, expected: set[str]) -> None:
    assert roots(write(FILES), text, edition) == (expected, [])


def test_an_empty_package_has_no_targets(write: Write) -> None:
    assert roots(write({"Cargo.toml": PACKAGE}), PACKAGE) == (set(), [])


def test_required_features(write: Write) -> None:
    text = PACKAGE + '[[example]]\nname = "ex"\nrequired-features = ["gpu", "train"]'
    found, _ = crate_roots(read_manifest(write(FILES) / "Cargo.toml", text.encode()), "2021")
    assert {root.name: root.required_features for root in found if root.kind == "example"} == {
        "ex": ("gpu", "train"),
        "dir": (),
    }


def test_declared_targets_without_a_file_or_name(write: Write) -> None:
    targets, problems = roots(write({}), PACKAGE + '[[bin]]\nname = "gone"\n[[test]]\npath = "t.rs"')
    assert targets == set()
    assert problems == [
        "there is no file for the bin `gone`, and no `path` that names one",
        "this [[test]] has no name",
    ]


@pytest.mark.parametrize(
    ("lib", "expected"),
    [
        ("", ()),
        ('[lib]\ncrate-type = ["cdylib", "rlib"]', ("cdylib", "rlib")),
        ('[lib]\ncrate_type = ["staticlib"]', ("staticlib",)),
        ("[lib]\nproc-macro = true", ("proc-macro",)),
    ],
)
def test_crate_types(lib: str, expected: tuple[str, ...]) -> None:
    assert crate_types(read_manifest(Path("/w/Cargo.toml"), (PACKAGE + lib).encode())) == expected
