"""What burnlint can do for a client: the answer to `initialize`, as plain data so that it needs no import."""

from __future__ import annotations

from typing import Any

from burnlint import __version__
from burnlint.lsp.client import Client

FIX_ALL = "source.fixAll.burnlint"
EXPLAIN = "burnlint.explain"
OPEN_DOCS = "burnlint.openDocs"

_FILE_OPERATIONS = {
    "filters": [
        {"scheme": "file", "pattern": {"glob": "**/*.{rs,toml}", "matches": "file"}},
        {"scheme": "file", "pattern": {"glob": "**", "matches": "folder"}},
    ]
}


def initialize_result(client: Client) -> dict[str, Any]:
    """The answer to `initialize`."""
    capabilities: dict[str, Any] = {
        "positionEncoding": client.encoding,
        "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
        "hoverProvider": True,
        "completionProvider": {"triggerCharacters": ["[", ",", '"'], "resolveProvider": False},
        "executeCommandProvider": {"commands": [EXPLAIN, OPEN_DOCS]},
        "workspace": {
            "workspaceFolders": {"supported": True, "changeNotifications": True},
            "fileOperations": {
                "didCreate": _FILE_OPERATIONS,
                "didRename": _FILE_OPERATIONS,
                "didDelete": _FILE_OPERATIONS,
            },
        },
    }
    # Without literals a client would only understand commands, which say too little of what they change.
    if client.action_literals:
        capabilities["codeActionProvider"] = {
            "codeActionKinds": ["quickfix", FIX_ALL],
            "resolveProvider": client.resolves_edits,
        }
    if client.pulls:
        capabilities["diagnosticProvider"] = {
            "identifier": "burnlint",
            "interFileDependencies": True,
            "workspaceDiagnostics": True,
        }
    return {"capabilities": capabilities, "serverInfo": {"name": "burnlint", "version": __version__}}
