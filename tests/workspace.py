"""Small workspaces for tests: written to a folder, checked, and compared with the marks in their sources.

A line that ends in `//~ error[rule]` (or `warning`, `information`) expects a finding of that rule to start there.
Marks may be followed by words in double quotes that its message must contain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from textwrap import dedent

from burnlint.checks.finding import Finding
from burnlint.engine.session import Session
from burnlint.records.database import Database
from burnlint.records.load import load_database
from burnlint.settings.settings import Settings

_MARK = re.compile(r"//~ (error|warning|information)\[([\w-]+)\]((?: \"[^\"]*\")*)")


@lru_cache(maxsize=1)
def shipped() -> Database:
    """The records that ship with burnlint."""
    return load_database()


def manifest(burn: str = "0.21.0", features: Sequence[str] = ("ndarray", "autodiff"), more: str = "") -> str:
    """A Cargo.toml of a package that depends on burn."""
    listed = ", ".join(f'"{feature}"' for feature in features)
    return (
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n'
        f'[dependencies]\nburn = {{ version = "{burn}", features = [{listed}] }}\n{more}'
    )


def lock(burn: str) -> str:
    """A Cargo.lock that selects one release of burn."""
    registry = "registry+https://github.com/rust-lang/crates.io-index"
    return (
        'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "burn",\n]\n\n'
        f'[[package]]\nname = "burn"\nversion = "{burn}"\nsource = "{registry}"\n'
    )


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write a workspace; sources are dedented."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8", newline="")


def crate(
    root: Path,
    main: str,
    burn: str = "0.21.0",
    features: Sequence[str] = ("ndarray", "autodiff"),
    files: Mapping[str, str] | None = None,
    locked: bool = True,
    more: str = "",
) -> Path:
    """A package whose program is `main`."""
    everything = {"Cargo.toml": manifest(burn, features, more), "src/main.rs": main, **(files or {})}
    if locked:
        everything.setdefault("Cargo.lock", lock(burn))
    write(root, everything)
    return root


def findings(root: Path, settings: Settings | None = None, database: Database | None = None) -> list[Finding]:
    """Every finding in a workspace that no comment suppresses."""
    session = Session([root], database or shipped(), settings)
    return [f for path in session.files() for f in session.check(path).findings if not f.suppressed]


def shown(root: Path, found: Sequence[Finding]) -> list[tuple[str, int, str, str]]:
    """Findings as (file, line, level, rule), to compare and to read."""
    result = []
    for finding in found:
        data = finding.place.path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        line = data.count(b"\n", 0, finding.place.span.start) + 1
        name = finding.place.path.relative_to(root).as_posix()
        result.append((name, line, finding.level.value, finding.rule))
    return sorted(result)


def marks(root: Path) -> list[tuple[str, int, str, str]]:
    """What the sources below a folder expect, in the form of `shown`."""
    result = []
    for path in sorted(root.rglob("*.rs")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for mark in _MARK.finditer(line):
                result.append((path.relative_to(root).as_posix(), number, mark[1], mark[2]))
    return sorted(result)


def assert_as_marked(root: Path, settings: Settings | None = None) -> list[Finding]:
    """Check a workspace against its marks."""
    found = findings(root, settings)
    assert shown(root, found) == marks(root), "\n".join(f"{f.level.value}: {f.message}" for f in found)
    messages: dict[tuple[str, int, str], str] = {}
    for finding in found:
        (name, line, _, rule) = shown(root, [finding])[0]
        messages[name, line, rule] = messages.get((name, line, rule), "") + finding.message
    for path in sorted(root.rglob("*.rs")):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for mark in _MARK.finditer(text):
                message = messages[path.relative_to(root).as_posix(), number, mark[2]]
                for words in re.findall(r'"([^"]*)"', mark[3]):
                    assert words in message
    return found
