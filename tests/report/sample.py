"""One run with all that a format must get right: emoji, CRLF, tabs, other files, suppressions, problems."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from burnlint.cargo.context import CrateContext, CrateRoot
from burnlint.cargo.version import Range, Version
from burnlint.checks.finding import Applicability, Applied, Edit, Finding, Fix, Level, Related
from burnlint.problem import Problem
from burnlint.records.load import Database
from burnlint.records.schema import Affects, Record, Rule, SourceLine
from burnlint.report.run import Entry, Run, Sources
from burnlint.span import Place, Span
from burnlint.syntax.text import Text

ROOT = Path("/project")
MAIN = ROOT / "src" / "main.rs"
BACKEND = ROOT / "src" / "my backend.rs"
LOCK = ROOT / "Cargo.lock"
MANIFEST = ROOT / "Cargo.toml"

FILES = {
    MAIN: (
        "use burn::backend::{Autodiff, NdArray};\r\n"
        "type B = Autodiff<NdArray>;\r\n"
        "\r\n"
        "fn main() {\r\n"
        '\tlet s = "🔥é日本"; let mode = InterpolateMode::Bicubic;\r\n'
        "\tloss.backward();\r\n"
        "\r\n"
        "\tfirst(); second();\r\n"
        "}\r\n"
    ).encode(),
    BACKEND: b"\xef\xbb\xbfpub type C = NdArray;\n",
    LOCK: b'version = 4\n\n[[package]]\nname = "burn"\nversion = "0.21.0"\n',
    MANIFEST: b'[package]\nname = "demo"\nedition = \n',
}


def place(path: Path, words: str) -> Place:
    """Where the words stand."""
    data = Text.from_bytes(FILES[path])[0].data
    start = data.index(words.encode())
    return Place(path, Span(start, start + len(words.encode())))


RULE = Rule("interpolate-backward", "interpolation without a backward pass", "A summary.", "interpolate", "backward")
RECORD = Record(
    id="ndarray-bicubic",
    rule=RULE.id,
    title="bicubic interpolation has no backward pass on NdArray",
    kind="op-gap",
    reachable=True,
    messages=(),
    source_crate="burn-ndarray",
    source_function="interpolate_backward",
    source=(
        SourceLine(Version.parse("0.20.1"), "crates/burn-ndarray/src/ops/module.rs", 335),
        SourceLine(Version.parse("0.21.0"), "crates/burn-ndarray/src/ops/module.rs", 340),
    ),
    issues=(),
    foreign=(),
    affects=Affects("interpolate", "backward", Range.parse("*"), ("NdArray",), None, None, 1),
    what="what",
    when="when",
    why="why",
    prevention="prevention",
    fixes=(),
    examples=(),
    file="interpolate/ndarray-bicubic.toml",
)
DATABASE = Database(rules={RULE.id: RULE}, records={RECORD.id: RECORD})

FINDING = Finding(
    rule=RULE.id,
    level=Level.ERROR,
    message="bicubic has no backward pass on NdArray, 100% sure: `loss.backward()` will panic",
    place=place(MAIN, "InterpolateMode::Bicubic"),
    records=(Applied(RECORD.id, "NdArray", "0.21.0", "backward"),),
    related=(
        Related(place(MAIN, "Autodiff<NdArray>"), "the backend is chosen here"),
        Related(place(MAIN, "loss.backward()"), "the backward pass runs here"),
        Related(place(BACKEND, "NdArray"), "another name of it"),
        Related(place(LOCK, 'name = "burn"'), "burn 0.21.0"),
    ),
)
FIXES = (
    Fix(
        "use nearest-neighbour interpolation",
        Applicability.CHANGES_BEHAVIOUR,
        (
            Edit(
                Place(MAIN, Span(place(MAIN, "Bicubic").span.start, place(MAIN, "Bicubic").span.end)),
                "Nearest",
            ),
        ),
        RECORD.id,
    ),
    Fix("resize the input before training", Applicability.DISPLAY_ONLY),
)
POSSIBLE = Finding(
    rule="team-rule",
    level=Level.INFORMATION,
    message="second() can panic",
    place=place(MAIN, "second()"),
    records=(Applied("team-record", "Wgpu", "0.21.0", "forward", "with feature `wgpu`"),),
)
SUPPRESSED = replace(FINDING, level=Level.WARNING, place=place(MAIN, "first()"), related=(), suppressed=True)
PROBLEM = Problem(MANIFEST, "not valid TOML: a value is missing", Span(34, 34))
UNREADABLE = Problem(ROOT / "src" / "gone.rs", "cannot be read")

CONTEXT = CrateContext(
    name="demo",
    manifest=MANIFEST,
    root=ROOT,
    workspace_root=ROOT,
    edition="2021",
    lib_name="demo",
    crate_roots=(CrateRoot("bin", "demo", MAIN), CrateRoot("build", "build-script", ROOT / "build.rs")),
    burn_dependencies=(),
    path_dependencies={},
    burn=None,
    features={},
    targets=(),
)


def run() -> Run:
    """All of it."""
    entries = (Entry(FINDING, FIXES), Entry(SUPPRESSED), Entry(POSSIBLE))
    return Run(
        root=ROOT,
        entries=entries,
        problems=(PROBLEM, UNREADABLE),
        files=3,
        sources=Sources(FILES.get),
        database=DATABASE,
        package_of=lambda path: CONTEXT if path.is_relative_to(ROOT / "src") else None,
    )
