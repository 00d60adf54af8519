"""The workspace as a whole: its folders, settings and records, and the analysis that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from burnlint.cargo.context import CrateContext
from burnlint.engine.session import UNUSED
from burnlint.lsp.analysis import Analysis
from burnlint.lsp.baselines import Baselines
from burnlint.lsp.documents import Documents, OpenDocument, is_configuration
from burnlint.lsp.ports import Engine, Read, Report
from burnlint.lsp.settings import PackageSettings
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
        self._baselines = Baselines(read)
        self._settings = PackageSettings(engine, read, editor, self.roots)
        self._load_records()

    @property
    def own_folders(self) -> tuple[Path, ...]:
        """The folders of the team's own records and queries."""
        return (*self._settings.records, *self._settings.queries)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with settings, records and queries; see `files` for those with a file to show it in."""
        database = self.database
        ids, backends = (*database.rules, *database.records, UNUSED), tuple(database.backends)
        own = [p for one in self._settings.loaded for p in (*one.problems, *check_names(one.mentions, ids, backends))]
        broken = self._baselines.problems(self._settings.baselines)
        return tuple(dict.fromkeys((*own, *broken, *database.problems, *self.analysis.problems())))

    @property
    def own_patterns(self) -> tuple[str, ...]:
        """Which files to watch in these folders, and the baselines."""
        folders = (f"{folder.as_posix()}/**/*.{{toml,scm}}" for folder in self.own_folders)
        return (*folders, *(path.as_posix() for path in sorted(self._settings.baselines)))

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

    def check(self, path: Path, is_open: bool) -> Report | None:
        """The report on a file, without what the baseline of its package has."""
        report = self.analysis.check(path, is_open)
        if report is None or not report.findings:
            return report
        context = self.analysis.context(path)
        if context is None:
            return report
        baseline = self._settings.of(context.root, context.workspace_root).baseline
        return report if baseline is None else self._baselines.without_known(report, baseline)

    def open(self, opened: OpenDocument) -> None:
        """A document's text now counts instead of the file's, if burnlint reads such files."""
        if opened.is_read:
            self.analysis.open(opened)
            context = self.analysis.context(opened.path)
            if context is not None:
                self._settings.of(context.root, context.workspace_root)
                if self._settings.records != self._records:  # this package has records of its own
                    self.reload_records()

    def files_changed(self, paths: Sequence[Path]) -> bool:
        """Files on disk are others; True if that may change what is true of every file."""
        self.analysis.disk_changed(paths)
        if any(map(self._is_own, paths)):
            self.reload_records()
            return True
        if any(map(is_configuration, paths)):
            self.reload_settings()
            return True
        return not self._settings.baselines.isdisjoint(paths)

    def decides(self, path: Path) -> bool:
        """Whether a file is one of those that may change what is true of every file."""
        return is_configuration(path) or self._is_own(path) or path in self._settings.baselines

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
        """Reads the settings again; other folders of records make a new analysis."""
        before = self._settings
        # While somebody types in the file of settings, it is wrong most of the time; then the last good ones hold.
        self._settings = before.again(self._editor, self.roots, lambda path: self._documents.at(path) is not None)
        if self._settings.records != self._records:
            self.reload_records()
        elif not self._settings.says_the_same_as(before):
            self.analysis.set_settings(self._settings.of)

    def reload_records(self) -> None:
        """Reads the records again, and lets the analysis start afresh with them."""
        self._load_records()
        for opened in self._documents:
            self.open(opened)

    def _load_records(self) -> None:
        self._records = self._settings.records
        self.database: Database = self._engine.database(self._records)
        self.analysis = Analysis(self._engine.session(self.roots, self.database, self._settings.of))

    def _is_own(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.own_folders)

    def _files_with_problems(self) -> set[Path]:
        # Settings that come from no file have a path of words.
        return {problem.path for problem in self.problems if problem.path.is_absolute()}
