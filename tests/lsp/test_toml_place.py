"""Places in files of settings that somebody is writing."""

from __future__ import annotations

import pytest

from burnlint.lsp.toml_place import TomlPlace, toml_place


@pytest.mark.parametrize(
    ("before", "place"),
    [
        ("", ("", None, None, False, "")),
        ("sel", ("", None, None, False, "sel")),
        ('backend = "x"\nig', ("", None, None, False, "ig")),
        ('select = ["', ("", "select", None, True, "")),
        ('select = ["a", "b-c', ("", "select", None, True, "b-c")),
        ("select = ['a', 'b-c", ("", "select", None, True, "b-c")),
        ('select = [\n  "a", # why\n  "b', ("", "select", None, True, "b")),
        ("select = [", ("", "select", None, False, "")),
        ('select = ["a"]\n', ("", None, None, False, "")),
        ('select = ["a#b"]\nbur', ("", None, None, False, "bur")),
        ("all-features = tr", ("", "all-features", None, False, "tr")),
        ("[levels]\nfo", ("levels", None, None, False, "fo")),
        ('[levels]\n"a-b" = "war', ("levels", "a-b", None, True, "war")),
        ("[levels]\na-b = ", ("levels", "a-b", None, False, "")),
        ('levels = { "a-b" = "e', ("", "levels", "a-b", True, "e")),
        ("levels = { a", ("", "levels", None, False, "a")),
        ('levels = { a = "off", b', ("", "levels", None, False, "b")),
        ("[ workspace.metadata.burnlint ] # x\nsel", ("workspace.metadata.burnlint", None, None, False, "sel")),
        ('select = ["a"]\n[levels]\n', ("levels", None, None, False, "")),
        ('select = [\n"a"', ("", "select", None, False, "")),
        ('backend = "unfinished\nig', ("", None, None, False, "ig")),
    ],
)
def test_places(before: str, place: tuple[str, str | None, str | None, bool, str]) -> None:
    assert toml_place(before) == TomlPlace(*place)


@pytest.mark.parametrize("before", ["# sel", 'select = ["a"] # "', "[levels] # x", 'select = [\n "a", # "b'])
def test_comments(before: str) -> None:
    assert toml_place(before) is None
