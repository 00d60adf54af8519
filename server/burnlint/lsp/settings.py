"""The settings of every package, each loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from burnlint.lsp.ports import Engine, Read
from burnlint.settings.load import Loaded
from burnlint.settings.settings import Settings

_Key = tuple[Path, Path | None]  # the folder of a package, and that of its workspace


class PackageSettings:
    """What the files say of a package, and what the editor says on top of that."""

    def __init__(self, engine: Engine, read: Read, editor: Any, roots: Sequence[Path]) -> None:
        self._engine = engine
        self._read = read
        self._editor = editor
        self._roots = tuple(roots)
        self._loaded: dict[_Key, Loaded] = {}
        for root in self._roots:
            self.of(root, root)
        if not self._roots:
            self.editor_only()

    def of(self, folder: Path, workspace_root: Path | None) -> Settings:
        """The settings of a package."""
        key = (folder, workspace_root)
        if key not in self._loaded:
            self._loaded[key] = self._engine.settings(folder, workspace_root, self._editor, self._read)
        return self._loaded[key].settings

    def editor_only(self) -> None:
        """Without a folder there are only the editor's settings, and their problems."""
        key = (Path.cwd(), None)
        self._loaded[key] = self._engine.settings(None, None, self._editor, self._read)

    def again(self, editor: Any, roots: Sequence[Path], is_open: Callable[[Path], bool]) -> PackageSettings:
        """The same packages, read again; a file that is wrong while somebody types in it leaves the last good ones."""
        fresh = PackageSettings(self._engine, self._read, editor, roots)
        for folder, workspace_root in self._loaded:
            if workspace_root is not None or self._roots:
                fresh.of(folder, workspace_root)
        for key, loaded in fresh._loaded.items():
            if key in self._loaded and any(is_open(problem.path) for problem in loaded.problems):
                fresh._loaded[key] = replace(loaded, settings=self._loaded[key].settings)
        return fresh

    def says_the_same_as(self, other: PackageSettings) -> bool:
        """Whether no package has other settings."""
        return self._settings() == other._settings()

    def _settings(self) -> dict[_Key, Settings]:
        return {key: loaded.settings for key, loaded in self._loaded.items()}

    @property
    def loaded(self) -> tuple[Loaded, ...]:
        """All that was loaded so far."""
        return tuple(self._loaded.values())

    @property
    def records(self) -> tuple[Path, ...]:
        """The folders of a team's own records."""
        return tuple(dict.fromkeys(folder for one in self.loaded for folder in one.settings.records))

    @property
    def baselines(self) -> frozenset[Path]:
        """The files of findings that are not shown."""
        return frozenset(one.settings.baseline for one in self.loaded if one.settings.baseline is not None)

    @property
    def queries(self) -> tuple[Path, ...]:
        """The folders of a team's own queries."""
        return tuple(dict.fromkeys(folder for one in self.loaded for folder in one.settings.queries))
