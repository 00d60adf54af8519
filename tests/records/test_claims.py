"""The verdicts on foreign claims: by our evidence, each with its reason, and silence where we know nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from burnlint.records.foreign import Claim, claims, join, read_foreign
from burnlint.records.load import Database

from .test_foreign import foreign

RESIZE = "aaaa000011112222"  # bicubic on NdArray, backward
DEFORM = "bbbb000011112222"  # NdArray without 32-bit atomics, backward
LINEAR = "cccc000011112222"  # Autodiff<Autodiff<_>>, linear, 0.21.0
MESSAGES = {
    RESIZE: "bicubic resize: no gradient on the host",
    DEFORM: "the gradient of a deformable convolution needs atomics",
    LINEAR: "The linear weight gradient has no gradient.",
}
TRIGGERS = {
    RESIZE: "An interpolation is differentiated.",
    DEFORM: "A deform conv layer goes backward.",
    LINEAR: "A linear layer is differentiated twice.",
}


def judged(database: Database, id: str, **changes: Any) -> list[Claim]:
    defaults = {
        "id": id,
        "errorMessage": MESSAGES[id],
        "documentation": "",
        "triggerScenarios": TRIGGERS[id],
        "commonSituations": "",
        "solutions": [],
    }
    data = json.dumps(foreign(**{**defaults, **changes})).encode()
    (record,) = read_foreign(data, Path("seeds.json"))[0]
    return claims(join(record, database), database)


def verdict(database: Database, id: str, field: str, text: str, **changes: Any) -> Claim:
    value = [text] if field in ("solutions", "preventionTips") else text
    found = [claim for claim in judged(database, id, **{field: value}, **changes) if claim.field.startswith(field)]
    worst = ("contradicted", "agrees", "unverified")
    return min(found, key=lambda claim: worst.index(claim.verdict))


@pytest.mark.parametrize(
    ("id", "field", "text", "expected", "because"),
    [
        # backends: the support table decides
        (
            RESIZE,
            "solutions",
            "Switch to burn-cubecl, which supports bicubic backward.",
            "contradicted",
            "Bicubic panics on CubeCL (burn 0.20.1 to 0.22.1)",
        ),
        (
            RESIZE,
            "solutions",
            "Train on the wgpu backend instead of ndarray.",
            "contradicted",
            "Bicubic panics on Wgpu (burn 0.20.1 to 0.22.1)",
        ),
        (
            RESIZE,
            "solutions",
            "Use burn-tch for training.",
            "agrees",
            "Bicubic works on LibTorch (burn 0.20.1 to 0.22.1)",
        ),
        (
            RESIZE,
            "solutions",
            "Switch to Flex.",
            "agrees",
            "Bicubic works on Flex (burn 0.21.0 to 0.22.1, executed in 1 of 2 series)",
        ),
        (
            RESIZE,
            "solutions",
            "Switch to CUDA or LibTorch.",
            "contradicted",
            "Bicubic panics on Cuda (burn 0.20.1 to 0.22.1); but rightly: Bicubic works on LibTorch",
        ),
        (RESIZE, "solutions", "Avoid burn-wgpu, use libtorch.", "agrees", "Bicubic panics on Wgpu"),
        (RESIZE, "solutions", "Do not use cubecl; it panics as well.", "agrees", "Bicubic panics on CubeCL"),
        (RESIZE, "solutions", "On ndarray keep bicubic out of the graph.", "unverified", ""),
        (RESIZE, "solutions", "Resize before the data reaches the model.", "unverified", ""),
        (RESIZE, "solutions", "Use the router backend.", "unverified", ""),
        (
            RESIZE,
            "documentation",
            "The wgpu backend supports bicubic backward.",
            "contradicted",
            "Bicubic panics on Wgpu",
        ),
        (
            RESIZE,
            "documentation",
            "The LibTorch backend has no backward for Bicubic.",
            "contradicted",
            "Bicubic works on LibTorch",
        ),
        (
            RESIZE,
            "documentation",
            "The ndarray backend does not implement bicubic backward.",
            "agrees",
            "Bicubic panics on NdArray",
        ),
        (RESIZE, "documentation", "The metal of the CPU is bare.", "unverified", ""),
        (
            RESIZE,
            "triggerScenarios",
            "Backpropagating through a bicubic interpolation on NdArray.",
            "agrees",
            "Bicubic panics on NdArray",
        ),
        (
            RESIZE,
            "triggerScenarios",
            "Backpropagating through a bicubic interpolation on burn-tch.",
            "contradicted",
            "Bicubic works on LibTorch",
        ),
        (
            RESIZE,
            "commonSituations",
            "Interpolation with `Autodiff<Wgpu>` and a cubic mode.",
            "agrees",
            "Bicubic panics on Wgpu",
        ),
        # inference is another phase
        (RESIZE, "solutions", "Use wgpu for inference with bicubic.", "agrees", "Bicubic works on Wgpu"),
        (
            RESIZE,
            "solutions",
            "Use libtorch for inference with lanczos3.",
            "contradicted",
            "Lanczos3 panics on LibTorch (burn 0.21.0 to 0.22.1)",
        ),
        # values
        (RESIZE, "solutions", "Use InterpolateMode::Nearest instead.", "agrees", "Nearest works on NdArray"),
        (RESIZE, "solutions", "Prefer bilinear for training.", "contradicted", "Bilinear panics on NdArray"),
        (RESIZE, "solutions", "Keep bicubic for inference only.", "unverified", ""),
        (RESIZE, "solutions", "Use nearest on ndarray.", "agrees", "Nearest works on NdArray"),
        (
            RESIZE,
            "documentation",
            "Only bilinear has a backward on ndarray.",
            "contradicted",
            "Nearest works on NdArray",
        ),
        (RESIZE, "documentation", "Only Nearest supports backward on wgpu.", "unverified", ""),
        (RESIZE, "documentation", "Only the first dimension is interpolated.", "unverified", ""),
        (RESIZE, "documentation", "Only bicubic has a backward on LibTorch.", "unverified", ""),
        (RESIZE, "documentation", "Only bilinear has a backward on wgpu.", "contradicted", "Bilinear panics on Wgpu"),
        (RESIZE, "documentation", "On ndarray only Nearest supports backward.", "unverified", ""),
        # guards
        (
            RESIZE,
            "typeGuard",
            "fn ok(mode: Mode) -> bool { matches!(mode, Mode::Nearest) }",
            "contradicted",
            "it does not look at the backend: Bicubic works on Flex",
        ),
        (RESIZE, "validationCode", "if mode == Bicubic && is_ndarray() {}", "agrees", "Bicubic panics on NdArray"),
        (RESIZE, "typeGuard", 'fn ok(backend: &str) -> bool { backend == "libtorch" }', "unverified", ""),
        (
            LINEAR,
            "typeGuard",
            'fn is_ndarray<B>() -> bool { type_name::<B>().contains("NdArray") }',
            "contradicted",
            "the panic happens on every one",
        ),
        # a forward pass that panics, and panics on some targets only
        (
            DEFORM,
            "solutions",
            "Train with burn-cubecl or burn-tch.",
            "contradicted",
            "panics already in the forward pass on LibTorch (burn 0.20.1 to 0.22.1); but rightly: deformable conv",
        ),
        (DEFORM, "commonSituations", "Deform conv on ndarray.", "unverified", ""),
        # targets
        (
            DEFORM,
            "commonSituations",
            "Training a deform conv on thumbv6m-none-eabi.",
            "agrees",
            "the panic happens only on targets without 32-bit atomics, and thumbv6m-none-eabi is one of them",
        ),
        (
            DEFORM,
            "commonSituations",
            "Training a deform conv on thumbv7m-none-eabi.",
            "contradicted",
            "and thumbv7m-none-eabi is not one of them",
        ),
        (DEFORM, "commonSituations", "Deform conv in wasm builds.", "contradicted", "and wasm is not one of them"),
        (DEFORM, "commonSituations", "Deform conv on wasm32-unknown-unknown/wasm32.", "contradicted", "wasm32"),
        (DEFORM, "solutions", "Build for x86_64 or aarch64.", "agrees", "and x86_64 is not one of them"),
        (DEFORM, "solutions", "Build for thumbv6m-none-eabi.", "contradicted", "thumbv6m-none-eabi is one of them"),
        (
            DEFORM,
            "solutions",
            "Avoid riscv32imc-unknown-none-elf.",
            "agrees",
            "riscv32imc-unknown-none-elf is one of them",
        ),
        (DEFORM, "solutions", "Build for my-own-target or arm.", "unverified", ""),
        (DEFORM, "documentation", "A 32-bit or f32 value of a deform conv.", "unverified", ""),
        (
            DEFORM,
            "validationCode",
            '#[cfg(not(target_has_atomic = "32"))] compile_error!("no");',
            "agrees",
            "it tests the condition of our record",
        ),
        (DEFORM, "typeGuard", 'cfg!(target_has_atomic="32")', "agrees", "it tests the condition of our record"),
        (DEFORM, "typeGuard", 'cfg!(target_has_atomic = "64") && cfg!(', "unverified", ""),
        (RESIZE, "commonSituations", "Interpolation in wasm builds.", "unverified", ""),
        # the example, before and after
        (
            DEFORM,
            "exampleFix",
            "// before\n// target: thumbv7m-none-eabi\n// after\n// x86_64",
            "contradicted",
            "thumbv7m-none-eabi is not one of them",
        ),
        (
            RESIZE,
            "exampleFix",
            "// before\ntype B = Autodiff<NdArray>;\n// after\ntype B = Autodiff<Wgpu>;",
            "contradicted",
            "Bicubic panics on Wgpu",
        ),
        # reachability and Rust
        (
            LINEAR,
            "documentation",
            "This is dead code: it is never called.",
            "contradicted",
            "it is reached: The outer backward pass",
        ),
        (LINEAR, "documentation", "An `unreachable!()` would do as well.", "unverified", ""),
        (LINEAR, "tryCatchPattern", "// Rust panics cannot be caught", "contradicted", "catch_unwind"),
        (LINEAR, "tryCatchPattern", "catch_unwind(|| panics())", "unverified", ""),
        # another panic's text
        (
            LINEAR,
            "triggerScenarios",
            "Calling quantize_dynamic on a tensor.",
            "contradicted",
            "it speaks of quantization, which this panic has nothing to do with",
        ),
        (LINEAR, "solutions", "Replace the linear layer by an embedding.", "unverified", ""),
        # identity
        (
            LINEAR,
            "errorMessage",
            "The linear weight gradient has no gradient.",
            "agrees",
            "our record has the same message",
        ),
        (LINEAR, "errorMessage", "Another text.", "unverified", "our record of this id has another message"),
    ],
)
def test_a_claim(database: Database, id: str, field: str, text: str, expected: str, because: str) -> None:
    claim = verdict(database, id, field, text)
    assert (claim.verdict, because in claim.because) == (expected, True), claim
    assert bool(claim.because) == bool(because)


def test_a_trigger_of_another_panic_takes_the_rest_with_it(database: Database) -> None:
    found = judged(
        database,
        LINEAR,
        triggerScenarios="Quantization of a tensor. It happens at once.",
        solutions=["Quantize on another backend.", "Do not quantize the linear layer.", "Wait."],
        validationCode="fn quantize() {}",
        preventionTips=["Test the QTensorOps of the backend."],
    )
    assert [(claim.field, claim.verdict) for claim in found] == [
        ("errorMessage", "agrees"),
        ("triggerScenarios", "contradicted"),
        ("triggerScenarios", "unverified"),
        ("solutions[0]", "contradicted"),
        ("solutions[1]", "unverified"),  # speaks of this panic as well
        ("solutions[2]", "unverified"),
        ("validationCode", "contradicted"),
        ("preventionTips[0]", "contradicted"),
    ]


def test_advice_that_only_mentions_another_field_of_work_is_not_contradicted(database: Database) -> None:
    claim = verdict(database, LINEAR, "solutions", "Quantize the model afterwards.")
    assert claim.verdict == "unverified"


def test_dead_code_that_is_not_reached(database: Database) -> None:
    (record,) = read_foreign(
        json.dumps(
            foreign(
                id="new",
                errorMessage="The linear bias gradient has no gradient.",
                documentation="Dead code.",
                triggerScenarios="A linear layer.",
            )
        ).encode(),
        Path("x.json"),
    )[0]
    found = claims(join(record, database), database)
    assert [(c.verdict, c.because) for c in found if c.field == "documentation"] == [
        ("agrees", "our record says the same")
    ]


def test_the_records_that_decide_are_named(database: Database) -> None:
    claim = verdict(database, RESIZE, "solutions", "Use wgpu.")
    assert claim.records == ("cube-resize-backward-bicubic",)


def test_a_claim_that_holds_for_some_releases_only_is_left_open(database: Database) -> None:
    """Lanczos3 panics on LibTorch since 0.21; before, there was no such mode: neither true nor false."""
    claim = verdict(database, RESIZE, "solutions", "Use nearest or bicubic on ndarray, which supports both.")
    assert claim.verdict == "unverified"
    assert "Nearest works on NdArray" in claim.because
    assert "but Bicubic panics on NdArray" in claim.because


def test_sentences_are_claims_of_their_own(database: Database) -> None:
    found = judged(
        database, RESIZE, documentation="It panics, e.g. on ndarray. The wgpu backend supports bicubic!\nWell; done"
    )
    texts = [claim.text for claim in found if claim.field == "documentation"]
    assert texts == ["It panics, e.g. on ndarray.", "The wgpu backend supports bicubic!", "Well;", "done"]


def test_nothing_is_decided_about_a_panic_that_burnlint_does_not_know(database: Database) -> None:
    data = json.dumps(foreign(id="new", errorMessage="Another text.", solutions=["Use wgpu."])).encode()
    (record,) = read_foreign(data, Path("x.json"))[0]
    found = claims(join(record, database), database)
    assert found
    assert {(claim.verdict, claim.because) for claim in found} == {("unverified", "")}


@pytest.mark.parametrize(
    "text", ["wgpu " * 100_000, "use " * 100_000 + "wgpu", "cfg(" * 100_000, "a-" * 100_000, "x" * 1_000_000]
)
def test_hostile_texts_end(database: Database, text: str) -> None:
    """That this test ends soon is what it shows."""
    found = judged(
        database,
        DEFORM,
        documentation=text,
        triggerScenarios=text,
        solutions=[text],
        exampleFix=text,
        validationCode=text,
        preventionTips=[text],
    )
    assert len(found) >= 5
