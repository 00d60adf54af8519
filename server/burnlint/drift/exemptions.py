"""The written reasons why some panics of burn need no record: `records/exemptions.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from burnlint.cargo.toml import read_toml
from burnlint.cargo.version import Range, Version
from burnlint.drift.sites import Site
from burnlint.problem import Problem
from burnlint.records.compile import EXEMPTIONS
from burnlint.records.patterns import compiled
from burnlint.records.reader import ANY, Reader
from burnlint.settings.globs import PathPattern, matches_name

KINDS = ("dead", "internal", "build-time", "environment", "values", "asked-for")
"""
dead: no program reaches it.
internal: it can only fail through a bug of burn.
values: it depends on values that only a run knows, such as an index of a data set; shapes are not among them.
build-time: it runs while a crate is built.
environment: files, network, threads or hardware that fail, which no source text shows.
asked-for: to panic is what the call is for.
"""


@dataclass(frozen=True)
class Exemption:
    """Panics that need no record. What is left out counts for everything."""

    kind: str
    reason: str
    burn: Range
    crates: tuple[str, ...]  # patterns of names
    files: tuple[str, ...]  # patterns of paths below the crate
    functions: tuple[str, ...]  # patterns of names
    macros: tuple[str, ...]
    texts: tuple[str, ...]  # regular expressions, found anywhere in what is printed
    index: int  # in the file

    def covers(self, release: Version, crate: str, path: str, site: Site) -> bool:
        """Whether the exemption speaks of a place that can panic."""
        return (
            (not self.crates or any(matches_name(crate, pattern) for pattern in self.crates))
            and (not self.macros or site.macro in self.macros)
            and (not self.functions or any(matches_name(site.function, pattern) for pattern in self.functions))
            and (not self.files or any(PathPattern(_HERE, pattern).matches(_HERE / path) for pattern in self.files))
            and (not self.texts or any(_found(pattern, site.printed) for pattern in self.texts))
            and self.burn.contains(release)
        )


@dataclass(frozen=True)
class Exemptions:
    """Everything that the file says; what is wrong with it is in `problems`, and is left out."""

    exemptions: tuple[Exemption, ...]
    internal_crates: tuple[str, ...]  # whose functions a program reaches through other crates only
    path: Path
    problems: tuple[Problem, ...]


_HERE = Path("crate")


def read_exemptions(folder: Path) -> Exemptions:
    """The exemptions of a folder of records; none when there is no such file."""
    path = folder / EXEMPTIONS
    try:
        file = read_toml(path, path.read_bytes())
    except FileNotFoundError:
        return Exemptions((), (), path, ())
    except OSError as error:
        return Exemptions((), (), path, (Problem(path, f"cannot be read: {error.strerror or error}"),))
    if file.problems:
        return Exemptions((), (), path, tuple(file.problems))
    reader = Reader(file.table)
    internal = reader.texts("internal_crates")
    exemptions = []
    for index, part in enumerate(reader.tables("exemption")):
        before = len(part.errors)
        exemption = _exemption(part, index)
        part.close()
        if len(part.errors) == before:
            exemptions.append(exemption)
    reader.close()
    problems = tuple(file.problem(message, *keys) for keys, message in reader.errors)
    return Exemptions(tuple(exemptions), internal, path, problems)


def _exemption(reader: Reader, index: int) -> Exemption:
    exemption = Exemption(
        kind=reader.choice("kind", KINDS),
        reason=reader.text("reason"),
        burn=reader.range("burn", ANY),
        crates=reader.texts("crates"),
        files=reader.texts("files"),
        functions=reader.texts("functions"),
        macros=reader.texts("macros"),
        texts=reader.texts("texts"),
        index=index,
    )
    if not (exemption.crates or exemption.files or exemption.functions or exemption.texts):
        reader.error("an exemption names at least one of `crates`, `files`, `functions` and `texts`")
    for number, pattern in enumerate(exemption.texts):
        if compiled(pattern) is None:
            reader.error(f"`{pattern}` is no regular expression", "texts", number)
    return exemption


def _found(pattern: str, text: str) -> re.Match[str] | None:
    expression = compiled(pattern)
    return expression.search(text) if expression is not None else None
