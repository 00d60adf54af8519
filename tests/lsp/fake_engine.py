"""An engine with rules so simple that a test can see what is right: words in a text are findings."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burnlint.cargo.context import CrateContext
from burnlint.checks.finding import Applicability, Applied, Edit, Finding, Fix, Level, Related
from burnlint.engine.session import SettingsOf
from burnlint.lsp.ports import Read
from burnlint.problem import Problem
from burnlint.records.database import Database
from burnlint.records.schema import Rule
from burnlint.settings.load import Loaded
from burnlint.settings.settings import Settings
from burnlint.span import Place, Span
from burnlint.syntax.document import Document
from burnlint.syntax.text import Text

RULES = {
    "risky": Rule("risky", "a risky call", "It panics.", "op", "forward"),
    "odd": Rule("odd", "an odd call", "It may panic.", "op", "backward"),
    "maybe": Rule("maybe", "a doubtful call", "Nobody knows.", "op", "always"),
}
_WORDS = re.compile(rb"\b(risky|odd|maybe|boom|slow)\(")
_LEVELS = {"risky": Level.ERROR, "odd": Level.WARNING, "maybe": Level.INFORMATION}


@dataclass(frozen=True)
class FakeReport:
    path: Path
    text: Text | None
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()


class FakeSession:
    """`risky(` is an error with a safe fix, `odd(` a warning, `maybe(` information; `boom(` breaks the engine.

    Settings with a `backend` appear in every message; a second file named in `// see NAME` is a related location.
    """

    def __init__(self, roots: Sequence[Path], settings_of: SettingsOf) -> None:
        self.roots = tuple(roots)
        self.settings_of = settings_of
        self.open_documents: dict[Path, Document] = {}

    def set_roots(self, roots: Sequence[Path]) -> None:
        self.roots = tuple(roots)

    @property
    def settings(self) -> Settings:
        """Those of the first folder, for everything."""
        root = self.roots[0] if self.roots else Path.cwd()
        return self.settings_of(root, root)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return ()

    def set_settings(self, settings_of: SettingsOf) -> None:
        self.settings_of = settings_of

    def open(self, path: Path, document: Document) -> None:
        self.open_documents[path] = document

    def changed(self, path: Path) -> None:
        assert path in self.open_documents

    def close(self, path: Path) -> None:
        del self.open_documents[path]

    def disk_changed(self, paths: Iterable[Path]) -> None:
        pass

    def files(self) -> list[Path]:
        return sorted(path for root in self.roots for path in root.rglob("*.rs"))

    def affected(self) -> set[Path]:
        return set(self.open_documents)

    def context(self, path: Path) -> CrateContext | None:
        return None

    def check(self, path: Path) -> FakeReport:
        text = self._text(path)
        if path.suffix == ".toml":
            return FakeReport(path, text, (), self._toml_problems(path, text))
        findings = []
        for match in _WORDS.finditer(text.data):
            word = match[1].decode()
            if word == "boom":
                raise RuntimeError("the engine is broken")
            if word == "slow":
                time.sleep(0.05)
                continue
            span = Span(match.start(1), match.end(1))
            on_backend = f" on {self.settings.backend}" if self.settings.backend else ""
            applied = (Applied(f"{word}-record", "NdArray", "0.21.0", "forward"),)
            related = tuple(self._related(path, text))
            finding = Finding(word, _LEVELS[word], f"`{word}` panics{on_backend}", Place(path, span), applied, related)
            findings.append(finding)
        return FakeReport(path, text, tuple(findings))

    def fixes(self, finding: Finding) -> tuple[Fix, ...]:
        edits = (Edit(finding.place, "calm"),)
        if finding.rule == "risky":
            manifest = finding.place.path.parent / "Cargo.toml"
            two_files = (*edits, Edit(Place(manifest, Span(0, 0)), "# calm\n"))
            return (
                Fix("call `calm` instead", Applicability.SAFE, edits),
                Fix("write it in the manifest too", Applicability.CHANGES_BEHAVIOUR, two_files),
                Fix("think about it", Applicability.DISPLAY_ONLY),
            )
        return (Fix("call `calm` instead", Applicability.CHANGES_BEHAVIOUR, edits),)

    def _text(self, path: Path) -> Text:
        if path in self.open_documents:
            return self.open_documents[path].text
        text, _ = Text.from_bytes(path.read_bytes())
        return text

    def _related(self, path: Path, text: Text) -> Iterable[Related]:
        for match in re.finditer(rb"// see (\S+)", text.data):
            place = Place(path.with_name(match[1].decode()), Span(0, 3))
            yield Related(place, "the other place")

    def _toml_problems(self, path: Path, text: Text) -> tuple[Problem, ...]:
        at = text.data.find(b"nonsense")
        if at < 0:
            return ()
        return (Problem(path, "this is nonsense", Span(at, at + 8)), Problem(path.with_name("b.toml"), "not here"))


class FakeEngine:
    """Settings are the editor's `backend` alone, or the first line of burnlint.toml."""

    def settings(self, folder: Path | None, workspace_root: Path | None, editor: Any, read: Read) -> Loaded:
        backend = editor.get("backend") if isinstance(editor, dict) else None
        if folder is not None and (data := read(folder / "burnlint.toml")) is not None:
            backend = data.decode().splitlines()[0]
        return Loaded(Settings(backend=backend))

    def database(self, folders: Sequence[Path]) -> Database:
        return Database(rules=RULES)

    def session(self, roots: Sequence[Path], database: Database, settings: SettingsOf) -> FakeSession:
        return FakeSession(roots, settings)
