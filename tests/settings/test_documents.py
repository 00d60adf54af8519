"""The committed schema and page are what the table says."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from burnlint.cargo.toml import read_toml
from burnlint.settings.json_schema import settings_schema
from burnlint.settings.page import settings_page
from burnlint.settings.parse import Source, parse_layer
from burnlint.settings.settings import Settings
from burnlint.settings.table import KEYS, Key

DOCS = Path(__file__).parents[2] / "docs"


def test_the_committed_schema_is_the_generated_one() -> None:
    committed = json.loads((DOCS / "schema" / "settings.schema.json").read_text(encoding="utf-8"))
    assert committed == settings_schema()
    jsonschema.Draft7Validator.check_schema(committed)


def test_the_committed_page_has_the_generated_table() -> None:
    assert settings_page() in (DOCS / "settings.md").read_text(encoding="utf-8")


def test_every_key_is_a_field_and_the_other_way_round() -> None:
    assert [key.field for key in KEYS] == list(Settings.__dataclass_fields__)


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_example_is_right_for_parser_and_schema(key: Key) -> None:
    file = read_toml(Path("burnlint.toml"), f"{key.name} = {key.example}\n".encode())
    layer = parse_layer(dict(file.table), Source(file.path, Path()))
    assert (file.problems, layer.problems) == ((), ())
    assert list(layer.values) == [key.field]
    jsonschema.validate(file.table, settings_schema())


@pytest.mark.parametrize(
    "values",
    [{"selct": []}, {"select": 3}, {"select": [3]}, {"burn": 0.21}, {"levels": {"a": "warn"}}, {"all-features": "x"}],
)
def test_parser_and_schema_refuse_the_same(values: dict[str, object]) -> None:
    assert parse_layer(values, Source(Path("x"), Path())).problems
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(values, settings_schema())
