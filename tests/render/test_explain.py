"""The long explanations: rules, records, answers to questions, docs pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from burnlint.records.lookup import explain_query
from burnlint.render.explain import explain_hits, explain_record, explain_rule, rule_page
from burnlint.render.markdown import to_markdown
from burnlint.render.terminal import to_plain, to_terminal
from tests.render.sample import BICUBIC, CUBE, DATABASE, LANCZOS, RULES, version


def test_a_record_in_full() -> None:
    assert to_terminal(explain_record(DATABASE, BICUBIC, version("0.21.0")), width=90) == (
        """\
bicubic interpolation has no backward pass on NdArray
=====================================================

What: The backward pass of `interpolate` panics.

When: The mode is bicubic and the input is tracked.

Why: NdArray implements this backward pass for *nearest* only.

Prevention: Train on a backend that has it.

- record `ndarray-bicubic` of rule `interpolate-backward`
- interpolation, backward pass
- on NdArray
- in burn 0.20.1 to 0.22.1
- when mode is Bicubic (`mode == 'Bicubic'`)

It panics with `bicubic backward is not supported`.

Ways out
--------

- use nearest-neighbour interpolation (changes what the program does)
- train on Flex (changes what the program does), in burn 0.21.0 to 0.22.1
- resize before training: raw input is untracked (by hand)

How we know
-----------

- executed: burn 0.21.0, NdArray, x86_64-unknown-linux-gnu

Read in the source of `burn-ndarray`, `interpolate_backward`:

burn    line
------  -----------------------------------------
0.20.1  crates/burn-ndarray/src/ops/module.rs:320
0.21.0  crates/burn-ndarray/src/ops/module.rs:340
0.22.1  crates/burn-ndarray/src/ops/module.rs:359

- https://github.com/tracel-ai/burn/issues/1

Other datasets call it 93aa682cedae81d8.

Where it works: interpolation, backward pass, burn 0.21.0
---------------------------------------------------------

mode      NdArray     LibTorch    CubeCL      Flex
--------  ----------  ----------  ----------  ---------
Nearest   ✓ works ○   ✓ works ○   ✓ works ○   ✓ works ○
Bicubic   ✗ panics ●  ✓ works ○   ✗ panics ○  ✓ works ●
Lanczos3  ? unknown   ✗ panics ‡  ✗ panics ○  ? unknown

● seen in a real run · ○ read in the source · ? not known to burnlint · ‡ already in the
forward pass

CubeCL stands for Wgpu, Cuda and Cpu.

Example, for burn 0.20.1 to 0.21.0
----------------------------------

    use burn::backend::{Autodiff, NdArray};

    type B = Autodiff<NdArray>;

    fn main() {
        let mode = InterpolateMode::Bicubic; // panics
        upscale::<B>(mode).backward();
    }

The same without the panic:

     fn main() {
    -    let mode = InterpolateMode::Bicubic;
    +    let mode = InterpolateMode::Nearest;
         upscale::<B>(mode).backward();

To train on Flex:

    -use burn::backend::{Autodiff, NdArray};
    +use burn::backend::{Autodiff, Flex};

    -type B = Autodiff<NdArray>;
    +type B = Autodiff<Flex>;"""
    )


def test_the_example_is_the_one_of_the_release() -> None:
    assert "Device::ndarray(); // panics" in to_plain(explain_record(DATABASE, BICUBIC, version("0.22.1")))
    # Without a release, the newest of the record decides.
    newest = to_plain(explain_record(DATABASE, BICUBIC))
    assert "Where it works: interpolation, backward pass, burn 0.22.1\n" in newest
    assert "Device::ndarray(); // panics" in newest


def test_texts_and_lines_that_differ_between_releases() -> None:
    text = to_markdown(explain_record(DATABASE, CUBE))
    assert "- on CubeCL (Wgpu, Cuda and Cpu)\n" in text
    assert "- when mode is Bicubic or Lanczos3 (`mode in ['Bicubic', 'Lanczos3']`)" in text
    assert (
        "| burn                                      | panics with                                |\n"
        "|-------------------------------------------|--------------------------------------------|\n"
        "| 0.20.1 to 0.21.0                          | `bicubic backward is not supported by JIT` |\n"
        "| 0.22.1 to 0.23.0-pre.1 (the newest known) | `backward kernel failed: bicubic`          |\n"
    ) in text
    assert (
        "[cubek-interpolate@0.2.0/src/launch.rs:52](https://docs.rs/crate/cubek-interpolate/0.2.0/source/src/launch.rs)"
    ) in text
    assert "No line for burn 0.20.1: the text is made by a macro" in text


def test_a_panic_that_no_program_reaches_says_so() -> None:
    text = to_plain(explain_record(DATABASE, replace(LANCZOS, reachable=False)))
    assert "\n\nNo program reaches this panic. It is here because its text is in burn's source.\n\n" in text


def test_every_backend_and_nested_autodiff() -> None:
    affects = replace(BICUBIC.affects, backends=("*",), autodiff=2, when=None)
    nested = replace(BICUBIC, id="nested", affects=affects)
    database = replace(DATABASE, records={"nested": nested})
    text = to_plain(explain_record(database, nested, version("0.21.0")))
    assert "- on every backend\n" in text
    assert "- with 2 Autodiff decorators, one inside the other\n" in text
    assert "Where it works: interpolation, backward pass, under 2 Autodiff, burn 0.21.0\n" in text
    assert "✓" not in text


def test_a_team_record_of_its_own_crate_has_no_link_into_burn() -> None:
    [line, *_] = BICUBIC.source
    own = replace(BICUBIC, source_crate="my-layers", source=(replace(line, path="layers/src/resize.rs"),))
    text = to_markdown(explain_record(DATABASE, own))
    assert "`layers/src/resize.rs:320`" in text
    assert "blob/v0.20.1" not in text


def test_a_rule_with_its_records() -> None:
    text = to_terminal(explain_rule(DATABASE, RULES[0]), width=72)
    assert text.startswith(
        """\
`interpolate-backward`: interpolation without a backward pass
=============================================================

Resizing a tracked tensor is fine until its gradient is asked for.

record             what it says               burn
-----------------  -------------------------  --------------------------
`ndarray-bicubic`  bicubic interpolation has  0.20.1 to 0.22.1
                   no backward pass on
                   NdArray
`cubecl-bicubic`   bicubic interpolation has  0.20.1 to 0.23.0-pre.1
                   no backward pass on        (all known)
                   CubeCL

Where it works: interpolation, backward pass, burn 0.22.1
"""
    )
    assert text.endswith(
        """\
To silence it
-------------

Write `// burnlint: ignore[interpolate-backward] reason` above the line
and say why. More: https://burnlint.github.io/rules/interpolate-backward"""
    )


def test_the_page_of_a_rule_has_everything() -> None:
    page = to_markdown(rule_page(DATABASE, RULES[0]))
    headings = [line for line in page.splitlines() if line.startswith("#")]
    assert headings == [
        "# `interpolate-backward`: interpolation without a backward pass",
        "## Where it works: interpolation, backward pass, by release of burn",
        "## bicubic interpolation has no backward pass on NdArray",
        "### Ways out",
        "### How we know",
        "### Example, for burn 0.20.1 to 0.21.0",
        "### Example, for burn 0.22.1 to 0.23.0-pre.1 (the newest known)",
        "## bicubic interpolation has no backward pass on CubeCL",
        "### Ways out",
        "### How we know",
        "## To silence it",
    ]
    assert "| NdArray  | Bicubic  | ✗ panics ○ | ✗ panics ● | ✗ panics ○ | – absent     |" in page
    assert "```diff\n-let device = Device::ndarray();\n+let device = Device::flex();\n```" in page


@pytest.mark.parametrize(
    ("query", "start"),
    [
        ("interpolate-backward", "`interpolate-backward`: interpolation without a backward pass\n"),
        ("ndarray-bicubic", "bicubic interpolation has no backward pass on NdArray\n"),
        ("93aa682cedae81d8", "bicubic interpolation has no backward pass on NdArray\n"),
        (
            "thread 'main' panicked at crates/burn-ndarray/src/ops/module.rs:359:17:\n"
            "bicubic backward is not supported\n",
            "bicubic interpolation has no backward pass on NdArray\n",
        ),
    ],
)
def test_the_best_answer_is_told_in_full(query: str, start: str) -> None:
    text = to_plain(explain_hits(DATABASE, explain_query(DATABASE, query)))
    assert text.startswith(start)


def test_it_says_by_what_it_was_found_and_what_else_it_may_be() -> None:
    log = "panicked at crates/burn-ndarray/src/ops/module.rs:359:17:\nbicubic backward is not supported by JIT\n"
    text = to_plain(explain_hits(DATABASE, explain_query(DATABASE, log), version("0.20.1")))
    assert "\n\nFound by its panic text, in burn 0.22.1.\n\n" in text
    # The release of the log counts more than the one of the workspace.
    assert "Where it works: interpolation, backward pass, burn 0.22.1\n" in text
    assert "Also possible\n-------------\n\n- `cubecl-bicubic`: bicubic interpolation has no backward" in text


def test_a_misspelt_name_gets_suggestions() -> None:
    text = to_plain(explain_hits(DATABASE, explain_query(DATABASE, "ndarray-bicubik")))
    assert text == (
        "Nothing is called or says exactly that\n"
        "======================================\n\n"
        "Is it one of these?\n\n"
        "- `ndarray-bicubic`: bicubic interpolation has no backward pass on NdArray"
    )


def test_nothing_found_is_said_honestly() -> None:
    text = to_plain(explain_hits(DATABASE, explain_query(DATABASE, "index out of bounds")))
    assert text.startswith("No record matches\n=================\n\nburnlint knows 4 panics of burn, and none")
    assert "That does not mean that the call is safe" in text
