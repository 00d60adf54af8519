"""The command line as a whole: versions, help, wrong words, and how it ends."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import burnlint as package
from burnlint.cli import check
from burnlint.cli.main import build_parser
from burnlint.report.formats import FORMATS
from tests.workspace import write

from .conftest import RESIZE, Burnlint

SERVER = Path(package.__file__).parents[1]


def parsers(parser: argparse.ArgumentParser | None = None) -> Iterator[argparse.ArgumentParser]:
    """Every command's parser."""
    parser = parser or build_parser()
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from parsers(inner)


def test_the_version_comes_with_the_promise(burnlint: Burnlint) -> None:
    for option in ("--version", "-V"):
        output = burnlint(option)
        assert output.code == 0
        assert output.lines == [
            f"burnlint {package.__version__}",
            "burnlint never runs cargo, rustc, build scripts or anything of your workspace, "
            "and never uses the network.",
        ]


@pytest.mark.parametrize("parser", list(parsers()), ids=lambda parser: parser.prog)
def test_help_teaches_with_examples(parser: argparse.ArgumentParser) -> None:
    text = parser.format_help()
    if parser.get_default("run") is not None or parser.prog == "burnlint":
        assert "examples:\n  burnlint" in text
    for action in parser._actions:
        assert action.help or isinstance(action, argparse._SubParsersAction) or not action.option_strings


def test_the_page_names_every_command_and_format() -> None:
    page = (SERVER.parent / "docs" / "command-line.md").read_text(encoding="utf-8")
    for parser in parsers():
        assert parser.prog in page
    for name in FORMATS:
        assert f"| `{name}` |" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chekc"], "did you mean `check`?"),
        (["check", "--output-fromat", "json"], "did you mean `--output-format`?"),
        (["check", "--output-format", "jsn"], "did you mean `json`?"),
        (["check", "--output", "x"], "unrecognized arguments"),  # no abbreviations: they would change meaning
        (["records", "lnt"], "did you mean `lint`?"),
        (["server", "--tcp", "9257"], "`9257` is not HOST:PORT"),
        ([], "COMMAND"),
    ],
)
def test_wrong_words(burnlint: Burnlint, words: list[str], message: str) -> None:
    output = burnlint(*words)
    assert (output.code, output.out) == (2, "")
    assert message in output.err and "--help` shows how." in output.err


def test_an_interrupt_ends_quietly(project: Path, burnlint: Burnlint, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupted)
    output = burnlint("check")
    assert (output.code, output.out, output.err) == (130, "", "")


def process(*words: str, **options: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(SERVER), "PYTHONIOENCODING": "ascii"}
    return subprocess.Popen(
        [sys.executable, "-m", "burnlint", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,  # type: ignore[call-overload]
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_reader_that_leaves_is_no_error() -> None:
    burnlint = process("rules", "--format", "json")
    assert burnlint.stdout is not None and burnlint.stderr is not None
    burnlint.stdout.close()
    assert burnlint.stderr.read() == b""
    assert burnlint.wait(60) == 141
    burnlint.stderr.close()


def test_any_character_can_be_written_to_any_terminal(project: Path) -> None:
    write(project, {"src/resize.rs": RESIZE.replace("interpolate(image", 'interpolate({"🔥é"; image}')})
    out, err = process("check", cwd=project).communicate(timeout=60)
    assert b'interpolate({"\\U0001f525\\xe9"; image}' in out
    assert err == b""


def test_a_diff_is_written_as_the_files_are(project: Path) -> None:
    write(
        project,
        {"src/resize.rs": RESIZE.replace("interpolate(image", 'interpolate({"🔥é"; image}').replace("\n", "\r\n")},
    )
    out, _ = process("check", "--diff", "--unsafe-fixes", cwd=project).communicate(timeout=60)
    assert '+    interpolate({"🔥é"; image}, [16, 16]'.encode() in out
    assert out.count(b"\r\n") == 6


def test_nothing_but_the_server_imports_the_protocol(project: Path) -> None:
    program = (
        "import sys; from burnlint.cli.main import main; main(['check']); main(['rules']);"
        "main(['explain', 'interpolate-backward']); main(['matrix', 'interpolate']);"
        "print({name.partition('.')[0] for name in sys.modules} & {'pygls', 'lsprotocol', 'cattrs', 'attrs'})"
    )
    environment = {**os.environ, "PYTHONPATH": str(SERVER)}
    run = subprocess.run([sys.executable, "-c", program], env=environment, cwd=project, capture_output=True)
    assert run.stdout.decode().splitlines()[-1] == "set()"


def test_the_parser_alone_imports_no_grammar_and_no_records() -> None:
    program = (
        "import sys; from burnlint.cli.main import build_parser; build_parser();"
        "print({'tree_sitter', 'burnlint.records.load', 'burnlint.engine.session'} & set(sys.modules))"
    )
    environment = {**os.environ, "PYTHONPATH": str(SERVER)}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True)
    assert run.stdout.decode() == "set()\n"
