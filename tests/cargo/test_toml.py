"""TOML: values from the standard library, and where they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.cargo.toml import BOOLEAN, STRING, STRINGS, Shape, TomlFile, misshapen, read_toml, tomllib
from burnlint.span import Span

PATH = Path("/w/Cargo.toml")

SAMPLE = '''# [not.a.table] "
[package]
name = "a#b" # "c"
[dependencies]
burn.version = "0.21" # twice
burn.features = [ "wgpu", # "no", ]
  'ndarray',
]
other = { version = "1", features = ["a",
  "b"], nested = { "quoted key" = [[1], {x = 2}] } }
[ dependencies . "x.y" ]
text = """ a
[no]
burn = "0.1" ""\\""""
raw = \'\'\'
[[no]] \'\'\'
[[bin]]
name = 'é'
[[bin]]
name = ""
[bin.sub]
when = 1979-05-27 07:32:00 # a date
[[bin.sub.list]]
n = -1_0.5e3
'''


def read(text: str | bytes) -> TomlFile:
    return read_toml(PATH, text if isinstance(text, bytes) else text.encode())


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    """All values that are neither tables nor arrays, and the arrays that are empty."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = [leaf for key, item in items for leaf in leaves(item, (*path, key))]
    return inner if isinstance(value, dict | list) else [(path, value)]


def check_places(file: TomlFile) -> None:
    """Every value, cut out of the text at its place and read again, is the same value."""
    for path, value in leaves(file.table):
        entry = file.entry(*path)
        assert entry is not None and entry.value is not None, path
        text = file.data[entry.value.start : entry.value.end].decode()
        assert tomllib.loads(f"again = {text}")["again"] == value
        if isinstance(path[-1], str):
            key = file.data[entry.key.start : entry.key.end].decode()
            assert tomllib.loads(f"{key} = 0") == {path[-1]: 0}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_every_value_is_found(newline: str, start: str) -> None:
    file = read(start + SAMPLE.replace("\n", newline))
    assert file.problems == ()
    assert len(leaves(file.table)) == 15
    check_places(file)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("package",), "package"),
        (("package", "name"), 'name = "a#b"'),
        (("dependencies", "burn"), "burn"),
        (("dependencies", "burn", "version"), 'version = "0.21"'),
        (("dependencies", "burn", "features", 1), "'ndarray'"),
        (("dependencies", "x.y"), '"x.y"'),
        (("bin", 1, "sub", "list", 0, "n"), "n = -1_0.5e3"),
        (("bin", 1, "none"), "bin"),
        (("dependencies", "burn", "none", "deeper"), "burn"),
    ],
)
def test_the_place_of_a_key_or_of_what_is_around_it(path: tuple[str | int, ...], text: str) -> None:
    file = read(SAMPLE)
    place = file.place(*path)
    assert place.path == PATH
    assert file.data[place.span.start : place.span.end].decode() == text


def test_the_second_element_is_the_second() -> None:
    file = read(SAMPLE)
    first, second = file.entry("bin", 0), file.entry("bin", 1)
    assert first is not None and second is not None
    assert file.data.index(b"[[bin]]") + 2 == first.key.start < second.key.start
    assert file.place("nothing").span == Span(0, 0)


@pytest.mark.parametrize(
    ("data", "message", "at"),
    [
        (b"a = 1\nb = ]\n", "Invalid value", b"]\n"),
        (b"a = 1\r\nb = ]\r\n", "Invalid value", b"]\r\n"),
        ("é = 1".encode(), "Invalid statement", "é = 1".encode()),
        ("\ufeffa = 'é' b".encode(), "Expected newline or end of document after a statement", b"b"),
        (b"a = 1\nb = [1,", "Invalid value", b""),
        (b"a = 1\na = 2\n", "Cannot overwrite a value", b"\n"),
        (b"a = {b = 1, b = 2}", "Duplicate inline table key", None),
        (b"a = {b = 1,, c = 2}", "not valid TOML", b", c = 2}"),
    ],
)
def test_what_is_wrong_and_where(data: bytes, message: str, at: bytes | None) -> None:
    file = read(data)
    (problem,) = file.problems
    assert message in problem.message and "(at " not in problem.message
    assert file.table == {}
    assert problem.span is not None
    if at is not None:
        assert data[problem.span.start :] == at


def test_text_that_is_no_utf_8() -> None:
    (problem,) = read(b'a = "\xff"').problems
    assert problem.message == "not valid UTF-8" and problem.span == Span(5, 6)


@pytest.mark.parametrize(
    "data", [b"a = " + b"[" * 5000, b"a = " + b"{b = " * 5000, b"a = " + b"1" * 5000, b"a." * 3000]
)
def test_hostile_files_are_problems(data: bytes) -> None:
    file = read(data)
    assert file.table == {} and len(file.problems) == 1
    assert file.place("a").path == PATH


def test_inline_tables_of_toml_1_1() -> None:
    file = read(
        'before = ["{", 1,] # {\nburn = { # why, {\r\n  version = "0.21", # not } this\n\n'
        "  features = [\n    'wgpu', # }\n  ],\n}\nafter = '''\n{\n,}'''\n"
    )
    assert file.problems == ()
    assert file.table == {
        "before": ["{", 1],
        "burn": {"version": "0.21", "features": ["wgpu"]},
        "after": "{\n,}",
    }
    check_places(file)


def test_a_broken_file_does_not_pass_as_toml_1_1() -> None:
    file = read("a = {\n  b = 1,\n  c = ]\n}\n")
    assert file.table == {} and len(file.problems) == 1


def test_typed_access() -> None:
    file = read('s = "x"\nl = ["a", 1, "b"]\nb = true\n[t]\nk = 1\n')
    assert file.get(str, "s") == "x" and file.get(bool, "b") is True
    assert file.get(str, "l") is None and file.get(str, "s", "deeper") is None and file.get(int, "l", 7) is None
    assert file.strings("l") == ("a", "b") and file.strings("s") == ()
    assert file.keys() == ("s", "l", "b", "t") and file.keys("t") == ("k",) and file.keys("s") == ()


def test_shapes() -> None:
    shape = Shape((dict,), {"s": STRING, "l": STRINGS, "t": Shape((str, dict), {"b": BOOLEAN, "*": STRING})})
    good = read('s = ""\nl = []\nother = 1\n[t]\nb = true\nc = ""\n')
    assert list(misshapen(good, shape)) == []
    bad = read('s = 1\nl = ["", 2]\n[t]\nb = "true"\nc = false\n')
    assert [(problem.message, bad.data[slice(*problem.span or ())].decode()) for problem in misshapen(bad, shape)] == [
        ("`s` must be a string", "s = 1"),
        ("`l.1` must be a string", "2"),
        ("`t.b` must be true or false", 'b = "true"'),
        ("`t.c` must be a string", "c = false"),
    ]


# ---- documents of any content ---------------------------------------------------------------------------

keys = st.text(st.characters(codec="utf-8", exclude_characters="\x7f", min_codepoint=32), max_size=4)
scalars = st.one_of(
    st.integers(-5, 5), st.booleans(), st.text(st.characters(codec="utf-8"), max_size=8), st.sampled_from(["#", "[x]"])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
)
spaces = st.sampled_from(["", " ", "\t "])
breaks = st.sampled_from(["", " ", "\n", '# [c] = {"\n  '])


def quoted(text: str) -> str:
    plain = "".join(f"\\u{ord(char):04x}" if char in '"\\\x7f' or ord(char) < 32 else char for char in text)
    return f'"{plain}"'


def written(value: Any, draw: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        items = "".join(f"{draw(breaks)}{written(item, draw)}{draw(breaks)}," for item in value)
        return f"[{items}{draw(breaks)}]"
    if isinstance(value, dict):
        space = draw(spaces)
        return f"{{{', '.join(f'{space}{quoted(key)}{space}={written(item, draw)}' for key, item in value.items())}}}"
    return str(value)


@given(
    st.data(),
    st.dictionaries(keys, values, max_size=4),
    st.lists(st.dictionaries(keys, values, max_size=2), max_size=3),
)
def test_any_document(data: st.DataObject, table: dict[str, Any], array: list[dict[str, Any]]) -> None:
    lines = []
    for header, content in [("[table]", table), *(("[[array]]", item) for item in array)]:
        lines.append(f"{data.draw(spaces)}{header}{data.draw(spaces)}# [no]")
        lines += [f"{quoted(key)} = {written(item, data.draw)}" for key, item in content.items()]
    file = read("\n".join(lines))
    # TOML 1.0 has no line breaks in inline tables; the arrays in them may have some.
    assert file.problems == ()
    assert file.table == ({"table": table, "array": array} if array else {"table": table})
    check_places(file)


@given(st.binary(max_size=60) | st.text("[]{}=.,\"'#\n ab1\\", max_size=60).map(str.encode))
def test_no_input_raises(data: bytes) -> None:
    file = read(data)
    assert len(file.problems) <= 1
    for problem in file.problems:
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(data)
    file.place("a", "b", 0)
