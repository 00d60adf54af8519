"""Hovers: the whole text that an editor shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from burnlint.checks.finding import Applied, Finding, Level
from burnlint.records.condition import OneOf
from burnlint.render.hover import hover
from burnlint.render.markdown import to_markdown
from burnlint.render.terminal import to_plain
from burnlint.span import Place, Span
from tests.render.sample import BICUBIC, CUBE, DATABASE, version

PLACE = Place(Path("main.rs"), Span(0, 1))
NDARRAY = Applied("ndarray-bicubic", "Autodiff<NdArray<f32>>", "0.21.0", "backward")
WGPU = Applied("cubecl-bicubic", "Autodiff<Wgpu>", "0.21.0", "backward", "with feature `wgpu`")


def finding(*applied: Applied, message: str = "it will panic", **facts: object) -> Finding:
    return Finding("interpolate-backward", Level.ERROR, message, PLACE, applied, facts=facts)


def shown(one: Finding) -> str:
    return to_plain(hover(one, DATABASE))


def test_one_record() -> None:
    message = "no backward pass on NdArray<f32> (burn 0.21.0): `loss.backward()` will panic"
    text = to_markdown(hover(finding(NDARRAY, message=message, arguments={"mode": "Bicubic"}), DATABASE))
    source = "https://github.com/tracel-ai/burn/blob/v0.21.0/crates/burn-ndarray/src/ops/module.rs#L340"
    assert text == (
        r"**error** `interpolate-backward`: no backward pass on NdArray\<f32\> (burn 0.21.0): `loss.backward()` "
        "will panic\n\n"
        "The backward pass of `interpolate` panics.\n\n"
        "**When:** The mode is bicubic and the input is tracked.\n\n"
        r"**Why:** NdArray implements this backward pass for \*nearest\* only."
        "\n\n"
        "**Panics with** `bicubic backward is not supported`\n\n"
        "**Affects** burn 0.20.1 to 0.22.1\n\n"
        "**Where it works: interpolation, backward pass, burn 0.21.0**\n\n"
        "| mode     | NdArray             | LibTorch   | CubeCL   | Flex      |\n"
        "|----------|---------------------|------------|----------|-----------|\n"
        "| Nearest  | ✓ works             | ✓ works    | ✓ works  | ✓ works   |\n"
        "| Bicubic  | ✗ panics **← here** | ✓ works    | ✗ panics | ✓ works   |\n"
        "| Lanczos3 | ? unknown           | ✗ panics ‡ | ✗ panics | ? unknown |\n\n"
        "? not known to burnlint · ‡ already in the forward pass\n\n"
        "CubeCL stands for Wgpu, Cuda and Cpu.\n\n"
        "**Ways out**\n\n"
        "- use nearest-neighbour interpolation (changes what the program does)\n"
        "- train on Flex (changes what the program does)\n"
        "- resize before training: raw input is untracked (by hand)\n\n"
        "**How we know:** executed: burn 0.21.0, NdArray, x86_64-unknown-linux-gnu; read: burn 0.21.0, "
        f"[crates/burn-ndarray/src/ops/module.rs:340]({source})\n\n"
        "[More about interpolate-backward](https://burnlint.github.io/rules/interpolate-backward)"
    )


def test_several_records_are_one_explanation() -> None:
    text = shown(finding(NDARRAY, WGPU, arguments={"mode": "Bicubic"}))
    # The same words are not said twice, different ones are.
    assert text.count("The backward pass of `interpolate` panics.") == 1
    assert "Why: NdArray implements" in text
    assert "\n\nCubeCL has a kernel for nearest only." in text
    assert "Panics with `bicubic backward is not supported` or `bicubic backward is not supported by JIT`" in text
    assert "Affects burn 0.20.1 to 0.22.1 on NdArray; burn 0.20.1 to 0.23.0-pre.1 (all known) on CubeCL" in text
    assert (
        "mode      NdArray          LibTorch    CubeCL (Wgpu)    Flex\n"
        "--------  ---------------  ----------  ---------------  ---------\n"
        "Nearest   ✓ works          ✓ works     ✓ works          ✓ works\n"
        "Bicubic   ✗ panics ← here  ✓ works     ✗ panics ← here  ✓ works\n"
        "Lanczos3  ? unknown        ✗ panics ‡  ✗ panics         ? unknown\n"
    ) in text
    # What helps on one backend only says so.
    assert "- use nearest-neighbour interpolation (changes what the program does)\n" in text
    assert (
        "- train on Flex (changes what the program does), where bicubic interpolation has no backward pass on NdArray\n"
    ) in text


def test_a_fix_is_shown_only_in_the_releases_that_have_it() -> None:
    old = replace(NDARRAY, burn="0.20.1")
    assert "train on Flex" in shown(finding(NDARRAY))
    assert "train on Flex" not in shown(finding(old))
    assert "Flex" not in shown(finding(old)).split("backward pass, burn 0.20.1")[1].split("\n\n")[1]


@pytest.mark.parametrize(
    ("burn", "release", "note"),
    [
        ("^0.20", "0.20.1", ", the newest release that ^0.20 allows"),
        (">=0.20, <0.22", "0.21.0", ", the newest release that >=0.20, <0.22 allows"),
        (">=0.20.0, <0.22.0 || =0.22.1", "0.22.1", ", the newest release that >=0.20.0, <0.22.0 || =0.22.1 allows"),
    ],
)
def test_without_a_lock_file_the_table_says_for_which_release_it_is(burn: str, release: str, note: str) -> None:
    assert f"Where it works: interpolation, backward pass, burn {release}{note}\n" in shown(
        finding(replace(NDARRAY, burn=burn))
    )


@pytest.mark.parametrize("burn", ["", "nonsense", "=0.1.0"])
def test_an_unknown_release_has_no_table(burn: str) -> None:
    one = finding(replace(NDARRAY, burn=burn))
    assert "Where it works" not in shown(one)
    assert "How we know" not in shown(one)
    assert "backward pass, burn 0.21.0\n" in to_plain(hover(one, DATABASE, version("0.21.0")))


def test_a_release_that_is_newer_than_the_records_is_said_to_be() -> None:
    text = shown(finding(replace(WGPU, burn="0.99.0")))
    assert "backward pass, burn 0.99.0 (a release that burnlint does not know)\n" in text


@pytest.mark.parametrize(
    ("mode", "marked"),
    [
        ("Bicubic", ["Bicubic"]),
        ("Lanczos3", ["Lanczos3"]),
        (OneOf(frozenset({"Nearest", "Bicubic"})), ["Bicubic"]),
        (None, ["Bicubic", "Lanczos3"]),  # not known: each of them may be it
        ("Nearest", []),
    ],
)
def test_only_the_cells_of_the_call_are_marked(mode: object, marked: list[str]) -> None:
    lines = shown(finding(WGPU, arguments={"mode": mode})).splitlines()
    assert [line.split()[0] for line in lines if "← here" in line] == marked


def test_a_panic_on_some_targets_is_marked_where_it_is_the_users_target() -> None:
    applied = Applied("ndarray-deform", "Autodiff<NdArray>", "0.21.0", "backward")
    text = shown(Finding("deform-conv-backward", Level.ERROR, "m", PLACE, (applied,)))
    assert (
        "backend   0.21.0\n"
        "--------  -----------------\n"
        "NdArray   ✗ panics † ← here\n"
        "LibTorch  ? unknown\n"
        "CubeCL    ? unknown\n"
        "Flex      ✓ works\n"
    ) in text
    assert "- † panics on targets without 32-bit atomics (`ndarray-deform`)" in text


def test_a_finding_of_a_record_that_is_gone_still_has_a_hover() -> None:
    text = shown(finding(replace(NDARRAY, record="gone")))
    assert text == (
        "error `interpolate-backward`: it will panic\n\n"
        "More about interpolate-backward (https://burnlint.github.io/rules/interpolate-backward)"
    )


def test_of_many_records_the_first_ones_are_told_and_the_others_named() -> None:
    many = {f"r{i}": replace(CUBE, id=f"r{i}", title=f"title {i}", why=f"Reason {i}.") for i in range(4)}
    database = replace(DATABASE, records=many)
    text = to_plain(hover(finding(*(replace(WGPU, record=id) for id in many)), database))
    assert [f"Reason {index}." in text for index in range(4)] == [True, True, False, False]
    assert "Also: title 2; title 3\n" in text


def test_the_panic_text_is_the_one_of_the_release() -> None:
    assert "by JIT`" in shown(finding(WGPU))
    new = shown(finding(replace(WGPU, burn="0.22.1")))
    assert "Panics with `backward kernel failed: bicubic`" in new
    assert "cubek-interpolate@0.2.0/src/launch.rs:52" in new
    assert BICUBIC.messages[0].text not in new
