"""A set of workspace folders under watch: which packages there are, and what to report on each file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from burnlint.cargo.context import CrateContext
from burnlint.cargo.workspace import Project, find_manifest, load_project
from burnlint.checks.finding import Finding, Fix, Level
from burnlint.checks.suppress import apply, suppressions
from burnlint.checks.suppress import problems as suppression_problems
from burnlint.datadir import data_dir
from burnlint.engine.analysis import Analysis
from burnlint.engine.configuration import versions
from burnlint.engine.files import Files, read_disk, rust_files
from burnlint.engine.packages import Packages, linked
from burnlint.fixes.propose import propose
from burnlint.infer.values import Backends
from burnlint.problem import Problem
from burnlint.records.database import Database
from burnlint.settings.settings import Settings
from burnlint.span import Place
from burnlint.syntax.document import Document
from burnlint.syntax.queries import QuerySet
from burnlint.syntax.text import Text

SettingsOf: TypeAlias = Callable[[Path, Path | None], Settings]
"""The settings of a package: of its folder, and of the folder of its workspace."""

_CARGO_FILES = {"Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "rust-toolchain"}
UNUSED = "unused-suppression"


@dataclass(frozen=True)
class Report:
    """What there is to say of one file."""

    path: Path
    text: Text | None  # None: the file cannot be read
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()


class Session:
    """Findings for the files of one or more folders; cheap to ask again when little changed."""

    def __init__(
        self,
        roots: Sequence[Path],
        database: Database,
        settings: Settings | SettingsOf | None = None,
        read: Callable[[Path], bytes | None] = read_disk,
        nested: bool = True,
    ) -> None:
        """`nested`: the packages below the folders count too; else these are the folders of all packages."""
        self.database = database
        self._settings_of = _everywhere(settings or Settings())
        self._settings: dict[Path, Settings] = {}  # by the folder of the package
        self._queries: dict[tuple[Path, ...], QuerySet] = {}  # by the folders of a team's own
        self._roots = tuple(root.absolute() for root in roots)
        self.files_store = Files(read)
        self._projects: dict[Path, Project] = {}  # by the manifest that was asked for
        self._nested = nested
        self._analyses: dict[Path, Analysis] = {}  # by the folder of a package; linked ones share theirs
        self._links: dict[Path, Packages] = {}  # by the folder of a package
        self._manifests: dict[Path, Path | None] = {}  # folder -> nearest manifest
        self._known_ids = frozenset(database.rules) | frozenset(database.records)

    # ---- what the session looks at ----

    @property
    def roots(self) -> tuple[Path, ...]:
        """The workspace folders."""
        return self._roots

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the queries in use."""
        return tuple(dict.fromkeys(problem for queries in self._queries.values() for problem in queries.problems))

    def set_roots(self, roots: Sequence[Path]) -> None:
        """Workspace folders came or went."""
        self._roots = tuple(root.absolute() for root in roots)
        self._analyses.clear()
        self._links.clear()

    def set_settings(self, settings: Settings | SettingsOf) -> None:
        """Judge by other settings from now on."""
        self._settings_of = _everywhere(settings)
        self._settings.clear()
        self._queries.clear()
        self._analyses.clear()
        self._links.clear()

    def open(self, path: Path, document: Document) -> None:
        """An editor has the file open: its text is the document's from now on."""
        known = self.files_store.stamp(path) is not None
        self.files_store.open(path, document)
        self._note(path, appeared=not known)

    def open_text(self, path: Path, text: str) -> None:
        """The text of a file is given, whatever is on disk."""
        self.open(path, Document(Text.from_str(text)))

    def changed(self, path: Path) -> None:
        """The open document was edited."""
        self.files_store.edited(path)
        self._note(path, appeared=False)

    def close(self, path: Path) -> None:
        """The file's text is what is on disk again."""
        self.files_store.close(path)
        self._note(path, appeared=self.files_store.stamp(path) is None)

    def disk_changed(self, paths: Iterable[Path]) -> None:
        """Files were created, changed or deleted on disk."""
        for path in paths:
            self._note(path, appeared=path.suffix == ".rs")

    def _note(self, path: Path, appeared: bool) -> None:
        if path.suffix != ".rs":
            if path.name in _CARGO_FILES or path.parent.name == ".cargo":
                self._projects.clear()
                self._settings.clear()
                self._analyses.clear()
                self._links.clear()
                self._manifests.clear()
            return
        analysis = self._analysis_of(path, existing=True)
        if analysis is not None:
            if appeared:
                analysis.relist()
            else:
                analysis.touched(path)

    # ---- packages ----

    def context(self, path: Path) -> CrateContext | None:
        """The package that a file belongs to, or that a manifest describes."""
        manifest = self._manifest(path)
        project = self._project(manifest)
        if project is None or manifest is None:
            return None
        return next((package for package in project.packages if package.manifest == manifest), None)

    def settings(self, path: Path) -> Settings:
        """The settings of the package that a file belongs to."""
        context = self.context(path)
        folder = path.parent if context is None else context.root
        settings = self._settings.get(folder)
        if settings is None:
            workspace = None if context is None else context.workspace_root
            settings = self._settings[folder] = self._settings_of(folder, workspace)
        return settings

    def _queries_of(self, settings: Settings) -> QuerySet:
        if settings.queries not in self._queries:
            self._queries[settings.queries] = QuerySet(data_dir("queries"), settings.queries)
        return self._queries[settings.queries]

    def backends(self, path: Path) -> Backends:
        """The backends that a file's package names."""
        analysis = self._analysis_of(path)
        return analysis.backends(path) if analysis is not None else Backends()

    def _manifest(self, path: Path) -> Path | None:
        folder = path.parent
        if folder not in self._manifests:
            self._manifests[folder] = find_manifest(path)
        return self._manifests[folder]

    def _project(self, manifest: Path | None) -> Project | None:
        if manifest is None:
            return None
        project = self._projects.get(manifest)
        if project is None:
            project = load_project(manifest, self.files_store.read)
            for package in project.packages:
                self._projects.setdefault(package.manifest, project)
            self._projects[manifest] = project
        return project

    def _analysis_of(self, path: Path, existing: bool = False) -> Analysis | None:
        if existing and not self._analyses:
            return None
        context = self.context(path)
        if context is None or context.burn is None:
            return None
        analysis = self._analyses.get(context.root)
        if analysis is None and not existing:
            packages = self.linked(context)
            settings = self.settings(path)
            analysis = Analysis(
                packages,
                self.database,
                settings,
                self.files_store,
                self._queries_of(settings),
                lambda: [source for one in packages.contexts.values() for source in self._sources(one)],
            )
            for one in packages.contexts.values():
                self._analyses[one.root] = analysis
        return analysis

    def linked(self, context: CrateContext) -> Packages:
        """The packages that are judged together with one that uses burn."""
        packages = self._links.get(context.root)
        if packages is None:
            packages = linked(context, self._known_packages(), self._go_together)
            for one in packages.contexts.values():
                self._links[one.root] = packages
        return packages

    def _known_packages(self) -> list[CrateContext]:
        """Every package that uses burn, as far as the folders and the projects that were looked at show them."""
        for root in self._roots:
            if self._nested:
                self._projects_under(root)
            else:
                self._project(self._manifest(root / "x"))
        projects = {id(project): project for project in self._projects.values()}
        everything = (package for project in projects.values() for package in project.packages)
        return list({package.root: package for package in everything if package.burn is not None}.values())

    def _go_together(self, one: CrateContext, other: CrateContext) -> bool:
        """Whether two packages are judged for the same releases and targets; burn's own crates stay by themselves."""
        if one.name in self.database.crates or other.name in self.database.crates:
            return False
        here, there = self.settings(one.manifest), self.settings(other.manifest)
        return (
            one.targets == other.targets
            and here.situation == there.situation
            and versions(one, here, self.database) == versions(other, there, self.database)
        )

    def together(self, folder: Path) -> frozenset[Path]:
        """The folders of the packages that are judged together with the one in this folder."""
        context = self.context(folder / "Cargo.toml")
        if context is None or context.burn is None:
            return frozenset((folder,))
        return frozenset(one.root for one in self.linked(context).contexts.values())

    def _sources(self, context: CrateContext) -> list[Path]:
        """The .rs files of a package, open ones that are not on disk yet included."""
        listed = dict.fromkeys(rust_files(context.root, lambda folder: (folder / "Cargo.toml").is_file()))
        for root in context.crate_roots:  # `[lib] path = "../elsewhere.rs"`
            if self.files_store.stamp(root.path) is not None:
                listed.setdefault(root.path)
        for path in self.files_store.opened():
            if path.suffix == ".rs" and path not in listed and self._manifest(path) == context.manifest:
                listed.setdefault(path)
        return [path for path in listed if not self.settings(path).excludes(path)]

    # ---- results ----

    def files(self) -> list[Path]:
        """Every file worth checking under the roots: sources of packages that use burn, and their Cargo files."""
        found: dict[Path, None] = {}
        for root in self._roots:
            projects = self._projects_under(root)
            for project in projects:
                if len(projects) > 1 and not any(package.burn for package in project.packages):
                    continue  # what is wrong with others is not burnlint's business
                for problem in project.problems:
                    found.setdefault(problem.path)
                for package in project.packages:
                    for problem in package.problems:
                        found.setdefault(problem.path)
                    if package.burn is not None:
                        for path in self._sources(package):
                            if root.is_file() or _within(path, root):
                                found.setdefault(path)
        return sorted(path for path in found if not self.settings(path).excludes(path))

    def _projects_under(self, root: Path) -> list[Project]:
        """The projects whose files a root contains: that of the nearest manifest above it, and those below."""
        projects: dict[int, Project] = {}
        top = find_manifest(root / "x") if root.is_dir() else self._manifest(root)
        manifests = [top] if top is not None else []
        if root.is_dir():
            manifests.extend(_manifests_below(root))
        for manifest in manifests:
            project = self._project(manifest)
            if project is not None:
                projects[id(project)] = project
        return list(projects.values())

    def check(self, path: Path) -> Report:
        """Findings and problems of one file."""
        found = self.files_store.document(path)
        if found is None:
            return Report(path, None, (), (Problem(path, "the file cannot be read"),))
        document, complaint = found
        problems = [Problem(path, complaint)] if complaint is not None else []
        if path.suffix != ".rs":
            problems.extend(self._cargo_problems(path))
            return Report(path, document.text, (), tuple(problems))
        analysis = self._analysis_of(path)
        findings = analysis.findings(path) if analysis is not None else ()
        settings = self.settings(path)
        wanted = tuple(one for finding in findings if (one := _wanted(finding, settings)) is not None)
        kept, more = self._suppressed(path, document, wanted, settings)
        return Report(path, document.text, kept, (*problems, *more))

    def _cargo_problems(self, path: Path) -> list[Problem]:
        project = self._project(self._manifest(path))
        if project is None:
            return []
        everything = [*project.problems, *(p for package in project.packages for p in package.problems)]
        return list(dict.fromkeys(problem for problem in everything if problem.path == path))

    def _suppressed(
        self, path: Path, document: Document, findings: tuple[Finding, ...], settings: Settings
    ) -> tuple[tuple[Finding, ...], list[Problem]]:
        comments = suppressions(document)
        if not comments:
            return findings, []
        marked, unused = apply(findings, comments)
        notes = (
            Finding(UNUSED, Level.WARNING, f"`{name.name}` suppresses nothing here", Place(path, name.span), ())
            for comment in unused
            for name in comment.ids
            if name.name in self._known_ids
        )
        kept = [*marked, *(one for note in notes if (one := _wanted(note, settings)) is not None)]
        problems = [Problem(path, one.message, one.span) for one in suppression_problems(comments, self._known_ids)]
        if settings.require_reason:
            problems.extend(
                Problem(path, "the settings ask for a reason behind every suppression", comment.span)
                for comment in comments
                if comment.problem is None and not comment.has_reason
            )
        return tuple(kept), problems

    def release(self, folder: Path) -> None:
        """The package in this folder and those linked with it are done with: what was learned may take much memory."""
        packages = self._links.get(folder)
        for one in packages.contexts.values() if packages is not None else ():
            self._analyses.pop(one.root, None)

    def affected(self) -> set[Path]:
        """Open files: their findings may differ after a change elsewhere; `check` tells, cheaply."""
        return set(self.files_store.opened())

    def fixes(self, finding: Finding) -> tuple[Fix, ...]:
        """The true ways out of a finding."""
        if not finding.records:
            return ()
        context = self.context(finding.place.path)
        return propose(finding, self.database, context, self._text)

    def _text(self, path: Path) -> Text | None:
        found = self.files_store.document(path)
        return found[0].text if found is not None else None


def _everywhere(settings: Settings | SettingsOf) -> SettingsOf:
    return (lambda folder, workspace: settings) if isinstance(settings, Settings) else settings


def _wanted(finding: Finding, settings: Settings) -> Finding | None:
    """The finding as the settings want it: without records that are switched off, at the level they ask for."""
    records = tuple(one for one in finding.records if settings.wants(finding.rule, one.record))
    if not records and (finding.records or not settings.wants(finding.rule, finding.rule)):
        return None
    level = settings.level(finding.rule, [one.record for one in records], finding.level.value)
    return replace(finding, records=records, level=Level(level))


def _within(path: Path, root: Path) -> bool:
    return root == path or root in path.parents


def _manifests_below(root: Path) -> list[Path]:
    """Cargo.toml files below a folder, without going into what builds leave behind."""
    found: list[Path] = []
    folders = [root]
    while folders:
        folder = folders.pop()
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        for entry in entries:
            if entry.name == "Cargo.toml":
                found.append(entry)
            elif entry.name in ("target", "node_modules") or entry.name.startswith("."):
                continue
            elif entry.is_dir() and not entry.is_symlink():
                folders.append(entry)
    return found
