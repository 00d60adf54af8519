"""Importing foreign records: every form that is read, every defect that is named, and what they are joined to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.records.foreign import import_foreign, join, read_foreign
from burnlint.records.foreign_json import MAX_SIZE
from burnlint.records.load import Database

PATH = Path("seeds.json")


def foreign(**changes: Any) -> dict[str, Any]:
    """A record of the foreign form; a value of `...` leaves the key out."""
    record: dict[str, Any] = {
        "id": "aaaa000011112222",
        "repo": "acme/burn",
        "slug": "bicubic-resize",
        "errorCode": None,
        "errorMessage": "bicubic resize: no gradient on the host",
        "messagePattern": "bicubic resize: no gradient on the host",
        "errorType": "panic",
        "errorClass": None,
        "httpStatus": None,
        "severity": "error",
        "filePath": "crates/burn-ndarray/src/ops/module.rs",
        "lineNumber": 340,
        "sourceCode": "fn resize() {}",
        "sourceCodeStart": 330,
        "sourceCodeEnd": 350,
        "githubUrl": "https://example.org",
        "documentation": "Résumé of the panic.",
        "triggerScenarios": "A resize.",
        "commonSituations": "Training.",
        "solutions": ["Use another mode."],
        "exampleFix": None,
        "handlingStrategy": "validation",
        "validationCode": None,
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": [],
        "tags": ["rust"],
        "backgroundTag": "gap",
        "analyzedSha": "0123",
        "analyzedAt": "2026-01-01T00:00:00Z",
        "contentChangedAt": "2026-01-01T00:00:00Z",
        "schemaVersion": 2,
    }
    record.update(changes)
    return {"record": {key: value for key, value in record.items() if value is not ...}, "datasetVersion": "x"}


def encoded(value: object, **options: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, **options).encode()


# ---- what is read ---------------------------------------------------------------------------------------


def test_one_record() -> None:
    records, problems = read_foreign(encoded(foreign()), PATH)
    assert problems == ()
    (record,) = records
    assert (record.id, record.path, record.line_number) == ("aaaa000011112222", PATH, 340)
    assert record.solutions == ("Use another mode.",)
    assert (record.example_fix, record.prevention) == (None, ())
    assert record.documentation == "Résumé of the panic."


@pytest.mark.parametrize(
    "data",
    [
        encoded([foreign(id="a"), foreign(id="b")]),
        encoded([foreign(id="a"), foreign(id="b")], indent=2),
        encoded(foreign(id="a")) + b"\n" + encoded(foreign(id="b")) + b"\n",
        encoded(foreign(id="a"), indent=1) + encoded(foreign(id="b"), indent=1),
        b"\xef\xbb\xbf" + encoded(foreign(id="a")) + b"\r\n\r\n" + encoded(foreign(id="b")),
        encoded([foreign(id="a")]) + encoded(foreign(id="b")),
    ],
)
def test_several_records_in_one_file(data: bytes) -> None:
    records, problems = read_foreign(data, PATH)
    assert problems == ()
    assert [record.id for record in records] == ["a", "b"]


def test_the_span_of_a_record_is_in_bytes() -> None:
    first, second = encoded(foreign(id="ä")), encoded(foreign(id="b"))
    data = b"\xef\xbb\xbf" + first + b"\n" + second
    records, _ = read_foreign(data, PATH)
    assert [data[record.span.start : record.span.end] for record in records] == [first, second]


def test_keys_that_nobody_knows_are_no_problem() -> None:
    assert read_foreign(encoded(foreign(newField={"a": 1})), PATH)[1] == ()


def test_keys_that_may_be_null_may_be_left_out() -> None:
    records, problems = read_foreign(encoded(foreign(exampleFix=..., httpStatus=..., typeGuard=...)), PATH)
    assert (len(records), problems) == (1, ())


# ---- what is refused ------------------------------------------------------------------------------------


def place(data: bytes, span: Any) -> tuple[int, bytes]:
    """The line of a problem, and the text from there on."""
    return data[: span.start].count(b"\n") + 1, data[span.start : span.start + 12]


@pytest.mark.parametrize(
    ("changes", "message", "key"),
    [
        ({"id": ...}, "`record.id` is missing", None),
        ({"id": 3}, "`record.id` must be a text, not a number", '"id": '),
        ({"solutions": "a"}, "`record.solutions` must be a list of texts, not a text", '"solutions": '),
        ({"solutions": ["a", None]}, "`record.solutions[1]` must be a text, not null", '"a",\n   '),
        ({"lineNumber": "3"}, "`record.lineNumber` must be a whole number, not a text", '"lineNumber": '),
        ({"lineNumber": True}, "`record.lineNumber` must be a whole number, not true or false", '"lineNumber": '),
        ({"lineNumber": 3.5}, "`record.lineNumber` must be a whole number, not a number", '"lineNumber": '),
        ({"exampleFix": []}, "`record.exampleFix` must be a text, not a list", '"exampleFix": '),
        ({"documentation": None}, "`record.documentation` must be a text, not null", '"documentation": '),
        ({"httpStatus": {}}, "`record.httpStatus` must be a whole number, not an object", '"httpStatus": '),
        ({"schemaVersion": 3}, "`record.schemaVersion` is 3: burnlint understands 2", '"schemaVersion": '),
        ({"schemaVersion": "2"}, '`record.schemaVersion` is "2": burnlint understands 2', '"schemaVersion": '),
        ({"schemaVersion": 2.0}, "`record.schemaVersion` is 2.0: burnlint understands 2", '"schemaVersion": '),
        ({"schemaVersion": ...}, "`record.schemaVersion` is missing: burnlint understands 2", None),
    ],
)
def test_a_wrong_field_is_named_by_path_and_line(changes: dict[str, Any], message: str, key: str | None) -> None:
    data = encoded(foreign(**changes), indent=1)
    records, problems = read_foreign(data, PATH)
    assert records == ()
    assert [problem.message for problem in problems] == [message]
    span = problems[0].span
    assert span is not None
    # A field that is missing is named at the record around it.
    at = data.decode().index(key or '{\n  "')
    at += len(key or "")
    line, text = place(data, span)
    assert line == data.decode()[:at].count("\n") + 1
    assert text.startswith(data[len(data.decode()[:at].encode()) :][:2].strip())


def test_every_wrong_field_of_a_record_is_named_and_the_others_are_read() -> None:
    data = encoded([foreign(id="a"), foreign(id=1, tags=[2]), foreign(id="c")], indent=1)
    records, problems = read_foreign(data, PATH)
    assert [record.id for record in records] == ["a", "c"]
    assert [problem.message for problem in problems] == [
        "`[1].record.id` must be a text, not a number",
        "`[1].record.tags[0]` must be a text, not a number",
    ]


def test_half_of_a_surrogate_pair() -> None:
    data = encoded(foreign()).replace(b'"acme/burn"', rb'"\ud83d"')
    (problem,) = read_foreign(data, PATH)[1]
    assert problem.message == "`record.repo` holds half of a surrogate pair"
    problem.message.encode()


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        (b"", "holds no record", None),
        (b" \n ", "holds no record", None),
        (b"[]", None, None),
        (b'{"record": \n {"id": "a"', "not valid JSON at line 2, column 12: Expecting ',' delimiter", 2),
        (b'{"record": {"id": "a', "not valid JSON at line 1, column 19: Unterminated string", 1),
        (b"{'record': 1}", "not valid JSON at line 1, column 2: Expecting property name", 1),
        (b"\n\n{,}", "not valid JSON at line 3, column 2", 3),
        (b'{"a": 1, "a": 2}', "not valid JSON at line 1, column 1: the key `a` stands twice in one object", 1),
        (b'{"a": NaN}', "not valid JSON at line 1, column 1: `NaN` is no JSON value", 1),
        (b"[" * 100_000, "not valid JSON at line 1, column 1: nested too deeply", 1),
        (b"{}", "no record: `record` is missing", 1),
        (b'{"record": 3}', "no record: `record` is missing", 1),
        (b"[3]", "`[0]` must be an object with a record in `record`", 1),
        (b'"text"', "no record: `record` is missing", 1),
        (b"ab\ncd\xff", "not valid UTF-8: byte 0xff at offset 5, in line 2", 2),
        ("{}".encode("utf-16"), "not valid UTF-8: byte 0xff at offset 0, in line 1", 1),
        (b" " * (MAX_SIZE + 1), "larger than 8 MB", None),
    ],
)
def test_what_is_no_record(data: bytes, message: str | None, line: int | None) -> None:
    records, problems = read_foreign(data, PATH)
    assert records == ()
    if message is None:
        assert problems == ()
        return
    assert problems[0].message.startswith(message)
    span = problems[0].span
    assert (None if span is None else place(data, span)[0]) == line


def test_a_broken_line_spoils_no_other() -> None:
    data = encoded(foreign(id="a")) + b"\n" + encoded(foreign())[:50] + b"\n" + encoded(foreign(id="c"))
    records, problems = read_foreign(data, PATH)
    assert [record.id for record in records] == ["a", "c"]
    assert len(problems) == 1
    assert "line 2" in problems[0].message or "line 3" in problems[0].message


@pytest.mark.parametrize(
    "data", [b"\n{" * 500_000, b"{}\n" * 500_000, b"[" + b"1," * 500_000 + b"1]", b'{"a":' * 300_000]
)
def test_hostile_files_end_with_few_problems(data: bytes) -> None:
    """That this test ends soon is what it shows."""
    records, problems = read_foreign(data, PATH)
    assert records == ()
    assert 1 <= len(problems) <= 100


@given(st.binary(max_size=80))
def test_any_bytes_are_data(data: bytes) -> None:
    records, problems = read_foreign(data, PATH)
    assert records == ()
    assert problems or data.strip() == b"[]"


@given(st.integers(0, 2000), st.binary(min_size=1, max_size=3))
def test_any_damage_to_a_good_file_is_data(at: int, patch: bytes) -> None:
    good = encoded(foreign(), indent=1)
    read_foreign(good[:at] + patch + good[at + len(patch) :], PATH)
    read_foreign(good[:at], PATH)


# ---- joining --------------------------------------------------------------------------------------------


def only(**changes: Any) -> Any:
    (record,) = read_foreign(encoded(foreign(**changes)), PATH)[0]
    return record


def test_joined_by_id(database: Database) -> None:
    joined = join(only(errorMessage="something else"), database)
    assert (joined.by, [record.id for record in joined.records]) == ("id", ["host-resize-backward-bicubic"])


def test_joined_by_message(database: Database) -> None:
    joined = join(only(id="new", errorMessage="The linear weight gradient has no gradient."), database)
    assert (joined.by, [record.id for record in joined.records]) == ("message", ["linear-second-order"])


def test_the_file_decides_between_equal_messages(changed: Callable[..., Path], load: Callable[..., Database]) -> None:
    same = "not implemented: this resize"
    folder = changed(
        ("interpolate/host-resize-backward-bilinear.toml", "bilinear resize has no gradient for host tensors", same),
        ("interpolate/cube-resize-backward-bilinear.toml", "bilinear resize has no gradient for cube tensors", same),
    )
    database = load(folder)
    joined = join(only(id="new", errorMessage=same, filePath="crates/burn-cube/src/resize.rs"), database)
    assert [record.id for record in joined.records] == ["cube-resize-backward-bilinear"]
    joined = join(only(id="new", errorMessage=same, filePath="crates/burn-tch/src/resize.rs"), database)
    assert (joined.by, joined.records) == (None, ())


def test_a_panic_that_burnlint_does_not_know(database: Database) -> None:
    joined = join(only(id="new", errorMessage="something else"), database)
    assert (joined.by, joined.records) == (None, ())


def test_an_import_names_every_problem_and_changes_nothing(database: Database, tmp_path: Path) -> None:
    good, twice, bad, folder = (tmp_path / name for name in ("good.json", "twice.json", "bad.json", "folder"))
    good.write_bytes(encoded([foreign(), foreign(id="bbbb000011112222")]))
    twice.write_bytes(encoded(foreign()))
    bad.write_bytes(b"{")
    folder.mkdir()
    before = {path: path.read_bytes() for path in (good, twice, bad)}
    result = import_foreign([good, twice, bad, folder, tmp_path / "nowhere.json"], database)
    assert [one.foreign.id for one in result.joined] == ["aaaa000011112222", "bbbb000011112222"]
    assert [(problem.path.name, problem.message.partition(":")[0]) for problem in result.problems] == [
        ("twice.json", f"the record `aaaa000011112222` was read before, from {good}".partition(":")[0]),
        ("bad.json", "not valid JSON at line 1, column 2"),
        ("folder", "cannot be read"),
        ("nowhere.json", "cannot be read"),
    ]
    assert {path: path.read_bytes() for path in before} == before
