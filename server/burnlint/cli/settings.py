"""The settings of a folder and the records that go with them, as the options of a command ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from burnlint.cli.errors import UsageError
from burnlint.problem import Problem
from burnlint.records.load import Database, load_database
from burnlint.settings.load import COMMAND_LINE, Loaded, load_settings
from burnlint.settings.names import check_names
from burnlint.settings.settings import Settings


@dataclass(frozen=True)
class Choice:
    """Which settings a command was told to use."""

    options: Mapping[str, object] = field(default_factory=dict)  # by the names of the settings
    config: Path | None = None
    files: bool = True


@dataclass(frozen=True)
class Configured:
    """Settings, their records, and what is wrong with either."""

    settings: Settings
    database: Database
    problems: tuple[Problem, ...]
    files: tuple[Path, ...]


def configure(
    folder: Path, workspace_root: Path | None, choice: Choice, read: Callable[[Path], bytes | None]
) -> Configured:
    """Raises UsageError for what is wrong on the command line; the rest is data."""
    loaded = load_settings(
        folder,
        workspace_root,
        read,
        command_line=choice.options,
        config=choice.config,
        files=choice.files,
    )
    database = _database(loaded.settings.records)
    problems = (*loaded.problems, *_wrong_names(loaded, database))
    wrong = [problem.message for problem in problems if problem.path == COMMAND_LINE]
    if wrong:
        raise UsageError(*dict.fromkeys(wrong))
    queries = _query_problems(loaded.settings.queries)
    return Configured(loaded.settings, database, (*problems, *database.problems, *queries), loaded.files)


@cache
def _database(folders: tuple[Path, ...]) -> Database:
    return load_database(folders)


@cache
def _query_problems(folders: tuple[Path, ...]) -> tuple[Problem, ...]:
    if not folders:
        return ()
    from burnlint.datadir import data_dir
    from burnlint.syntax.queries import QuerySet

    return QuerySet(data_dir("queries"), folders).problems


def forget_records() -> None:
    """Records are read from disk again."""
    _database.cache_clear()
    _query_problems.cache_clear()


def _wrong_names(loaded: Loaded, database: Database) -> tuple[Problem, ...]:
    from burnlint.engine.session import UNUSED

    ids = (*database.rules, *database.records, UNUSED)
    return check_names(loaded.mentions, ids, tuple(database.backends))
