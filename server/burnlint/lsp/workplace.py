"""The workspace as a whole: its folders, settings and records, and the analysis that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from burnlint.cargo.context import CrateContext
from burnlint.lsp.analysis import Analysis
from burnlint.lsp.documents import Documents, OpenDocument, is_configuration
from burnlint.lsp.ports import Engine, Read
from burnlint.problem import Problem
from burnlint.records.database import Database
from burnlint.settings.names import check_names


class Workplace:
    """Keeps the analysis in step with folders, settings and records."""

    def __init__(self, engine: Engine, documents: Documents, read: Read, roots: Sequence[Path], editor: Any) -> None:
        self._engine = engine
        self._documents = documents
        self._read = read
        self._editor = editor
        self.roots = tuple(roots)
        self._loaded = engine.settings(self.roots, editor, read)
        self.database: Database = engine.database(self._loaded.settings.records)
        self.problems = self._problems()  # of settings and records; see `files` for those with a file to show it in
        self.analysis = self._new_analysis()

    @property
    def own_folders(self) -> tuple[Path, ...]:
        """The folders of the team's own records and queries."""
        return (*self._loaded.settings.records, *self._loaded.settings.queries)

    def files(self) -> list[Path]:
        """Every file that may have diagnostics although nobody has it open."""
        return list(dict.fromkeys((*self.analysis.files(), *self._files_with_problems())))

    def has(self, path: Path) -> bool:
        """Whether it is one of `files`."""
        return path in self.analysis.files() or path in self._files_with_problems()

    def contexts(self) -> Iterator[CrateContext]:
        """The packages of the workspace that use burn, each once."""
        seen: set[Path] = set()
        for path in self.analysis.files():
            context = self.analysis.context(path)
            if context is not None and context.manifest not in seen:
                seen.add(context.manifest)
                yield context

    def open(self, opened: OpenDocument) -> None:
        """A document's text now counts instead of the file's, if burnlint reads such files."""
        if opened.is_read:
            self.analysis.open(opened)

    def files_changed(self, paths: Sequence[Path]) -> bool:
        """Files on disk are others; True if that may change what is true of every file."""
        self.analysis.disk_changed(paths)
        if any(map(self._is_own, paths)):
            self.reload_records()
            return True
        if any(map(is_configuration, paths)):
            self.reload_settings()
            return True
        return False

    def decides(self, path: Path) -> bool:
        """Whether a file is one of those that may change what is true of every file."""
        return is_configuration(path) or self._is_own(path)

    def set_roots(self, roots: Iterable[Path]) -> None:
        """Other folders make up the workspace."""
        self.roots = tuple(roots)
        self.analysis.set_roots(self.roots)
        self.reload_settings()

    def set_editor_settings(self, editor: Any) -> bool:
        """The editor's settings; False if they are the known ones."""
        if editor == self._editor:
            return False
        self._editor = editor
        self.reload_settings()
        return True

    def reload_settings(self) -> None:
        """Reads the settings again; other folders of records or queries make a new analysis."""
        before = self._loaded.settings
        loaded = self._engine.settings(self.roots, self._editor, self._read)
        # While somebody types in the file of settings, it is wrong most of the time; then the last good ones hold.
        if any(self._documents.at(problem.path) is not None for problem in loaded.problems):
            loaded = replace(loaded, settings=before)
        self._loaded = loaded
        after = loaded.settings
        if (before.records, before.queries) != (after.records, after.queries):
            self.reload_records()
            return
        self.problems = self._problems()
        if before != after:
            self.analysis.set_settings(after)

    def reload_records(self) -> None:
        """Reads the records again, and lets the analysis start afresh with them."""
        self.database = self._engine.database(self._loaded.settings.records)
        self.problems = self._problems()
        self.analysis = self._new_analysis()
        for opened in self._documents:
            self.open(opened)

    def _is_own(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.own_folders)

    def _problems(self) -> tuple[Problem, ...]:
        database = self.database
        names = check_names(self._loaded.mentions, (*database.rules, *database.records), tuple(database.backends))
        return (*self._loaded.problems, *names, *database.problems)

    def _files_with_problems(self) -> set[Path]:
        # Settings that come from no file have a path of words.
        return {problem.path for problem in self.problems if problem.path.is_absolute()}

    def _new_analysis(self) -> Analysis:
        return Analysis(self._engine.session(self.roots, self.database, self._loaded.settings))
