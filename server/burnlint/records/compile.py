"""Reads a folder of records, through a compiled copy in the user's cache folder when nothing has changed.

The copy only saves time: it may be missing, damaged, out of date, unwritable or shared by several processes.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import burnlint
from burnlint.cargo.toml import read_toml
from burnlint.problem import Problem
from burnlint.records.lines import read_lines
from burnlint.records.reader import Table
from burnlint.records.sketch import Head

EXEMPTIONS = "exemptions.toml"
"""Which panics of burn need no record: read by `burnlint.drift` alone."""

RUNS = ".jsonl"  # what the name of a file of runs ends with; it stands in evidence/

_FORMAT = b"burnlint records 1\n"  # the number changes with the compiled form
_MAX_FILES = 20_000
_MAX_SIZE = 4_000_000  # bytes of one file

Compiled: TypeAlias = Mapping[str, tuple[Head, bytes]]
"""Record files by their path in the folder: the record's head, and its table for `thaw`."""


@dataclass(frozen=True)
class Folder:
    """The files of a folder and of the folders in it, by their path inside it."""

    path: Path
    stamp: str  # changes with the files
    tables: Mapping[str, Table]
    compiled: Compiled | None = None  # None: not from a copy; copies are made of files without problems
    problems: tuple[Problem, ...] = ()


def read_folder(folder: Path, cache: Path | None) -> Folder:
    """All `NAME.toml`, `NAME/NAME.toml` and `evidence/NAME.jsonl`, sorted; never raises."""
    files, problems = _list(folder)
    stamp = _stamp(folder, files)
    copy = None if cache is None or problems else _load(_copy(cache, folder), stamp)
    if copy is not None:
        return Folder(folder, stamp, *copy)
    tables: dict[str, Table] = {}
    for name in files:
        path = folder / name
        try:
            data = path.read_bytes()
        except OSError as error:
            problems.append(Problem(path, f"cannot be read: {error.strerror or error}"))
            continue
        file = read_lines(path, data) if name.endswith(RUNS) else read_toml(path, data)
        problems.extend(file.problems)
        if not file.problems:
            tables[name] = file.table
    return Folder(folder, stamp, tables, problems=tuple(problems))


def store(folder: Folder, heads: Mapping[Path, Head], cache: Path) -> None:
    """Keeps a compiled copy, if it can; `heads` are those of the files that hold a record."""
    with contextlib.suppress(OSError, ValueError):  # ValueError: dates, which marshal does not know
        records: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for name, table in folder.tables.items():
            head = heads.get(folder.path / name)
            if head is None:
                others[name] = table
            else:
                records[name] = (tuple(head), marshal.dumps(dict(table)))
        payload = marshal.dumps((folder.stamp, others, records))
        cache.mkdir(parents=True, exist_ok=True)
        copy = _copy(cache, folder.path)
        temporary = copy.with_name(f"{copy.name}.{os.getpid()}-{id(folder)}.tmp")
        try:
            temporary.write_bytes(_seal(payload) + payload)
            # Another process sees the old copy or the new one, never half of it.
            temporary.replace(copy)
        finally:
            temporary.unlink(missing_ok=True)


def thaw(table: bytes) -> Table:
    """A table of a compiled copy."""
    thawed: Table = marshal.loads(table)
    return thawed


def cache_folder() -> Path | None:
    """Where this system keeps what can be made again; None when there is no such place."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base, "burnlint", "Cache") if base else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base, "burnlint")
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "burnlint"


# ---- what there is --------------------------------------------------------------------------------------


def _list(folder: Path) -> tuple[dict[str, os.stat_result], list[Problem]]:
    """The files by name, sorted; hidden ones, and folders inside folders, are no part of a database."""
    files: dict[str, os.stat_result] = {}
    problems: list[Problem] = []
    for entry in _scan(folder, problems):
        inside = _scan(Path(entry), problems) if entry.is_dir() else [entry]
        for file in inside:
            name = file.name if file is entry else f"{entry.name}/{file.name}"
            is_ours = (name.endswith(".toml") and name != EXEMPTIONS) or (
                name.startswith("evidence/") and name.endswith(RUNS)
            )
            if is_ours and file.is_file():
                files[name] = file.stat()
        if len(files) > _MAX_FILES:
            message = f"holds more than {_MAX_FILES} files: is this a folder of records?"
            return {}, [*problems, Problem(folder, message)]
    for name in [name for name, stat in files.items() if stat.st_size > _MAX_SIZE]:
        problems.append(Problem(folder / name, f"is larger than {_MAX_SIZE // 1_000_000} MB"))
        del files[name]
    return dict(sorted(files.items())), problems


def _scan(folder: Path, problems: list[Problem]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        problems.append(Problem(folder, f"cannot be read: {error.strerror or error}"))
        return []


def _stamp(folder: Path, files: Mapping[str, os.stat_result]) -> str:
    """Changes whenever the compiled copy must be made anew."""
    lines = [f"{burnlint.__version__} {sys.version} {marshal.version} {folder.absolute()}"]
    lines += [f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\0{stat.st_ino}" for name, stat in files.items()]
    return "\n".join(lines)


# ---- the compiled copy ----------------------------------------------------------------------------------


def _copy(cache: Path, folder: Path) -> Path:
    """One file for each folder, so that the cache does not grow with every change."""
    return cache / f"records-{zlib.crc32(os.fsencode(folder.absolute())):08x}.bin"


def _seal(payload: bytes) -> bytes:
    """What must stand before the payload: marshal may only see what it wrote itself."""
    return _FORMAT + b"%08x" % zlib.crc32(payload)


def _load(path: Path, stamp: str) -> tuple[dict[str, Table], Compiled] | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    seal, payload = data[: len(_FORMAT) + 8], data[len(_FORMAT) + 8 :]
    if seal != _seal(payload):
        return None
    try:
        stored, tables, records = marshal.loads(payload)
    except (EOFError, ValueError, TypeError):
        return None
    if stored != stamp:
        return None
    return tables, {name: (Head(*head), table) for name, (head, table) in records.items()}
