"""Reading logs: colours, line ends, old and new forms, paths of every origin, and hostile input."""

from __future__ import annotations

import pytest

from burnlint.records.panics import SourceFile, read_log, source_file


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("crates/burn-ndarray/src/ops/module.rs", SourceFile("burn-ndarray", "ops/module.rs")),
        (
            "/home/x/.cargo/registry/src/index.crates.io-6f17d22bba15001f/burn-ndarray-0.21.0/src/ops/module.rs",
            SourceFile("burn-ndarray", "ops/module.rs"),
        ),
        (
            r"C:\Users\x\.cargo\registry\src\index.crates.io-1\burn-tch-0.22.0-pre.2\src\ops\module.rs",
            SourceFile("burn-tch", "ops/module.rs"),
        ),
        ("/c/git/checkouts/burn-9/ab/crates/burn-tch/src/lib.rs", SourceFile("burn-tch", "lib.rs")),
        ("kernels/src/resize.rs", SourceFile("kernels", "resize.rs")),
        ("build.rs", None),
    ],
)
def test_source_files(path: str, expected: SourceFile | None) -> None:
    assert source_file(path) == expected


NEW_FORM = (
    "    Finished `dev` profile\n     Running `target/debug/app`\n"
    "thread 'main' (123) panicked at /r/registry/src/index-1/burn-ndarray-0.21.0/src/ops/module.rs:340:17:\n"
    "bicubic resize: no gradient on the host\n"
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
)
OLD_FORM = (
    "thread 'main' panicked at 'bicubic resize: no gradient on the host', "
    "/r/registry/src/github.com-1/burn-ndarray-0.13.2/src/ops/module.rs:129:17\n"
    "stack backtrace:\n   0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:595:5\n"
)


def test_the_new_form() -> None:
    log = read_log(NEW_FORM)
    assert log.panics == ("bicubic resize: no gradient on the host",)
    assert log.lines == {(SourceFile("burn-ndarray", "ops/module.rs"), 340)}
    assert [str(release) for release in log.releases] == ["0.21.0"]


def test_the_old_form() -> None:
    log = read_log(OLD_FORM)
    assert log.panics == ("bicubic resize: no gradient on the host",)
    assert (SourceFile("burn-ndarray", "ops/module.rs"), 129) in log.lines
    assert (SourceFile("std", "panicking.rs"), 595) in log.lines
    assert [str(release) for release in log.releases] == ["0.13.2"]


@pytest.mark.parametrize("form", [NEW_FORM, OLD_FORM])
def test_noise_changes_nothing(form: str) -> None:
    plain = read_log(form)
    coloured = form.replace("panicked", "\x1b[1;31mpanicked\x1b[0m").replace(
        "main", "\x1b]8;;http://x\x07main\x1b]8;;\x07"
    )
    for noisy in (form.replace("\n", "\r\n"), coloured, f"some text before\n{form}\nand after"):
        log = read_log(noisy)
        assert (log.panics, log.lines, log.releases) == (plain.panics, plain.lines, plain.releases)


def test_apostrophes_and_quotes_of_every_kind() -> None:
    assert "Can't" in read_log("Can\u2019t").text
    assert "Can't" in read_log(r"Can\'t").text
    assert 'a "b"' in read_log(r"a \"b\"").text


@pytest.mark.parametrize(
    ("text", "releases"),
    [
        ("   Compiling burn-core v0.21.0", ["0.21.0"]),
        ('burn = { version = "0.22.0-pre.2", features = ["wgpu"] }', ["0.22.0-pre.2"]),
        ('burn = "=0.20.1"', ["0.20.1"]),
        ('[[package]]\nname = "burn"\nversion = "0.18.0"\n', ["0.18.0"]),
        ("burn 0.21.0, on Linux", ["0.21.0"]),
        ("sunburn 0.21.0 and wgpu 0.19.0 and burn 1.x", []),
        ("burn v0.21", []),
    ],
)
def test_releases(text: str, releases: list[str]) -> None:
    assert [str(release) for release in read_log(text).releases] == releases


@pytest.mark.parametrize(
    "text",
    [
        "panicked at '" * 200_000,
        "panicked at '', " * 200_000,
        "panicked at ', ', ', " * 200_000,
        "burn-" * 500_000,
        "burn" * 600_000,
        "\x1b[" + "1;" * 1_000_000,
        "\x1b]" * 1_000_000,
        "a/" * 1_000_000 + ".rs:1",
        ".rs:1" * 500_000,
        "\0\ufffd\ud800" * 500_000,
    ],
)
def test_hostile_texts_end(text: str) -> None:
    """That this test ends soon is what it shows: none of the searches goes over the text again and again."""
    log = read_log(text)
    assert len(log.lines) <= 500
    assert len(log.panics) <= 500
