"""The linter: a good database is silent, and each kind of mistake is named at its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.records.lint import lint
from burnlint.records.load import Database

from .conftest import GOOD, Change

BICUBIC = "interpolate/host-resize-backward-bicubic.toml"
LANCZOS = "interpolate/torch-resize-lanczos3.toml"
DEFORM = "deform-conv/host-deform-conv2d-backward.toml"
LINEAR = "nested/linear-second-order.toml"
OPERATION = "operations/interpolate.toml"
WORKS = "evidence/works.toml"


def test_a_good_database_is_silent(database: Database) -> None:
    assert lint(database, GOOD) == []


def remarks(load: Callable[..., Database], folder: Path) -> list[tuple[str, str, str]]:
    """File, line and message of each."""
    said = []
    for problem in lint(load(folder), folder):
        assert problem.span is not None
        data = problem.path.read_bytes()
        line = data.splitlines()[data[: problem.span.start].count(b"\n")].decode()
        said.append((problem.path.relative_to(folder).as_posix(), line, problem.message))
    return said


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        # identity
        (
            (BICUBIC, 'id = "host-resize-backward-bicubic"', 'id = "host-bicubic"'),
            'id = "host-bicubic"',
            "the file of `host-bicubic` must be host-bicubic.toml",
        ),
        (
            (BICUBIC, "a bicubic resize has no backward pass on NdArray", "a bicubic resize " + "x" * 80),
            'title = "a bicubic resize ' + "x" * 80 + '"',
            "the title is longer than 80 characters",
        ),
        (
            (BICUBIC, "backward pass on NdArray", "backward pass on NdArray."),
            'title = "a bicubic resize has no backward pass on NdArray."',
            "a title is one line without a full stop",
        ),
        (
            (BICUBIC, "https://example.org", "http://example.org"),
            'issues = ["http://example.org/issues/1"]',
            "`http://example.org/issues/1` must be a link that starts with https://",
        ),
        (
            (BICUBIC, 'why = "It is', 'why = "See http://x.org. It is'),
            'why = "See http://x.org. It is not implemented."',
            "links must start with https://",
        ),
        (
            (BICUBIC, 'rule = "resize-backward"', 'rule = "resize-forward"'),
            'phase = "backward"',
            "the rule `resize-forward` is about phase `forward`, not `backward`",
        ),
        (
            (BICUBIC, 'rule = "resize-backward"', 'rule = "deform-conv-backward"'),
            'operation = "interpolate"',
            "the rule `deform-conv-backward` is about operation `deform_conv2d`, not `interpolate`",
        ),
        # range
        (
            (LINEAR, 'burn = ">=0.21.0, <0.22.0"\nbackends', 'burn = ">=0.30.0"\nbackends'),
            'burn = ">=0.30.0"',
            "no known release lies in `>=0.30.0`",
        ),
        (
            (BICUBIC, '"0.21.0" = "crates/burn-ndarray/src/ops/module.rs:340"\n', ""),
            "[source.lines]",
            "there is neither a source line nor a reason for burn 0.21",
        ),
        (
            (BICUBIC, '"0.21.0" = "crates', '"0.21.5" = "crates'),
            '"0.21.5" = "crates/burn-ndarray/src/ops/module.rs:340"',
            "burn 0.21.5 is no known release",
        ),
        (
            (LINEAR, "[source.lines]\n", '[source.lines]\n"0.20.1" = "a/src/b.rs:1"\n'),
            '"0.20.1" = "a/src/b.rs:1"',
            "burn 0.20.1 is outside the range `>=0.21.0, <0.22.0`",
        ),
        (
            (LANCZOS, 'burn = ">=0.21.0"\nbackends = ["LibTorch"]', 'burn = ">=0.20.0"\nbackends = ["LibTorch"]'),
            "when = \"mode == 'Lanczos3'\"",
            "`when` holds for no value that exists in burn 0.20.1",
        ),
        (
            (BICUBIC, '["NdArray"]', '["Flex"]'),
            'backends = ["Flex"]',
            "none of the backends exists in burn 0.20.1",
        ),
        (
            (
                "operations/linear.toml",
                'title = "a linear layer"\nburn = "*"',
                'title = "a linear layer"\nburn = ">=0.22.0"',
            ),
            'burn = ">=0.21.0, <0.22.0"',
            "`linear` does not exist in burn 0.21.0",
        ),
        (
            (DEFORM, "target = 'not(target_has_atomic = \"32\")'", "target = 'all(unix, windows)'"),
            "target = 'all(unix, windows)'",
            "no target that rustc has fulfils this",
        ),
        # condition
        (
            (BICUBIC, "mode == 'Bicubic'", "modus == 'Bicubic'"),
            "when = \"modus == 'Bicubic'\"",
            "`interpolate` has no argument `modus`: did you mean `mode`?",
        ),
        (
            (BICUBIC, "mode == 'Bicubic'", "mode == 'Bicubik'"),
            "when = \"mode == 'Bicubik'\"",
            "`when` holds for no value that exists in burn 0.20.1, 0.21.0 and 0.22.1",
        ),
        # messages
        (
            (BICUBIC, 'burn = ">=0.22.0"\n\n[source]', 'burn = ">=0.22.2"\n\n[source]'),
            "[[message]]",
            "there is no message for burn 0.22.1",
        ),
        (
            (BICUBIC, 'burn = ">=0.22.0"\n\n[source]', 'burn = ">=0.22.2"\n\n[source]'),
            'burn = ">=0.22.2"',
            "no release of the record lies in this range",
        ),
        (
            (BICUBIC, "pattern = 'bicubic resize: no", "pattern = 'bicubic resize; no"),
            "pattern = 'bicubic resize; no gradient on the host'",
            "the pattern does not match the text",
        ),
        (
            (BICUBIC, "pattern = 'bicubic resize: no gradient on the host'", "pattern = '.*'"),
            "pattern = '.*'",
            "the pattern needs 8 characters in a row that stand in every message",
        ),
        (
            (BICUBIC, r"\([a-z]+\)", r"\(([a-z]*)*\)"),
            r"pattern = 'resize failed \(([a-z]*)*\): mode Bicubic has no gradient'",
            "a repetition inside a repetition can take forever",
        ),
        # fixes
        (
            (BICUBIC, 'title = "detach the input"', 'title = "train on Flex"'),
            'title = "train on Flex"',
            "there is another fix `train on Flex`",
        ),
        (
            (BICUBIC, 'value = "Nearest"', 'value = "Neares"'),
            'value = "Neares"',
            "`mode` has no value `Neares`: did you mean `Nearest`?",
        ),
        (
            (BICUBIC, 'value = "Nearest"', 'value = "Lanczos3"'),
            'value = "Lanczos3"',
            "`Lanczos3` does not exist in burn 0.20.1",
        ),
        (
            (BICUBIC, 'argument = "mode"', 'argument = "modus"'),
            'argument = "modus"',
            "`interpolate` has no argument `modus`",
        ),
        (
            (BICUBIC, 'backend = "Flex"', 'backend = "Flax"'),
            'backend = "Flax"',
            "there is no backend `Flax`: did you mean `Flex`?",
        ),
        (
            (BICUBIC, 'burn = ">=0.21.0"\nbackend = "Flex"', 'backend = "Flex"'),
            'backend = "Flex"',
            "`Flex` does not exist in burn 0.20.1",
        ),
        (
            (BICUBIC, 'input = "input"', 'input = "inputs"'),
            'input = "inputs"',
            "no entry of `interpolate` has an input `inputs`: did you mean `input`?",
        ),
        (
            ("deform-conv/torch-deform-conv2d.toml", 'applicability = "display-only"', 'applicability = "safe"'),
            'applicability = "safe"',
            "advice is display-only: there is nothing to apply",
        ),
        (
            (BICUBIC, 'burn = ">=0.21.0"\nbackend = "Flex"', 'burn = ">=0.23.0"\nbackend = "Flex"'),
            'burn = ">=0.23.0"',
            "no release of the record lies in this range",
        ),
        # false ways out
        (
            (BICUBIC, 'backend = "Flex"', 'backend = "Wgpu"'),
            "[[fix]]",
            "a false way out: Bicubic on Wgpu in burn 0.21.0 and 0.22.1 panics too",
        ),
        (
            (BICUBIC, 'value = "Nearest"', 'value = "Bilinear"'),
            "[[fix]]",
            "a false way out: Bilinear on NdArray in burn 0.20.1, 0.21.0 and 0.22.1 panics too",
        ),
        (
            (BICUBIC, 'burn = ">=0.21.0"\nbackend = "Flex"', 'backend = "Flex"'),
            "[[fix]]",
            "a false way out: Bicubic on Flex in burn 0.20.1 does not exist",
        ),
        (
            (DEFORM, 'backend = "Wgpu"', 'backend = "Flex"\nburn = ">=0.21.0"'),
            "[[fix]]",
            "a false way out: Flex in burn 0.21.0 and 0.22.1 is not known to work",
        ),
        (
            (DEFORM, 'backend = "Wgpu"', 'backend = "LibTorch"'),
            "[[fix]]",
            "a false way out: LibTorch in burn 0.20.1, 0.21.0 and 0.22.1 panics too",
        ),
        # The way out must not lead back to the very targets that the record is about.
        (
            (DEFORM, 'backend = "Wgpu"', 'backend = "NdArray"\nburn = ">=0.21.0, <0.22.0"'),
            "[[fix]]",
            "a false way out: NdArray in burn 0.21.0 panics too",
        ),
        # examples
        (
            (BICUBIC, '[[example]]\nburn = ">=0.22.0"', '[[example]]\nburn = ">=0.22.2"'),
            "[[example]]",
            "there is no example for burn 0.22.1",
        ),
        (
            (LANCZOS, " //~ error", ""),
            "program = '''",
            "one line of the program must end in `//~ error`, not 0",
        ),
        (
            (LANCZOS, 'twin = "fn main() {}"', 'twin = "fn main() {} //~ error"'),
            'twin = "fn main() {} //~ error"',
            "`//~ error` belongs into the program that panics only",
        ),
        (
            (LANCZOS, 'twin = "fn main() {}"', "twin = '''\nfn main() {\n    interpolate(x, Lanczos3);\n}\n'''"),
            "twin = '''",
            "the twin is the same program",
        ),
        (
            (LANCZOS, "interpolate(x, Lanczos3)", "interpolate::<@BACKENDS@>(x, Lanczos3)"),
            "program = '''",
            "`@BACKENDS@` is no placeholder: there are `@BACKEND@` and `@DEVICE@`",
        ),
        (
            (LANCZOS, "interpolate(x, Lanczos3)", "interpolate(x, Lanczos3, @DEVICE@)"),
            "program = '''",
            "`@DEVICE@` has no meaning before burn 0.22.0-pre.1",
        ),
        (
            (LANCZOS, "interpolate(x, Lanczos3)", "interpolate::<@BACKEND@>(x, Lanczos3)"),
            "program = '''",
            "`@BACKEND@` has no meaning since burn 0.22.0-pre.1",
        ),
        (
            (BICUBIC, '"train on Flex" = "fn', '"train on Flax" = "fn'),
            '"train on Flax" = "fn main() { /* flex */ }"',
            "there is no fix `train on Flax`: did you mean `train on Flex`?",
        ),
        (
            (BICUBIC, '"detach the input" = "fn main() { /* detached */ }"\n', ""),
            "[example.after]",
            "the program after the fix `detach the input` is missing",
        ),
        # contradictions
        (
            ("interpolate/cube-resize-backward-bicubic.toml", 'backends = ["CubeCL"]', 'backends = ["NdArray"]'),
            "[affects]",
            "`cube-resize-backward-bicubic` has another message for Bicubic on NdArray"
            " in burn 0.20.1, 0.21.0 and 0.22.1",
        ),
        (
            (WORKS, 'backend = "Flex"', 'backend = "CubeCL"'),
            'backend = "CubeCL"',
            "`cube-resize-backward-bicubic` says that Bicubic on Wgpu, Cuda and Cpu in burn 0.21.0 and 0.22.1 panics",
        ),
        # evidence
        (
            (WORKS, 'arguments = { mode = "Nearest" }', 'arguments = { modus = "Nearest" }'),
            'arguments = { modus = "Nearest" }',
            "`interpolate` has no argument `modus`: did you mean `mode`?",
        ),
        (
            (WORKS, 'arguments = { mode = "Nearest" }', 'arguments = { mode = "nearest" }'),
            'arguments = { mode = "nearest" }',
            "`mode` has no value `nearest`: did you mean `Nearest`?",
        ),
        (
            (WORKS, '"0.22.1" = "crates/burn-ndarray/src/ops/module.rs:350"\n', ""),
            "[works.lines]",
            "there is no source line for burn 0.22",
        ),
        (
            (WORKS, '"0.20.1" = "crates/burn-tch', '"0.20.0" = "crates/burn-tch'),
            '"0.20.0" = "crates/burn-tch/src/ops/module.rs:400"',
            "burn 0.20.0 is no known release",
        ),
        (
            (WORKS, 'burn = ">=0.21.0"', 'burn = ">=0.22.0"'),
            '"0.21.0" = "crates/burn-flex/src/ops/module.rs:640"',
            "burn 0.21.0 is outside the range `>=0.22.0`",
        ),
        # rules and operations
        (
            (OPERATION, 'name = "interpolate"', 'name = "resize"'),
            'name = "resize"',
            "the file of `resize` must be resize.toml",
        ),
        (
            (
                "rules.toml",
                'id = "nested-autodiff"',
                'id = "nothing"\ntitle = "t"\nsummary = "s"\noperation = "*"\nphase = "always"\n\n'
                '[[rule]]\nid = "nested-autodiff"',
            ),
            'id = "nothing"',
            "the rule `nothing` has no record",
        ),
        (
            (OPERATION, 'mode = "options.mode"', 'modus = "options.mode"'),
            'modus = "options.mode"',
            "the operation has no argument `modus`: did you mean `mode`?",
        ),
        (
            (OPERATION, 'mode = "options.mode"', 'mode = "option.mode"'),
            'mode = "option.mode"',
            "`option.mode` starts with none of the parameters",
        ),
        (
            (OPERATION, 'Cubic = "Bicubic"', 'Cubic = "Bicubik"'),
            'Cubic = "Bicubik"',
            "`mode` has no value `Bicubik`: did you mean `Bicubic`?",
        ),
        (
            (OPERATION, "[entry.maps.mode]", "[entry.maps.modus]"),
            "[entry.maps.modus]",
            "the entry has no argument `modus`",
        ),
    ],
)
def test_a_mistake(
    changed: Callable[..., Path], load: Callable[..., Database], change: Change, line: str, message: str
) -> None:
    said = remarks(load, changed(change))
    assert (line, message) in [(where, what) for _, where, what in said], said


def test_problems_of_loading_are_there_too(changed: Callable[..., Path], load: Callable[..., Database]) -> None:
    said = remarks(load, changed((LINEAR, 'kind = "sentinel"', "kind = 1")))
    assert ("nested/linear-second-order.toml", "kind = 1", "`kind` must be a text") in said


def test_only_what_stands_in_the_folder_is_said(
    changed: Callable[..., Path], load: Callable[..., Database], tmp_path: Path
) -> None:
    folder = changed((LINEAR, 'second derivative"', 'second derivative."'))
    team = tmp_path / "team"
    (team / "mine").mkdir(parents=True)
    text = (folder / LANCZOS).read_text().replace("torch-resize-lanczos3", "mine").replace("LibTorch", "Flex")
    (team / "mine" / "other.toml").write_text(text)
    database = load(folder, team)
    assert [(p.path, p.message) for p in lint(database, team)] == [
        (team / "mine" / "other.toml", "the file of `mine` must be mine.toml")
    ]
    assert [p.path for p in lint(database, folder)] == [folder / LINEAR]


def test_a_record_that_is_not_reached_needs_no_example(database: Database) -> None:
    assert database.records["linear-bias-unreached"].examples == ()
    assert lint(database, GOOD / "nested") == []
