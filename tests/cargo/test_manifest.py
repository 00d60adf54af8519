"""One Cargo.toml as written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.cargo.manifest import Dependency, Manifest, normal, read_manifest
from burnlint.cargo.version import Requirement

PATH = Path("/w/app/Cargo.toml")
PACKAGE = '[package]\nname = "app"\n'


def read(text: str) -> Manifest:
    return read_manifest(PATH, text.encode())


def dependency(text: str) -> Dependency:
    """The only dependency of a package, given by all that follows [package]."""
    manifest = read(PACKAGE + text)
    assert manifest.problems == ()
    (found,) = manifest.dependencies
    return found


@pytest.mark.parametrize(
    ("text", "path", "declared"),
    [
        ('[dependencies]\nburn = "0.21" # x', ("dependencies", "burn"), 'burn = "0.21"'),
        ('[dependencies]\nburn = { version = "0.21" }', ("dependencies", "burn"), 'version = "0.21"'),
        ('[dependencies.burn]\nversion = "0.21"', ("dependencies", "burn"), 'version = "0.21"'),
        ('[dependencies]\nburn.version = "0.21"', ("dependencies", "burn"), 'version = "0.21"'),
        ('dependencies.burn = "0.21"', ("dependencies", "burn"), 'burn = "0.21"'),
    ],
)
def test_the_forms_of_a_dependency(text: str, path: tuple[str, ...], declared: str) -> None:
    # Dotted keys of the root must stand before [package].
    manifest = read(PACKAGE + text if text.startswith("[") else text + "\n" + PACKAGE)
    assert manifest.problems == ()
    (found,) = manifest.dependencies
    assert (found.package, found.code_name, found.path) == ("burn", "burn", path)
    assert found.requirement == Requirement.parse("0.21")
    assert manifest.file.data[slice(*found.declared.span)].decode() == declared
    assert (found.kind, found.cfg, found.optional, found.default_features) == ("normal", None, False, None)


def test_all_keys_of_a_dependency() -> None:
    found = dependency(
        '[dependencies]\nmy-burn = { package = "burn", git = "https://x/burn", version = "0.22.0-pre.1", '
        'features = ["wgpu", "train"], default-features = false, optional = true, registry = "r", path = "../burn" }'
    )
    assert (found.key, found.package, found.code_name) == ("my-burn", "burn", "my_burn")
    assert (found.git, found.registry, found.folder) == ("https://x/burn", "r", Path("/w/burn"))
    assert (set(found.features), found.default_features, found.optional) == ({"wgpu", "train"}, False, True)


@pytest.mark.parametrize(
    ("table", "kind", "cfg"),
    [
        ("dependencies", "normal", None),
        ("dev-dependencies", "dev", None),
        ("dev_dependencies", "dev", None),
        ("build-dependencies", "build", None),
        ("target.'cfg(target_family = \"wasm\")'.dependencies", "normal", 'cfg(target_family = "wasm")'),
        ("target.x86_64-pc-windows-msvc.dev-dependencies", "dev", "x86_64-pc-windows-msvc"),
    ],
)
def test_the_tables_of_dependencies(table: str, kind: str, cfg: str | None) -> None:
    found = dependency(f'[{table}]\nburn = "0.21"')
    assert (found.kind, found.cfg) == (kind, cfg)
    assert found.file.data[slice(*found.file.place(*found.path).span)] == b'burn = "0.21"'


def test_inheritance_is_only_noted() -> None:
    found = dependency('[dependencies]\nburn = { workspace = true, default_features = false, features = ["a"] }')
    assert found.inherited and found.requirement is None and found.default_features is False
    root = read('[workspace.dependencies]\nburn = { path = "burn" }')
    assert root.problems == () and root.is_workspace and root.name is None
    assert [shared.folder for shared in root.shared_dependencies] == [Path("/w/app/burn")]


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        ("", {"burn": ("dep:burn",), "log": ("dep:log",)}),
        ('gpu = ["burn/wgpu"]', {"gpu": ("burn/wgpu",), "burn": ("dep:burn",), "log": ("dep:log",)}),
        ('gpu = ["dep:burn", "burn?/wgpu"]', {"gpu": ("dep:burn", "burn?/wgpu"), "log": ("dep:log",)}),
        ('log = ["dep:burn", "dep:log"]', {"log": ("dep:burn", "dep:log")}),
    ],
)
def test_optional_dependencies_imply_features(features: str, expected: dict[str, tuple[str, ...]]) -> None:
    manifest = read(
        f"{PACKAGE}[features]\n{features}\n"
        '[dependencies]\nburn = { version = "0.21", optional = true }\nserde = "1"\n'
        "[target.'cfg(unix)'.dependencies]\nlog = { version = \"0.4\", optional = true }\n"
    )
    assert manifest.problems == ()
    assert manifest.features == expected


def test_names_and_inherited_strings() -> None:
    root = read('[workspace]\n[workspace.package]\nedition = "2024"\nversion = "1.2.3"\n')
    member = read('[package]\nname = "my-app"\nedition.workspace = true\nversion = { workspace = true }\n')
    assert member.lib_name == "my_app" and member.problems == ()
    assert (member.inheriting(root, "edition"), member.inheriting(root, "version")) == ("2024", "1.2.3")
    assert member.inheriting(None, "edition") is None
    own = read('[package]\nname = "x"\nedition = "2021"\n[lib]\nname = "other"\n')
    assert own.inheriting(root, "edition") == "2021" and own.inheriting(root, "version") is None
    assert own.lib_name == "other"


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("a = ]", "not valid TOML: Invalid value", "]"),
        ("", "neither [package] nor [workspace]", None),
        ('[package]\nversion = "1.0.0"', "the package has no name", "package"),
        ("[package]\nname = 1", "`package.name` must be a string", "name = 1"),
        (PACKAGE + '[dependencies]\nburn = "0.21."', "`0.21.` is not a version requirement", 'burn = "0.21."'),
        (PACKAGE + '[dependencies]\nburn = {version = "x"}', "`x` is not a version requirement", 'version = "x"'),
        (PACKAGE + "[dependencies]\nburn = 1", "`dependencies.burn` must be a string or a table", "burn = 1"),
        ("dependencies = []\n" + PACKAGE, "`dependencies` must be a table", "dependencies = []"),
        (PACKAGE + '[dependencies.burn]\nfeatures = "x"', "must be an array", 'features = "x"'),
        (PACKAGE + '[dependencies]\nburn.optional = "yes"', "must be true or false", 'optional = "yes"'),
        (PACKAGE + "[features]\na = [1]", "`features.a.0` must be a string", "1"),
        (PACKAGE + "[target.'cfg(unix'.dependencies]", "`cfg(unix` is not a cfg predicate", "'cfg(unix'"),
        (PACKAGE + "[bin]\nname = 'x'", "`bin` must be an array", "bin"),
        ('[workspace]\nmembers = "a"', "`workspace.members` must be an array", 'members = "a"'),
    ],
)
def test_problems_have_a_place(text: str, message: str, at: str | None) -> None:
    manifest = read(text)
    found = [problem for problem in manifest.problems if message in problem.message]
    assert [problem.path for problem in found] == [PATH]
    span = found[0].span
    assert (None if span is None else text.encode()[slice(*span)].decode()) == at


def test_what_is_wrong_does_not_hide_the_rest() -> None:
    manifest = read(f'{PACKAGE}[dependencies]\nburn = "?"\nlog = 3\nserde = "1"\n')
    assert [(found.key, found.requirement is None) for found in manifest.dependencies] == [
        ("burn", True),
        ("serde", False),
    ]
    assert len(manifest.problems) == 2


words = st.sampled_from(
    ["[package]", "[workspace]", "[dependencies]", "[features]", "[[bin]]", "[lib]", "[target.x.dependencies]", "\n",
     'name = "a"', "name = 1", 'burn = "0.21"', "burn = []", "burn = {workspace = true}", "burn.features = [1]",
     "members = [[]]", "default = {}", "package = 3", "workspace = 1", "dependencies = 0", "edition.workspace = true"]
)  # fmt: skip


@given(st.lists(words, max_size=12).map("\n".join))
def test_no_manifest_raises(text: str) -> None:
    manifest = read(text)
    assert isinstance(manifest.features, dict)
    assert manifest.name is not None or manifest.is_workspace or manifest.problems


def test_paths_are_made_normal_by_their_text_alone() -> None:
    assert normal(Path("/w/a/../b/./c")) == Path("/w/b/c")
