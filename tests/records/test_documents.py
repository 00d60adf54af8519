"""What the documents show must be what the loader and the importer understand."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from burnlint.drift.exemptions import KINDS, read_exemptions
from burnlint.records.build import FIX_PARAMETERS
from burnlint.records.foreign_json import FIELDS
from burnlint.records.load import Database

DOCS = Path(__file__).parents[2] / "docs"


def blocks(text: str) -> dict[str, str]:
    """Heading -> the first block of TOML or JSON below it."""
    return dict(
        re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^```(?:toml|json)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    )


def test_the_examples_of_the_record_format_load(load: Callable[..., Database], tmp_path: Path) -> None:
    found = blocks((DOCS / "record-format.md").read_text(encoding="utf-8"))
    files = {
        "A record": "interpolate/ndarray-interpolate-backward-bicubic.toml",
        "An operation": "operations/interpolate.toml",
        "burn.toml": "burn.toml",
        "backends.toml": "backends.toml",
        "rules.toml": "rules.toml",
        "evidence/NAME.toml": "evidence/name.toml",
        "evidence/RELEASE.jsonl": "evidence/0.21.0.jsonl",
        "exemptions.toml": "exemptions.toml",
    }
    assert found.keys() == files.keys()
    for heading, name in files.items():
        path = tmp_path / "records" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found[heading], encoding="utf-8")
    database = load(tmp_path / "records")
    assert database.problems == ()
    assert len(database.records) == len(database.rules) == len(database.operations) == 1
    assert (len(database.works), len(database.runs)) == (1, 2)
    exemptions = read_exemptions(tmp_path / "records")
    assert exemptions.problems == ()
    assert [exemption.kind for exemption in exemptions.exemptions] == ["environment"]


def test_every_kind_of_exemption_is_described() -> None:
    text = (DOCS / "record-format.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in text for kind in KINDS)


def test_every_kind_of_fix_is_described() -> None:
    text = (DOCS / "record-format.md").read_text(encoding="utf-8")
    for kind, parameters in FIX_PARAMETERS.items():
        assert f"`{kind}`" in text
        assert all(f"`{parameter}`" in text for parameter in parameters)


def test_every_key_of_a_foreign_record_is_described() -> None:
    text = (DOCS / "foreign-records.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in text for key in FIELDS)
