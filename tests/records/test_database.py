"""A database that is put together by hand, as tests of other rooms do."""

from __future__ import annotations

from burnlint.records.load import Database


def test_an_empty_database_answers() -> None:
    database = Database()
    assert database.versions == ()
    assert database.families == {}
    assert database.expand(["*", "NdArray"]) == ()
    assert database.records_for("interpolate", "backward") == ()
    assert database.records_of("resize-backward") == ()
    assert database.entries_by_name == {}


def test_records_in_a_plain_dictionary_are_indexed(database: Database) -> None:
    record = database.records["linear-second-order"]
    plain = Database(records={record.id: record}, rules=database.rules, operations=database.operations)
    assert plain.records_for("linear", "backward") == (record,)
    assert plain.records_of("nested-autodiff") == (record,)
