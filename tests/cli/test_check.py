"""`burnlint check` on projects on disk: what it finds, says and returns."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from burnlint.engine.session import Session
from tests.workspace import crate, lock, manifest, write

from .conftest import MAIN, RESIZE, Burnlint

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "check-output.schema.json"
FINDING = "src/resize.rs:6:58: error[interpolate-backward]"


def shown(output: Any) -> list[str]:
    """The places and rules of a concise report."""
    return [line.partition("]")[0] + "]" for line in output.lines]


class TestReport:
    def test_the_finding_with_its_lines(self, project: Path, burnlint: Burnlint) -> None:
        output = burnlint("check")
        assert output.code == 1
        assert output.lines[0].startswith("error[interpolate-backward]: bicubic interpolation has no backward pass")
        assert output.lines[1] == "  --> src/resize.rs:6:58"
        assert "1 error found in 2 files. `burnlint explain interpolate-backward` tells more." in output.lines
        assert "\x1b" not in output.out and output.err == ""

    def test_json_follows_its_schema(self, project: Path, burnlint: Burnlint) -> None:
        document = json.loads(burnlint("check", "--output-format", "json").out)
        jsonschema.validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))
        [finding] = document["findings"]
        assert finding["path"] == "src/resize.rs" and finding["fixes"]

    def test_cargo_json_names_the_package(self, project: Path, burnlint: Burnlint) -> None:
        first, finished = map(json.loads, burnlint("check", "--output-format", "cargo-json").lines)
        assert first["manifest_path"] == str(project / "Cargo.toml")
        assert first["message"]["spans"][0]["file_name"] == str(Path("src", "resize.rs"))
        assert finished == {"reason": "build-finished", "success": False}

    def test_to_a_file(self, project: Path, burnlint: Burnlint) -> None:
        output = burnlint("check", "--output-format", "concise", "--output-file", "report.txt")
        assert (output.code, output.out) == (1, "")
        assert (project / "report.txt").read_text(encoding="utf-8").startswith(FINDING)
        assert burnlint("check", "--output-file", "none/report.txt").code == 2

    @pytest.mark.parametrize(
        ("option", "environment", "colored"),
        [
            ("auto", {}, False),
            ("auto", {"FORCE_COLOR": "1"}, True),
            ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
            ("always", {"NO_COLOR": "1"}, True),
            ("never", {"FORCE_COLOR": "1"}, False),
        ],
    )
    def test_colours(
        self,
        project: Path,
        burnlint: Burnlint,
        monkeypatch: pytest.MonkeyPatch,
        option: str,
        environment: dict[str, str],
        colored: bool,
    ) -> None:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        assert ("\x1b[1;31merror" in burnlint("check", "--color", option).out) is colored

    def test_findings_are_in_order_whatever_the_order_of_paths(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"src/another.rs": RESIZE, "src/main.rs": "mod another;\n" + MAIN.replace(
            "resize::twice(image)", "resize::twice(another::twice(image))")})  # fmt: skip
        options = ("--output-format", "concise")
        first = burnlint("check", "src/resize.rs", "src", "src/another.rs", *options)
        assert shown(first) == [FINDING.replace("resize", "another"), FINDING]
        assert first.out == burnlint("check", *options).out


class TestExitCode:
    def test_nothing_found(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"src/resize.rs": RESIZE.replace("Bicubic", "Nearest")})
        output = burnlint("check")
        assert (output.code, output.out) == (0, "No known panic found in 2 files.\n")

    def test_the_level_that_fails(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"burnlint.toml": 'levels = { interpolate-backward = "warning" }'})
        assert [burnlint("check", "--fail-on", level).code for level in ("error", "warning", "information")] == [
            0,
            1,
            1,
        ]
        assert burnlint("check", "--exit-zero").code == 0

    def test_a_possible_panic_does_not_fail_by_itself(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"burnlint.toml": 'levels = { "*" = "information" }'})
        output = burnlint("check", "--output-format", "concise")
        assert output.code == 0 and "information[interpolate-backward]" in output.out

    def test_a_file_that_cannot_be_read_as_text(self, project: Path, burnlint: Burnlint) -> None:
        (project / "src" / "odd.rs").write_bytes(b"fn f() {}\n// caf\xe9\n")
        output = burnlint("check", "--output-format", "concise", "--exit-zero")
        assert output.code == 2
        assert output.lines[0].startswith(FINDING)
        assert output.lines[1].startswith("src/odd.rs: error the file is not valid UTF-8")

    def test_a_broken_manifest(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"Cargo.toml": "[package\n"})
        output = burnlint("check", "--output-format", "concise")
        assert output.code == 2
        assert output.lines[0].startswith("Cargo.toml:1:9: error not valid TOML")

    def test_when_burnlint_itself_fails_the_other_files_are_checked(
        self, project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        check = Session.check

        def fail_on_main(session: Session, path: Path) -> object:
            if path.name == "main.rs":
                raise RecursionError("too deep")
            return check(session, path)

        monkeypatch.setattr(Session, "check", fail_on_main)
        output = burnlint("check", "--output-format", "concise")
        assert output.code == 2
        assert output.lines[0].startswith(FINDING)
        assert output.lines[1].startswith("src/main.rs: error burnlint failed on this file, please report it: Rec")


class TestPaths:
    def test_a_file_alone_is_judged_in_its_package(self, project: Path, burnlint: Burnlint) -> None:
        output = burnlint("check", "src/resize.rs", "--output-format", "concise")
        assert shown(output) == [FINDING]
        assert burnlint("check", "src/main.rs").out == "No known panic found in 1 file.\n"

    def test_from_another_folder(self, project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(project / "src")
        assert shown(burnlint("check", "--output-format", "concise")) == [FINDING.removeprefix("src/")]
        assert shown(burnlint("check", "../src/../src", "--output-format", "concise")) == [FINDING.removeprefix("src/")]
        monkeypatch.chdir(project.parent)
        assert shown(burnlint("check", "--output-format", "concise")) == [f"project/{FINDING}"]

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("src/none.rs", "none.rs: there is no such file or folder"),
            ("none", "none: there is no such file or folder"),
            ("notes.md", "notes.md: neither a Rust source nor a file of Cargo's"),
            ("../alone.rs", "alone.rs: there is no Cargo.toml in its folder or above"),
            ("../empty", "empty: there is no Cargo.toml here, nor in a folder above or below"),
        ],
    )
    def test_wrong_paths(self, project: Path, burnlint: Burnlint, path: str, message: str) -> None:
        write(project, {"notes.md": "", "../alone.rs": "", "../empty/a.txt": ""})
        output = burnlint("check", path)
        assert (output.code, output.out) == (2, "")
        assert message in output.err and output.err.startswith("burnlint: error: ")

    def test_a_package_without_burn(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n', "Cargo.lock": "version = 4\n"})
        output = burnlint("check")
        assert (output.code, output.out) == (0, "No known panic found in 0 files.\n")
        assert output.err == f"burnlint: {project}: no package here depends on burn, so there is nothing to check\n"
        assert "its package `app` does not depend on burn" in burnlint("check", "src/main.rs").err

    def test_a_folder_without_sources(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"docs/a.md": ""})
        output = burnlint("check", "docs")
        assert output.code == 0 and output.err.endswith("docs: there is no Rust source here\n")

    def test_standard_input(self, project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch) -> None:
        def given(text: str) -> None:
            monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))

        options = ("check", "--stdin-filename", "src/resize.rs", "--output-format", "concise")
        given("// one line more\n" + RESIZE)
        assert shown(burnlint(*options)) == [FINDING.replace(":6:", ":7:")]
        given(RESIZE.replace("Bicubic", "Nearest"))
        assert burnlint(*options).out == ""
        (project / "src" / "resize.rs").unlink()  # a file that is not saved yet
        given(RESIZE)
        assert shown(burnlint(*options)) == [FINDING]
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"\xff")))
        output = burnlint(*options)
        assert output.code == 2 and "not valid UTF-8" in output.out


class TestSettings:
    @pytest.mark.parametrize(
        ("options", "count"),
        [
            (("--select", "interpolate-backward"), 1),
            (("--select", "nested-autodiff,ndarray-*"), 1),
            (("--select", "nested-autodiff"), 0),
            (("--ignore", "ndarray-interpolate-backward-bicubic"), 0),
            (("--ignore", "nested-autodiff", "--ignore", "interpolate-*"), 0),
            (("--backend", "Autodiff<Flex>"), 0),
            (("--backend", "Autodiff<NdArray>"), 1),
            (("--burn", "0.20"), 1),
            (("--exclude", "resize.rs"), 0),
        ],
    )
    def test_options(self, project: Path, burnlint: Burnlint, options: tuple[str, ...], count: int) -> None:
        output = burnlint("check", "--output-format", "concise", *options)
        assert (len(output.lines), output.code) == (count, min(count, 1))

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (
                ("--select", "interpolate-bakward"),
                "no rule or record is called `interpolate-bakward`; did you mean `interpolate-backward`?",
            ),
            (("--ignore", "zzz-*"), "no rule or record matches `zzz-*`"),
            (("--backend", "NdAray"), "burn has no backend `NdAray`; did you mean `NdArray`?"),
            (("--burn", "newest"), "`newest` is no release of burn: expected for example `0.21.0` or `0.21`"),
            (("--target", "wasm32-unknown-unknwn"), "did you mean `wasm32-unknown-unknown`?"),
            (("--stdin-filename", "a.rs", "b.rs"), "--stdin-filename checks standard input only: it takes no PATH"),
            (("--stdin-filename", "a.rs", "--fix"), "--fix has no file to write with --stdin-filename"),
            (("--watch", "--fix"), "--watch and --fix cannot be used together"),
            (("--write-baseline", "b", "--diff"), "--write-baseline and --diff cannot be used together"),
            (("--jobs", "0"), "`0` is not a number of processes"),
            (("--config", "a", "--no-config"), "not allowed with argument"),
        ],
    )
    def test_wrong_options(self, project: Path, burnlint: Burnlint, options: tuple[str, ...], message: str) -> None:
        output = burnlint("check", *options)
        assert (output.code, output.out) == (2, "")
        assert message in output.err

    def test_files_of_settings(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"burnlint.toml": 'ignore = ["interpolate-backward"]', "other.toml": ""})
        assert burnlint("check").code == 0
        assert burnlint("check", "--no-config").code == 1
        assert burnlint("check", "--config", "other.toml").code == 1
        assert burnlint("check", "--select", "interpolate-backward").code == 1
        assert "none.toml: error the file of settings" in burnlint(
            "check", "--config", "none.toml", "--output-format", "concise"
        ).out  # fmt: skip

    def test_what_is_wrong_in_a_file_is_reported_with_its_place(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"burnlint.toml": 'ignore = ["nope"]\nselct = []\n'})
        output = burnlint("check", "--output-format", "concise")
        assert output.code == 2
        assert output.lines[0].startswith(FINDING)
        assert output.lines[1:] == [
            "burnlint.toml:1:11: error no rule or record is called `nope`",
            "burnlint.toml:2:1: error unknown setting `selct`; did you mean `select`?",
        ]

    def test_each_package_has_its_own(
        self, tmp_path: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(tmp_path, {"Cargo.toml": '[workspace]\nmembers = ["a", "b", "c"]\n', "Cargo.lock": lock("0.21.0")})
        for name, more in (
            ("a", ""),
            ("b", '[package.metadata.burnlint]\nignore = ["interpolate-backward"]\n'),
            ("c", '[package.metadata.burnlint]\nlevels = { "interpolate-backward" = "warning" }\n'),
        ):
            files = {"src/resize.rs": RESIZE}
            crate(tmp_path / name, MAIN, files=files, locked=False, more=more)
            write(tmp_path / name, {"Cargo.toml": manifest(more=more).replace('"app"', f'"{name}"')})
        monkeypatch.chdir(tmp_path)
        assert shown(burnlint("check", "--output-format", "concise")) == [
            f"a/{FINDING}",
            f"c/{FINDING.replace('error', 'warning')}",
        ]


class TestSuppression:
    @pytest.fixture
    def suppressed(self, project: Path) -> Path:
        comment = "    // burnlint: ignore[interpolate-backward] measured, never trained\n"
        write(project, {"src/resize.rs": RESIZE.replace("    interpolate", comment + "    interpolate")})
        return project

    def test_it_is_not_reported_but_counted(self, suppressed: Path, burnlint: Burnlint) -> None:
        output = burnlint("check")
        assert (output.code, output.out) == (0, "No known panic found in 2 files (1 suppressed).\n")

    def test_it_can_be_shown(self, suppressed: Path, burnlint: Burnlint) -> None:
        output = burnlint("check", "--show-suppressed", "--output-format", "concise")
        assert output.code == 0
        assert output.lines[0].endswith("(suppressed)")

    @pytest.mark.parametrize("name", ["json", "sarif"])
    def test_formats_that_have_a_word_for_it_have_it(self, suppressed: Path, burnlint: Burnlint, name: str) -> None:
        document = json.loads(burnlint("check", "--output-format", name).out)
        if name == "json":
            assert [finding["suppressed"] for finding in document["findings"]] == [True]
        else:
            assert document["runs"][0]["results"][0]["suppressions"][0]["kind"] == "inSource"


class TestBaseline:
    def test_only_what_is_new_is_reported(self, project: Path, burnlint: Burnlint) -> None:
        written = burnlint("check", "--write-baseline", "known.json")
        assert (written.code, written.out) == (0, "")
        assert written.err == f"burnlint: wrote 1 finding to {project / 'known.json'}\n"
        output = burnlint("check", "--baseline", "known.json")
        assert (output.code, output.out) == (0, "No known panic found in 2 files (1 in the baseline).\n")

        twice = RESIZE + "\n" + RESIZE[RESIZE.index("pub fn") :].replace("twice", "again")
        write(project, {"src/resize.rs": "// moved\n\n" + twice, "burnlint.toml": 'baseline = "known.json"'})
        write(project, {"src/main.rs": MAIN.replace("twice(image)", "twice(resize::again(image))")})
        output = burnlint("check", "--output-format", "concise")
        assert shown(output) == [FINDING.replace(":6:", ":12:")]

    def test_a_baseline_that_is_none(self, project: Path, burnlint: Burnlint) -> None:
        write(project, {"known.json": "[]"})
        output = burnlint("check", "--baseline", "known.json", "--output-format", "concise")
        assert output.code == 2 and output.lines[-1].startswith("known.json: error not a baseline")
        output = burnlint("check", "--baseline", "gone.json", "--output-format", "concise")
        assert output.code == 2 and output.lines[-1] == "gone.json: error the baseline cannot be read"


def test_several_processes_report_the_same_in_the_same_order(
    tmp_path: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b", "a", "c"):
        crate(tmp_path / name, MAIN, files={"src/resize.rs": RESIZE})
    write(tmp_path, {"c/burnlint.toml": 'levels = { "interpolate-backward" = "warning" }'})
    monkeypatch.chdir(tmp_path)
    one = burnlint("check", "--jobs", "1")
    assert one.code == 1 and "2 errors, 1 warning found in 6 files" in one.out
    several = burnlint("check", "--jobs", "3")
    assert (several.code, several.out, several.err) == (one.code, one.out, one.err)
