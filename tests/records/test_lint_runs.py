"""Runs that contradict a record or the support table are remarks at their line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from burnlint.records.lint import lint
from burnlint.records.load import Database

FILE = "evidence/0.21.0.jsonl"
LINEAR = {"operation": "linear", "phase": "backward", "arguments": {}}
CELL = {"operation": "interpolate", "phase": "backward", "arguments": {"mode": "Bicubic"}}
SEEN = {
    "outcome": "panicked",
    "message": "bicubic resize: no gradient on the host",
    "record": "host-resize-backward-bicubic",
}
SECOND_MESSAGE = "The linear weight gradient has no gradient."
SECOND = {"record": "linear-second-order", "example": 1}
HOST = {"record": "host-resize-backward-bicubic", "example": 1}


def run(backend: str, *facts: dict[str, Any]) -> dict[str, Any]:
    """A line with what all have."""
    row = {"backend": backend, "burn": "0.21.0", "target": "x86_64-unknown-linux-gnu", "outcome": "ran"}
    for more in facts:
        row |= more
    return {**row, "toolchain": "rustc 1.95.0", "program": "0123456789ab"}


@pytest.fixture
def said(changed: Callable[..., Path], load: Callable[..., Database]) -> Callable[[str], list[str]]:
    """What the linter says of the only line of the file of runs; all remarks must be at that line."""

    def said(line: str) -> list[str]:
        folder = changed()
        (folder / FILE).write_text(f"{line}\n", encoding="utf-8")
        problems = lint(load(folder), folder)
        assert {(problem.path.name, problem.span) for problem in problems} <= {("0.21.0.jsonl", (0, len(line)))}
        return [problem.message for problem in problems]

    return said


@pytest.mark.parametrize(
    "row",
    [
        run("NdArray", CELL, SEEN),
        run("NdArray", CELL, SEEN, {"place": "burn-ndarray-0.21.0/src/ops/module.rs:340"}),
        run("NdArray", CELL, SEEN, {"place": "burn-fusion-0.21.0/src/ops/module.rs:1"}),  # passed on from there
        run("Flex", CELL),
        run("Flex", LINEAR, {"outcome": "panicked", "message": "something that no record knows"}),
        run("NdArray", CELL, {"outcome": "does-not-compile", "message": "no such function"}),
        run("NdArray", HOST, {"part": "program", "outcome": "panicked", "message": SEEN["message"]}),
        run("NdArray", HOST, {"part": "twin"}),
        run(
            "Flex",
            SECOND,
            {"part": "program", "outcome": "panicked", "message": SECOND_MESSAGE},
        ),
    ],
)
def test_what_agrees_is_silent(said: Callable[[str], list[str]], row: dict[str, Any]) -> None:
    assert said(json.dumps(row)) == []


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (run("Wgpu", CELL), "`cube-resize-backward-bicubic` says that this panics, but the run ran to its end"),
        (
            run("NdArray", CELL, SEEN, {"arguments": {"mode": "Bilinear"}}),
            "the run panicked with the message of `host-resize-backward-bicubic`, which does not speak of this cell",
        ),
        (
            run("NdArray", CELL, SEEN, {"message": "nothing like it"}),
            "`host-resize-backward-bicubic` has no message like `nothing like it` for burn 0.21.0",
        ),
        (
            run("NdArray", CELL, SEEN, {"place": "burn-ndarray-0.21.0/src/ops/module.rs:341"}),
            "it panicked at line 341, where `host-resize-backward-bicubic` names 340",
        ),
        (
            run("LibTorch", CELL, SEEN),
            "`host-resize-backward-bicubic` says nothing of this operation and backend",
        ),
        (
            run("NdArray", CELL, {"arguments": {"mode": "Nearest"}, "outcome": "wrong", "message": "WRONG output"}),
            "this is said to work, but the run gave a wrong result: WRONG output",
        ),
        (
            run("NdArray", CELL, {"outcome": "panicked", "message": "something else"}),
            "`host-resize-backward-bicubic` says that this panics, but the line does not name it: it has",
        ),
        (
            run("NdArray", CELL, {"outcome": "timed-out", "message": "after 60 s"}),
            "`host-resize-backward-bicubic` says that this panics, but the run did not end",
        ),
        (
            run("Flex", {"operation": "linear", "phase": "backward", "arguments": {}, "outcome": "panicked"},
                {"record": "linear-bias-unreached", "message": "The linear bias gradient has no gradient."}),
            "the run reached `linear-bias-unreached`, which is marked as not reachable",
        ),
        (run("Flex", CELL, {"burn": "0.21.9"}), "burn 0.21.9 is no known release"),
        (run("Flex", CELL, {"target": "x87"}), "rustc has no target `x87`"),
        (run("Flex", CELL, {"arguments": {"modus": "Bicubic"}}), "`interpolate` has no argument `modus`"),
        (run("NdArray", HOST, {"part": "program"}), "the program of example 1 of `host-resize-backward-bicubic` ran"),
        (
            run("NdArray", HOST, {"part": "program", "outcome": "panicked", "message": "nothing like it"}),
            "`host-resize-backward-bicubic` has no message like `nothing like it` for burn 0.21.0",
        ),
        (
            run("NdArray", HOST, {"part": "twin", "outcome": "panicked", "message": "oh"}),
            "the twin of example 1 of `host-resize-backward-bicubic` panicked: oh",
        ),
        (
            run("NdArray", HOST, {"part": "twin", "outcome": "does-not-compile", "message": "E0432"}),
            "the twin of example 1 of `host-resize-backward-bicubic` does not compile: E0432",
        ),
        (run("NdArray", HOST, {"part": "after: pray"}), "example 1 of `host-resize-backward-bicubic` has no part"),
        (run("NdArray", HOST, {"part": "twin", "example": 9}), "`host-resize-backward-bicubic` has no example 9"),
        # what leads nowhere, or is no run at all
        (run("Fire", CELL), "there is no backend `Fire`"),
        (run("Flex", CELL, {"operation": "resize"}), "there is no operation `resize`"),
        (run("NdArray", HOST, {"part": "twin", "record": "host"}), "there is no record `host`"),
        (run("Flex", CELL, {"outcome": "well"}), "`outcome` must be"),
        (run("Flex", CELL, {"record": HOST["record"]}), "a cell that did not panic has no `record`"),
    ],
)  # fmt: skip
def test_a_contradiction(said: Callable[[str], list[str]], row: dict[str, Any], message: str) -> None:
    assert [one for one in said(json.dumps(row)) if one.startswith(message)]


@pytest.mark.parametrize(("line", "message"), [("{", "this line is no JSON: "), ("7", "`run` must be")])
def test_a_line_that_is_no_run(said: Callable[[str], list[str]], line: str, message: str) -> None:
    (one,) = said(line)
    assert one.startswith(message)
