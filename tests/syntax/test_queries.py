"""Query files: many files are one query, and a broken one is a problem with a place while the others work."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.datadir import data_dir
from burnlint.problem import Problem
from burnlint.span import Span
from burnlint.syntax.parser import parse
from burnlint.syntax.queries import Match, QuerySet, lint_query

CALLS = """\
; Calls of methods: @call is all of it, @call.name the name.
(call_expression function: (field_expression field: (field_identifier) @call.name)) @call
"""
ITEMS = """\
; @item.name: the name of a function or a struct.
(function_item name: (identifier) @item.name)
((struct_item name: (type_identifier) @item.name) (#match? @item.name "^[A-Z]\\\\w+$"))
"""
SOURCE = b"fn run() { a.first(); b.second(); }\nstruct Model;\nstruct x;\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in files.items():
        (folder / f"{name}.scm").write_text(source, encoding="utf-8")
    return folder


def texts(matches: list[Match], capture: str) -> list[bytes | None]:
    return [node.text for match in matches for node in match.captures.get(capture, [])]


def test_each_match_knows_the_file_of_its_pattern(tmp_path: Path) -> None:
    own = write(tmp_path / "own", items=ITEMS, calls=CALLS)
    team = write(tmp_path / "team", uses="; é: @use is an import\n(use_declaration) @use", macros="; nothing yet")
    queries = QuerySet(own, [team])
    matches = list(queries.matches(parse(SOURCE + b"use a::b;\n").root_node))
    assert queries.problems == ()
    by_file = {
        path: texts([match for match in matches if match.file == path], capture)
        for path, capture in (
            (own / "calls.scm", "call.name"),
            (own / "items.scm", "item.name"),
            (team / "uses.scm", "use"),
        )
    }
    assert by_file == {
        own / "calls.scm": [b"first", b"second"],
        own / "items.scm": [b"run", b"Model"],
        team / "uses.scm": [b"use a::b;"],
    }
    assert len(matches) == 5


def test_matches_in_a_span(tmp_path: Path) -> None:
    queries = QuerySet(write(tmp_path, calls=CALLS))
    root = parse(SOURCE).root_node
    start = SOURCE.index(b"b.second")
    assert texts(list(queries.matches(root, (start, start + 10))), "call.name") == [b"second"]
    assert list(queries.matches(root, (len(SOURCE) - 8, len(SOURCE)))) == []


def test_files_are_read_when_first_needed(tmp_path: Path) -> None:
    queries = QuerySet(tmp_path)
    write(tmp_path, calls=CALLS)
    assert len(list(queries.matches(parse(SOURCE).root_node))) == 2


BROKEN = [
    ("(call_expression", "Unexpected EOF", None),
    ("(identifier) @a)", "Invalid syntax", ")"),
    (
        "; é\n(call_expresion) @a",
        "Invalid node type: `call_expresion`; did you mean `call_expression`?",
        "call_expresion",
    ),
    ("(call_expression functio: (_)) @a", "Invalid field name: `functio`; did you mean `function`?", "functio"),
    ('((identifier) @a (#eq? @_b "é"))', "Invalid capture name: `_b`", "_b"),
    ("(identifier (identifier)) @a", "Impossible pattern", ""),
    (
        '((identifier) @a (#macht? @a "x"))',
        "unknown predicate `#macht?`, which tree-sitter would take as true; did you mean `match?`?",
        "#macht?",
    ),
    (
        '((identifier) @a ( ; c\n#lua-match? @a "x"))',
        "unknown predicate `#lua-match?`, which tree-sitter would take as true",
        "#lua-match?",
    ),
    ('((identifier) @a (.eq! @a "x"))', "unknown predicate `#eq!`", ".eq!"),
    (
        '(identifier) @a (#eq? @a "x")',
        "`#eq?` stands outside any pattern: move it inside the parentheses of its pattern",
        "#eq?",
    ),
    ('((identifier) @é (#match? @é "(x"))', "not a regular expression: missing ), unterminated subpattern", '"(x"'),
    (r'((identifier) @a (#not-match? @a "\d"))', r"in a query string `\d` means `d`: write `\\d`", r'"\d"'),
    ("((identifier) @a (#eq? @a))", "Invalid predicate in pattern: #eq? expects 2 arguments, got 1", ""),
    ("((identifier) @a (#set! a b c))", "Invalid predicate in pattern: #set! expects 1-2 arguments, got 3", ""),
    ("(" * 100_000, "more than 100 nested parentheses", "("),
    ("(identifier) @a \0", "Invalid syntax", ""),
]


@pytest.mark.parametrize(("source", "message", "place"), BROKEN, ids=[case[0][:40] for case in BROKEN])
def test_errors_are_found_with_their_place(source: str, message: str, place: str | None) -> None:
    problems = lint_query(Path("q.scm"), "; @a @é\n" + source)
    assert len(problems) == 1, problems
    (problem,) = problems
    assert problem.message.startswith(message)
    assert problem.path == Path("q.scm")
    if place is None:
        assert problem.span is None
    else:
        assert problem.span is not None
        marked = ("; @a @é\n" + source).encode()[problem.span.start : problem.span.end]
        assert marked.decode() == place or (message == "Invalid syntax" and marked == b"")


@pytest.mark.parametrize("source", [case[0] for case in BROKEN], ids=[case[0][:40] for case in BROKEN])
def test_a_broken_file_does_not_stop_the_others(source: str, tmp_path: Path) -> None:
    for own_is_broken in (True, False):
        good = write(tmp_path / f"good{own_is_broken}", calls=CALLS)
        bad = write(tmp_path / f"bad{own_is_broken}", broken="; @a @é\n" + source)
        queries = QuerySet(bad, [good]) if own_is_broken else QuerySet(good, [bad])
        assert texts(list(queries.matches(parse(SOURCE).root_node)), "call.name") == [b"first", b"second"]
        assert {problem.path.name for problem in queries.problems} == {"broken.scm"}


def test_one_file_cannot_finish_the_pattern_of_another(tmp_path: Path) -> None:
    team = write(tmp_path / "team", a="; @x\n(call_expression", b=") @x")
    queries = QuerySet(write(tmp_path / "own", calls=CALLS), [team])
    assert len(list(queries.matches(parse(SOURCE).root_node))) == 2
    assert {problem.path.name for problem in queries.problems} == {"a.scm", "b.scm"}


def test_captures_must_be_documented_but_work(tmp_path: Path) -> None:
    source = '; Only @use.\n\n((use_declaration argument: (identifier) @use.name @_x) @use (#eq? @_x "a"))\n'
    message = "the comment at the top of the file does not say what `@use.name` stands for"
    start = source.index("@use.name")
    expected = [Problem(tmp_path / "q.scm", message, Span(start, start + len("@use.name")))]
    assert lint_query(tmp_path / "q.scm", source) == expected

    queries = QuerySet(write(tmp_path / "own", calls=CALLS), [write(tmp_path, q=source)])
    assert texts(list(queries.matches(parse(b"use a; use b;").root_node)), "use") == [b"use a;"]
    assert list(queries.problems) == expected


def test_what_only_looks_like_a_predicate_is_none() -> None:
    source = '; @s @f\n; see (#nope? @x)\n((string_literal) @s (#eq? @s "(#nope? ; )"))\n(block . (_) @f)\n'
    assert lint_query(Path("q.scm"), source) == []


def test_files_that_cannot_be_read_are_problems(tmp_path: Path) -> None:
    team = write(tmp_path / "team", calls=CALLS)
    (team / "latin.scm").write_bytes(b"; caf\xe9\n")
    (team / "folder.scm").mkdir()
    queries = QuerySet(write(tmp_path / "own"), [team, tmp_path / "missing"])
    assert len(list(queries.matches(parse(SOURCE).root_node))) == 2
    assert [(problem.path.name, problem.message) for problem in queries.problems] == [
        ("folder.scm", "Is a directory"),
        ("latin.scm", "the file is not valid UTF-8: byte 0xe9 at offset 5 (line 1)"),
        ("missing", "there is no such folder of queries"),
    ]


def test_the_shipped_queries_are_in_order() -> None:
    shipped = QuerySet(data_dir("queries"))
    assert shipped.problems == ()
    for path in sorted(data_dir("queries").glob("*.scm")):
        assert lint_query(path, path.read_text(encoding="utf-8")) == []
