"""Texts: line ends and positions as the LSP defines them, and edits, against a plain str as the model."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burnlint.span import Span
from burnlint.syntax.lines import LineIndex
from burnlint.syntax.text import Encoding, Text, encode

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
PIECES = ["a", "bc", " ", "é", "€", "😀", "\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\ufffd", "\0"]
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def units(character: str, encoding: Encoding) -> int:
    if encoding == "utf-8":
        return len(character.encode())
    return len(character.encode("utf-16-le")) // 2 if encoding == "utf-16" else 1


def model_lines(text: str) -> list[tuple[int, str]]:
    """(index of the first character, content) of each line, from the definition in the LSP."""
    lines = []
    start = 0
    for end in re.finditer(r"\r\n|\n|\r", text):
        lines.append((start, text[start : end.start()]))
        start = end.end()
    return [*lines, (start, text[start:])]


def model_index(text: str, line: int, character: int, encoding: Encoding) -> int:
    """The index of a position in a str, clamped."""
    lines = model_lines(text)
    if line < 0:
        return 0
    if line >= len(lines):
        return len(text)
    index, content = lines[line]
    for each in content:
        character -= units(each, encoding)
        if character < 0:
            break
        index += 1
    return index


def byte(text: str, index: int) -> int:
    return len(text[:index].encode())


@settings(deadline=None)
@given(texts)
def test_lines_are_those_of_the_protocol(source: str) -> None:
    text = Text.from_str(source)
    lines = model_lines(source)
    assert text.line_count == len(lines)
    for number, (start, content) in enumerate(lines):
        first = byte(source, start)
        assert text.line_span(number) == Span(first, first + len(content.encode()))
        assert text.slice(text.line_span(number)) == content
        assert text.line_at(first) == number


@settings(deadline=None)
@given(texts, st.integers(-2, 12), st.integers(-3, 40), st.sampled_from(ENCODINGS))
def test_offset_of_any_position_is_that_of_the_model(
    source: str, line: int, character: int, encoding: Encoding
) -> None:
    expected = byte(source, model_index(source, line, character, encoding))
    assert Text.from_str(source).offset(line, character, encoding) == expected


@settings(deadline=None)
@given(texts, st.sampled_from(ENCODINGS))
def test_positions_round_trip(source: str, encoding: Encoding) -> None:
    text = Text.from_str(source)
    for number, (start, content) in enumerate(model_lines(source)):
        column = 0
        for index in range(len(content) + 1):
            offset = byte(source, start + index)
            assert text.position(offset, encoding) == (number, column)
            assert text.offset(number, column, encoding) == offset
            if index < len(content):
                column += units(content[index], encoding)


edits = st.lists(
    st.tuples(st.integers(-1, 9), st.integers(-1, 12), st.integers(-1, 9), st.integers(-1, 12), texts), max_size=12
)


@settings(deadline=None)
@given(texts, edits, st.sampled_from(ENCODINGS))
def test_edits_give_the_text_and_the_lines_of_the_model(
    source: str, changes: list[tuple[int, int, int, int, str]], encoding: Encoding
) -> None:
    text = Text.from_str(source)
    for line, character, last_line, last_character, new in changes:
        start = model_index(source, line, character, encoding)
        end = max(start, model_index(source, last_line, last_character, encoding))
        text = text.replace(
            text.offset(line, character, encoding), text.offset(last_line, last_character, encoding), new.encode()
        )
        source = source[:start] + new + source[end:]
        assert text.data == source.encode()
        fresh = LineIndex.of(text.data)
        assert [text.line_span(n) for n in range(-1, text.line_count + 1)] == [
            Text.from_str(source).line_span(n) for n in range(-1, fresh.count + 1)
        ]
        for offset in range(len(text.data) + 1):
            assert text.line_at(offset) == fresh.line_at(offset)


@settings(deadline=None)
@given(st.binary(max_size=12), st.lists(st.tuples(st.integers(-2, 14), st.integers(-2, 14), st.binary(max_size=5))))
def test_any_bytes_at_any_offsets_leave_valid_utf8(raw: bytes, changes: list[tuple[int, int, bytes]]) -> None:
    text, message = Text.from_bytes(raw)
    assert message is not None or raw in (text.data, b"\xef\xbb\xbf" + text.data)
    for start, end, new in changes:
        text = text.replace(start, end, new)
        assert text == Text.from_str(text.data.decode())
        assert text.line_count == len(model_lines(text.data.decode()))


def test_a_text_is_not_changed_by_replace() -> None:
    text = Text.from_str("a\nb\nc")
    other = text.replace(0, 1, b"x\ny").replace(6, 7, b"z")
    assert (text.data, text.line_count) == (b"a\nb\nc", 3)
    assert (other.data, other.line_count) == (b"x\ny\nb\nz", 4)


@pytest.mark.parametrize(
    ("source", "data"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udc00", "\ufffd"),
        ("x\ud83d", "x\ufffd"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d\ud83d\ude00", "\ufffd😀"),
    ],
)
def test_lone_surrogates_become_replacement_characters(source: str, data: str) -> None:
    assert Text.from_str(source).data == encode(source) == data.encode()


@settings(deadline=None)
@given(st.text(st.characters(categories=("Cs", "Lu"))))
def test_surrogates_keep_the_count_of_utf16_units(source: str) -> None:
    units_before = len(source.encode("utf-16-le", "surrogatepass"))
    assert len(encode(source).decode().encode("utf-16-le")) == units_before


def test_inside_a_pair_and_inside_a_sequence_is_the_start_of_the_character() -> None:
    text = Text.from_str("a😀b")
    assert [text.offset(0, n, "utf-16") for n in range(6)] == [0, 1, 1, 5, 6, 6]
    assert [text.offset(0, n, "utf-8") for n in range(8)] == [0, 1, 1, 1, 1, 5, 6, 6]
    assert [text.offset(0, n, "utf-32") for n in range(5)] == [0, 1, 5, 6, 6]


def test_a_position_inside_a_line_break_is_the_end_of_the_line() -> None:
    assert Text.from_str("ab\r\ncd").position(3, "utf-8") == (0, 2)
    assert Text.from_str("ab").position(99, "utf-16") == (0, 2)
    assert Text.from_str("ab").position(-1, "utf-16") == (0, 0)


def test_a_byte_order_mark_is_remembered_but_no_part_of_the_text() -> None:
    text, message = Text.from_bytes(b"\xef\xbb\xbffn main() {}\n")
    assert (text.data, text.bom, message) == (b"fn main() {}\n", True, None)
    assert text.replace(0, 2, b"gn").bom
    # An editor that does send one counts it.
    assert Text.from_str("\ufefffn").offset(0, 1, "utf-16") == 3


@pytest.mark.parametrize(
    ("raw", "text", "message"),
    [
        (b"ok\n", "ok\n", None),
        (b"", "", None),
        (b"a\r\n\xffb", "a\r\n\ufffdb", "the file is not valid UTF-8: byte 0xff at offset 3 (line 2)"),
        (b"a\n\xe2\x82", "a\n\ufffd", "the file is not valid UTF-8: byte 0xe2 at offset 2 (line 2)"),
        (b"\xef\xbb\xbf\xc0", "\ufffd", "the file is not valid UTF-8: byte 0xc0 at offset 3 (line 1)"),
        (b"a\nb\0c", "a\nb\0c", "the file contains a NUL byte at offset 3 (line 2): is it a source file?"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(raw: bytes, text: str, message: str | None) -> None:
    read, said = Text.from_bytes(raw)
    assert (read.data, said) == (text.encode(), message)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_recognised(codec: str) -> None:
    _, message = Text.from_bytes("fn main() { println!(); }\n".encode(codec))
    assert message is not None
    assert "UTF-16" in message


def test_lines_far_apart_can_be_edited_in_turn() -> None:
    # The pivot of the line index moves over many lines in both directions here.
    text = Text.from_str("line\n" * 500)
    for number in (400, 3, 499, 0, 250, 251, 7, 480):
        start, end = text.line_span(number)
        text = text.replace(start, end, b"longer line\nand another")
    for number in (1, 300, 2, 505):
        text = text.replace(text.line_span(number).start, text.line_span(number + 2).start, b"")
    fresh = LineIndex.of(text.data)
    assert text.line_count == fresh.count == 503
    starts = [fresh.start(n) for n in range(fresh.count)]
    assert [text.line_span(n).start for n in range(text.line_count)] == starts
