from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from burnlint.checks.finding import Level
from burnlint.problem import Problem
from burnlint.report.formats import FORMATS, render
from burnlint.report.run import Entry, Run, Style
from burnlint.span import Place, Span

from .sample import BACKEND, CONTEXT, FILES, FINDING, MAIN, ROOT, place, run

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "check-output.schema.json"


def lines(name: str, run: Run) -> list[str]:
    return list(render(name, run, Style()))


def document(name: str, run: Run) -> Any:
    return json.loads("\n".join(lines(name, run)))


def cut(path: Path, range_: dict[str, Any]) -> str:
    """The text of a range as a reader of the JSON document would find it."""
    text = FILES[path].decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    start, end = range_["start"], range_["end"]
    assert start["line"] == end["line"]
    return text[start["line"] - 1][start["column"] - 1 : end["column"] - 1]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_an_empty_run_and_odd_paths(name: str) -> None:
    odd = ROOT / b"odd\xff\x01<&\n.rs".decode("utf-8", "surrogateescape")
    assert lines(name, replace(run(), entries=(), problems=())) or name in ("concise", "json-lines", "github")
    finding = replace(FINDING, place=Place(odd, Span(0, 0)), message="bad \x00 \x1b[31m ]]> & \U0001f525")
    output = "\n".join(lines(name, replace(run(), entries=(Entry(finding),), problems=(Problem(odd, "x\x07"),))))
    assert "\x1b" not in output and "\x00" not in output and "\x07" not in output
    output.encode()


class TestConcise:
    def test_one_line_a_finding(self) -> None:
        message = "bicubic has no backward pass on NdArray, 100% sure: `loss.backward()` will panic"
        assert lines("concise", run()) == [
            f"src/main.rs:5:29: error[interpolate-backward] {message}",
            f"src/main.rs:8:2: warning[interpolate-backward] {message} (suppressed)",
            "src/main.rs:8:11: information[team-rule] second() can panic",
            "Cargo.toml:3:11: error not valid TOML: a value is missing",
            "src/gone.rs: error cannot be read",
        ]


class TestJson:
    def test_it_follows_the_schema(self) -> None:
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        jsonschema.validate(document("json", run()), schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"schema": "burnlint/1", "findings": [{}], "errors": []}, schema)

    def test_what_it_says(self) -> None:
        first, second, third = document("json", run())["findings"]
        assert cut(MAIN, first["range"]) == "InterpolateMode::Bicubic"
        assert [one["path"] for one in first["related"]] == [
            "src/main.rs",
            "src/main.rs",
            "src/my backend.rs",
            "Cargo.lock",
        ]
        assert cut(BACKEND, first["related"][2]["range"]) == "NdArray"
        assert first["records"] == [
            {"id": "ndarray-bicubic", "backend": "NdArray", "burn": "0.21.0", "phase": "backward"}
        ]
        edit = first["fixes"][0]["edits"][0]
        assert (cut(MAIN, edit["range"]), edit["text"]) == ("Bicubic", "Nearest")
        assert first["fixes"][1] == {
            "title": "resize the input before training",
            "applicability": "display-only",
            "edits": [],
        }
        assert [one["suppressed"] for one in (first, second, third)] == [False, True, False]
        assert third["records"][0]["condition"] == "with feature `wgpu`"

    def test_errors_have_a_range_when_it_is_known(self) -> None:
        first, second = document("json", run())["errors"]
        assert first["range"]["start"] == {"line": 3, "column": 11}
        assert second == {"path": "src/gone.rs", "message": "cannot be read"}

    def test_json_lines_have_the_same_objects(self) -> None:
        whole = document("json", run())
        objects = [json.loads(line) for line in lines("json-lines", run())]
        assert [one.pop("type") for one in objects] == ["finding"] * 3 + ["error"] * 2
        assert objects == [*whole["findings"], *whole["errors"]]

    def test_paths_outside_of_the_root_are_absolute(self) -> None:
        found = document("json", replace(run(), root=ROOT / "src"))["findings"][0]
        assert found["path"] == "main.rs"
        assert found["related"][3]["path"] == "/project/Cargo.lock"


class TestSarif:
    def sarif(self) -> Any:
        [one] = document("sarif", run())["runs"]
        return one

    def test_results(self) -> None:
        first, second, third = self.sarif()["results"]
        assert [one["level"] for one in (first, second, third)] == ["error", "warning", "note"]
        location = first["locations"][0]["physicalLocation"]
        assert location["artifactLocation"] == {"uri": "src/main.rs", "uriBaseId": "SRCROOT"}
        assert location["region"] == {"startLine": 5, "startColumn": 29, "endLine": 5, "endColumn": 53}
        assert [one["message"]["text"] for one in first["relatedLocations"]] == [
            "the backend is chosen here",
            "the backward pass runs here",
            "another name of it",
            "burn 0.21.0",
        ]
        uri = first["relatedLocations"][2]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == "src/my%20backend.rs"
        assert second["suppressions"] == [{"kind": "inSource", "status": "accepted"}]
        assert "suppressions" not in first

    def test_only_fixes_with_edits_are_listed(self) -> None:
        [fix] = self.sarif()["results"][0]["fixes"]
        [change] = fix["artifactChanges"]
        [replacement] = change["replacements"]
        assert replacement["insertedContent"] == {"text": "Nearest"}
        assert replacement["deletedRegion"]["startColumn"] == 46

    def test_rules_are_explained_and_indexed(self) -> None:
        sarif = self.sarif()
        rules = sarif["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == ["interpolate-backward", "team-rule"]
        assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in sarif["results"])
        assert rules[0]["helpUri"].endswith("/rules/interpolate-backward")
        assert "bicubic interpolation has no backward pass on NdArray" in rules[0]["help"]["markdown"]

    def test_columns_paths_and_problems(self) -> None:
        sarif = self.sarif()
        assert sarif["columnKind"] == "unicodeCodePoints"
        assert sarif["originalUriBaseIds"] == {"SRCROOT": {"uri": "file:///project/"}}
        [invocation] = sarif["invocations"]
        assert invocation["executionSuccessful"] is False
        texts = [one["message"]["text"] for one in invocation["toolExecutionNotifications"]]
        assert texts == ["not valid TOML: a value is missing", "cannot be read"]

    def test_fingerprints_are_those_of_gitlab(self) -> None:
        own = [one["partialFingerprints"]["burnlint/v1"] for one in self.sarif()["results"]]
        rows = document("gitlab", run())
        assert own == [row["fingerprint"] for row in rows[:3]]
        assert len(set(own)) == 3


class TestGithub:
    def test_commands_are_escaped(self) -> None:
        first, second, third, problem, unreadable = lines("github", run())
        assert first.startswith(
            "::error file=src/main.rs,line=5,endLine=5,col=29,endColumn=53,title=burnlint (interpolate-backward)::"
        )
        assert "100%25 sure" in first
        assert first.endswith("%0Asrc/my backend.rs:1: another name of it%0ACargo.lock:4: burn 0.21.0")
        assert second.startswith("::warning ") and third.startswith("::notice ")
        assert problem.startswith("::error file=Cargo.toml,line=3,")
        assert unreadable == "::error file=src/gone.rs,title=burnlint::cannot be read"

    def test_a_path_cannot_forge_properties(self) -> None:
        odd = Problem(ROOT / "a,line=9::x\n::error::y", "message")
        [line] = lines("github", replace(run(), entries=(), problems=(odd,)))
        assert line == "::error file=a%2Cline=9%3A%3Ax%0A%3A%3Aerror%3A%3Ay,title=burnlint::message"


class TestGitlab:
    def test_rows(self) -> None:
        rows = document("gitlab", run())
        assert [row["severity"] for row in rows] == ["critical", "major", "info", "blocker", "blocker"]
        assert rows[0]["location"] == {"path": "src/main.rs", "lines": {"begin": 5, "end": 5}}
        assert rows[4]["location"] == {"path": "src/gone.rs", "lines": {"begin": 1}}
        assert len({row["fingerprint"] for row in rows}) == 5


class TestJunit:
    def test_cases(self) -> None:
        root = ElementTree.fromstring("\n".join(lines("junit", run())))
        assert root.attrib == {
            "name": "burnlint",
            "tests": "5",
            "failures": "2",
            "errors": "2",
            "skipped": "1",
        }
        failure = root.find("testsuite/testcase/failure")
        assert failure is not None and failure.text is not None
        assert failure.text.splitlines()[0].startswith("src/main.rs:5:29: bicubic")
        assert failure.text.splitlines()[-1] == "Cargo.lock:4:1: burn 0.21.0"
        assert [len(suite) for suite in root] == [3, 2]

    def test_a_clean_run_has_a_case_that_passed(self) -> None:
        root = ElementTree.fromstring("\n".join(lines("junit", replace(run(), entries=(), problems=()))))
        assert root.attrib["tests"] == "1" and root.attrib["failures"] == "0"


class TestCargoJson:
    def messages(self) -> list[Any]:
        return [json.loads(line) for line in lines("cargo-json", run())]

    def test_each_finding_is_a_message_of_its_package(self) -> None:
        first, second, third, manifest, gone, finished = self.messages()
        assert first["package_id"] == "path+file:///project#demo"
        assert first["manifest_path"] == "/project/Cargo.toml"
        assert first["target"]["src_path"] == "/project/src/main.rs"
        assert [one["message"]["level"] for one in (first, second, third)] == ["error", "warning", "note"]
        assert gone["message"]["spans"] == []
        # Without a package it is the bare diagnostic, as rustc itself prints it.
        assert manifest["$message_type"] == "diagnostic" and manifest["level"] == "error"
        assert finished == {"reason": "build-finished", "success": False}

    def test_spans(self) -> None:
        message = self.messages()[0]["message"]
        primary, *others = message["spans"]
        assert primary["is_primary"] and not any(span["is_primary"] for span in others)
        data = FILES[MAIN]
        assert data[primary["byte_start"] : primary["byte_end"]] == b"InterpolateMode::Bicubic"
        assert (primary["column_start"], primary["column_end"]) == (29, 53)
        [line] = primary["text"]
        assert line["text"][line["highlight_start"] - 1 : line["highlight_end"] - 1] == "InterpolateMode::Bicubic"
        assert [span["label"] for span in others] == [
            "the backend is chosen here",
            "the backward pass runs here",
            "another name of it",
            "burn 0.21.0",
        ]
        # Behind a byte order mark, which rustc counts.
        third = others[2]
        assert FILES[BACKEND][third["byte_start"] : third["byte_end"]] == b"NdArray"
        assert third["column_start"] == 14

    def test_children_are_fixes_and_evidence(self) -> None:
        fix, advice, note = self.messages()[0]["message"]["children"]
        assert (fix["level"], fix["message"]) == ("help", "use nearest-neighbour interpolation")
        [span] = fix["spans"]
        assert span["suggested_replacement"] == "Nearest"
        assert span["suggestion_applicability"] == "MaybeIncorrect"
        assert advice["spans"] == []
        assert (note["level"], note["spans"]) == ("note", [])

    def test_rendered_is_the_text_format(self) -> None:
        rendered = self.messages()[0]["message"]["rendered"]
        assert rendered.startswith("error[interpolate-backward]: ")
        assert " --> src/main.rs:5:29\n" in rendered

    def test_a_span_of_several_lines(self) -> None:
        start = place(MAIN, "type B").span.start
        finding = replace(FINDING, place=Place(MAIN, Span(start, place(MAIN, "fn main").span.end)))
        [line, _] = lines("cargo-json", replace(run(), entries=(Entry(finding),), problems=()))
        [primary, *_] = json.loads(line)["message"]["spans"]
        assert (primary["line_start"], primary["line_end"]) == (2, 4)
        assert [(one["highlight_start"], one["highlight_end"]) for one in primary["text"]] == [
            (1, 28),
            (1, 1),
            (1, 8),
        ]

    def test_names_are_relative_to_the_workspace(self) -> None:
        member = replace(CONTEXT, workspace_root=ROOT.parent)
        [first, *_] = lines("cargo-json", replace(run(), package_of=lambda path: member))
        assert json.loads(first)["message"]["spans"][0]["file_name"] == "project/src/main.rs"

    def test_only_errors_fail_the_build(self) -> None:
        mild = Entry(replace(FINDING, level=Level.WARNING))
        [_, finished] = lines("cargo-json", replace(run(), entries=(mild,), problems=()))
        assert json.loads(finished)["success"] is True
