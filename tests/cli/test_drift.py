"""`burnlint records drift`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.drift.conftest import HOST, TENSOR, checkout
from tests.workspace import write

from .conftest import Burnlint

BICUBIC = HOST.replace(
    "bicubic resize: no gradient on the host", "bicubic interpolation backward is not supported for ndarray backend"
).replace("resize_backward", "interpolate_backward")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A checkout in which one record's panic moved, and the others' are gone."""
    tensor = TENSOR.replace("resize_backward", "interpolate_backward")
    files = {"crates/burn-tensor/src/lib.rs": tensor, "crates/burn-ndarray/src/ops/module.rs": BICUBIC}
    return checkout(tmp_path / "burn", files=files)


def test_what_is_open_moved_and_missing_is_listed(burnlint: Burnlint, sources: Path) -> None:
    output = burnlint("records", "drift", "--sources", str(sources), "--format", "markdown")
    assert output.code == 1
    assert "# Drift of burn 0.21.0" in output.out
    assert "`ndarray-interpolate-backward-bicubic` moved: `burn-ndarray/src/ops/module.rs:6`, not " in output.out
    assert "`tch-deform-conv2d` holds for this release, whose sources do not have its panic" in output.out
    assert "`not yet implemented` in helper" in output.out
    assert "nobody calls this" not in output.out


def test_json_has_every_place(burnlint: Burnlint, sources: Path) -> None:
    output = burnlint("records", "drift", "--sources", str(sources), "--format", "json")
    document = json.loads(output.out)
    (release,) = document["releases"]
    assert (output.code, release["burn"], release["panics"]) == (1, "0.21.0", 4)
    assert {"record": "ndarray-interpolate-backward-bicubic", "crate": "burn-ndarray", "line": 6}.items() <= (
        release["recorded"][0].items()
    )
    places = [place for panic in document["open"] for place in panic["places"]]
    assert {"burn": "0.21.0", "crate": "burn-ndarray", "file": "src/ops/module.rs", "line": 13}.items() <= (
        next(place for place in places if place["line"] == 13).items()
    )


def test_only_what_is_new(burnlint: Burnlint, tmp_path: Path) -> None:
    old, new = checkout(tmp_path / "old", "0.20.1"), checkout(tmp_path / "new")
    write(new, {"crates/burn-tensor/src/more.rs": 'pub fn more() { panic!("no more of it") }\n'})
    output = burnlint("records", "drift", "--sources", str(old), str(new), "--since", "0.21", "--format", "json")
    assert [panic["message"] for panic in json.loads(output.out)["open"]] == ["no more of it"]


def test_the_lines_for_a_record(burnlint: Burnlint, tmp_path: Path) -> None:
    old, new = checkout(tmp_path / "old", "0.20.1"), checkout(tmp_path / "new")
    write(new, {"crates/burn-ndarray/src/ops/module.rs": "\n" + HOST})
    output = burnlint(
        "records", "drift", "--sources", str(old), str(new), "--about", "On the Host", "--format", "markdown"
    )
    assert output.code == 1
    assert (
        output.out
        == """\
## `burn-ndarray`, resize_backward: `bicubic resize: no gradient on the host`

```toml
"0.20.1" = "crates/burn-ndarray/src/ops/module.rs:6"
"0.21.0" = "crates/burn-ndarray/src/ops/module.rs:7"
```
"""
    )
    output = burnlint("records", "drift", "--sources", str(old), "--about", "no such text")
    assert (output.code, output.out) == (0, "No panic has this text in its message or function.\n")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--sources", "nowhere"], "nowhere: there is no such folder"),
        (["--sources", "."], "there is no crate `burn` in it"),
        (["--sources", ".", "--since", "soon"], "`soon` is no release"),
        ([], "--sources"),
    ],
)
def test_wrong_use(
    burnlint: Burnlint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    output = burnlint("records", "drift", *more)
    assert output.code == 2
    assert message in output.err
