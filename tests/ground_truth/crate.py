"""One crate for a release and some backends: all programs in one binary, which runs the one it is told to."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from burnlint.cargo.version import Version
from tests.ground_truth.execute import END
from tests.ground_truth.programs import Program

_MANIFEST = """\
[package]
name = "ground-truth"
version = "0.0.0"
edition = "2021"
publish = false

[workspace]

[dependencies]
burn = {{ version = "={release}", default-features = false, features = {features} }}

[profile.dev]
debug = false
incremental = false
"""

_MAIN = """\
#![allow(warnings)]
#![recursion_limit = "256"]

mod programs {{
{modules}}}

fn main() {{
    match std::env::args().nth(1).as_deref() {{
{arms}        _ => std::process::exit(2),
    }}
    println!("{end}");
}}
"""


class NotHere(Exception):
    """The programs of a crate show nothing on this machine; the text says why, with the first error."""


@dataclass
class Crate:
    """A crate in `folder`, built into `target`; every program is a module of it."""

    folder: Path
    target: Path
    release: Version
    features: Sequence[str]
    pins: Mapping[str, str] = field(default_factory=dict)  # package -> version that cargo is told to take

    def build(self, programs: Sequence[Program]) -> dict[str, str]:
        """Builds all that compile; for each program that does not its first error, by its name."""
        self._write_manifest()
        refused: dict[str, str] = {}
        while True:
            left = [program for program in programs if program.name not in refused]
            self._write_sources(left)
            errors = self._cargo()
            if not errors:
                return refused
            new = {name: error for name, error in errors.items() if name not in refused}
            if not new or "" in new:
                raise NotHere(f"cannot be built: {new.get('') or 'the same programs fail again'}")
            refused |= new

    @property
    def binary(self) -> Path:
        """What was built."""
        return self.target / "debug" / "ground-truth"

    def _write_manifest(self) -> None:
        text = _MANIFEST.format(release=self.release, features=json.dumps(list(self.features)))
        manifest = self.folder / "Cargo.toml"
        if manifest.is_file() and manifest.read_text(encoding="utf-8") == text:
            return
        self.folder.joinpath("src").mkdir(parents=True, exist_ok=True)
        manifest.write_text(text, encoding="utf-8")
        self.folder.joinpath("src/main.rs").write_text("fn main() {}\n", encoding="utf-8")
        for package, version in self.pins.items():
            self._run(["cargo", "update", "--quiet", "--package", package, "--precise", version])

    def _write_sources(self, programs: Sequence[Program]) -> None:
        folder = self.folder / "src/programs"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for program in programs:
            text = program.source.replace("fn main()", "pub fn main()", 1)
            (folder / f"{program.name}.rs").write_text(text, encoding="utf-8")
        main = _MAIN.format(
            end=END,
            modules="".join(f"    pub mod {program.name};\n" for program in programs),
            arms="".join(f'        Some("{p.name}") => programs::{p.name}::main(),\n' for p in programs),
        )
        self.folder.joinpath("src/main.rs").write_text(main, encoding="utf-8")

    def _cargo(self) -> dict[str, str]:
        """The first error of each program by its name; of anything else by the name "". Empty: it is built."""
        done = self._run(["cargo", "build", "--message-format", "json"], check=False)
        if done.returncode == 0:
            return {}
        errors = error_modules(done.stdout.splitlines())
        if not errors:
            tail = [line for line in done.stderr.splitlines() if line.startswith("error")]
            errors[""] = (tail or done.stderr.splitlines()[-1:] or ["cargo failed"])[0]
        return errors

    def _run(self, command: Sequence[str], check: bool = True) -> subprocess.CompletedProcess[str]:
        require_null_device()
        environment = {**os.environ, "CARGO_TARGET_DIR": str(self.target), "CARGO_TERM_COLOR": "never"}
        return subprocess.run(
            command, cwd=self.folder, env=environment, text=True, capture_output=True, check=check, errors="replace"
        )


def require_null_device() -> None:
    """Some build scripts write to /dev/null in a way that, run as root, leaves a file there: then nothing builds."""
    if os.name == "posix" and not Path(os.devnull).is_char_device():
        raise NotHere(f"{os.devnull} is no device any more: `rm {os.devnull}; mknod -m 666 {os.devnull} c 1 3`")


def error_modules(lines: Iterable[str]) -> dict[str, str]:
    """The first error of each module in what cargo prints as JSON."""
    errors: dict[str, str] = {}
    for line in lines:
        message = json.loads(line) if line.startswith("{") else {}
        found = message.get("message")
        if message.get("reason") == "compiler-message" and found["level"] == "error" and found["spans"]:
            errors.setdefault(_module(found["spans"]), found["message"].splitlines()[0])
    return errors


def _module(spans: Sequence[Mapping[str, Any]]) -> str:
    """The program in which an error is, also when a macro of another crate made the code; else ""."""
    for span in spans:
        outer: Mapping[str, Any] | None = span
        while outer is not None:
            name = str(outer["file_name"])
            if name.startswith("src/programs/"):
                return Path(name).stem
            expansion = outer.get("expansion")
            outer = expansion["span"] if expansion else None
    return ""
