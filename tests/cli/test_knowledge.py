"""The commands that read records: explain, matrix, rules and records."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from burnlint.cargo.version import Version
from burnlint.datadir import data_dir
from burnlint.records.load import Database
from burnlint.records.lookup import Hit
from burnlint.render import explain
from burnlint.render.model import Document
from tests.workspace import write

from .conftest import Burnlint

PANIC = """\
   Compiling app v0.1.0
thread 'main' panicked at crates/burn-ndarray/src/ops/module.rs:340:17:
bicubic interpolation backward is not supported for ndarray backend
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RULE = """\
[[rule]]
id = "team-rule"
title = "what our own layer cannot do"
summary = "It cannot."
operation = "interpolate"
phase = "backward"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder outside of any project."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    stream = SimpleNamespace(buffer=io.BytesIO(data), isatty=lambda: False)
    monkeypatch.setattr("sys.stdin", stream)


class TestExplain:
    def test_a_rule_and_a_record(self, folder: Path, burnlint: Burnlint) -> None:
        rule = burnlint("explain", "interpolate-backward")
        assert rule.code == 0 and rule.lines[0].startswith("`interpolate-backward`: ")
        record = burnlint("explain", "ndarray-interpolate-backward-bicubic")
        assert record.lines[0] == "bicubic interpolation has no backward pass on NdArray"

    def test_words_are_one_text(self, folder: Path, burnlint: Burnlint) -> None:
        output = burnlint("explain", "bicubic", "interpolation backward is not supported", "for ndarray backend")
        assert output.code == 0
        assert output.lines[0] == "bicubic interpolation has no backward pass on NdArray"

    @pytest.mark.parametrize("words", [(), ("-",)])
    def test_a_log_on_standard_input(
        self, folder: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
    ) -> None:
        given(monkeypatch, PANIC.encode())
        output = burnlint("explain", *words)
        assert output.code == 0 and output.err == ""
        assert "Found by its panic text, in burn 0.21.0." in output.lines

    def test_nothing_known(self, folder: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch) -> None:
        given(monkeypatch, b"\xff\xfe\x00 not a log \x1b[0m" * 1000)
        output = burnlint("explain", "-")
        assert output.code == 1 and output.lines[0] == "No record matches"
        output = burnlint("explain", "interpolate-bakward")
        assert output.code == 1 and any("`interpolate-backward`" in line for line in output.lines)

    def test_the_release_is_that_of_the_project_or_the_option(
        self, project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []
        real = explain.explain_hits

        def explain_hits(database: Database, hits: list[Hit], release: Version | None) -> Document:
            asked.append(str(release))
            return real(database, hits, release)

        monkeypatch.setattr(explain, "explain_hits", explain_hits)
        for options in ((), ("--burn", "0.19"), ("--burn", "0.20.0")):
            assert burnlint("explain", "interpolate-backward", *options).code == 0
        monkeypatch.chdir(project.parent)
        assert burnlint("explain", "interpolate-backward").code == 0
        assert asked == ["0.21.0", "0.19.1", "0.20.0", "None"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("new", "--burn: `new` is no release: expected for example `0.21.0` or `0.21`"),
            ("7.1", "--burn: burnlint knows no release `7.1`, only 0.13.0, "),
        ],
    )
    def test_a_wrong_release(self, folder: Path, burnlint: Burnlint, text: str, message: str) -> None:
        output = burnlint("explain", "interpolate-backward", "--burn", text)
        assert (output.code, output.out) == (2, "") and message in output.err

    def test_markdown_and_colour(self, folder: Path, burnlint: Burnlint) -> None:
        assert burnlint("explain", "interpolate-backward", "--format", "markdown").out.startswith("# `interpolate-")
        assert "\x1b[" in burnlint("explain", "interpolate-backward", "--color", "always").out
        assert "\x1b[" not in burnlint("explain", "interpolate-backward").out


class TestMatrix:
    def test_text(self, folder: Path, burnlint: Burnlint) -> None:
        output = burnlint("matrix", "interpolate", "--burn", "0.21", "--backend", "NdArray", "--phase", "backward")
        assert output.code == 0 and output.lines[0] == "Interpolation in burn 0.21.0"
        [row] = [line for line in output.lines if line.startswith("Bicubic")]
        assert "panics" in row
        assert not any("LibTorch" in line or "Forward" in line for line in output.lines)

    def test_json(self, folder: Path, burnlint: Burnlint) -> None:
        document = json.loads(
            burnlint("matrix", "interpolate", "--format", "json", "--burn", "0.21.0", "--backend", "CubeCL").out
        )
        assert document["schema"] == "burnlint-matrix/1"
        assert "Wgpu" in document["backends"] and "NdArray" not in document["backends"]
        assert {cell["burn"] for cell in document["cells"]} == {"0.21.0"}

    def test_a_rule_stands_for_its_operation(self, folder: Path, burnlint: Burnlint) -> None:
        assert burnlint("matrix", "interpolate-backward").out == burnlint("matrix", "interpolate").out

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("interpolat",), "no operation or rule is called `interpolat`; did you mean `interpolate`?"),
            (("interpolate", "--backend", "NdAray"), "burn has no backend `NdAray`; did you mean `NdArray`?"),
        ],
    )
    def test_wrong_names(self, folder: Path, burnlint: Burnlint, options: tuple[str, ...], message: str) -> None:
        output = burnlint("matrix", *options)
        assert (output.code, output.out) == (2, "") and message in output.err


class TestRules:
    def test_text_lists_all(self, folder: Path, burnlint: Burnlint) -> None:
        output = burnlint("rules")
        rows = json.loads(burnlint("rules", "--format", "json").out)
        assert [line.strip("`") for line in output.lines if line.startswith("`")] == [row["id"] for row in rows]
        records = [record for row in rows for record in row["records"]]
        assert output.lines[0] == f"{len(rows)} rules, {len(records)} records"
        assert all(f"`{record}`" in output.out for record in records)

    def test_records_of_a_team(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"own/rules.toml": RULE, "burnlint.toml": 'records = ["own"]'})
        assert "team-rule" in burnlint("rules").out
        write(project, {"burnlint.toml": ""})
        assert "team-rule" not in burnlint("rules").out
        assert "team-rule" in burnlint("rules", "--records", "own").out

    def test_a_broken_file_of_a_team_is_named(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"own/rules.toml": "broken = "})
        output = burnlint("rules", "--records", "own")
        assert output.code == 0
        assert output.err.startswith(f"burnlint: {project / 'own' / 'rules.toml'}: ")


class TestRecords:
    def test_show(self, folder: Path, burnlint: Burnlint) -> None:
        output = burnlint("records", "show", "ndarray-interpolate-backward-bicubic")
        assert output.code == 0
        assert output.lines[0] == "bicubic interpolation has no backward pass on NdArray"
        assert output.err.rstrip().endswith("ndarray-interpolate-backward-bicubic.toml")
        assert "did you mean" in burnlint("records", "show", "ndarray-interpolate-backward-bicubi").err

    def test_lint_finds_what_is_wrong_and_where(self, folder: Path, burnlint: Burnlint) -> None:
        own = folder / "own"
        (own / "interpolate").mkdir(parents=True)
        name = "interpolate/ndarray-interpolate-backward-bicubic.toml"
        text = (data_dir("records") / name).read_text(encoding="utf-8")
        copy = own / "interpolate" / "team-record.toml"
        copy.write_text(text.replace("ndarray-interpolate-backward-bicubic", "team-record"), encoding="utf-8")
        write(own, {"interpolate/broken.toml": "id = "})
        output = burnlint("records", "lint", "own")
        assert output.code == 1
        assert any(line.startswith(" --> own/interpolate/broken.toml:1:") for line in output.lines)
        assert "problem" in output.lines[-1]

    def test_lint_of_nothing_wrong(self, folder: Path, burnlint: Burnlint) -> None:
        (folder / "own").mkdir()
        output = burnlint("records", "lint", "own")
        assert output.code == 0 and output.lines[-1].endswith(" records: nothing is wrong")
        output = burnlint("records", "lint", "none")
        assert (output.code, output.out) == (2, "") and "there is no such folder" in output.err

    def test_import_judges_claims(self, folder: Path, burnlint: Burnlint) -> None:
        (folder / "foreign.json").write_text(json.dumps(foreign()), encoding="utf-8")
        output = burnlint("records", "import", "foreign.json", "--format", "json")
        [row] = json.loads(output.out)
        assert row["records"] == ["ndarray-interpolate-backward-bicubic"]
        verdicts = {claim["field"]: claim["verdict"] for claim in row["claims"]}
        assert verdicts["solutions[0]"] == "contradicted"
        assert output.code == 1
        shown = burnlint("records", "import", "foreign.json")
        assert shown.code == 1
        assert shown.lines[0].startswith("`0123456789abcdef`: bicubic interpolation backward")

    def test_import_of_what_is_no_record(self, folder: Path, burnlint: Burnlint) -> None:
        write(folder, {"a.json": '{"schemaVersion": 1}', "b.json": "{"})
        output = burnlint("records", "import", "a.json", "b.json", "c.json")
        assert output.code == 2
        first, second, third = output.err.splitlines()
        assert first.startswith("burnlint: a.json:1:1: error no record")
        assert second.startswith("burnlint: b.json:1:2: error ")
        assert third == "burnlint: c.json: error cannot be read: No such file or directory"


def foreign() -> object:
    """A record in the form of the other dataset, with a claim that burnlint's evidence contradicts."""
    return {
        "record": {
            "id": "0123456789abcdef",
            "repo": "tracel-ai/burn",
            "slug": "bicubic",
            "errorMessage": "bicubic interpolation backward is not supported for ndarray backend",
            "messagePattern": "bicubic interpolation backward",
            "severity": "error",
            "filePath": "crates/burn-ndarray/src/ops/module.rs",
            "lineNumber": 340,
            "documentation": "Nothing is said here.",
            "triggerScenarios": "A backward pass through a bicubic resize.",
            "commonSituations": "Training.",
            "solutions": ["Switch to the CubeCL backend (burn-cubecl), which supports this backward pass."],
            "preventionTips": [],
            "tags": [],
            "analyzedSha": "0" * 40,
            "schemaVersion": 2,
        }
    }
