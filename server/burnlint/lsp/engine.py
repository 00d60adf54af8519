"""burnlint's own engine, as the server uses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from burnlint.engine.session import Session, SettingsOf
from burnlint.lsp.ports import Read
from burnlint.records.database import Database
from burnlint.records.load import load_database
from burnlint.settings.load import Loaded, load_settings


class BurnlintEngine:
    """Settings of files and editor, records of the installation and of the team, sessions on the disk."""

    def settings(self, folder: Path | None, workspace_root: Path | None, editor: Any, read: Read) -> Loaded:
        """The settings that hold for a package or folder, with the editor's; None: the editor's alone."""
        return load_settings(folder or Path.cwd(), workspace_root, read, editor=editor, files=folder is not None)

    def database(self, folders: Sequence[Path]) -> Database:
        """The records, a team's own included."""
        return load_database(folders)

    def session(self, roots: Sequence[Path], database: Database, settings: SettingsOf) -> Session:
        """A new session, which reads what is not open from the disk."""
        return Session(roots, database, settings)
