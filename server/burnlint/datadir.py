"""Where the queries and records are: inside an installed wheel, or beside the sources in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal


def data_dir(name: Literal["queries", "records"]) -> Path:
    """The folder of the shipped queries or records; raises FileNotFoundError for a damaged installation."""
    package = Path(__file__).resolve().parent
    for candidate in (package / "data" / name, package.parent.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"burnlint's own {name}/ folder is missing: reinstall burnlint")
