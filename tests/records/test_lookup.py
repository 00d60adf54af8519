"""Looking up ids and panic texts: what is found, in which order, and when nothing is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from burnlint.records.load import Database
from burnlint.records.lookup import Hit, explain_query

BICUBIC = "host-resize-backward-bicubic"
TEXT = "bicubic resize: no gradient on the host"


def ids(hits: list[Hit]) -> list[str]:
    return [hit.record.id if hit.record else hit.rule.id for hit in hits]


def first(database: Database, text: str) -> Hit:
    hits = explain_query(database, text)
    assert hits, text
    return hits[0]


# ---- ids ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["resize-backward", " resize-backward\n", "Resize-Backward"])
def test_a_rule(database: Database, query: str) -> None:
    (hit,) = explain_query(database, query)
    assert (hit.how, hit.rule.id, hit.record) == ("id", "resize-backward", None)


def test_a_record(database: Database) -> None:
    (hit,) = explain_query(database, BICUBIC)
    assert (hit.how, hit.rule.id) == ("id", "resize-backward")
    assert hit.record is database.records[BICUBIC]


def test_an_id_of_another_dataset(database: Database) -> None:
    (hit,) = explain_query(database, "AAAA000011112222")
    assert (hit.how, ids([hit])) == ("foreign-id", [BICUBIC])


def test_a_misspelt_id(database: Database) -> None:
    hits = explain_query(database, "resize-bakward")
    assert hits[0].how == "similar"
    assert hits[0].rule.id == "resize-backward"
    assert ids(explain_query(database, "host-resize-backwards-bicubic"))[0] == BICUBIC


@pytest.mark.parametrize(
    "query",
    [
        "",
        " \n",
        "segfault",
        "index out of bounds: the len is 3 but the index is 7",
        "thread 'main' panicked at src/main.rs:3:5:\ncalled `Option::unwrap()` on a `None` value",
        "\0\x01\x02" * 100,
        "no",
    ],
)
def test_nothing_is_known(database: Database, query: str) -> None:
    assert explain_query(database, query) == []


# ---- panic texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        TEXT,
        f"  {TEXT}  ",
        f"error: {TEXT}!",
        f"I get `{TEXT}` when I train, why?",
        f"thread 'main' panicked at src/a.rs:1:1:\n{TEXT}\nnote: run with `RUST_BACKTRACE=1`",
        f"thread 'main' panicked at '{TEXT}', src/a.rs:1:1",
        f"thread 'main' panicked at src/a.rs:1:1:\r\n{TEXT}\r\n",
        f"\x1b[31mbicubic\x1b[0m{TEXT.removeprefix('bicubic')}",
        f'{{"message":"{TEXT}"}}',
    ],
)
def test_a_panic_text(database: Database, query: str) -> None:
    hit = first(database, query)
    assert (hit.how, ids([hit])) == ("message", [BICUBIC])
    assert hit.message is database.records[BICUBIC].messages[0]


def test_the_text_of_another_release(database: Database) -> None:
    hit = first(database, "resize failed (anything): mode Bicubic has no gradient")
    assert (ids([hit]), hit.message) == ([BICUBIC], database.records[BICUBIC].messages[1])


def test_the_release_that_a_log_names(database: Database) -> None:
    hit = first(database, f"   Compiling burn v0.21.0\nthread 'main' panicked at x.rs:1:1:\n{TEXT}\n")
    assert str(hit.release) == "0.21.0"
    assert first(database, TEXT).release is None


def test_the_release_that_a_line_number_tells(database: Database) -> None:
    log = f"panicked at /x/crates/burn-ndarray/src/ops/module.rs:310:9:\n{TEXT}"
    assert str(first(database, log).release) == "0.20.1"


def test_a_line_of_burns_source_decides_between_equal_texts(
    changed: Callable[..., Path], load: Callable[..., Database]
) -> None:
    same = "not implemented: this resize"
    folder = changed(
        ("interpolate/host-resize-backward-bilinear.toml", "bilinear resize has no gradient for host tensors", same),
        ("interpolate/cube-resize-backward-bilinear.toml", "bilinear resize has no gradient for cube tensors", same),
    )
    database = load(folder)
    assert len(explain_query(database, same)) == 2
    for crate, expected in (("host", "host-resize-backward-bilinear"), ("cube", "cube-resize-backward-bilinear")):
        path = f"/r/registry/src/index-1/burn-{crate}-0.21.0/src/resize.rs"
        for line in (21, 9999):  # also when only the file is right
            assert ids(explain_query(database, f"panicked at {path}:{line}:1:\n{same}\n"))[0] == expected


def test_a_line_of_burns_source_without_a_text(database: Database) -> None:
    log = "thread 'main' panicked at /r/registry/src/index-1/burn-ndarray-0.21.0/src/ops/module.rs:340:17:\n"
    hit = first(database, log)
    assert (hit.how, ids([hit]), str(hit.release)) == ("source-line", [BICUBIC], "0.21.0")
    # The same line in another release is something else.
    assert explain_query(database, log.replace("0.21.0", "0.20.1")) == []
    assert first(database, log.replace("burn-ndarray-0.21.0/src/ops/module.rs:340", "kernels-1.2.0/src/resize.rs:52"))


def test_several_panics_in_one_log(database: Database) -> None:
    log = f"{TEXT}\n...\nno deformable convolution for torch tensors\n"
    assert set(ids(explain_query(database, log))) == {BICUBIC, "torch-deform-conv2d"}


def test_what_is_reached_comes_before_what_is_not(database: Database) -> None:
    hits = explain_query(
        database, "The linear bias gradient has no gradient. The linear weight gradient has no gradient."
    )
    assert ids(hits) == ["linear-second-order", "linear-bias-unreached"]


def test_a_part_of_a_text(database: Database) -> None:
    hit = first(database, "No gradient on the HOST")
    assert (hit.how, ids([hit])) == ("part-of-message", [BICUBIC])


def test_a_misspelt_text(database: Database) -> None:
    hit = first(database, "bicubic resise: no gradiant on the host")
    assert (hit.how, ids([hit])) == ("similar", [BICUBIC])


def test_the_order_is_best_first(database: Database) -> None:
    hits = explain_query(database, "resize has no gradient")
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len(hits) == 3


def test_a_pattern_that_promises_no_text_is_tried_at_the_start_only(
    changed: Callable[..., Path], load: Callable[..., Database]
) -> None:
    folder = changed(
        (
            "interpolate/host-resize-backward-bicubic.toml",
            "'bicubic resize: no gradient on the host'",
            "'bicubic|nothing'",
        )
    )
    database = load(folder)
    assert ids(explain_query(database, "it was bicubic")) == [BICUBIC]
    assert explain_query(database, "x\n" * 10_000 + "bicubic") == []


def test_a_text_that_begins_like_a_message_does_not_hide_the_message(database: Database) -> None:
    message = "resize failed (kernel): mode Bicubic has no gradient"
    near = "resize failed (123): mode Bicubic has no gradient " + "." * 3000
    assert explain_query(database, near) == []
    assert ids(explain_query(database, near + message)) == [BICUBIC]


@pytest.mark.parametrize(
    "text",
    [
        "x" * 5_000_000,
        "bicubic resize: no gradient on the hos " * 100_000,
        "resize failed ( mode Bicubic has no gradient " * 100_000,
        "\n" * 3_000_000,
        " word" * 1_000_000,
    ],
)
def test_large_logs_without_a_known_panic(database: Database, text: str) -> None:
    """That this test ends soon is what it shows."""
    assert all(hit.how != "message" for hit in explain_query(database, text))


def test_a_panic_deep_in_a_large_log(database: Database) -> None:
    noise = "   Compiling something v1.0.0\n" * 200_000
    assert ids(explain_query(database, f"{noise}panicked at x.rs:1:1:\n{TEXT}\n{noise}")) == [BICUBIC]
