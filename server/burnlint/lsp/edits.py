"""Edits as the protocol writes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from burnlint.checks.finding import Edit
from burnlint.lsp.client import Client
from burnlint.lsp.files import Files
from burnlint.lsp.ranges import line_break, range_of


def workspace_edit(edits: Iterable[Edit], client: Client, files: Files) -> dict[str, Any] | None:
    """The edit in as many files as it concerns; None when one of them cannot be read."""
    by_file: dict[Path, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.place.path, []).append(edit)
    changes: dict[str, list[dict[str, Any]]] = {}
    document_changes = []
    for path, own in by_file.items():
        text = files.text(path)
        if text is None:
            return None
        newline = line_break(text, 0)
        changed = [
            {
                "range": range_of(text, edit.place.span, client.encoding),
                "newText": edit.text.replace("\r\n", "\n").replace("\n", newline),
            }
            for edit in own
        ]
        identifier = {"uri": files.uri(path), "version": files.version(path)}
        document_changes.append({"textDocument": identifier, "edits": changed})
        changes[files.uri(path)] = changed
    return {"documentChanges": document_changes} if client.document_changes else {"changes": changes}
