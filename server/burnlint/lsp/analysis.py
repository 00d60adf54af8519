"""The engine behind a shield: what goes wrong in it for one file is logged and costs only that file's answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from burnlint.cargo.context import CrateContext
from burnlint.checks.finding import Finding, Fix
from burnlint.engine.session import SettingsOf
from burnlint.lsp.documents import OpenDocument
from burnlint.lsp.ports import Report, Session
from burnlint.problem import Problem

logger = logging.getLogger(__name__)
_T = TypeVar("_T")


class Analysis:
    """The session, with the last good report of every open document."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._reports: dict[Path, Report] = {}
        self._files: dict[Path, None] | None = None  # in order; listing them looks at every folder

    def open(self, opened: OpenDocument) -> None:
        """An editor's text now counts instead of the file's."""
        self._files = None
        self._reports.pop(opened.path, None)
        self._guard(opened.path, lambda: self._session.open(opened.path, opened.document), None)

    def changed(self, path: Path) -> None:
        """An open document was edited in place."""
        self._guard(path, lambda: self._session.changed(path), None)

    def close(self, path: Path) -> None:
        """The file on disk counts again."""
        self._files = None
        self._reports.pop(path, None)
        self._guard(path, lambda: self._session.close(path), None)

    def disk_changed(self, paths: Iterable[Path]) -> None:
        """Files were written, made or removed."""
        self._files = None
        changed = tuple(paths)
        self._guard(changed, lambda: self._session.disk_changed(changed), None)

    def set_roots(self, roots: Sequence[Path]) -> None:
        """Other folders make up the workspace now."""
        self._files = None
        self._guard(roots, lambda: self._session.set_roots(roots), None)

    def set_settings(self, settings: SettingsOf) -> None:
        """Other settings hold now."""
        self._files = None
        self._guard("settings", lambda: self._session.set_settings(settings), None)

    def check(self, path: Path, is_open: bool) -> Report | None:
        """The report on a file. After an error in the engine, the last good one of an open document."""
        report = self._guard(path, lambda: self._session.check(path), self._reports.get(path))
        if is_open and report is not None:
            self._reports[path] = report
        return report

    def files(self) -> Mapping[Path, None]:
        """Every file worth checking, in order."""
        if self._files is None:
            nothing: list[Path] = []
            self._files = dict.fromkeys(self._guard("the workspace", self._session.files, nothing))
        return self._files

    def affected(self) -> set[Path]:
        """Open files whose findings may differ since their last check."""
        return self._guard("the workspace", self._session.affected, set())

    def fixes(self, finding: Finding) -> tuple[Fix, ...]:
        """The ways out of a finding."""
        return self._guard(finding.place.path, lambda: self._session.fixes(finding), ())

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the queries in use."""
        return self._guard("the queries", lambda: self._session.problems, ())

    def context(self, path: Path) -> CrateContext | None:
        """The package of a file, or of a manifest."""
        return self._guard(path, lambda: self._session.context(path), None)

    def _guard(self, about: object, call: Callable[[], _T], otherwise: _T) -> _T:
        try:
            return call()
        except Exception:
            logger.exception("the engine failed on %s", about)
            return otherwise
