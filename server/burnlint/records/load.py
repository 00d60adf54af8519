"""Loads the record database: the shipped folder first, then the folders of a team, which add to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from burnlint.datadir import data_dir
from burnlint.problem import Problem
from burnlint.records import build
from burnlint.records.compile import RUNS, Folder, cache_folder, read_folder, store, thaw
from burnlint.records.database import Database
from burnlint.records.reader import Reader, Table
from burnlint.records.references import located, without_dangling
from burnlint.records.schema import Origin, Record
from burnlint.records.sketch import LazyRecords, Sketch, head_of

__all__ = ["Database", "load_database"]


def load_database(folders: Sequence[Path] = (), *, shipped: Path | None = None, cache: Path | None = None) -> Database:
    """The shipped records (or those of `shipped`) and the folders of a team; never raises.

    What is wrong with a file is in the database's `problems`; such a file is left out, all others are used.
    Of two things with one name the first stays. Compiled copies are kept in `cache`, by default the user's.
    """
    cache = cache or cache_folder()
    loader = _Loader()
    try:
        loader.add(shipped or data_dir("records"), cache)
    except FileNotFoundError as error:
        loader.problems.append(Problem(Path(__file__), str(error)))
    for folder in folders:
        loader.add(folder, cache)
    return loader.database()


class _Found(NamedTuple):
    """One thing that a file says; things of some kinds have a name that must be theirs alone."""

    kind: str
    name: str
    value: Any
    origin: Origin


_Read: TypeAlias = Callable[[Reader, Folder, str], Iterator[_Found]]
_UNIQUE = ("backend", "rule", "operation", "record")


class _Loader:
    """Collects what the files say; each file is used whole or not at all."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._found: dict[str, dict[str, _Found]] = {}

    def add(self, path: Path, cache: Path | None) -> None:
        """Reads a folder."""
        folder = read_folder(path, cache)
        before = len(self.problems)
        self.problems.extend(folder.problems)
        found = [one for name, table in folder.tables.items() for one in self._read(folder, name, table)]
        if folder.compiled is not None:
            for name, (head, frozen) in folder.compiled.items():
                sketch = Sketch(head, partial(_thawed, frozen, name))
                found.append(_Found("record", head.id, sketch, Origin(path / name)))
        for one in found:
            self._add(one)
        if cache is not None and folder.compiled is None and len(self.problems) == before:
            store(folder, {one.origin.path: one.value.head for one in found if one.kind == "record"}, cache)

    def _read(self, folder: Folder, name: str, table: Table) -> list[_Found]:
        family, slash, _ = name.partition("/")
        if name.endswith(RUNS):
            read: _Read | None = _runs
        else:
            read = _IN_FOLDERS.get(family, _record) if slash else _AT_THE_TOP.get(name)
        if read is None:
            known = ", ".join(f"`{known}`" for known in _AT_THE_TOP)
            message = f"is none of {known}; a record stands in a folder of its family"
            self.problems.append(Problem(folder.path / name, message))
            return []
        reader = Reader(table)
        found = list(read(reader, folder, name))
        reader.close()
        origin = Origin(folder.path / name)
        self.problems.extend(located(origin, message, *keys) for keys, message in reader.errors)
        return [] if reader.errors else found

    def _add(self, one: _Found) -> None:
        known = self._found.setdefault(one.kind, {})
        first = known.setdefault(one.name, one)
        if first is not one and one.kind in _UNIQUE:
            message = f"the {one.kind} `{one.name}` is already in {first.origin.path}"
            self.problems.append(located(one.origin, message))

    def database(self) -> Database:
        """Everything that was read, without what names something that is not there."""
        return without_dangling(
            Database(
                releases=tuple(sorted(self._values("release"), key=lambda release: release.version)),
                crates=self._named("crate"),
                modules=self._named("module"),
                preludes=self._values("prelude"),
                reexports=self._values("reexport"),
                default_devices=self._values("default_device"),
                backends=self._named("backend"),
                rules=self._named("rule"),
                operations=self._named("operation"),
                records=LazyRecords(self._named("record")),
                works=self._values("works"),
                runs=self._values("run"),
                problems=tuple(self.problems),
                origins={(kind, name): one.origin for kind in _UNIQUE for name, one in self._of(kind).items()},
            )
        )

    def _of(self, kind: str) -> dict[str, _Found]:
        return self._found.get(kind, {})

    def _named(self, kind: str) -> dict[str, Any]:
        return {name: one.value for name, one in self._of(kind).items()}

    def _values(self, kind: str) -> tuple[Any, ...]:
        return tuple(one.value for one in self._of(kind).values())


# ---- one function for each kind of file -----------------------------------------------------------------


def _burn(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    path = folder.path / name
    for part in reader.tables("release"):
        release = build.release(part)
        yield _Found("release", str(release.version), release, Origin(path, part.path))
    yield from _unnamed(reader, path, "prelude", build.prelude)
    yield from _unnamed(reader, path, "reexport", build.reexport)
    yield from _unnamed(reader, path, "default_device", lambda part: build.default_device(part, path))
    for package, root in reader.mapping("crates", str, "the path of its root").items():
        yield _Found("crate", package, root, Origin(path, ("crates", package)))
    for module, owns_parameters in reader.mapping("modules", bool, "true or false").items():
        yield _Found("module", module, owns_parameters, Origin(path, ("modules", module)))


def _backends(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    for part in reader.tables("backend"):
        backend = build.backend(part)
        yield _Found("backend", backend.name, backend, Origin(folder.path / name, part.path))


def _rules(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    for part in reader.tables("rule"):
        rule = build.rule(part)
        yield _Found("rule", rule.id, rule, Origin(folder.path / name, part.path))


def _operation(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    operation = build.operation(reader)
    yield _Found("operation", operation.name, operation, Origin(folder.path / name))


def _record(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    record = build.record(reader, name)
    build.check_languages(record, reader)
    sketch = Sketch(head_of(record), lambda: record)
    yield _Found("record", record.id, sketch, Origin(folder.path / name))


def _thawed(table: bytes, name: str) -> Record:
    """A record of a compiled copy, which was checked when the copy was made."""
    return build.record(Reader(thaw(table)), name)


def _evidence(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    path = folder.path / name
    yield from _unnamed(reader, path, "works", lambda part: build.works(part, path))


def _runs(reader: Reader, folder: Folder, name: str) -> Iterator[_Found]:
    path = folder.path / name
    yield from _unnamed(reader, path, "run", lambda part: build.run(part, path))


def _unnamed(reader: Reader, path: Path, kind: str, make: Callable[[Reader], Any]) -> Iterator[_Found]:
    for part in reader.tables(kind):
        yield _Found(kind, f"{path} {part.path}", make(part), Origin(path, part.path))


_AT_THE_TOP: dict[str, _Read] = {"burn.toml": _burn, "backends.toml": _backends, "rules.toml": _rules}
_IN_FOLDERS: dict[str, _Read] = {"operations": _operation, "evidence": _evidence}
