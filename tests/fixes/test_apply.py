from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.checks.finding import Applicability, Edit, Fix
from burnlint.fixes.apply import Outcome, apply_edits, apply_fixes, syntax_errors
from burnlint.span import Place, Span
from burnlint.syntax.text import Text

MAIN = Path("/p/main.rs")
MANIFEST = Path("/p/Cargo.toml")
FILES = {
    MAIN: "type B = NdArray;\nfn main() { f(Bicubic); }\n",
    MANIFEST: '[dependencies]\nburn = { version = "0.21", features = ["ndarray"] }\n',
}


def text_of(path: Path) -> Text | None:
    return Text.from_str(FILES[path]) if path in FILES else None


def edit(path: Path, old: str, new: str) -> Edit:
    start = FILES[path].index(old)
    return Edit(Place(path, Span(start, start + len(old))), new)


def fix(*edits: Edit, title: str = "fix") -> Fix:
    return Fix(title, Applicability.SAFE, edits)


def written(outcome: Outcome) -> dict[Path, str]:
    return {path: text.data.decode() for path, text in outcome.texts.items()}


def at(start: int, end: int, new: str) -> Edit:
    return Edit(Place(MAIN, Span(start, end)), new)


class TestEdits:
    @pytest.mark.parametrize(
        ("source", "edits", "result"),
        [
            ("abcdef", [at(4, 6, "X"), at(0, 2, "YY")], "YYcdX"),
            ("abc", [at(1, 1, "X"), at(0, 1, "Y")], "YXbc"),
            ("abc", [at(3, 3, "X")], "abcX"),
            ("é🔥b", [at(2, 6, "x")], "éxb"),
            ("", [at(0, 0, "x")], "x"),
        ],
    )
    def test_in_any_order(self, source: str, edits: list[Edit], result: str) -> None:
        for order in (edits, edits[::-1]):
            assert apply_edits(Text.from_str(source), order).data.decode() == result

    @pytest.mark.parametrize(
        ("source", "result"),
        [
            ("a\r\nb\n", "1\r\n2a\r\nb\n"),
            ("a\nb\r\n", "1\n2a\nb\r\n"),
            ("a\rb", "1\r2a\rb"),
            ("ab", "1\n2ab"),
        ],
    )
    @pytest.mark.parametrize("new", ["1\n2", "1\r\n2"])
    def test_new_line_breaks_are_those_of_the_text(self, source: str, result: str, new: str) -> None:
        assert apply_edits(Text.from_str(source), [at(0, 0, new)]).data.decode() == result

    def test_a_byte_order_mark_is_kept(self) -> None:
        text, _ = Text.from_bytes(b"\xef\xbb\xbfabc")
        assert apply_edits(text, [at(0, 1, "x")]).bom


class TestFixes:
    def test_the_edits_of_a_fix_go_together_over_files(self) -> None:
        both = fix(edit(MAIN, "NdArray", "Flex"), edit(MANIFEST, '"ndarray"', '"flex"'))
        outcome = apply_fixes([both], text_of)
        assert outcome.applied == (both,)
        assert written(outcome)[MAIN].startswith("type B = Flex;")
        assert 'features = ["flex"]' in written(outcome)[MANIFEST]

    def test_several_in_one_file(self) -> None:
        outcome = apply_fixes([fix(edit(MAIN, "Bicubic", "Nearest")), fix(edit(MAIN, "NdArray", "Flex"))], text_of)
        assert written(outcome)[MAIN] == "type B = Flex;\nfn main() { f(Nearest); }\n"

    def test_the_first_of_two_that_overlap_wins(self) -> None:
        first = fix(edit(MAIN, "f(Bicubic)", "g()"))
        second = fix(edit(MAIN, "Bicubic", "Nearest"), edit(MANIFEST, "0.21", "0.22"))
        outcome = apply_fixes([first, second], text_of)
        assert (outcome.applied, outcome.overlapping) == ((first,), (second,))
        assert list(outcome.texts) == [MAIN]

    def test_two_insertions_at_one_place_overlap(self) -> None:
        first, second = fix(at(0, 0, "// a\n")), fix(at(0, 0, "// b\n"))
        assert apply_fixes([first, second], text_of).overlapping == (second,)

    def test_an_edit_that_two_fixes_share_is_made_once(self) -> None:
        shared = edit(MAIN, "NdArray", "Flex")
        again = fix(shared, title="again")
        more = fix(shared, edit(MAIN, "Bicubic", "Nearest"), title="more")
        outcome = apply_fixes([fix(shared), again, more], text_of)
        assert [one.title for one in outcome.applied] == ["fix", "more"]
        assert written(outcome)[MAIN] == "type B = Flex;\nfn main() { f(Nearest); }\n"

    @pytest.mark.parametrize(
        "bad", [edit(MAIN, "Bicubic)", "("), edit(MANIFEST, '["ndarray"]', "["), edit(MAIN, "fn", "")]
    )
    def test_what_would_not_parse_is_left_out(self, bad: Edit) -> None:
        spoiling = fix(bad, edit(MAIN, "NdArray", "Flex"))
        good = fix(edit(MAIN, "NdArray", "Wgpu"))
        outcome = apply_fixes([spoiling, good], text_of)
        assert (outcome.applied, outcome.spoiling) == ((good,), (spoiling,))
        assert written(outcome)[MAIN].startswith("type B = Wgpu;")

    def test_a_file_that_cannot_be_read(self) -> None:
        lost = fix(Edit(Place(Path("/p/gone.rs"), Span(0, 0)), "x"))
        assert apply_fixes([lost], text_of) == Outcome(spoiling=(lost,))

    def test_advice_changes_nothing(self) -> None:
        assert apply_fixes([Fix("do it", Applicability.DISPLAY_ONLY)], text_of) == Outcome()


@pytest.mark.parametrize(
    ("path", "source", "errors"),
    [
        ("a.rs", "fn main() {}", False),
        ("a.rs", "fn main() {", True),
        ("a.rs", "fn main() { let = ; }", True),
        ("a.toml", "a = 1", False),
        ("a.toml", "a = ", True),
        ("a.md", "{", False),
    ],
)
def test_syntax_errors(path: str, source: str, errors: bool) -> None:
    assert (syntax_errors(Path(path), Text.from_str(source)) > 0) is errors


def test_an_error_that_was_there_before_does_not_stop_a_fix() -> None:
    broken = Text.from_str("type B = NdArray;\nfn main() { let = ; }\n")
    change = fix(at(9, 16, "Flex"))
    assert apply_fixes([change], lambda path: broken).applied == (change,)
