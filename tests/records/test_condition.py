"""The condition language: what it accepts, what it refuses where, and its three values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.records.condition import UNKNOWN, Condition, ConditionError, OneOf


@pytest.mark.parametrize(
    ("text", "arguments", "expected"),
    [
        ("mode == 'Bicubic'", {"mode": "Bicubic"}, True),
        ("mode == 'Bicubic'", {"mode": "Nearest"}, False),
        ("mode == 'Bicubic'", {"mode": UNKNOWN}, None),
        ("mode == 'Bicubic'", {}, None),
        ("mode != 'Bicubic'", {"mode": "Nearest"}, True),
        ("mode in ['A', 'B']", {"mode": "B"}, True),
        ("mode in ['A', 'B']", {"mode": "C"}, False),
        ("mode not in ('A', 'B')", {"mode": "C"}, True),
        ("'A' in modes", {"modes": ("B", UNKNOWN)}, None),
        ("'A' in modes", {"modes": ("A", UNKNOWN)}, True),
        ("'a' in name", {"name": "abc"}, None),  # no search inside texts
        ("dim >= D or dim < -D", {"dim": 2, "D": 2}, True),
        ("dim >= D or dim < -D", {"dim": -2, "D": 2}, False),
        ("dim >= D or dim < -D", {"dim": 2}, None),
        ("0 < rate <= 1", {"rate": 0.5}, True),
        ("0 < rate <= 1", {"rate": 0}, False),
        ("0 < rate <= 1", {"rate": "much"}, None),
        ("padding == 'Same' and any(k % 2 == 0 for k in kernel)", {"padding": "Same", "kernel": (3, 4)}, True),
        ("padding == 'Same' and any(k % 2 == 0 for k in kernel)", {"padding": "Valid", "kernel": UNKNOWN}, False),
        ("any(k % 2 == 0 for k in kernel)", {"kernel": (3, UNKNOWN)}, None),
        ("any(k % 2 == 0 for k in kernel)", {"kernel": (4, UNKNOWN)}, True),
        ("all(k == 1 for k in shape)", {"shape": (2, UNKNOWN)}, False),
        ("all(k == 1 for k in shape)", {"shape": (1, UNKNOWN)}, None),
        ("all(k == 1 for k in shape)", {"shape": ()}, True),
        ("any(k > 1 for k in shape if k != 5)", {"shape": (5, 1)}, False),
        ("all(k > 1 for k in shape if k != 5)", {"shape": (5, 2)}, True),
        # Whether the unknown item counts is not known, but it cannot change the outcome.
        ("any(flag for k in shape if k > 1)", {"flag": False, "shape": (UNKNOWN,)}, False),
        ("any(flag for k in shape if k > 1)", {"flag": True, "shape": (UNKNOWN,)}, None),
        ("min(k for k in shape if k > 1) > 0", {"shape": (UNKNOWN, 3)}, None),
        ("max(shape) > 3", {"shape": (1, 4)}, True),
        ("max(1, n) == n", {"n": 4}, True),
        ("max(shape) > 3", {"shape": ()}, None),
        ("len(shape) != D", {"shape": (1, UNKNOWN), "D": 2}, False),
        ("abs(x) == 3", {"x": -3}, True),
        ("shape[-1] == 8", {"shape": (UNKNOWN, 8)}, True),
        ("shape[2] == 8", {"shape": (1, 8)}, None),
        ("shape['x'] == 8", {"shape": (1, 8)}, None),
        ("n // 2 * 2 == n", {"n": 5}, False),
        ("-7 // 2 == -4 and -7 % 2 == 1", {}, True),
        ("n % k == 0", {"n": 5, "k": 0}, None),
        ("1 // 0 == 1 or n == 5", {"n": 5}, True),
        ("limit == None", {"limit": None}, True),
        ("limit == None", {"limit": 3}, False),
        ("flag == True", {"flag": True}, True),
        ("flag == 1", {"flag": True}, False),  # a flag is not a number
        ("n == 1.0", {"n": 1}, True),
        ("flag < 2", {"flag": True}, None),
        ("shape == [1, 2]", {"shape": (1, 2)}, True),
        ("shape == [1, 2]", {"shape": (1, 2, UNKNOWN)}, False),
        ("shape == [1, 2]", {"shape": (UNKNOWN, 3)}, False),
        ("shape == [1, 2]", {"shape": (1, UNKNOWN)}, None),
        ("shape == [1, 2]", {"shape": [1, 2]}, True),
        ("'a' < 'b'", {}, None),
        ("'a' + 'b' == 'ab'", {}, None),
        ("flag", {"flag": True}, True),
        ("flag", {"flag": 1}, None),
        ("not flag", {"flag": UNKNOWN}, None),
        ("False and flag", {}, False),
        ("x == 'a'", {"x": object()}, None),
        ("x == 'a'", {"x": {"a": 1}}, None),
        ("x * x * x > 0", {"x": 1e300}, True),
        ("x * 2.0 > 0", {"x": 10**400}, None),
        ("mode == 'Straße' ", {"mode": "Straße"}, True),
        ("mode ==\n  'A'\n", {"mode": "A"}, True),
    ],
)
def test_evaluation(text: str, arguments: dict[str, object], expected: bool | None) -> None:
    assert Condition.parse(text).evaluate(arguments) is expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [({"A", "B"}, True), ({"A", "C"}, None), ({"C", "D"}, False), ({"A", UNKNOWN}, None), (set(), None)],
)
def test_one_of_several_values(values: set[object], expected: bool | None) -> None:
    assert Condition.parse("mode in ['A', 'B']").evaluate({"mode": OneOf(frozenset(values))}) is expected


def test_several_values_stay_the_same_in_all_of_a_condition() -> None:
    condition = Condition.parse("mode == 'A' or mode != 'A'")
    assert condition.evaluate({"mode": OneOf(frozenset({"A", "B"}))}) is True


def test_several_values_inside_a_list() -> None:
    condition = Condition.parse("any(k % 2 == 0 for k in kernel)")
    assert condition.evaluate({"kernel": (OneOf(frozenset({2, 4})), 3)}) is True
    assert condition.evaluate({"kernel": (OneOf(frozenset({2, 3})), 3)}) is None


def test_too_many_possibilities_are_unknown_and_others_still_count() -> None:
    many = OneOf(frozenset(range(10_000)))
    assert Condition.parse("n >= 0").evaluate({"n": many}) is None
    assert Condition.parse("n < 0 and mode == 'A'").evaluate({"n": many, "mode": "B"}) is False
    pair = OneOf(frozenset(range(100)))
    assert Condition.parse("a >= 0 and b >= 0").evaluate({"a": pair, "b": pair}) is None


def test_values_nested_deeply_are_unknown_inside() -> None:
    value: object = 1
    for _ in range(50_000):
        value = (value,)
    assert Condition.parse("x == 1").evaluate({"x": value}) is False
    assert Condition.parse("x == y").evaluate({"x": value, "y": value}) is None


def test_a_list_too_long_to_go_through_is_unknown() -> None:
    assert Condition.parse("any(k == 1 for k in x)").evaluate({"x": (1,) * 100_000}) is None


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "empty"),
        ("   ", 1, "empty"),
        ("mode ==", None, "invalid syntax"),
        ("mode = 'A'", 6, "invalid syntax"),
        ("mode == 'A' and mode.x", 17, "an attribute"),
        ("  __import__('os')", 3, "can be called"),
        ("'é' == x.y", 8, "an attribute"),
        ("len(a, b) == 1", 1, "takes one argument"),
        ("len() == 1", 1, "takes one argument"),
        ("len(x=1) == 1", 1, "can be called"),
        ("mode is None", 1, "use `==`"),
        ("x ** 9 == 1", 1, "`x ** 9`"),
        ("x << 9 == 1", 1, "`x << 9`"),
        ("lambda: 1", 1, "a lambda"),
        ("[k for k in x] == 1", 1, "a list comprehension"),
        ("{1} == x", 1, "a set"),
        ("f'{x}' == 'a'", 1, "an f-string"),
        ("x[1:2] == y", 1, "`x[1:2]`"),
        ("b'x' == y", 1, "`b'x'`"),
        ("1j == y", 1, "`1j`"),
        ("x if y else z", 1, "`if`"),
        ("(x := 1) == 1", 2, "`:=`"),
        ("len(k for k in x) == 1", 4, "a generator outside"),
        ("any(any(a == b for a in x) for b in y)", None, "inside a generator"),
        ("any(a == b for a in x for b in y)", None, "one list"),
        ("any(a == b for a, b in x)", 16, "one name"),
        ("any(*x)", 5, "`*`"),
        (r"mode == '\x41'", 10, "backslash"),
        ("mode == 'A'\0", None, None),
        ("(" * 60 + "x" + ")" * 60 + " == " + "not " * 40 + "y", None, None),
        ("not " * 60 + "x", None, "nested too deeply"),
        ("x == " + "1" * 1000, 1, "longer"),
        ("await x", None, None),
    ],
)
def test_refusal(text: str, column: int | None, reason: str | None) -> None:
    with pytest.raises(ConditionError) as caught:
        Condition.parse(text)
    assert caught.value.column >= 1
    assert f"column {caught.value.column}: " in str(caught.value)
    if column is not None:
        assert caught.value.column == column
    if reason is not None:
        assert reason in caught.value.reason


def test_names_are_the_arguments_without_the_variables_of_generators() -> None:
    condition = Condition.parse("padding == 'Same' and any(k % stride[0] == 0 for k in kernel)")
    assert condition.names == {"padding", "stride", "kernel"}


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.sampled_from("abc"), st.just(UNKNOWN)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.frozensets(inner, min_size=1, max_size=3).map(OneOf)
    ),
    max_leaves=6,
)
EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "y", "1", "0", "2.5", "'a'", "None", "True", "[1, x]"]),
    lambda inner: st.one_of(
        st.tuples(
            inner, st.sampled_from(["==", "!=", "<", ">=", "in", "+", "-", "*", "//", "%", "and", "or"]), inner
        ).map(lambda parts: f"({' '.join(parts)})"),
        inner.map(lambda part: f"(not {part})"),
        inner.map(lambda part: f"{part}[0]"),
        st.tuples(st.sampled_from(["len", "any", "all", "min", "max", "abs"]), inner).map(lambda p: f"{p[0]}({p[1]})"),
        inner.map(lambda part: f"any((k == 1) for k in {part})"),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS, VALUES, VALUES)
def test_evaluation_never_raises(text: str, x: object, y: object) -> None:
    try:
        condition = Condition.parse(text)
    except ConditionError:
        return
    assert condition.evaluate({"x": x, "y": y}) in (True, False, None)


@given(EXPRESSIONS, st.integers(-3, 3), st.booleans())
def test_what_is_said_of_an_unknown_value_holds_for_every_value(text: str, x: int, y: bool) -> None:
    """Sound three-valued logic: learning a value never turns true into false, or back."""
    try:
        condition = Condition.parse(text)
    except ConditionError:
        return
    before = condition.evaluate({"y": y})
    if before is not None:
        assert condition.evaluate({"x": x, "y": y}) is before


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_a_condition_error(text: str) -> None:
    try:
        Condition.parse(text)
    except ConditionError as error:
        assert error.column >= 1
