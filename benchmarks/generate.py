"""Writes Rust projects that use burn, of any size, always the same for the same numbers."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from benchmarks.items import FAULTY, MODEL_HEAD, MODELS, PLAIN, PLAIN_HEAD, RESIZING, RESIZING_HEAD, Item, Names

_LINES_PER_FINDING = 800
_MANIFEST = """\
[package]
name = "{name}"
version = "0.1.0"
edition = "2021"

[dependencies]
burn = {{ version = "0.21", default-features = false, features = ["ndarray", "autodiff"] }}
"""
_LOCK = """\
version = 4

[[package]]
name = "burn"
version = "0.21.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
"""


@dataclass(frozen=True)
class Kind:
    """What a file begins with and is made of."""

    head: str
    items: tuple[Item, ...]


WITHOUT_BURN = Kind(PLAIN_HEAD, PLAIN)
WITHOUT_RISK = Kind(MODEL_HEAD, (*PLAIN, *MODELS))
WITH_RISK = Kind(RESIZING_HEAD, (*PLAIN, *PLAIN, *MODELS, *MODELS, *RESIZING))


@dataclass(frozen=True)
class Source:
    """A generated file; a fault is a function with exactly one finding, known by its first line (from 0)."""

    text: str
    faults: tuple[int, ...]

    @property
    def lines(self) -> int:
        """How many there are."""
        return self.text.count("\n")


@dataclass(frozen=True)
class Project:
    """A generated package or workspace."""

    root: Path
    files: int
    lines: int
    findings: int


def source(lines: int, kind: Kind, seed: int, findings: int) -> Source:
    """A Rust file of about so many lines, with its faults spread over it evenly."""
    names = Names(seed)
    parts, length = [kind.head], kind.head.count("\n")
    faults: list[int] = []
    while length < lines or len(faults) < findings:
        is_due = len(faults) < findings and length >= (len(faults) + 0.5) * lines / findings
        text = names.random.choice(FAULTY if is_due else kind.items)(names)
        length += 1  # the empty line between items
        if is_due:
            faults.append(length)
        parts.append(text)
        length += text.count("\n")
    return Source("\n".join(parts), tuple(faults))


def package(root: Path, lines: int) -> Source:
    """Writes a package with one file, src/lib.rs, of about so many lines, and returns that file."""
    made = source(lines, WITH_RISK, seed=1, findings=max(1, lines // _LINES_PER_FINDING))
    _write(root, "one-file", {"lib": made.text})
    (root / "Cargo.lock").write_text(_LOCK)
    return made


# ---- workspaces: their proportions are those of burn's own repository -----------------------------------

_MEDIAN_LINES, _SPREAD, _MOST_LINES = 107, 1.2, 5000
_SHARE_WITHOUT_BURN = 0.22
_EVERY_RISK = 30  # one file in so many holds calls that a record is about; every second one of these has a finding


def workspace(root: Path, packages: int, files: int) -> Project:
    """Writes a workspace with so many files in all; of its packages, the last are the largest."""
    rng = random.Random(files)
    lines = findings = count = 0
    members = [f"member{number}" for number in range(packages)]
    for number, member in enumerate(members):
        until = files * (number + 1) * (number + 2) // (packages * (packages + 1))
        modules = [f"part{part}" for part in range(count + 1, until)]
        texts = {"lib": "".join(f"pub mod {module};\n" for module in modules)}
        for module in modules:
            made = _file(rng, seed=int(module.removeprefix("part")))
            texts[module] = made.text
            findings += len(made.faults)
        count += len(texts)
        lines += sum(text.count("\n") for text in texts.values())
        _write(root / member, member, texts)
    listed = ", ".join(f'"{member}"' for member in members)
    (root / "Cargo.toml").write_text(f'[workspace]\nresolver = "2"\nmembers = [{listed}]\n')
    (root / "Cargo.lock").write_text(_LOCK)
    return Project(root, count, lines, findings)


def _file(rng: random.Random, seed: int) -> Source:
    lines = min(_MOST_LINES, round(_MEDIAN_LINES * rng.lognormvariate(0, _SPREAD)))
    if seed % _EVERY_RISK == 1:
        return source(lines, WITH_RISK, seed, findings=seed // _EVERY_RISK % 2)
    kind = WITHOUT_BURN if rng.random() < _SHARE_WITHOUT_BURN else WITHOUT_RISK
    return source(lines, kind, seed, findings=0)


def _write(root: Path, name: str, modules: dict[str, str]) -> None:
    (root / "src").mkdir(parents=True)
    for module, text in modules.items():
        (root / "src" / f"{module}.rs").write_text(text)
    (root / "Cargo.toml").write_text(_MANIFEST.format(name=name))
