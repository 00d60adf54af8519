"""burnlint's own engine, as the server uses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from burnlint.engine.session import Session
from burnlint.lsp.ports import Read
from burnlint.records.database import Database
from burnlint.records.load import load_database
from burnlint.settings.load import Loaded, load_settings
from burnlint.settings.settings import Settings


class BurnlintEngine:
    """Settings of the first folder, records of the installation and of the team, sessions on the disk."""

    def settings(self, roots: Sequence[Path], editor: Any, read: Read) -> Loaded:
        """The settings that hold for a workspace: those of its first folder, and the editor's."""
        # Without a folder there is only the file that the user looks at, and nobody's settings to go by.
        root = roots[0] if roots else Path.cwd()
        return load_settings(root, root, read, editor=editor, files=bool(roots))

    def database(self, folders: Sequence[Path]) -> Database:
        """The records, a team's own included."""
        return load_database(folders)

    def session(self, roots: Sequence[Path], database: Database, settings: Settings) -> Session:
        """A new session, which reads what is not open from the disk."""
        return Session(roots, database, settings)
