"""Files that change on disk: told by the client's watchers and file operations, or found by looking."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lsprotocol import types

from burnlint.lsp.uris import is_file, path_of

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

_WATCHED = (
    "**/*.rs",
    "**/Cargo.toml",
    "**/Cargo.lock",
    "**/.cargo/config.toml",
    "**/.cargo/config",
    "**/rust-toolchain.toml",
    "**/rust-toolchain",
    "**/burnlint.toml",
)
_OWN = "burnlint/own-files"

Stamp: TypeAlias = tuple[int, int] | None


async def register_watchers(ls: Server) -> None:
    """Asks the client to watch what burnlint reads, and nothing else."""
    if ls.client.registers_watchers:
        await ls.watchers.register(ls)


def did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Files were written, made or removed, by whatever program."""
    ls.files_changed([path_of(change.uri) for change in params.changes if is_file(change.uri)])


def did_create_files(ls: Server, params: types.CreateFilesParams) -> None:
    """The user made files or folders in the editor."""
    _moved(ls, (file.uri for file in params.files))


def did_rename_files(ls: Server, params: types.RenameFilesParams) -> None:
    """The user renamed files or folders in the editor."""
    _moved(ls, (uri for file in params.files for uri in (file.old_uri, file.new_uri)))


def did_delete_files(ls: Server, params: types.DeleteFilesParams) -> None:
    """The user deleted files or folders in the editor."""
    _moved(ls, (file.uri for file in params.files))


def _moved(ls: Server, uris: Iterable[str]) -> None:
    paths = [path_of(uri) for uri in uris if is_file(uri)]
    # A folder brings or takes files that nobody names, perhaps whole packages: as if it had a manifest.
    ls.files_changed([path if path.suffix in (".rs", ".toml") else path / "Cargo.toml" for path in paths])


class Watchers:
    """The client's watchers; for a client without any, the last known state of the files that decide."""

    def __init__(self) -> None:
        self._is_registered = False
        self._own: tuple[str, ...] = ()
        self._stamps: dict[Path, Stamp] = {}

    async def register(self, ls: Server) -> None:
        """Registers watchers for what is new."""
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        if not self._is_registered:
            self._is_registered = True
            await ls.protocol.register(method, _options(_WATCHED))
        if (patterns := ls.work.own_patterns) != self._own:
            had_some, self._own = bool(self._own), patterns
            if had_some:
                await ls.protocol.unregister(method, _OWN)
            if patterns:
                await ls.protocol.register(method, _options(patterns), _OWN)

    def look(self, paths: Iterable[Path]) -> list[Path]:
        """Those of these files that are not as they were at the last look."""
        changed = []
        for path in paths:
            stamp = _stamp(path)
            if self._stamps.setdefault(path, stamp) != stamp:
                self._stamps[path] = stamp
                changed.append(path)
        return changed


def deciding_files(manifest: Path, workspace_root: Path) -> list[Path]:
    """The files that decide about a package and may change outside of the editor."""
    names = ("Cargo.toml", "Cargo.lock", "burnlint.toml", "rust-toolchain.toml", ".cargo/config.toml")
    return [manifest, *(workspace_root / name for name in names)]


def _options(patterns: Iterable[str]) -> types.DidChangeWatchedFilesRegistrationOptions:
    watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in patterns]
    return types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
