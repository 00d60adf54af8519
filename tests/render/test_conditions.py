"""Conditions in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.render.conditions import condition_words


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("mode == 'Bicubic'", "mode is Bicubic"),
        ("mode != 'Nearest'", "mode is not Nearest"),
        ("mode in ['Bilinear', 'Bicubic', 'Lanczos3']", "mode is Bilinear, Bicubic or Lanczos3"),
        ("mode not in ['Nearest', 'Bilinear']", "mode is not Nearest or Bilinear"),
        ("mode == 'Bilinear' or mode == 'Bicubic'", "mode is Bilinear or Bicubic"),
        ("k in kernel", "k is in kernel"),
        # Numbers.
        ("dim >= D or dim < -D", "dim is at least D or dim is less than -D"),
        ("0 <= dim < D", "dim is at least 0 and dim is less than D"),
        ("2 < len(shape)", "the length of shape is greater than 2"),
        ("kernel[0] // 2 > min(a, b)", "kernel[0] // 2 is greater than the smallest of a and b"),
        ("(a + b) * c == 3", "(a + b) * c is 3"),
        ("abs(x) <= max(sizes)", "the absolute value of x is at most the largest of sizes"),
        ("stride == [1, 2]", "stride is [1, 2]"),
        ("k % 2 == 0", "k is even"),
        ("k % 2 != 0", "k is odd"),
        ("k % 2 == 1", "k is odd"),
        ("channels % groups == 0", "channels is a multiple of groups"),
        ("channels % groups != 0", "channels is not a multiple of groups"),
        # Switches and options.
        ("ceil_mode", "ceil_mode is true"),
        ("not ceil_mode", "ceil_mode is false"),
        ("ceil_mode == True", "ceil_mode is true"),
        ("ceil_mode != True", "ceil_mode is false"),
        ("bias == None", "bias is not given"),
        ("bias != None", "bias is given"),
        # Together.
        ("a == 1 and b == 2", "a is 1 and b is 2"),
        ("a == 1 and (b == 2 or c == 3)", "a is 1 and either b is 2 or c is 3"),
        ("a == 1 and b == 2 or c == 3", "a is 1 and b is 2, or c is 3"),
        (
            "d and (a == 1 and b == 2 or c == 3)",
            "d is true and (a is 1 and b is 2, or c is 3)",
        ),
        ("not a < 3", "a is at least 3"),
        ("not (a == 1 or b == 2)", "it is not so that a is 1 or b is 2"),
        # Lists.
        ("any(k % 2 == 0 for k in kernel)", "some value of kernel is even"),
        ("all(k == stride for k in kernel)", "every value of kernel is stride"),
        ("not any(k == 0 for k in kernel)", "no value of kernel is 0"),
        ("not all(k == 0 for k in kernel)", "not every value of kernel is 0"),
        # "no value of kernel is 2 or a is 1" would say something else.
        (
            "not any(a == 1 or k == 2 for k in kernel)",
            "for no k in kernel, a is 1 or k is 2",
        ),
        ("any(1 < k < 3 for k in kernel)", "for some k in kernel, k is greater than 1 and k is less than 3"),
        (
            "all(k % 2 == 1 for k in kernel if k > 1)",
            "for every k in kernel where k is greater than 1, k is odd",
        ),
        ("any(flags)", "some value of flags is true"),
        (
            "max(k * 2 for k in kernel if k > 1) >= 9",
            "the largest of k * 2 for each k in kernel where k is greater than 1 is at least 9",
        ),
        (
            "padding == 'Same' and any(k % 2 == 0 for k in kernel)",
            "padding is Same and some value of kernel is even",
        ),
    ],
)
def test_a_condition_reads_as_english(condition: str, words: str) -> None:
    assert condition_words(condition) == words


@pytest.mark.parametrize("text", ["mode ==", "", "mode is None", "x := 1", "\0", "(" * 500])
def test_what_is_no_condition_comes_back_as_it_is(text: str) -> None:
    assert condition_words(text) == text


@given(st.text("abk 01'[]()=<>!%andoritfeylm.,", max_size=40))
def test_no_text_raises(text: str) -> None:
    assert isinstance(condition_words(text), str)
