"""URIs and paths."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from burnlint.lsp.uris import is_file, path_of, uri_of

posix = pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")


@posix
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.rs", "/a/b.rs"),
        ("FILE:///a/b.rs", "/a/b.rs"),
        ("file://localhost/a/b.rs", "/a/b.rs"),
        ("file:///a%20b/%C3%A9.rs", "/a b/é.rs"),
        ("file:///a b/é.rs", "/a b/é.rs"),
        ("file:///a/../b/./c.rs", "/b/c.rs"),
        ("file:///a/b#c?d.rs", "/a/b#c?d.rs"),
        ("file:///a%3Fb%23c.rs", "/a?b#c.rs"),
        ("file:///c%3A/x.rs", "/c:/x.rs"),
    ],
)
def test_files(uri: str, path: str) -> None:
    assert path_of(uri) == Path(path)
    assert is_file(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "git:/a/b.rs?ref",
        "vscode-notebook-cell:/a.ipynb#X1",
        "",
        "x.rs",
        "file:x",
        "file://[",
        "file:///%00",
        "untitled:\ud800.rs",
    ],
)
def test_what_is_no_file_has_a_path_of_its_own(uri: str) -> None:
    assert not is_file(uri)
    assert uri_of(path_of(uri)) == uri
    assert not path_of(uri).parent.exists()


@posix
@pytest.mark.parametrize("path", ["/a/b.rs", "/a b/é😀.rs", "/%41/#?.rs", "/c:/x.rs", "/" + "x" * 200])
def test_there_and_back(path: str) -> None:
    assert path_of(uri_of(Path(path))) == Path(path)


@posix
def test_a_name_that_is_not_utf_8() -> None:
    path = Path("/a/\udcff.rs")
    assert uri_of(path) == "file:///a/%FF.rs"
    assert path_of(uri_of(path)) == path


def test_two_ways_to_write_one_file() -> None:
    assert path_of("file:///a/b%2Ers") == path_of("file:///a/b.rs")
