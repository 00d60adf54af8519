"""What a foreign text names: backends, values, targets and fields of work, and in which sense."""

from __future__ import annotations

import pytest

from burnlint.cargo.version import Range
from burnlint.records.load import Database
from burnlint.records.mentions import Mention, Vocabulary, sense_of, targets, topics
from burnlint.records.schema import Backend, Operation

EVERY = Range.parse("*")


@pytest.fixture
def vocabulary(database: Database) -> Vocabulary:
    return Vocabulary(database, database.operations["interpolate"])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("on NdArray", [("NdArray",)]),
        ("burn_ndarray and burn-ndarray", [("NdArray",), ("NdArray",)]),
        ("fn backend_is_ndarray()", [("NdArray",)]),
        ("burn-cube/cubecl or burn-torch", [("Wgpu", "Cuda", "Cpu"), ("Wgpu", "Cuda", "Cpu"), ("LibTorch",)]),
        ("CUDA, wgpu", [("Cuda",), ("Wgpu",)]),
        ("the BackendRouter", [("Router",)]),
        ("a router, a flexible cpu, a metallic cube and wgpus", []),
        ("burn-cpu and burn-flex", [("Cpu",), ("Flex",)]),
    ],
)
def test_backends(vocabulary: Vocabulary, text: str, names: list[tuple[str, ...]]) -> None:
    assert [mention.names for mention in vocabulary.backends(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("InterpolateMode::Bicubic", ["Bicubic"]),
        ("bicubic or BILINEAR", ["Bicubic", "Bilinear"]),
        ("lanczos 3, lanczos-3, Lanczos3", ["Lanczos3"] * 3),
        ("tricubicular", []),
    ],
)
def test_values(vocabulary: Vocabulary, text: str, names: list[str]) -> None:
    assert [mention.names[0] for mention in vocabulary.values(text)] == names


def test_a_short_value_counts_only_as_it_is_written() -> None:
    operation = Operation("scatter", "scatter", EVERY, {"update": {"Add": EVERY}}, (), ())
    vocabulary = Vocabulary(Database(), operation)
    assert vocabulary.values("please add a test") == []
    assert [mention.names for mention in vocabulary.values("with Add")] == [("Add",)]


def test_a_word_of_several_backends_names_their_family_or_nothing() -> None:
    backends = [
        Backend("Wgpu", "CubeCL", EVERY, ("gpu",), (), ()),
        Backend("Cuda", "CubeCL", EVERY, ("gpu", "fast"), (), ()),
        Backend("Candle", "Candle", EVERY, ("fast",), (), ()),
    ]
    database = Database(backends={backend.name: backend for backend in backends})
    vocabulary = Vocabulary(database, Operation("x", "x", EVERY, {}, (), ()))
    assert [mention.names for mention in vocabulary.backends("gpu, fast")] == [("Wgpu", "Cuda")]


def test_nothing_is_named_where_nothing_is_known() -> None:
    vocabulary = Vocabulary(Database(), Operation("x", "x", EVERY, {}, (), ()))
    assert vocabulary.backends("NdArray or wgpu") == []
    assert vocabulary.values("Bicubic") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("on thumbv7m-none-eabi.", [("thumbv7m-none-eabi",)]),
        ("thumbv8m.main-none-eabi", [("thumbv8m.main-none-eabi",)]),
        ("32-bit f32 on arm or my-own-target", []),
        ("wasm32-unknown-unknown", [("wasm32-unknown-unknown",)]),
    ],
)
def test_targets(text: str, names: list[tuple[str, ...]]) -> None:
    assert [mention.names for mention in targets(text)] == names


def test_words_for_many_targets() -> None:
    (x86_64,), (wasm,) = targets("x86_64 only"), targets("wasm/embedded")
    assert all(triple.startswith("x86_64-") for triple in x86_64.names)
    assert len(x86_64.names) > 10
    assert all(triple.startswith("wasm") for triple in wasm.names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Calling quantize_dynamic on QTensorOps", {"quantization"}),
        ("a deform conv layer", {"convolution"}),
        ("deform_conv2d, Conv2d", {"convolution"}),
        ("a conversation", set()),
        ("max_pool2d and a spool", {"pooling"}),
        ("bilinear upsampling", {"interpolation"}),
        ("linear_weight_backward", {"linear layers"}),
    ],
)
def test_topics(text: str, expected: set[str]) -> None:
    assert topics(text) == expected


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Switch to X.", "advice", "works"),
        ("Use Y instead of X.", "advice", "avoided"),
        ("Do not use X.", "advice", "avoided"),
        ("X does not support this.", "advice", "panics"),
        ("X panics.", "statement", "panics"),
        ("X supports this.", "statement", "works"),
        ("X is a backend.", "statement", None),
        ("Training on X.", "trigger", "panics"),
        ("Training on Y instead of X.", "trigger", None),
        ("type B = X;", "before", "panics"),
        ("type B = X;", "after", "works"),
        ("is(X)", "guard", "avoided"),
    ],
)
def test_senses(text: str, kind: str, expected: str | None) -> None:
    at = text.index("X")
    assert sense_of(text, Mention(at, at + 1, ("X",)), kind) == expected  # type: ignore[arg-type]
