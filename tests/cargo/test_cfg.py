"""cfg predicates: parsing, three-valued evaluation, contradiction and words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burnlint.cargo.cfg import (
    ALWAYS,
    NEVER,
    AllOf,
    AnyOf,
    Cfg,
    CfgEnv,
    Const,
    Flag,
    Not,
    Opaque,
    Pair,
    Triple,
    conjunction,
    contradictory,
    evaluate,
    parse,
    parse_platform,
    shown,
)
from burnlint.cargo.targets import target_triples
from burnlint.truth import Truth

LINUX, WASM, THUMB = "x86_64-unknown-linux-gnu", "wasm32-unknown-unknown", "thumbv6m-none-eabi"

# ---- parsing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("test", Flag("test")),
        ("cfg(unix)", Flag("unix")),
        (" cfg ( unix , ) ", Flag("unix")),
        ('feature = "wgpu"', Pair("feature", "wgpu")),
        ('feature="a" // why\n', Pair("feature", "a")),
        ('feature = r#"a"#', Pair("feature", "a")),
        ("r#unix", Flag("unix")),
        ("true", Const(True)),
        ("cfg(false)", Const(False)),
        ("all()", AllOf(())),
        ("any( )", AnyOf(())),
        ("not(/* ( */ test,)", Not(Flag("test"))),
        (
            'all(feature = "a", any(unix, windows,),\n not(target_has_atomic = "32"))',
            AllOf(
                (
                    Pair("feature", "a"),
                    AnyOf((Flag("unix"), Flag("windows"))),
                    Not(Pair("target_has_atomic", "32")),
                )
            ),
        ),
        ('version("1.80")', Opaque('version("1.80")')),
        ('not(accessible(std::f(")"), (x)))', Not(Opaque('accessible(std::f(")"), (x))'))),
        ('target_os = "a\\n"', Opaque('target_os = "a\\n"')),
        ('feature = "ünï"', Pair("feature", "ünï")),
    ],
)
def test_parse(text: str, expected: Cfg) -> None:
    assert parse(text) == expected


def test_platforms() -> None:
    assert parse_platform("cfg(target_family = 'wasm')".replace("'", '"')) == Pair("target_family", "wasm")
    assert parse_platform(WASM) == Triple(WASM)
    with pytest.raises(ValueError, match="not a cfg predicate"):
        parse_platform("cfg(unix")


@pytest.mark.parametrize(
    "text",
    ["", "cfg()", "all(", "all(a b)", "all(,)", "a b", "a, b", "not()", "not(a, b)", '"x"', "a = b", "a =", "cfg(unix",
     "cfg(unix))", "1", "= x", 'feature = "a', "version(", "unix /* ", "not(" * 5000, "all(" * 200 + ")" * 200],
)  # fmt: skip
def test_what_is_no_predicate(text: str) -> None:
    with pytest.raises(ValueError, match="is not a cfg predicate") as error:
        parse(text)
    assert len(str(error.value)) < 200


names = st.sampled_from(["test", "unix", "windows", "debug_assertions", "custom", "doc"])
pairs = st.one_of(
    st.builds(Pair, st.just("feature"), st.sampled_from(["a", "b", "c"])),
    st.builds(Pair, st.just("target_arch"), st.sampled_from(["x86_64", "wasm32", "arm"])),
    st.builds(Pair, st.just("target_os"), st.sampled_from(["linux", "none", "unknown", "not-yet-an-os"])),
    st.builds(Pair, st.just("target_has_atomic"), st.sampled_from(["32", "128"])),
)
leaves = st.one_of(st.builds(Flag, names), pairs, st.builds(Const, st.booleans()), st.just(Opaque('version("1")')))
predicates: st.SearchStrategy[Cfg] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(AllOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=8,
)
truths = st.sampled_from([True, False, None])
features = st.sets(st.sampled_from(["a", "b", "c"])).map(frozenset)
builds = st.builds(
    CfgEnv,
    on=features,
    complete=st.just(True),
    target=st.sampled_from([LINUX, WASM, THUMB]),
    test=st.booleans(),
    debug_assertions=st.booleans(),
)


@given(predicates)
def test_text_and_back(expr: Cfg) -> None:
    assert parse(str(expr)) == expr
    assert parse(f"cfg({expr})") == expr


@given(st.text('all(any,not=")unix# /*r\\', max_size=30))
def test_no_text_fails_otherwise(text: str) -> None:
    try:
        parse(text)
    except ValueError as error:
        assert "is not a cfg predicate" in str(error)


# ---- evaluation -----------------------------------------------------------------------------------------

KNOWN = CfgEnv(on=frozenset({"a"}), off=frozenset({"b"}), target=LINUX, test=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('feature = "a"', True),
        ('feature = "b"', False),
        ('feature = "c"', None),
        ('any(feature = "c", feature = "a")', True),
        ('all(feature = "c", feature = "b")', False),
        ('all(feature = "c", feature = "a")', None),
        ('not(feature = "c")', None),
        ("all()", True),
        ("any()", False),
        ("false", False),
        ("test", False),
        ("debug_assertions", None),
        ("unix", True),
        ("windows", False),
        ('target_os = "linux"', True),
        ('target_arch = "wasm32"', False),
        ('target_has_atomic = "32"', True),
        ('target_env = ""', False),
        ('target_family = "unix"', True),
        ("doc", False),
        # Flags, profiles and build scripts decide these; no file of Cargo tells for sure.
        ('target_feature = "avx2"', None),
        ('panic = "abort"', None),
        ("docsrs", None),
        ('version("1.0")', None),
    ],
)
def test_evaluate(text: str, expected: Truth) -> None:
    assert evaluate(parse(text), KNOWN) is expected


def test_all_features_known() -> None:
    assert evaluate(parse('feature = "c"'), CfgEnv(complete=True)) is False


def test_targets() -> None:
    no_atomics = parse('not(target_has_atomic = "32")')
    assert evaluate(no_atomics, CfgEnv(target=THUMB)) is True
    assert evaluate(no_atomics, CfgEnv(target=WASM)) is False
    assert evaluate(no_atomics, CfgEnv()) is None
    assert evaluate(no_atomics, CfgEnv(target="my-own-target")) is None
    assert evaluate(Triple(WASM), CfgEnv(target=WASM)) is True
    assert evaluate(Triple(WASM), CfgEnv(target=LINUX)) is False
    assert evaluate(Triple(WASM), CfgEnv()) is None


@given(predicates, builds)
def test_knowing_less_never_changes_an_answer(expr: Cfg, build: CfgEnv) -> None:
    full = evaluate(expr, build)
    for less in (CfgEnv(on=build.on), CfgEnv(target=build.target), CfgEnv(test=build.test), CfgEnv()):
        partial = evaluate(expr, less)
        assert partial is None or partial is full


# ---- combination ----------------------------------------------------------------------------------------


def test_conjunction() -> None:
    a, b = Pair("feature", "a"), Pair("feature", "b")
    assert conjunction([]) == ALWAYS
    assert conjunction([a, ALWAYS, a]) == a
    assert conjunction([AllOf((a, AllOf((b,)))), a]) == AllOf((a, b))
    assert conjunction([a, NEVER]) == NEVER


@given(st.lists(predicates, max_size=3), builds)
def test_conjunction_means_all(exprs: list[Cfg], build: CfgEnv) -> None:
    assert evaluate(conjunction(exprs), build) is evaluate(AllOf(tuple(exprs)), build)


@pytest.mark.parametrize(
    ("exprs", "expected"),
    [
        (['feature = "a"', 'not(feature = "a")'], True),
        (['feature = "a"', 'not(any(feature = "a", feature = "b"))'], True),
        (['any(feature = "a", feature = "b")', 'not(feature = "a")'], False),
        (["all(test, not(test))"], True),
        (["unix", "windows"], True),
        (['target_os = "linux"', 'target_os = "macos"'], True),
        (['target_os = "linux"', "not(unix)"], True),
        (['target_arch = "wasm32"', 'not(target_family = "wasm")'], True),
        # There is wasm64 as well.
        (['target_family = "wasm"', 'not(target_arch = "wasm32")'], False),
        # No target with an operating system of the unix family lacks 32-bit atomics.
        (['not(target_has_atomic = "32")', "unix"], True),
        (['not(target_has_atomic = "32")', 'target_os = "none"'], False),
        # What rustc's targets do not have, a newer rustc may have.
        (['target_os = "not-yet-an-os"'], False),
        (['version("1.0")', 'not(version("1.0"))'], True),
        (['version("1.0")', 'version("2.0")'], False),
        (["false"], True),
        ([], False),
    ],
)
def test_contradiction(exprs: list[str], expected: bool) -> None:
    assert contradictory(map(parse, exprs)) is expected


def test_two_triples_contradict() -> None:
    assert contradictory([Triple(WASM), Triple(LINUX)])
    assert contradictory([Triple(WASM), parse("unix")])
    assert not contradictory([Triple(WASM), Triple("my-own-target")])


def test_long_conditions_are_not_searched() -> None:
    many = [Pair("feature", str(number)) for number in range(60)]
    assert not contradictory([AnyOf(tuple(many)), *map(Not, many)])


@given(st.lists(predicates, max_size=3), builds)
def test_what_holds_together_is_no_contradiction(exprs: list[Cfg], build: CfgEnv) -> None:
    if evaluate(conjunction(exprs), build) is True:
        assert not contradictory(exprs)


@given(predicates)
def test_contradictions_never_hold(expr: Cfg) -> None:
    if contradictory([expr]):
        for target in target_triples()[::40]:
            for on in ((), ("a", "b", "c")):
                build = CfgEnv(on=frozenset(on), complete=True, target=target, test=True, debug_assertions=True)
                assert evaluate(expr, build) is not True


# ---- words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('feature = "wgpu"', "with feature `wgpu`"),
        ('not(feature = "x")', "without feature `x`"),
        ('target_arch = "wasm32"', "on wasm32"),
        ('not(target_os = "windows")', "not on windows"),
        ("unix", "on unix"),
        ("test", "in tests"),
        ("not(test)", "outside tests"),
        ("debug_assertions", "with debug assertions"),
        ('target_pointer_width = "32"', "on 32-bit targets"),
        ('target_endian = "big"', "on big-endian targets"),
        ('not(target_has_atomic = "32")', "on targets without 32-bit atomics"),
        ('target_has_atomic = "ptr"', "on targets with pointer-sized atomics"),
        ("custom", "with cfg `custom`"),
        ('target_env = "msvc"', 'with cfg `target_env = "msvc"`'),
        ('not(version("1.0"))', 'without cfg `version("1.0")`'),
        ('all(feature = "a", feature = "b")', "with features `a` and `b`"),
        ('any(feature = "a", feature = "b")', "with feature `a` or `b`"),
        ('all(feature = "a", not(feature = "b"))', "with feature `a` and without feature `b`"),
        ('not(any(feature = "a", unix))', "without feature `a` and not on unix"),
        ('not(all(feature = "a", unix))', "without feature `a` or not on unix"),
        ('any(test, all(unix, feature = "a"))', "in tests or (on unix and with feature `a`)"),
        ("all(any(unix))", "on unix"),
        ("all()", "always"),
        ("any()", "never"),
        ("not(true)", "never"),
        ("not(any())", "always"),
        ("not(not(test))", "in tests"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert shown(parse(text)) == words


def test_words_for_a_triple() -> None:
    assert shown(Not(Triple(WASM))) == "not on wasm32-unknown-unknown"


@given(predicates)
def test_every_predicate_has_words(expr: Cfg) -> None:
    words = shown(expr)
    assert words.strip() == words != "" and words.count("(") == words.count(")")
