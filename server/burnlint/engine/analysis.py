"""Packages that call each other, followed and judged; what did not change since the last time is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from burnlint.checks.answers import answers
from burnlint.checks.finding import Finding
from burnlint.checks.weigh import Draft, Weighing
from burnlint.engine.choices import package_choices
from burnlint.engine.conditions import Conditions
from burnlint.engine.configuration import Configuration, forced_backend, versions
from burnlint.engine.files import Files
from burnlint.engine.judging import situation
from burnlint.engine.packages import Packages
from burnlint.engine.roots import Roots
from burnlint.engine.sources import Sources
from burnlint.infer.catalog import Catalog
from burnlint.infer.interpret import Interpreter
from burnlint.infer.program import Program
from burnlint.infer.values import Backends
from burnlint.records.database import Database
from burnlint.resolve.facts import FileFacts, Gate, ItemRef, Site
from burnlint.resolve.scopes import Crate, Scope, Scopes
from burnlint.settings.settings import Settings
from burnlint.span import Place
from burnlint.syntax.queries import QuerySet


@dataclass
class _Linked:
    """The packages linked, with everything that stays right until a name, type or signature changes."""

    program: Program
    interpreter: Interpreter
    weighing: Weighing
    roots: Roots


class Analysis:
    """The findings of packages that call each other."""

    def __init__(
        self,
        packages: Packages,
        database: Database,
        settings: Settings,
        files: Files,
        queries: QuerySet,
        listing: Callable[[], Iterable[Path]],
    ) -> None:
        self.packages = packages
        self._database = database
        self._settings = settings
        self.catalog = Catalog(database, versions(packages.first, settings, database)[0])
        self._configurations = {name: Configuration(one, settings) for name, one in packages.contexts.items()}
        self._conditions = Conditions(packages.contexts, self._configurations, self._package_of)
        self._sources = Sources(files, listing, queries, self.catalog.backend_words)
        self._dirty: set[Path] | None = None  # None: everything
        any_configuration = next(iter(self._configurations.values()))
        self._situation = situation(packages, settings, database, any_configuration, self._conditions)
        self._linked: _Linked | None = None
        self._owners: dict[Path, str] = {}  # the packages of files
        self._shape: object = None
        self._drafts: dict[Path, list[Draft]] = {}

    def touched(self, path: Path) -> None:
        """The text of one file changed."""
        if self._dirty is not None:
            self._dirty.add(path)

    def relist(self) -> None:
        """Files came or went."""
        self._sources.relist()
        self._dirty = None

    def findings(self, path: Path) -> tuple[Finding, ...]:
        """The findings of one file, brought up to date."""
        self._refresh()
        linked = self._linked
        drafts = self._drafts.get(path, ())
        if linked is None or not drafts or not self._situation.versions_known:
            return ()
        placed = [draft.placed(lambda site: _place(linked.program, site)) for draft in drafts]
        return tuple(sorted(placed, key=lambda finding: (finding.place.span, finding.rule)))

    def backends(self, path: Path) -> Backends:
        """The backends that a file's package is used with."""
        self._refresh()
        if self._linked is None:
            return Backends()
        return self._linked.program.choices(self._scope_of(path), autodiff=False)

    def _refresh(self) -> None:
        if self._dirty is None or self._dirty:
            changed = self._sources.update(self._dirty)
            self._dirty = set()
            self._update(changed)

    def _update(self, changed: Iterable[Path]) -> None:
        linked = self._linked
        if linked is None or self._shape_now() != self._shape:
            program = self._settled()
            weighing = Weighing(self._situation, self._sources.trains)
            calls = self.catalog.calls(self._possible_operations(program))
            roots = Roots(program, frozenset(word.encode() for word in calls))
            linked = self._linked = _Linked(program, Interpreter(program), weighing, roots)
        else:
            linked.weighing.trains = self._sources.trains
            self._replace(linked, changed)
        self._drafts = {}
        if self._sources.telling:
            for draft in self._judge(linked):
                self._drafts.setdefault(draft.primary.item.path, []).append(draft)

    def _replace(self, linked: _Linked, changed: Iterable[Path]) -> None:
        """Put new bodies in the place of old ones; what was learned from the old ones is forgotten."""
        files = linked.program.scopes.files
        different: set[ItemRef] = set()
        for path in changed:
            old = files.get(path)
            new = self._sources.facts(path) if old is not None else None
            if old is None or new is None:
                continue
            files[path] = new
            for number, (before, after) in enumerate(zip(old.items, new.items, strict=True)):
                if before is not after and before.body != after.body:
                    different.add(ItemRef(path, number))
        void = bool(different) and linked.interpreter.forget(different)
        if void:
            linked.interpreter = Interpreter(linked.program)
        linked.roots.forget(None if void else different)

    def _shape_now(self) -> object:
        return tuple((facts.path, facts.shape) for facts in self._sources.relevant())

    def _settled(self) -> Program:
        """The packages linked, with every file read that can matter for the backends they name."""
        program = self._link()
        choices = package_choices(program, self.packages.users)
        program.set_choices(*choices)
        if self._sources.want(self.catalog.words(self._possible_operations(program))):
            # More files reach an operation, but every file that names a backend was there before.
            program = self._link()
            program.set_choices(*choices)
        self._shape = self._shape_now()
        return program

    def _possible_operations(self, program: Program) -> set[str]:
        """Operations for which a record may hold on one of the packages' backends, in their releases."""
        choices = program.every_choice()
        names = {choice.base for choice in choices}
        depth = max((choice.autodiff for choice in choices), default=0) + program.added_autodiff
        database = self._database
        return {
            record.affects.operation
            for record in database.records.values()
            if record.reachable
            and record.affects.autodiff <= max(depth, 1 if program.trains else 0)
            and self.catalog.relevant(record.affects.burn)
            and (names & set(database.expand(record.affects.backends)) or "*" in record.affects.backends)
        }

    # ---- linking ----

    def _link(self) -> Program:
        """Names and modules of all packages, from the facts of their files."""
        crates = self._crates()
        scopes = Scopes(self.catalog.paths, lambda root: crates[root], lambda scope: self._load(program, scope))
        program = Program(
            scopes,
            self.catalog,
            self._conditions.holds,
            self._conditions.compatible,
            self._default_backends(),
            forced_backend(self._settings, self._database),
            self._sources.trains,
            libraries=set(self._libraries().values()),
        )
        for facts in self._sources.relevant():
            self._enter(program, facts, self._scope_of(facts.path))
        return program

    def _libraries(self) -> dict[str, Path]:
        """The root of each package's library."""
        return {
            name: root.path
            for name, context in self.packages.contexts.items()
            for root in context.crate_roots
            if root.kind == "lib"
        }

    def _crates(self) -> _Crates:
        """For each root file what its names lead to: to burn, to the package's own library, to linked packages."""
        paths = self.catalog.paths
        libraries = self._libraries()
        folders = {context.root: name for name, context in self.packages.contexts.items()}
        crates = _Crates(self._package_of)
        for name, context in self.packages.contexts.items():
            local = {
                dependency: Scope(libraries[folders[folder]], ())
                for dependency, folder in context.path_dependencies.items()
                if folders.get(folder) in libraries
            }
            if name in libraries:
                local[context.lib_name] = Scope(libraries[name], ())
            externs = {key: paths.crate_root(package) or "" for key, package in context.dependencies.items()}
            crates.of_package[name] = Crate(name, externs, paths.crate_root(context.name), local)
        return crates

    def _default_backends(self) -> dict[str, list[tuple[str, tuple[Gate, ...]]]]:
        """What `Device::default()` may be in each package: who uses it decides, where somebody does."""
        table = self.catalog.default_device()
        found: dict[str, list[tuple[str, tuple[Gate, ...]]]] = {}
        for name, users in self.packages.users.items():
            deciding = [one for one in users if not self.packages.users[one]] or [name]
            found[name] = list(
                dict.fromkeys(
                    (backend, tuple(Gate(text, one) for text in cfg))
                    for one in deciding
                    for backend, cfg in self._configurations[one].default_backends(table)
                )
            )
        return found

    @staticmethod
    def _enter(program: Program, facts: FileFacts, scope: Scope) -> None:
        program.file_scopes[facts.path] = scope
        program.scopes.add(facts, scope)

    def _scope_of(self, path: Path) -> Scope:
        """The module a file is: below the crate root whose folder contains it most closely."""
        best: tuple[tuple[int, bool], Scope] | None = None
        for root in self.packages.contexts[self._package_of(path)].crate_roots:
            if root.path == path:
                return Scope(path, ())
            try:
                parts = path.relative_to(root.path.parent).with_suffix("").parts
            except ValueError:
                continue
            parts = parts[:-1] if parts[-1] == "mod" else parts
            if parts:
                rank = (-len(parts), self._sources.declares(root.path, parts[0]))
                if best is None or rank > best[0]:
                    best = rank, Scope(root.path, parts)
        return best[1] if best is not None else Scope(path, ())

    def _load(self, program: Program, scope: Scope) -> None:
        """Read the file of a module that resolution wants to look into."""
        if scope in program.asked_for:
            return
        program.asked_for.add(scope)
        base = scope.root.parent.joinpath(*scope.module)
        candidates = (base.with_name(base.name + ".rs"), base / "mod.rs") if scope.module else (scope.root,)
        for path in candidates:
            if path in program.scopes.files:
                return
            facts = self._sources.facts(path)
            if facts is not None:
                self._enter(program, facts, scope)
                return

    def _package_of(self, path: Path) -> str:
        name = self._owners.get(path)
        if name is None:
            name = self._owners[path] = self.packages.name_of(path)
        return name

    # ---- following and judging ----

    def _judge(self, linked: _Linked) -> list[Draft]:
        program, situation_ = linked.program, self._situation
        found = linked.roots.follow(
            linked.interpreter, lambda ref, trace: answers(ref, trace, situation_, program.open_to_all(ref))
        )
        return linked.weighing.drafts(found)


class _Crates(dict[Path, Crate]):
    """By root file; a file that is the root of nothing stands for itself."""

    def __init__(self, package_of: Callable[[Path], str]) -> None:
        super().__init__()
        self.of_package: dict[str, Crate] = {}
        self._package_of = package_of

    def __missing__(self, root: Path) -> Crate:
        crate = self[root] = self.of_package[self._package_of(root)]
        return crate


def _place(program: Program, site: Site) -> Place:
    return program.scopes.files[site.item.path].place(site)
