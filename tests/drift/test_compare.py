"""What a release of burn can panic with, against records and exemptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from burnlint.drift.compare import Drift, compare, is_printed_by, other_crates
from burnlint.drift.crates import find_crates, read_crate
from burnlint.drift.exemptions import read_exemptions
from burnlint.records.load import Database

from .conftest import HOST, checkout

HOST_FILE = "crates/burn-ndarray/src/ops/module.rs"
EXEMPTIONS = """\
internal_crates = ["burn-ndarray"]

[[exemption]]
kind = "values"
reason = "Numbers."
texts = ["there are four numbers"]
"""


def drift(database: Database, *folders: Path, exemptions: str = EXEMPTIONS) -> Drift:
    """Of these sources."""
    folders[0].joinpath("exemptions.toml").write_text(exemptions)
    crates = [read_crate(found)[0] for found in find_crates(folders)[0]]
    return compare(crates, database, read_exemptions(folders[0]))


def test_every_place_is_covered_open_or_not_called(tmp_path: Path, database: Database) -> None:
    found = drift(database, checkout(tmp_path))
    (release,) = found.releases
    assert str(release.version) == "0.21.0"
    assert [(record, place.site.line) for place, record in release.recorded] == [("host-resize-backward-bicubic", 6)]
    assert [(place.site.function, exemption.kind) for place, exemption in release.exempt] == [("at", "values")]
    assert [place.site.function for place in release.open] == ["helper"]
    assert [place.site.function for place in release.unreached] == ["forgotten"]
    assert release.sites == 4
    (panic,) = found.open
    assert (panic.crate, panic.function, panic.printed) == ("burn-ndarray", "helper", "not yet implemented")


def test_a_record_whose_panic_is_elsewhere_moved_and_one_without_vanished(tmp_path: Path, database: Database) -> None:
    (release,) = drift(database, checkout(tmp_path)).releases
    assert [(one.record, one.noted.line, one.now.site.line) for one in release.moved] == [
        ("host-resize-backward-bicubic", 340, 6)
    ]
    assert "host-deform-conv2d-backward" in {one.record for one in release.missing}
    gone = checkout(tmp_path / "gone", files={HOST_FILE: HOST.replace("bicubic", "cubic")})
    (release,) = drift(database, gone).releases
    assert "host-resize-backward-bicubic" in {one.record for one in release.missing}


def test_a_record_is_where_it_says(tmp_path: Path, database: Database) -> None:
    text = HOST.replace("    fn resize_backward", "\n" * 334 + "    fn resize_backward", 1)
    (release,) = drift(database, checkout(tmp_path, files={HOST_FILE: text})).releases
    assert release.moved == ()
    assert [place.site.line for place, _ in release.recorded] == [340]


def test_several_releases_show_what_is_new(tmp_path: Path, database: Database) -> None:
    old = checkout(tmp_path / "old", "0.20.1")
    new = checkout(
        tmp_path / "new",
        files={
            HOST_FILE: HOST.replace("todo!()", 'todo!(); unimplemented!("three dimensions")'),
            "crates/burn-tensor/src/api.rs": "pub fn helper() { todo!() }\n",  # not new, only elsewhere
        },
    )
    found = drift(database, old, new)
    assert [str(release.version) for release in found.releases] == ["0.20.1", "0.21.0"]
    firsts = {(panic.crate, panic.printed): str(panic.first) for panic in found.open}
    assert firsts == {
        ("burn-ndarray", "not yet implemented"): "0.20.1",
        ("burn-tensor", "not yet implemented"): "0.20.1",
        ("burn-ndarray", "not implemented: three dimensions"): "0.21.0",
    }


def test_an_exemption_is_idle_when_all_it_speaks_of_was_read(tmp_path: Path, database: Database) -> None:
    written = [
        ("0.21", 'burn = "=0.21.0"\ntexts = ["no such text"]'),
        ("all", 'texts = ["no such text"]'),  # may cover something in a release that is not here
        ("flex", 'burn = "=0.21.0"\ncrates = ["burn-flex"]'),  # the crate is not here
    ]
    text = "".join(f'[[exemption]]\nkind = "dead"\nreason = "{name}"\n{keys}\n' for name, keys in written)
    found = drift(database, checkout(tmp_path), exemptions=text)
    assert [exemption.reason for exemption in found.idle] == ["0.21"]


def test_sources_without_burn_show_nothing(tmp_path: Path, database: Database) -> None:
    assert drift(database, tmp_path).releases == ()


@pytest.mark.parametrize(
    ("text", "printed", "is_printed"),
    [
        ("no gradient for Bicubic", "no gradient for {mode:?}", True),
        ("no gradient for Bicubic on it", "no gradient for {mode:?}", True),
        ("No gradient for Bicubic", "no gradient for {mode:?}", False),
        ("anything", "{}", False),  # nothing of it is fixed
        ("short: 1", "short{}", False),
        ("a set {1, 2} of numbers", "a set {{{}}} of numbers", True),
        ("the whole text and more", "the whole text", False),
    ],
)
def test_a_message_and_what_a_place_prints(text: str, printed: str, is_printed: bool) -> None:
    assert is_printed_by(text, printed) is is_printed


def test_crates_of_others_that_records_name(database: Database) -> None:
    assert other_crates(database) == {"kernels"}
