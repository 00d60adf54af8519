"""The analysis follows settings, records and folders, and no more often than it must."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from burnlint.engine.session import SettingsOf
from burnlint.lsp.documents import Documents
from burnlint.lsp.ports import Read
from burnlint.lsp.workplace import Workplace
from burnlint.problem import Problem
from burnlint.records.database import Database
from burnlint.settings.load import Loaded
from burnlint.settings.parse import Mention
from burnlint.settings.settings import Settings
from burnlint.span import Span
from tests.lsp.fake_engine import RULES, FakeSession

ROOT = Path("/w")
FILE = ROOT / "burnlint.toml"
OWN = ROOT / "records"


class Engine:
    """Hands out what a test has put in, and counts."""

    def __init__(self) -> None:
        self.loaded = Loaded(Settings(backend="Wgpu"))
        self.databases = 0
        self.sessions: list[FakeSession] = []

    def settings(self, folder: Path | None, workspace_root: Path | None, editor: Any, read: Read) -> Loaded:
        return self.loaded

    def database(self, folders: Sequence[Path]) -> Database:
        self.databases += 1
        return Database(rules=RULES)

    def session(self, roots: Sequence[Path], database: Database, settings: SettingsOf) -> FakeSession:
        self.sessions.append(FakeSession(roots, settings))
        return self.sessions[-1]


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def documents() -> Documents:
    documents = Documents()
    for uri in ("file:///w/a.rs", "file:///w/notes.txt"):
        documents.open({"textDocument": {"uri": uri, "languageId": "", "version": 1, "text": "risky()"}})
    return documents


@pytest.fixture
def work(engine: Engine, documents: Documents) -> Workplace:
    return Workplace(engine, documents, lambda path: None, [ROOT], None)


def test_other_settings_reach_the_session(engine: Engine, work: Workplace) -> None:
    engine.loaded = Loaded(Settings(backend="Cuda"))
    work.reload_settings()
    (session,) = engine.sessions
    assert session.settings.backend == "Cuda"


def test_editor_settings_are_read_only_when_they_are_others(engine: Engine, work: Workplace) -> None:
    assert not work.set_editor_settings(None)
    engine.loaded = Loaded(Settings(backend="Cuda"))
    assert work.set_editor_settings({"backend": "Cuda"})
    assert engine.sessions[-1].settings.backend == "Cuda"


def test_half_written_settings_leave_the_last_good_ones(engine: Engine, documents: Documents, work: Workplace) -> None:
    problem = Problem(FILE, "this is no TOML", Span(0, 1))
    engine.loaded = Loaded(Settings(), problems=(problem,))
    document = {"uri": FILE.as_uri(), "languageId": "toml", "version": 1, "text": "["}
    documents.open({"textDocument": document})
    work.reload_settings()
    assert engine.sessions[-1].settings.backend == "Wgpu"
    assert work.problems == (problem,) and work.has(FILE) and FILE in work.files()
    # On disk there is no typing: what is there counts.
    documents.close({"textDocument": document})
    work.reload_settings()
    assert engine.sessions[-1].settings.backend is None


def test_names_that_no_record_has_are_problems(engine: Engine, work: Workplace) -> None:
    engine.loaded = Loaded(Settings(), mentions=(Mention("id", "riskey", FILE, Span(0, 6)),))
    work.reload_settings()
    (problem,) = work.problems
    assert problem.path == FILE and "did you mean `risky`?" in problem.message
    engine.loaded = Loaded(Settings(), problems=(Problem(Path("editor settings"), "wrong"),))
    work.reload_settings()
    assert work.files() == [] and not work.has(Path("editor settings"))


def test_other_folders_of_records_mean_a_new_session(engine: Engine, work: Workplace) -> None:
    engine.loaded = Loaded(Settings(records=(OWN,)))
    work.reload_settings()
    assert engine.databases == len(engine.sessions) == 2
    # It knows the documents that are open and that it can read.
    assert list(engine.sessions[-1].open_documents) == [ROOT / "a.rs"]
    assert work.own_folders == (OWN,)


def test_what_a_changed_file_means(engine: Engine, work: Workplace) -> None:
    engine.loaded = Loaded(Settings(records=(OWN,)))
    work.reload_settings()
    assert not work.files_changed([ROOT / "a.rs"])
    assert engine.databases == 2
    assert work.files_changed([ROOT / "a.rs", OWN / "family" / "mine.toml"])
    assert engine.databases == 3
    engine.loaded = Loaded(Settings(records=(OWN,), backend="Cuda"))
    assert work.files_changed([ROOT / "Cargo.lock"])
    assert engine.databases == 3
    assert engine.sessions[-1].settings.backend == "Cuda"


def test_other_roots(engine: Engine, work: Workplace) -> None:
    work.set_roots([Path("/other")])
    assert engine.sessions[-1].roots == (Path("/other"),)
    assert work.roots == (Path("/other"),)
