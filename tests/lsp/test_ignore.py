"""Comments that ignore: wherever they are put, they do what they say, and the file stays what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Finding, Level
from burnlint.checks.suppress import apply, problems, suppressions
from burnlint.lsp.ignore import Insertion, ignore_file, ignore_item, ignore_line
from burnlint.span import Place, Span
from burnlint.syntax.document import Document
from burnlint.syntax.text import Text

SOURCES = {
    "a statement": "fn f() {\n    risky();\n}\n",
    "the first line": "risky();",
    "a chain": "fn f() {\n    let x = a\n        .b()\n        .risky();\n}\n",
    "crlf": "fn f() {\r\n\trisky();\r\n}\r\n",
    "attributes and documentation": "use x;\n\n/// Says.\n#[test]\n// why\nfn f() { risky() }\n",
    "a method": "impl<T> A<T> {\n    /// Does.\n    fn g(&self) {}\n\n    pub fn f() {\n        risky()\n    }\n}\n",
    "a macro": "fn f() {\n    vec![\n        risky(),\n        1,\n    ];\n}\n",
    "a constant": "mod m {\n    const X: u8 = risky();\n}\n",
    "after a comment at a line's end": "fn g() {} // g\nfn f() { risky() }\n",
    "after a blank line": "// License\n\nfn f() { risky() }\n",
    "behind a long string": 'fn f() {\n    let x = ("a\n  b", risky());\n}\n',
    "in a string's company": 'fn f() {\n    g(r#"\n"#, risky())\n}\n',
    "half written": "fn f() {\n    let x = risky(\n",
    "shebang": "#!/usr/bin/env run\nfn main() { risky() }\n",
    "inner attribute": "#![no_std]\nfn main() { risky() }\n",
    "emoji": 'fn f() {\n    ("😀", risky());\n}\n',
}


def finding_in(source: str) -> Finding:
    start = source.encode().index(b"risky")
    return Finding("some-rule", Level.ERROR, "", Place(Path("x.rs"), Span(start, start + 5)), ())


def inserted(source: str, insertion: Insertion) -> tuple[Document, Finding]:
    """The source with the comment, and its finding."""
    offset, comment = insertion
    data = source.encode()
    text = (data[:offset] + comment.encode() + data[offset:]).decode()
    assert text.replace(comment, "", 1) == source
    return Document(Text.from_str(text)), finding_in(text)


def is_suppressed(document: Document, finding: Finding) -> bool:
    found = suppressions(document)
    assert len(found) == 1 and found[0].has_reason
    assert list(problems(found, {"some-rule"})) == []
    (marked,), unused = apply([finding], found)
    assert unused == ()
    return marked.suppressed


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_on_this_line(source: str) -> None:
    insertion = ignore_line(Document(Text.from_str(source)), finding_in(source).place.span, "some-rule")
    assert insertion is not None
    assert is_suppressed(*inserted(source, insertion))


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_in_this_file(source: str) -> None:
    insertion = ignore_file(Document(Text.from_str(source)), "some-rule")
    document, finding = inserted(source, insertion)
    assert is_suppressed(document, finding)
    assert document.text.data.startswith(b"#!/usr") == source.startswith("#!/usr")


@pytest.mark.parametrize(
    ("name", "called", "line"),
    [
        ("a statement", "fn f", 0),
        ("crlf", "fn f", 0),
        ("attributes and documentation", "fn f", 2),
        ("a method", "fn f", 4),
        ("a macro", "fn f", 0),
        ("a constant", "const X", 1),
        ("after a comment at a line's end", "fn f", 1),
        ("after a blank line", "fn f", 2),
        ("shebang", "fn main", 1),
        ("emoji", "fn f", 0),
    ],
)
def test_in_this_item(name: str, called: str, line: int) -> None:
    source = SOURCES[name]
    result = ignore_item(Document(Text.from_str(source)), finding_in(source).place.span, "some-rule")
    assert result is not None
    insertion, item = result
    assert item == called
    document, finding = inserted(source, insertion)
    (comment,) = suppressions(document)
    assert document.text.line_at(comment.span.start) == line
    assert is_suppressed(document, finding)


def test_outside_of_every_item_there_is_none() -> None:
    source = SOURCES["the first line"]
    assert ignore_item(Document(Text.from_str(source)), finding_in(source).place.span, "some-rule") is None


def test_nothing_is_written_into_a_string() -> None:
    source = 'fn f() {\n    ("\n", risky(), "\n");\n}\n'
    assert ignore_line(Document(Text.from_str(source)), finding_in(source).place.span, "some-rule") is None


def test_line_breaks_stay_of_one_kind() -> None:
    source = SOURCES["crlf"]
    document = Document(Text.from_str(source))
    span = finding_in(source).place.span
    line, item = ignore_line(document, span, "r"), ignore_item(document, span, "r")
    assert line is not None and item is not None
    for _, comment in (line, item[0], ignore_file(document, "r")):
        assert comment.endswith("\r\n") and comment.count("\n") == 1
