"""The inline Markdown of records."""

from __future__ import annotations

import pytest

from burnlint.render.model import Code, Inline, Link, Paragraph, Text
from burnlint.render.prose import paragraphs, parse_prose


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("plain words", [Text("plain words")]),
        (
            "use `Vec<T>` or **never** see [the book](https://burn.dev).",
            [
                Text("use "),
                Code("Vec<T>"),
                Text(" or "),
                Text("never", "strong"),
                Text(" see "),
                Link("the book", "https://burn.dev"),
                Text("."),
            ],
        ),
        ("`` a `b` ``", [Code("a `b`")]),
        ("one ` tick, 2 * 3 ** 4, a[i](j)", [Text("one ` tick, 2 * 3 ** 4, a[i](j)")]),
        ("[x](javascript:alert)", [Text("[x](javascript:alert)")]),
        ("", []),
    ],
)
def test_inline_markdown(text: str, parts: list[Inline]) -> None:
    assert parse_prose(text) == tuple(parts)


def test_paragraphs_are_divided_by_empty_lines() -> None:
    assert paragraphs("\none\ntwo\n \nthree `x`\n") == (
        Paragraph((Text("one\ntwo"),)),
        Paragraph((Text("three "), Code("x"))),
    )
    assert paragraphs(" \n") == ()
