"""The context of one package: inheritance, sources of dependencies, and the release of burn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cargo.context import BurnDependency, CrateContext
from burnlint.cargo.version import Requirement, Version
from burnlint.cargo.workspace import Project
from burnlint.span import Place

Load = Callable[..., Project]
Package = Callable[..., CrateContext]

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
GIT = "https://github.com/tracel-ai/burn"
APP = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n'


def locked(*versions: str, name: str = "burn", source: str | None = REGISTRY, owner: str = "") -> str:
    line = f'source = "{source}"\n' if source else ""
    blocks = (f'[[package]]\nname = "{name}"\nversion = "{version}"\n{line}\n' for version in versions)
    return "version = 4\n\n" + owner + "".join(blocks)


def text_at(place: Place) -> str:
    return place.path.read_bytes()[slice(*place.span)].decode()


def burn(context: CrateContext) -> BurnDependency:
    (found,) = context.burn_dependencies
    return found


def test_all_of_a_small_package(package: Package) -> None:
    context = package(
        APP + '[features]\ndefault = ["gpu"]\ngpu = ["burn/wgpu"]\n[lib]\ncrate-type = ["cdylib", "rlib"]\n'
        '[dependencies]\nburn = { version = "0.21", features = ["train"] }\nserde-json = "1"\n'
        '[build-dependencies]\nburn-import = "0.21"\ncc = "1"\n',
    )
    root = context.root
    assert (context.name, context.edition, context.lib_name) == ("app", "2021", "app")
    assert (context.manifest, context.workspace_root) == (root / "Cargo.toml", root)
    assert context.features == {"default": ("gpu",), "gpu": ("burn/wgpu",)}
    assert context.facts == {"crate-type": "cdylib rlib"}
    # What build scripts depend on is out of reach of the code.
    assert context.dependencies == {"burn": "burn", "serde_json": "serde-json"}
    assert context.path_dependencies == {} and context.targets == () and context.problems == ()
    found = burn(context)
    assert (found.package, found.name, found.key) == ("burn", "burn", ("dependencies", "burn"))
    assert text_at(found.place) == 'burn = { version = "0.21", features = ["train"] }'
    assert (found.origin, found.optional, found.cfg, found.dev) == ("registry", False, None, False)
    assert found.default_features and found.features == {"train"}
    assert context.burn is not None and context.burn == found.version
    assert (context.burn.exact, context.burn.requirement) == (None, Requirement.parse("0.21"))
    assert text_at(context.burn.place) == 'version = "0.21"'


def test_a_package_without_burn(package: Package) -> None:
    context = package(APP + '[dependencies]\nburner = "1"\nburn-in-hell = "1"\n')
    assert context.burn is None and context.burn_dependencies == ()


@pytest.mark.parametrize(
    ("dependencies", "names"),
    [
        ('burn-ndarray = "0.21"\nburn-tensor = "0.21"', {"burn_ndarray": "burn-ndarray", "burn_tensor": "burn-tensor"}),
        ('ml = { package = "burn", version = "0.21" }', {"ml": "burn"}),
        ('my-nn = { package = "burn-nn", version = "0.21" }', {"my_nn": "burn-nn"}),
    ],
)
def test_sub_crates_and_renames(package: Package, dependencies: str, names: dict[str, str]) -> None:
    context = package(APP + "[dependencies]\n" + dependencies)
    assert {found.name: found.package for found in context.burn_dependencies} == names
    assert context.dependencies == names
    assert context.burn is not None and context.burn.shown() == "0.21"


def test_tables_of_targets_and_of_tests(package: Package) -> None:
    context = package(
        APP + '[target.\'cfg(target_family = "wasm")\'.dependencies]\nburn = "0.21"\n'
        '[target.x86_64-pc-windows-msvc.dependencies]\nburn = "0.21"\n[dev-dependencies]\nburn = "0.21"\n'
    )
    assert [(found.cfg, found.dev) for found in context.burn_dependencies] == [
        (None, True),
        ('cfg(target_family = "wasm")', False),
        ("x86_64-pc-windows-msvc", False),
    ]


# ---- inheritance ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shared", "member", "default", "features"),
    [
        ('"0.21"', "{ workspace = true }", True, set()),
        (
            '{ version = "0.21", features = ["std"] }',
            '{ workspace = true, features = ["wgpu"] }',
            True,
            {"std", "wgpu"},
        ),
        ('{ version = "0.21", default-features = false }', "{ workspace = true }", False, set()),
        (
            '{ version = "0.21", default-features = false }',
            "{ workspace = true, default-features = true }",
            True,
            set(),
        ),
        # A member cannot switch off what the workspace leaves on.
        ('"0.21"', "{ workspace = true, default-features = false }", True, set()),
    ],
)
def test_workspace_dependencies(load: Load, shared: str, member: str, default: bool, features: set[str]) -> None:
    project = load(
        {
            "Cargo.toml": f'[workspace]\nmembers = ["app"]\n[workspace.dependencies]\nburn = {shared}\n',
            "app/Cargo.toml": APP + f"[dependencies]\nburn = {member}\n",
        }
    )
    assert project.problems == ()
    found = burn(project.packages[0])
    assert (found.default_features, set(found.features)) == (default, features)
    # The line of the dependency is in the member, that of the version in the root.
    assert found.place.path == project.packages[0].manifest
    assert found.version is not None and found.version.place.path == project.root
    assert '"0.21"' in text_at(found.version.place)


def test_inherited_strings_renames_and_optional_ones(load: Load) -> None:
    project = load(
        {
            "Cargo.toml": '[workspace]\nmembers = ["app"]\n[workspace.package]\nedition = "2024"\n'
            '[workspace.dependencies]\nml = { package = "burn", version = "0.21" }\n',
            "app/Cargo.toml": '[package]\nname = "app"\nedition.workspace = true\n'
            '[features]\nx = ["dep:ml", "ml/wgpu"]\n'
            "[dependencies.ml]\nworkspace = true\noptional = true\n[dev-dependencies]\nml.workspace = true\n",
        }
    )
    assert project.problems == ()
    (context,) = project.packages
    assert context.edition == "2024" and context.dependencies == {"ml": "burn"}
    assert [(found.package, found.optional, found.dev) for found in context.burn_dependencies] == [
        ("burn", True, False),
        ("burn", False, True),
    ]


def test_inheriting_what_is_not_there(load: Load) -> None:
    project = load({"Cargo.toml": APP + '[workspace]\n[dependencies]\nburn.workspace = true\nburn-nn = "0.21"\n'})
    (problem,) = project.problems
    assert "`burn` is not in [workspace.dependencies]" in problem.message
    assert problem.path == project.root and problem.span is not None
    assert [found.package for found in project.packages[0].burn_dependencies] == ["burn-nn"]
    assert project.packages[0].problems == project.problems


# ---- sources and releases -------------------------------------------------------------------------------

OTHER = '[package]\nname = "burn"\nversion = "{}"\n'


@pytest.mark.parametrize(
    ("dependency", "files", "origin", "exact"),
    [
        ('"0.21"', {}, "registry", None),
        ('"0.21"', {"Cargo.lock": locked("0.21.1")}, "registry", "0.21.1"),
        ('"0.21"', {"Cargo.lock": locked("0.20.0", "0.21.1")}, "registry", "0.21.1"),
        ('"0.22"', {"Cargo.lock": locked("0.21.1")}, "registry", None),
        ('{ version = "0.21", registry = "mine" }', {"Cargo.lock": locked("0.21.1")}, "registry", "0.21.1"),
        (f'{{ git = "{GIT}" }}', {}, "git", None),
        (f'{{ git = "{GIT}", rev = "1" }}', {"Cargo.lock": locked("0.22.0-pre.4", source=f"git+{GIT}?rev=1#1")},
         "git", "0.22.0-pre.4"),
        (f'{{ git = "{GIT}" }}', {"Cargo.lock": locked("0.22.0")}, "git", None),
        ('{ path = "burn" }', {}, "path", None),
        ('{ path = "burn" }', {"Cargo.lock": locked("0.20.0", source=None)}, "path", "0.20.0"),
        # The manifest at the path is newer than any lock file.
        ('{ path = "burn" }', {"Cargo.lock": locked("0.20.0", source=None), "burn/Cargo.toml": OTHER.format("0.21.3")},
         "path", "0.21.3"),
        ('{ path = "burn" }', {"burn/Cargo.toml": OTHER.format("x")}, "path", None),
        ('{ path = "burn/in" }',
         {"burn/Cargo.toml": '[workspace]\nmembers = ["in"]\n[workspace.package]\nversion = "0.21.4"',
         "burn/in/Cargo.toml": '[package]\nname = "burn"\nversion.workspace = true\n'}, "path", "0.21.4"),
    ],
)  # fmt: skip
def test_sources(load: Load, dependency: str, files: dict[str, str], origin: str, exact: str | None) -> None:
    project = load({"Cargo.toml": APP + f"[dependencies]\nburn = {dependency}\n", **files})
    app = next(package for package in project.packages if package.name == "app")
    found = burn(app)
    assert found.origin == origin
    assert app.burn is not None and app.burn == found.version
    assert app.burn.exact == (None if exact is None else Version.parse(exact))
    if exact is not None and "workspace" not in str(files):
        assert text_at(app.burn.place) == f'version = "{exact}"'


PATCHED = APP + '[dependencies]\nburn = "0.21"\n[patch.crates-io]\nburn = {}\n'


@pytest.mark.parametrize(
    ("patch", "files", "origin", "exact"),
    [
        ('{ path = "burn" }', {"burn/Cargo.toml": OTHER.format("0.21.5")}, "patch", "0.21.5"),
        # Cargo does not use a patch that the requirement excludes.
        ('{ path = "burn" }', {"burn/Cargo.toml": OTHER.format("0.22.0")}, "registry", None),
        ('{ path = "burn" }', {"burn/Cargo.toml": OTHER.format("0.22.0"), "Cargo.lock": locked("0.21.0")},
         "registry", "0.21.0"),
        (f'{{ git = "{GIT}" }}', {}, "patch", None),
        (f'{{ git = "{GIT}" }}', {"Cargo.lock": locked("0.21.2", source=f"git+{GIT}#1")}, "patch", "0.21.2"),
        (f'{{ git = "{GIT}" }}', {"Cargo.lock": locked("0.21.0")}, "registry", "0.21.0"),
    ],
)  # fmt: skip
def test_patches(load: Load, patch: str, files: dict[str, str], origin: str, exact: str | None) -> None:
    project = load({"Cargo.toml": PATCHED.format(patch), **files})
    assert project.problems == ()
    (app,) = project.packages
    assert burn(app).origin == origin
    assert app.burn is not None and app.burn.exact == (None if exact is None else Version.parse(exact))
    assert ("burn" in app.path_dependencies) == ("path" in patch and origin == "patch")


def test_a_patch_in_a_configuration_file(load: Load) -> None:
    project = load(
        {
            "Cargo.toml": APP + '[dependencies]\nburn = "0.21"\n',
            ".cargo/config.toml": '[patch.crates-io]\nburn = { path = "fork" }\n',
            "fork/Cargo.toml": OTHER.format("0.21.9"),
        }
    )
    (app,) = project.packages
    assert burn(app).origin == "patch" and app.burn is not None and str(app.burn.exact) == "0.21.9"
    assert app.path_dependencies == {"burn": app.root / "fork"}


def test_each_of_several_burns_has_its_own_release(load: Load) -> None:
    owner = '[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "burn 0.18.0",\n "burn 0.21.0",\n]\n\n'
    project = load(
        {
            "Cargo.toml": APP + '[dependencies]\nold = { package = "burn", version = "0.18" }\nburn = "0.21"\n'
            '[dev-dependencies]\nburn-tensor = "0.20"\n',
            "Cargo.lock": locked("0.18.0", "0.21.0", owner=owner),
        }
    )
    (app,) = project.packages
    assert {found.name: found.version and found.version.shown() for found in app.burn_dependencies} == {
        "old": "0.18.0",
        "burn": "0.21.0",
        "burn_tensor": "0.20",
    }
    assert app.burn is not None and app.burn.shown() == "0.21.0"


def test_a_malformed_requirement_is_a_problem_and_not_known(load: Load) -> None:
    project = load({"Cargo.toml": APP + '[dependencies]\nburn = "0.21."\n'})
    (problem,) = project.problems
    assert "`0.21.` is not a version requirement" in problem.message
    (app,) = project.packages
    assert app.burn is not None and app.burn.requirement is None and app.burn.shown() == "*"


def test_path_dependencies_and_their_names_in_code(load: Load) -> None:
    project = load(
        {
            "Cargo.toml": APP
            + '[dependencies]\nmy-lib = { path = "lib" }\nalias = { path = "lib", package = "my-lib" }\n'
            'gone = { path = "gone" }\nserde = "1"\n[build-dependencies]\nb = { path = "b" }\n',
            "lib/Cargo.toml": '[package]\nname = "my-lib"\n[lib]\nname = "inner"\n',
            "b/Cargo.toml": '[package]\nname = "b"\n',
        }
    )
    app = next(package for package in project.packages if package.name == "app")
    folder = Path(app.root)
    assert app.path_dependencies == {"inner": folder / "lib", "alias": folder / "lib", "gone": folder / "gone"}
    assert app.dependencies == {"inner": "my-lib", "alias": "my-lib", "gone": "gone", "serde": "serde"}


def test_targets_and_toolchain(load: Load) -> None:
    project = load(
        {
            "Cargo.toml": '[workspace]\nmembers = ["app", "firmware"]\n',
            "app/Cargo.toml": APP,
            "firmware/Cargo.toml": '[package]\nname = "firmware"\n',
            "firmware/.cargo/config.toml": '[build]\ntarget = "thumbv6m-none-eabi"\n',
            "rust-toolchain.toml": '[toolchain]\nchannel = "1.90"\n',
        }
    )
    assert {package.name: [target.triple for target in package.targets] for package in project.packages} == {
        "app": [],
        "firmware": ["thumbv6m-none-eabi"],
    }
    assert all(package.facts["toolchain"] == "1.90" for package in project.packages)
