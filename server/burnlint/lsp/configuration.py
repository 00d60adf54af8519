"""Settings and folders: where the client keeps them, and what happens when they change."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from burnlint.lsp.client import at
from burnlint.lsp.protocol import RequestRefused
from burnlint.lsp.uris import is_file, path_of
from burnlint.lsp.watch import register_watchers

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

logger = logging.getLogger(__name__)

SECTION = "burnlint"


def initialized(ls: Server, params: types.InitializedParams) -> None:
    """The client is ready to be asked. Nothing waits for its answers: some clients never give any."""
    ls.start(register_watchers(ls))
    if ls.client.registers_configuration:
        ls.start(ls.protocol.register(types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": SECTION}))
    if ls.client.has_configuration:
        ls.start(_fetch(ls))
    if not ls.client.pulls:
        ls.publisher.everything_changed()


def did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """The user changed a setting. A client that can be asked sends nothing of use by itself."""
    if ls.client.has_configuration:
        ls.start(_fetch(ls))
    elif params.settings is not None:
        _use(ls, params.settings)


def did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders were added to the workspace, or taken away."""
    removed = {path_of(folder.uri) for folder in params.event.removed}
    added = (path_of(folder.uri) for folder in params.event.added if is_file(folder.uri))
    kept = (root for root in ls.work.roots if root not in removed)
    ls.work.set_roots(dict.fromkeys((*kept, *added)))
    ls.everything_changed()


def roots_of(params: dict[str, Any]) -> list[Path]:
    """The folders that `initialize` names: of the workspace, or the older single root."""
    folders = params.get("workspaceFolders")
    uris = [at(folder, "uri") for folder in folders] if isinstance(folders, list) else []
    roots = [path_of(uri) for uri in uris if isinstance(uri, str) and is_file(uri)]
    if roots:
        return list(dict.fromkeys(roots))
    root_uri, root_path = params.get("rootUri"), params.get("rootPath")
    if isinstance(root_uri, str) and is_file(root_uri):
        return [path_of(root_uri)]
    if isinstance(root_path, str) and root_path and "\0" not in root_path:
        return [Path(root_path)]
    return []


def editor_settings(settings: Any) -> Any:
    """burnlint's own part of what a client sends: some send all settings, some wrap ours once more."""
    for key in (SECTION, "settings", SECTION):
        if isinstance(settings, dict) and key in settings:
            settings = settings[key]
    return settings


async def _fetch(ls: Server) -> None:
    item = types.ConfigurationItem(section=SECTION)
    try:
        answers = await ls.protocol.ask(types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items=[item]))
    except RequestRefused:
        return
    if answers and answers[0] is not None:
        _use(ls, answers[0])


def _use(ls: Server, settings: Any) -> None:
    if ls.work.set_editor_settings(editor_settings(settings)):
        for problem in ls.work.problems:
            if not problem.path.is_absolute():  # the editor's settings have no file to show it in
                logger.warning("%s: %s", problem.path, problem.message)
        ls.start(register_watchers(ls))
        ls.everything_changed()
