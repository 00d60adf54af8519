"""Applies fixes round by round until nothing changes, in memory; then a diff or the files are written."""

from __future__ import annotations

import codecs
import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from burnlint.cargo.workspace import disk
from burnlint.checks.finding import Applicability, Fix
from burnlint.cli.checker import Checked, check_here
from burnlint.cli.files import write_atomically
from burnlint.cli.listing import Listing
from burnlint.engine.session import Session
from burnlint.fixes.apply import apply_fixes
from burnlint.problem import Problem
from burnlint.report.run import Entry, Sources
from burnlint.syntax.text import Text

_ROUNDS = 10


class Snapshot:
    """Reads files, and remembers their bytes: what is fixed is what was checked."""

    def __init__(self) -> None:
        self._data: dict[Path, bytes | None] = {}

    def __call__(self, path: Path) -> bytes | None:
        if path not in self._data:
            self._data[path] = disk(path)
        return self._data[path]


@dataclass
class Fixing:
    """The files as the fixes so far leave them."""

    listing: Listing
    sessions: Sequence[Session]
    read: Callable[[Path], bytes | None]
    allowed: Collection[Applicability]
    reported: Callable[[Sequence[Checked], Sources], Sequence[Entry]]  # only what is reported is fixed
    texts: Mapping[Path, Text] = field(default_factory=dict)  # changed files
    count: int = 0  # fixes applied

    def run(self) -> list[Checked]:
        """Applies fixes; what is found afterwards."""
        checked = check_here(self.listing, self.sessions)
        refused: set[Fix] = set()
        for _ in range(_ROUNDS):
            entries = self._entries(checked)
            fixes = [fix for entry in entries if (fix := self._choice(entry, refused))]
            outcome = apply_fixes(fixes, self.text)
            refused.update(outcome.spoiling)
            if outcome.applied:
                before = self.texts
                self._use({**self.texts, **outcome.texts})
                after = check_here(self.listing, self.sessions)
                if len(self._entries(after)) >= len(entries):
                    # A fix that does not help is not kept, least of all to be applied once more on top of itself.
                    self._use(before)
                    break
                self.count += len(outcome.applied)
                checked = after
            elif not outcome.spoiling:
                break
        return checked

    def text(self, path: Path) -> Text | None:
        """The file as it would be now; None for one that cannot be changed without damage."""
        if path in self.texts:
            return self.texts[path]
        data = self.read(path)
        if data is None or not any(path.is_relative_to(root) for root in self._workspaces):
            return None
        text, complaint = Text.from_bytes(data)
        return None if complaint else text

    def original(self, path: Path) -> Text:
        """The file as it is."""
        return Text.from_bytes(self.read(path) or b"")[0]

    def write(self) -> list[Problem]:
        """Writes the changed files; what could not be written."""
        problems = []
        for path, text in sorted(self.texts.items()):
            if disk(path) != self.read(path):
                problems.append(Problem(path, "changed on disk while burnlint ran: not fixed"))
                continue
            try:
                write_atomically(path, (codecs.BOM_UTF8 if text.bom else b"") + text.data)
            except OSError as error:
                problems.append(Problem(path, f"cannot be written: {error.strerror or error}"))
        return problems

    def diff(self, shown: Callable[[Path], str]) -> Iterator[str]:
        """A unified diff, in lines with their line breaks, that `patch -p1` and `git apply` take."""
        for path, text in sorted(self.texts.items()):
            before, after = _lines(self.original(path)), _lines(text)
            for line in difflib.unified_diff(before, after, f"a/{shown(path)}", f"b/{shown(path)}"):
                yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"

    def _entries(self, checked: Sequence[Checked]) -> Sequence[Entry]:
        return self.reported(checked, Sources(self.read, self.texts))

    def _choice(self, entry: Entry, refused: Collection[Fix]) -> Fix | None:
        """The best way out that may be taken: the first one."""
        return next(
            (fix for fix in entry.fixes if fix.edits and fix.applicability in self.allowed and fix not in refused),
            None,
        )

    def _use(self, texts: Mapping[Path, Text]) -> None:
        """Lets the sessions see these texts, and the files as they are in place of those before."""
        for path in {*self.texts, *texts}:
            text = texts.get(path) or self.original(path)
            for session in self.sessions:
                session.open_text(path, text.data.decode())
        self.texts = texts

    @cached_property
    def _workspaces(self) -> set[Path]:
        """What lies outside, as a dependency does, is not the user's to change."""
        contexts = [
            (root, session.context(root / "Cargo.toml"))
            for group, session in zip(self.listing.groups, self.sessions, strict=True)
            for root in group.packages
        ]
        return {context.workspace_root if context else root for root, context in contexts}


def _lines(text: Text) -> list[str]:
    # `str.splitlines` would also break at characters that end no line for other tools.
    return re.findall(r"[^\n]*\n|[^\n]+", text.data.decode())
