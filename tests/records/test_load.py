"""Loading: what a good database holds, and that each bad file is named with its place and spoils no other."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.cargo.version import Version
from burnlint.problem import Problem
from burnlint.records.load import Database, load_database
from burnlint.records.schema import SourceLine

from .conftest import GOOD

RECORD = "interpolate/host-resize-backward-bicubic.toml"


def said(database: Database, folder: Path) -> list[tuple[str, str, str]]:
    """File, first line of the place, and message of each problem."""
    return [(p.path.relative_to(folder).as_posix(), line_of(p), p.message) for p in database.problems]


def line_of(problem: Problem) -> str:
    assert problem.span is not None
    data = problem.path.read_bytes()
    return data.splitlines()[data[: problem.span.start].count(b"\n")].decode()


# ---- a good database ------------------------------------------------------------------------------------


def test_everything_of_a_good_database(database: Database) -> None:
    assert database.problems == ()
    assert [str(version) for version in database.versions] == ["0.20.1", "0.21.0", "0.22.1"]  # sorted
    assert database.crates == {"burn": "burn", "burn-tensor": "burn::tensor"}
    assert database.modules == {"burn::nn::Relu": False}
    assert database.preludes[0].names == {"Tensor": "burn::tensor::Tensor"}
    assert database.reexports[0].is_ == "burn::tensor::Tensor"
    assert database.default_devices[0].order == (("cuda", "Cuda"), ("ndarray", "NdArray"))
    assert database.default_devices[0].fallback == "Flex"
    assert len(database.records) == 9
    assert set(database.operations) == {"interpolate", "deform_conv2d", "linear"}
    assert len(database.works) == 6
    assert [run.record for run in database.runs] == ["host-resize-backward-bicubic", None]


def test_a_whole_record(database: Database) -> None:
    record = database.records["host-resize-backward-bicubic"]
    assert record.file == RECORD
    assert record.reachable
    assert [str(message.burn) for message in record.messages] == ["<0.22.0", ">=0.22.0"]
    assert record.source[-1] == SourceLine(Version.parse("0.22.1"), "src/resize.rs", 52, "kernels@1.2.0")
    assert record.source[0] == SourceLine(Version.parse("0.20.1"), "crates/burn-ndarray/src/ops/module.rs", 310)
    assert record.affects.when == "mode == 'Bicubic'"
    assert (record.affects.autodiff, record.affects.target, record.affects.backends) == (1, None, ("NdArray",))
    replace, switch, detach = record.fixes
    assert replace.parameters == {"argument": "mode", "value": "Nearest"}
    assert str(replace.burn) == "*"
    assert (str(switch.burn), switch.parameters) == (">=0.21.0", {"backend": "Flex"})
    assert (detach.kind, detach.applicability) == ("detach-input", "changes-behaviour")
    assert record.examples[0].after["train on Flex"] == "fn main() { /* flex */ }"
    assert database.records["cube-resize-backward-bicubic"].missing == (
        (Version.parse("0.22.1"), "the kernels moved into a crate that is not published"),
    )


def test_an_operation(database: Database) -> None:
    operation = database.operations["interpolate"]
    assert str(operation.arguments["mode"]["Lanczos3"]) == ">=0.21.0"
    module = operation.entries[1]
    assert module.arguments == {"mode": "self.mode"}
    assert module.maps == {"mode": {"Nearest": "Nearest", "Linear": "Bilinear", "Cubic": "Bicubic"}}
    assert database.operations["linear"].entries[0].parameters_tracked
    config = operation.types[1]
    assert (config.builds, config.new) == ("burn::nn::interpolate::Interpolate2d", ())


def test_indexes(database: Database) -> None:
    assert [entry.call for _, entry in database.entries_by_name["interpolate"]] == ["burn::tensor::module::interpolate"]
    assert {operation.name for operation, _ in database.entries_by_name["forward"]} == {"interpolate", "linear"}
    mode = database.types_by_path["burn_backend::ops::InterpolateMode"][0]
    assert mode is database.types_by_path["burn::tensor::ops::InterpolateMode"][0]
    assert {record.id for record in database.records_for("deform_conv2d", "forward")} == {"torch-deform-conv2d"}
    assert database.records_for("deform_conv2d", "always") == ()
    assert {record.id for record in database.records_of("nested-autodiff")} == {
        "linear-second-order",
        "linear-bias-unreached",
    }
    assert database.families["CubeCL"] == ("Wgpu", "Cuda", "Cpu")
    assert database.expand(["CubeCL", "NdArray", "Wgpu"]) == ("Wgpu", "Cuda", "Cpu", "NdArray")
    assert "Router" not in database.expand(["*"])
    assert database.expand(["Router"]) == ("Router",)


def test_a_team_adds_to_what_is_shipped(load: Callable[..., Database], tmp_path: Path) -> None:
    team = tmp_path / "team"
    (team / "resize").mkdir(parents=True)
    (team / "rules.toml").write_text(
        '[[rule]]\nid = "acme-resize"\ntitle = "t"\nsummary = "s"\noperation = "interpolate"\nphase = "backward"\n'
    )
    (team / "backends.toml").write_text('[[backend]]\nname = "Acme"\nburn = "*"\n')
    text = (GOOD / RECORD).read_text()
    text = text.replace("host-resize-backward-bicubic", "acme-bicubic").replace('"resize-backward"', '"acme-resize"')
    (team / "resize" / "acme-bicubic.toml").write_text(text.replace('["NdArray"]', '["Acme"]'))
    database = load(GOOD, team)
    assert database.problems == ()
    assert database.records["acme-bicubic"].affects.backends == ("Acme",)
    assert len(database.records) == 10
    assert database.origins["record", "acme-bicubic"].path == team / "resize" / "acme-bicubic.toml"


def test_the_first_of_two_with_one_name_stays(load: Callable[..., Database], tmp_path: Path) -> None:
    team = tmp_path / "team"
    (team / "mine").mkdir(parents=True)
    record = (GOOD / RECORD).read_text().replace("a bicubic resize has no", "another title has no")
    (team / "mine" / "host-resize-backward-bicubic.toml").write_text(record)
    (team / "backends.toml").write_text(
        '[[backend]]\nname = "Mine"\nburn = "*"\n\n[[backend]]\nname = "Flex"\nburn = "*"\n'
    )
    database = load(GOOD, team)
    assert database.records["host-resize-backward-bicubic"].title.startswith("a bicubic resize")
    assert str(database.backends["Flex"].burn) == ">=0.21.0"
    assert "Mine" in database.backends
    assert said(database, team) == [
        ("backends.toml", "[[backend]]", f"the backend `Flex` is already in {GOOD / 'backends.toml'}"),
        (
            "mine/host-resize-backward-bicubic.toml",
            'id = "host-resize-backward-bicubic"',
            f"the record `host-resize-backward-bicubic` is already in {GOOD / RECORD}",
        ),
    ]


# ---- bad files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "message"),
    [
        (RECORD, 'kind = "backend-gap"', "kind = 3", "kind = 3", "`kind` must be a text"),
        (RECORD, 'kind = "backend-gap"\n', "", 'id = "host-resize-backward-bicubic"', "`kind` is missing"),
        (RECORD, 'kind = "backend-gap"', 'kind = " "', 'kind = " "', "`kind` is empty"),
        (
            RECORD,
            'kind = "backend-gap"',
            'kind = "x"\nreachable = "no"',
            'reachable = "no"',
            "`reachable` must be true or false",
        ),
        (RECORD, "autodiff = 1", "autodif = 1", "autodif = 1", "unknown key `autodif`: did you mean `autodiff`?"),
        (RECORD, "autodiff = 1", "autodiff = 99", "autodiff = 99", "`autodiff` must be a whole number between 0 and 9"),
        (
            RECORD,
            "autodiff = 1",
            "autodiff = true",
            "autodiff = true",
            "`autodiff` must be a whole number between 0 and 9",
        ),
        (
            RECORD,
            'phase = "backward"',
            'phase = "back"',
            'phase = "back"',
            "`phase` must be forward or backward or always, not `back`",
        ),
        (RECORD, 'backends = ["NdArray"]', "backends = []", "backends = []", "`backends` is empty"),
        (
            RECORD,
            'backends = ["NdArray"]',
            'backends = "NdArray"',
            'backends = "NdArray"',
            "`backends` must be a list of texts",
        ),
        (
            RECORD,
            'backends = ["NdArray"]',
            'backends = ["NdArray", 3]',
            'backends = ["NdArray", 3]',
            "`backends` must hold texts",
        ),
        (
            RECORD,
            "mode == 'Bicubic'",
            "mode = 'Bicubic'",
            "when = \"mode = 'Bicubic'\"",
            "`when` is not a condition: column 6",
        ),
        (RECORD, 'when = "mode', "target = 'not('\nwhen = \"mode", "target = 'not('", "`not(` is not a cfg predicate"),
        (
            RECORD,
            'burn = "<0.22.0"\n\n[[message]]',
            'burn = "<0.22"\n\n[[message]]',
            'burn = "<0.22"',
            "`0.22` is not a version",
        ),
        (
            RECORD,
            "'bicubic resize: no",
            "'(bicubic resize: no",
            "pattern = '(bicubic resize: no gradient on the host'",
            "`pattern` is not a regular expression",
        ),
        (
            RECORD,
            "resize.rs:52",
            "resize.rs",
            '"0.22.1" = "kernels@1.2.0/src/resize.rs"',
            "`kernels@1.2.0/src/resize.rs` must be PATH:LINE",
        ),
        (
            RECORD,
            '"0.22.1" = "kernels',
            '"0.22" = "kernels',
            '"0.22" = "kernels@1.2.0/src/resize.rs:52"',
            "`0.22` is not a version",
        ),
        (
            RECORD,
            'kind = "switch-backend"',
            'kind = "switch"',
            'kind = "switch"',
            "`kind` must be replace-argument or switch-backend",
        ),
        (RECORD, 'backend = "Flex"\n', "", "[[fix]]", "`backend` is missing"),
        (RECORD, "[explanation]", "[explanations]", 'id = "host-resize-backward-bicubic"', "`explanation` is missing"),
        (
            RECORD,
            'id = "host-resize',
            'id = "Host_resize',
            'id = "Host_resize-backward-bicubic"',
            "must be lower-case words with hyphens",
        ),
        (RECORD, 'id = "host', 'id = "host\xff', 'id = "hostÿ-resize-backward-bicubic"', "must be lower-case words"),
        (RECORD, "[source.lines]", "[source.lines", "[source.lines", "not valid TOML"),
        (
            "burn.toml",
            '["cuda", "Cuda"]',
            '["cuda"]',
            'order = [["cuda"], ["ndarray", "NdArray"]]',
            "`order` must hold pairs [feature, backend]",
        ),
        (
            "burn.toml",
            'path = "burn::Tensor"',
            'path = "burn.Tensor"',
            'path = "burn.Tensor"',
            "`burn.Tensor` must be a path",
        ),
        (
            "burn.toml",
            'burn-tensor = "burn::tensor"',
            "burn-tensor = 1",
            "burn-tensor = 1",
            "`burn-tensor` must be the path of its root",
        ),
        (
            "burn.toml",
            '"burn::nn::Relu" = false',
            '"burn::nn::Relu" = "no"',
            '"burn::nn::Relu" = "no"',
            "`burn::nn::Relu` must be true or false",
        ),
        ("backends.toml", 'devices = ["flex"]', "devices = {}", "devices = {}", "`devices` must be a list of texts"),
        (
            "rules.toml",
            'phase = "forward"\n\n[[rule]]\nid = "deform-conv"',
            '\n[[rule]]\nid = "deform-conv"',
            "[[rule]]",
            "`phase` is missing",
        ),
        (
            "operations/interpolate.toml",
            'kind = "enum"',
            'kind = "enumeration"',
            'kind = "enumeration"',
            "`kind` must be enum or options",
        ),
        (
            "operations/interpolate.toml",
            'inputs = ["input"]\n[entry.arguments]\nmode = "options',
            'inputs = ["x"]\n[entry.arguments]\nmode = "options',
            'inputs = ["x"]',
            "the input `x` is none of the parameters",
        ),
        (
            "operations/interpolate.toml",
            'Bilinear = "*"',
            'Bilinear = "all"',
            'Bilinear = "all"',
            "`all` is not a range",
        ),
        (
            "operations/interpolate.toml",
            'Linear = "Bilinear"',
            "Linear = []",
            "Linear = []",
            "`Linear` must be a value of the operation",
        ),
        (
            "evidence/works.toml",
            'arguments = { mode = "Nearest" }',
            'arguments = { mode = ["Nearest"] }',
            'arguments = { mode = ["Nearest"] }',
            "`mode` must be a value",
        ),
        (
            "evidence/works.toml",
            '[works.lines]\n"0.21.0" = "crates/burn-ndarray/src/ops/deform.rs:500"\n',
            "",
            "[[works]]",
            "`lines` is missing",
        ),
    ],
)
def test_a_bad_value_is_named_with_its_place(
    changed: Callable[..., Path],
    load: Callable[..., Database],
    file: str,
    old: str,
    new: str,
    line: str,
    message: str,
) -> None:
    folder = changed((file, old, new))
    database = load(folder)
    first = said(database, folder)[0]
    assert first[:2] == (file, line)
    assert message in first[2]
    # Of the other files all is there that does not need this one.
    if file == RECORD:
        assert len(database.records) == 8
        assert all(problem.path == folder / RECORD or problem.path.suffix == ".jsonl" for problem in database.problems)


def test_several_errors_of_one_file_are_all_named(changed: Callable[..., Path], load: Callable[..., Database]) -> None:
    folder = changed((RECORD, 'kind = "backend-gap"', "kind = 3"), (RECORD, "[explanation]", "[explanations]"))
    assert [what for file, _, what in said(load(folder), folder) if file == RECORD] == [
        "`explanation` is missing",
        "`kind` must be a text",
        "unknown key `explanations`: did you mean `explanation`?",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "message"),
    [
        (
            RECORD,
            'rule = "resize-backward"',
            'rule = "resize-backwards"',
            'rule = "resize-backwards"',
            "there is no rule `resize-backwards`: did you mean `resize-backward`?",
        ),
        (
            RECORD,
            'operation = "interpolate"',
            'operation = "resize"',
            'operation = "resize"',
            "there is no operation `resize`",
        ),
        (
            RECORD,
            '["NdArray"]',
            '["NdArray", "Ndarray"]',
            'backends = ["NdArray", "Ndarray"]',
            "there is no backend `Ndarray`: did you mean `NdArray`?",
        ),
        (
            "rules.toml",
            'operation = "deform_conv2d"\nphase = "backward"',
            'operation = "deform"\nphase = "backward"',
            'operation = "deform"',
            "there is no operation `deform`",
        ),
        (
            "burn.toml",
            '["cuda", "Cuda"]',
            '["cuda", "CUDA"]',
            'order = [["cuda", "CUDA"], ["ndarray", "NdArray"]]',
            "there is no backend `CUDA`",
        ),
        (
            "burn.toml",
            'fallback = "Flex"',
            'fallback = "Flax"',
            'fallback = "Flax"',
            "there is no backend `Flax`: did you mean `Flex`?",
        ),
        (
            "evidence/works.toml",
            'backend = "LibTorch"',
            'backend = "Torch"',
            'backend = "Torch"',
            "there is no backend `Torch`",
        ),
    ],
)
def test_a_name_that_leads_nowhere_leaves_its_owner_out(
    changed: Callable[..., Path],
    load: Callable[..., Database],
    file: str,
    old: str,
    new: str,
    line: str,
    message: str,
) -> None:
    folder = changed((file, old, new))
    database = load(folder)
    name, at, what = said(database, folder)[0]
    assert (name, at) == (file, line)
    assert what.startswith(message)
    for record in database.records.values():
        assert record.rule in database.rules
        assert record.affects.operation in database.operations
    for run in database.runs:
        assert run.record is None or run.record in database.records
    assert all(device.fallback in database.backends for device in database.default_devices)


def test_files_where_none_belong(load: Callable[..., Database], changed: Callable[..., Path]) -> None:
    folder = changed()
    (folder / "bicubic.toml").write_text("id = 'x'")
    (folder / "README.md").write_text("# not a record")
    (folder / ".hidden.toml").write_text("[")
    (folder / "interpolate" / "deeper").mkdir()
    (folder / "interpolate" / "deeper" / "x.toml").write_text("[")
    database = load(folder)
    assert [problem.path.name for problem in database.problems] == ["bicubic.toml"]
    assert "stands in a folder of its family" in database.problems[0].message
    assert len(database.records) == 9


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe", "not valid UTF-8"),
        (b"id = 'a'\nid = 'b'\n", "not valid TOML"),
        (b"\x00", "not valid TOML"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b"", "a record needs at least one `[[message]]`"),
        (b"x" * 5_000_000, "is larger than 4 MB"),
    ],
)
def test_hostile_files(load: Callable[..., Database], changed: Callable[..., Path], data: bytes, message: str) -> None:
    folder = changed()
    (folder / "interpolate" / "hostile.toml").write_bytes(data)
    database = load(folder)
    assert {problem.path.name for problem in database.problems} == {"hostile.toml"}
    assert message in database.problems[0].message
    assert len(database.records) == 9


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_is_not_read(load: Callable[..., Database], changed: Callable[..., Path]) -> None:
    folder = changed()
    os.mkfifo(folder / "interpolate" / "pipe.toml")
    assert load(folder).problems == ()


def test_folders_that_are_not_there(tmp_path: Path, load: Callable[..., Database]) -> None:
    database = load(GOOD, tmp_path / "nowhere", GOOD / "burn.toml")
    assert [problem.path for problem in database.problems] == [tmp_path / "nowhere", GOOD / "burn.toml"]
    assert all("cannot be read" in problem.message for problem in database.problems)
    assert len(database.records) == 9


def test_a_damaged_installation_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> Path:
        raise FileNotFoundError(f"burnlint's own {name}/ folder is missing: reinstall burnlint")

    monkeypatch.setattr("burnlint.records.load.data_dir", missing)
    database = load_database(cache=tmp_path)
    assert ["reinstall" in problem.message for problem in database.problems] == [True]
    assert database.records == {}
