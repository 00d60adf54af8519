from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from burnlint.checks.finding import Applicability, Fix, Related
from burnlint.render.characters import display_width
from burnlint.report.formats import render
from burnlint.report.run import Entry, Run, Sources, Style
from burnlint.span import Place, Span

from .sample import FINDING, MAIN, PROBLEM, ROOT, run

EXPECTED = """\
error[interpolate-backward]: bicubic has no backward pass on NdArray, 100% sure: `loss.backward()` will panic
 --> src/main.rs:5:29
  |
2 | type B = Autodiff<NdArray>;
  |          ----------------- the backend is chosen here
...
5 |     let s = "🔥é日本"; let mode = InterpolateMode::Bicubic;
  |                                   ^^^^^^^^^^^^^^^^^^^^^^^^
6 |     loss.backward();
  |     --------------- the backward pass runs here
  |
 ::: src/my backend.rs:1:14
  |
1 | pub type C = NdArray;
  |              ------- another name of it
  |
 ::: Cargo.lock:4:1
  |
4 | name = "burn"
  | ------------- burn 0.21.0
  |
  = help: use nearest-neighbour interpolation (changes behaviour; `--unsafe-fixes` applies it)
  = help: resize the input before training
  = note: record ndarray-bicubic (read: burn 0.21.0, crates/burn-ndarray/src/ops/module.rs:340)

warning[interpolate-backward]: bicubic has no backward pass on NdArray, 100% sure: `loss.backward()` will panic (suppressed)
 --> src/main.rs:8:2
  |
8 |     first(); second();
  |     ^^^^^^^
  |
  = note: record ndarray-bicubic (read: burn 0.21.0, crates/burn-ndarray/src/ops/module.rs:340)

information[team-rule]: second() can panic
 --> src/main.rs:8:11
  |
8 |     first(); second();
  |              ^^^^^^^^
  |
  = note: record team-record

error: not valid TOML: a value is missing
 --> Cargo.toml:3:11
  |
3 | edition =
  |           ^

error: cannot be read
 --> src/gone.rs

1 error, 1 warning, 1 possible panic, 2 problems found in 3 files. `burnlint explain interpolate-backward` tells more.
"""  # noqa: E501


def text(run: Run, style: Style | None = None) -> str:
    return "\n".join(render("text", run, style or Style())) + "\n"


def only(source: str, span: tuple[int, int], *related: tuple[int, int], width: int = 140) -> list[str]:
    """The excerpt of one finding in one file."""
    finding = replace(
        FINDING,
        place=Place(MAIN, Span(*span)),
        related=tuple(Related(Place(MAIN, Span(*one)), "note") for one in related),
    )
    sources = Sources({MAIN: source.encode()}.get)
    shown = text(replace(run(), entries=(Entry(finding),), problems=(), sources=sources), Style(width=width))
    lines = shown.splitlines()
    return lines[3 : lines.index("", 3) - 2]


def test_everything_at_once() -> None:
    assert text(run()) == EXPECTED


def test_colours_add_only_escape_codes() -> None:
    colored = text(run(), Style(color=True))
    assert "\x1b[1;31merror[interpolate-backward]\x1b[0m" in colored
    assert "\x1b[1;33mwarning[interpolate-backward]\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == EXPECTED


def test_one_line_between_is_shown_and_more_are_not() -> None:
    assert only("a\nb\nc\nd\ne\nf\n", (0, 1), (4, 5), (10, 11)) == [
        "1 | a",
        "  | ^",
        "2 | b",
        "3 | c",
        "  | - note",
        "...",
        "6 | f",
        "  | - note",
    ]


def test_two_marks_on_one_line() -> None:
    assert only("let x = f(y);\n", (8, 9), (10, 11)) == [
        "1 | let x = f(y);",
        "  |         ^",
        "  |           - note",
    ]


def test_a_mark_of_several_lines_is_drawn_to_the_end_of_its_first() -> None:
    assert only("f(\n    a,\n)\n", (0, 11)) == ["1 | f(", "  | ^^…"]


@pytest.mark.parametrize("span", [(3, 3), (4, 4), (2, 3), (99, 120)])
def test_an_empty_mark_and_one_at_the_end_of_a_line_get_a_caret(span: tuple[int, int]) -> None:
    assert only("abc\r\n", span)[1].strip().endswith("^")


@pytest.mark.parametrize(
    ("before", "columns"),
    [("\t", 4), ("日本", 4), ("é", 1), ("e\u0301", 1), ("🔥", 2), ("\u202e", 8), ("\x1b", 6)],
)
def test_carets_stand_below_what_they_mark(before: str, columns: int) -> None:
    start = len(before.encode())
    source, carets = only(before + "code\n", (start, start + 4))
    assert carets == "  | " + " " * columns + "^^^^"
    assert display_width(source.removesuffix("code")) == len("1 | ") + columns
    assert "\x1b" not in source and "\u202e" not in source


@pytest.mark.parametrize("filler", ["x", "日", "🔥"])
@pytest.mark.parametrize("offset", [0, 1])
def test_a_long_line_is_cut_around_the_mark(filler: str, offset: int) -> None:
    before = " " * offset + filler * 300
    start = len(before.encode())
    source, carets = only(f"{before}code{filler * 300}\n", (start, start + 4), width=80)
    assert display_width(source) <= 80
    column = display_width(source[: source.index("code")])
    assert carets == "  |" + " " * (column - 3) + "^^^^"
    assert source.count("…") == 2


def test_a_related_place_whose_file_is_gone_keeps_its_message() -> None:
    gone = Related(Place(ROOT / "gone.rs", Span(5, 9)), "the backend was chosen here")
    entry = Entry(replace(FINDING, related=(gone,)))
    lines = text(replace(run(), entries=(entry,))).splitlines()
    position = lines.index(" ::: gone.rs")
    assert lines[position + 1] == "  | the backend was chosen here"


def test_each_fix_says_how_it_is_applied() -> None:
    fixes = tuple(Fix("title", applicability) for applicability in Applicability)
    lines = text(replace(run(), entries=(Entry(FINDING, fixes),))).splitlines()
    assert [line for line in lines if "help" in line] == [
        "  = help: title (`--fix` applies it)",
        "  = help: title (changes behaviour; `--unsafe-fixes` applies it)",
        "  = help: title",
    ]


def test_the_summary_counts_what_is_left_out() -> None:
    nothing = replace(run(), entries=(), problems=(), files=1, suppressed=2, known=3)
    assert text(nothing) == "No known panic found in 1 file (2 suppressed, 3 in the baseline).\n"


def test_the_newest_source_line_stands_in_for_a_release_without_one() -> None:
    applied = replace(FINDING.records[0], burn="0.20, or later")
    entry = Entry(replace(FINDING, records=(applied,)))
    assert "record ndarray-bicubic (read: burn 0.21.0, " in text(replace(run(), entries=(entry,)))


def test_a_path_that_is_no_text_can_be_shown(tmp_path: Path) -> None:
    path = ROOT / "src" / b"odd\xff.rs".decode("utf-8", "surrogateescape")
    problem = replace(PROBLEM, path=path, span=None)
    text(replace(run(), problems=(problem,))).encode()
