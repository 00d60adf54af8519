"""Where burn comes from: the registry, git, a folder, a patch, a workspace; and which of several lock files decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Level
from burnlint.engine.session import Session
from burnlint.settings.settings import Settings
from tests.workspace import crate, findings, lock, manifest, shipped, shown, write

LINEAR = """
    use burn::backend::{Autodiff, NdArray};
    use burn::nn::LinearConfig;
    use burn::tensor::Tensor;

    type B = Autodiff<Autodiff<NdArray>>;

    fn main() {
        let layer = LinearConfig::new(2, 1).init::<B>(&Default::default());
        let y = layer.forward(Tensor::<B, 2>::ones([1, 2], &Default::default()));
        y.sum().backward();
    }
"""

PACKAGE = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n'
FEATURES = 'features = ["ndarray", "autodiff"]'
GIT = "git+https://github.com/tracel-ai/burn?branch=main#0123456789abcdef0123456789abcdef01234567"
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def _app(root: Path, dependency: str, lock_file: str | None = None, more: str = "") -> Path:
    """A package that panics with 0.21 and works with 0.20."""
    files = {"Cargo.toml": f"{PACKAGE}[dependencies]\nburn = {{ {dependency}, {FEATURES} }}\n{more}"}
    if lock_file is not None:
        files["Cargo.lock"] = lock_file
    return crate(root, LINEAR, files=files, locked=False)


def _locked(*burns: tuple[str, str | None], app: str = "burn") -> str:
    """A lock file with some burns, of which the app uses the one that is named."""
    text = f'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "{app}",\n]\n'
    for version, source in burns:
        text += f'\n[[package]]\nname = "burn"\nversion = "{version}"\n'
        text += f'source = "{source}"\n' if source is not None else ""
    return text


def _levels(root: Path, settings: Settings | None = None) -> list[str]:
    return [level for _, _, level, _ in shown(root, findings(root, settings))]


# ---- git -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "level"), [("0.20.1", None), ("0.21.0", "error"), ("0.99.0", None)])
@pytest.mark.parametrize("rest", ['branch = "main"', 'tag = "v0.21.0"', 'rev = "0123456"', 'version = "*"'])
def test_git_with_a_lock(tmp_path: Path, rest: str, version: str, level: str | None) -> None:
    dependency = f'git = "https://github.com/tracel-ai/burn", {rest}'
    root = _app(tmp_path, dependency, _locked((version, GIT)))
    assert _levels(root) == ([level] if level else [])


def test_git_without_a_lock(tmp_path: Path) -> None:
    """Nobody knows which release that is."""
    found = findings(_app(tmp_path, 'git = "https://github.com/tracel-ai/burn"'))
    assert [one.level for one in found] == [Level.INFORMATION]


# ---- folders ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "level"), [("0.20.1", None), ("0.21.0", "error")])
def test_folder(tmp_path: Path, version: str, level: str | None) -> None:
    """The manifest in the folder says what it is."""
    write(
        tmp_path,
        {
            "burn/Cargo.toml": f'[package]\nname = "burn"\nversion = "{version}"\nedition = "2024"\n',
            "burn/src/lib.rs": "",
        },
    )
    assert _levels(_app(tmp_path / "app", 'path = "../burn"')) == ([level] if level else [])


@pytest.mark.parametrize(("version", "level"), [("0.20.1", None), ("0.21.0", "error")])
def test_folder_of_a_clone(tmp_path: Path, version: str, level: str | None) -> None:
    """Burn's own crates inherit their version from their workspace."""
    write(
        tmp_path,
        {
            "clone/Cargo.toml": f'[workspace]\nmembers = ["crates/*"]\n\n[workspace.package]\nversion = "{version}"\n',
            "clone/crates/burn/Cargo.toml": '[package]\nname = "burn"\nversion.workspace = true\nedition = "2024"\n',
            "clone/crates/burn/src/lib.rs": "",
        },
    )
    assert _levels(_app(tmp_path / "app", 'path = "../clone/crates/burn"')) == ([level] if level else [])


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    found = findings(_app(tmp_path / "app", 'path = "../burn"'))
    assert all(one.level is Level.INFORMATION for one in found)


# ---- patches ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["[patch.crates-io]", '[patch."https://github.com/rust-lang/crates.io-index"]'])
def test_patched_with_a_folder(tmp_path: Path, table: str) -> None:
    """What is built is the patch, when its version fits."""
    write(
        tmp_path,
        {
            "vendor/burn/Cargo.toml": '[package]\nname = "burn"\nversion = "0.21.0"\nedition = "2024"\n',
            "vendor/burn/src/lib.rs": "",
        },
    )
    more = f'\n{table}\nburn = {{ path = "vendor/burn" }}\n'
    assert _levels(_app(tmp_path, 'version = ">=0.20, <0.22"', more=more)) == ["error"]


def test_patched_with_git(tmp_path: Path) -> None:
    more = '\n[patch.crates-io]\nburn = { git = "https://github.com/tracel-ai/burn" }\n'
    for version, level in (("0.20.1", []), ("0.21.0", ["error"])):
        root = _app(tmp_path / version, 'version = ">=0.20, <0.22"', _locked((version, GIT)), more)
        assert _levels(root) == level


# ---- workspaces and lock files ---------------------------------------------------------------------------

MEMBERS = '[workspace]\nresolver = "2"\nmembers = ["old", "new"]\n'


def test_two_members_with_two_releases(tmp_path: Path) -> None:
    """One lock file has both; each member uses its own."""
    locked = "version = 4\n"
    for name, version in (("old", "0.20.1"), ("new", "0.21.0")):
        locked += f'\n[[package]]\nname = "{name}"\nversion = "0.1.0"\ndependencies = [\n "burn {version}",\n]\n'
        locked += f'\n[[package]]\nname = "burn"\nversion = "{version}"\nsource = "{REGISTRY}"\n'
    write(tmp_path, {"Cargo.toml": MEMBERS, "Cargo.lock": locked})
    for name, version in (("old", "0.20"), ("new", "0.21")):
        package = manifest(version).replace('"app"', f'"{name}"')
        crate(tmp_path / name, LINEAR, files={"Cargo.toml": package}, locked=False)
    assert [(file, level) for file, _, level, _ in shown(tmp_path, findings(tmp_path))] == [
        ("new/src/main.rs", "error")
    ]


def test_another_burn_among_the_dependencies(tmp_path: Path) -> None:
    """A crate that the app depends on may bring a burn of its own."""
    both = (("0.20.1", REGISTRY), ("0.21.0", REGISTRY))
    for used, level in (("0.20.1", []), ("0.21.0", ["error"])):
        root = _app(tmp_path / used, 'version = ">=0.20, <0.22"', _locked(*both, app=f"burn {used}"))
        assert _levels(root) == level


def test_member_inherits(tmp_path: Path) -> None:
    root = (
        '[workspace]\nmembers = ["app"]\n\n[workspace.dependencies]\nburn = { version = "0.21", features = ["std"] }\n'
    )
    write(tmp_path, {"Cargo.toml": root, "Cargo.lock": lock("0.21.0")})
    inherited = f"{PACKAGE}[dependencies]\nburn = {{ workspace = true, {FEATURES} }}\n"
    crate(tmp_path / "app", LINEAR, files={"Cargo.toml": inherited}, locked=False)
    (finding,) = findings(tmp_path)
    assert finding.level is Level.ERROR
    assert any(one.place.path == tmp_path / "Cargo.lock" for one in finding.related)


def test_lock_in_a_member_is_none(tmp_path: Path) -> None:
    """Cargo only reads the one beside the workspace's manifest."""
    write(tmp_path, {"Cargo.toml": '[workspace]\nmembers = ["app"]\n', "Cargo.lock": lock("0.21.0")})
    stray = {"Cargo.toml": manifest(">=0.20, <0.22"), "Cargo.lock": lock("0.20.1")}
    crate(tmp_path / "app", LINEAR, files=stray)
    assert _levels(tmp_path) == ["error"]


def test_workspace_inside_another_folder(tmp_path: Path) -> None:
    """An excluded package has its own lock file."""
    outer = f'{manifest("0.20")}\n[workspace]\nexclude = ["tools"]\n'
    crate(tmp_path, LINEAR, files={"Cargo.toml": outer, "Cargo.lock": lock("0.20.1")})
    crate(tmp_path / "tools", LINEAR, "0.21.0")
    assert [(file, level) for file, _, level, _ in shown(tmp_path, findings(tmp_path))] == [
        ("tools/src/main.rs", "error")
    ]


# ---- how the dependency is written -----------------------------------------------------------------------

FORMS = {
    "table": f'[dependencies.burn]\nversion = "0.21"\n{FEATURES}\n',
    "text": '[dependencies]\nburn = "0.21"\n',
    "for a target": f"[target.'cfg(unix)'.dependencies]\nburn = {{ version = \"0.21\", {FEATURES} }}\n",
    "optional": (
        f'[features]\ndefault = ["nn"]\nnn = ["dep:burn"]\n\n[dependencies]\n'
        f'burn = {{ version = "0.21", optional = true, {FEATURES} }}\n'
    ),
    "the old spelling": f'[dev_dependencies]\nserde = "1"\n\n[dependencies]\nburn = {{ version = "0.21", {FEATURES} }}\n',
    "another registry": f'[dependencies]\nburn = {{ version = "0.21", registry = "ours", {FEATURES} }}\n',
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(tmp_path: Path, form: str) -> None:
    root = crate(tmp_path, LINEAR, files={"Cargo.toml": PACKAGE + FORMS[form], "Cargo.lock": lock("0.21.0")})
    assert _levels(root) == ["error"]


def test_only_for_tests(tmp_path: Path) -> None:
    """burn is a dependency of the tests alone, and they are checked."""
    test = LINEAR.replace("fn main()", "#[test]\n    fn trains()")
    files = {
        "Cargo.toml": f'{PACKAGE}[dev-dependencies]\nburn = {{ version = "0.21", {FEATURES} }}\n',
        "Cargo.lock": lock("0.21.0"),
        "tests/training.rs": test,
    }
    root = crate(tmp_path, "fn main() {}", files=files)
    assert [(file, level) for file, _, level, _ in shown(root, findings(root))] == [("tests/training.rs", "error")]


@pytest.mark.parametrize("folder", ["examples", "benches", "tests", "src/bin"])
def test_every_target_of_the_package(tmp_path: Path, folder: str) -> None:
    root = crate(tmp_path, "fn main() {}", files={f"{folder}/training.rs": LINEAR})
    assert [(file, level) for file, _, level, _ in shown(root, findings(root))] == [(f"{folder}/training.rs", "error")]


def test_package_without_burn(tmp_path: Path) -> None:
    """Whatever its own modules are called."""
    main = "mod burn { pub fn train() {} }\nfn main() { burn::train(); }\n" + LINEAR.replace("fn main", "fn other")
    root = crate(tmp_path, main, files={"Cargo.toml": PACKAGE}, locked=False)
    assert findings(root) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[package\n",
        '[package]\nname = "app"\n\n[dependencies]\nburn = 21\n',
        '[package]\nname = "app"\n\n[dependencies]\nburn = { version = ["0.21"] }\n',
        "\x00\x01",
    ],
)
def test_broken_manifest(tmp_path: Path, text: str) -> None:
    """No finding is certain then, and there is a word on what is wrong, at the manifest."""
    root = crate(tmp_path, LINEAR, files={"Cargo.toml": text}, locked=False)
    session = Session([root], shipped())
    reports = [session.check(path) for path in session.files()]
    assert all(one.level is not Level.ERROR for report in reports for one in report.findings)
    assert any(problem.path == root / "Cargo.toml" for report in reports for problem in report.problems)


@pytest.mark.parametrize("text", ["", "version = 4\n", "[[package]]\nname = 3\n", "<<<<<<< HEAD\n", "\x00"])
def test_broken_lock(tmp_path: Path, text: str) -> None:
    """The requirement is all there is then."""
    root = crate(tmp_path, LINEAR, files={"Cargo.toml": manifest(">=0.20, <0.22"), "Cargo.lock": text}, locked=False)
    assert _levels(root) == ["information"]
