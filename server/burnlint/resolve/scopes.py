"""Modules of a package and what a name in one of them stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from burnlint.resolve.burn_paths import BurnPaths
from burnlint.resolve.facts import FileFacts, Gate, ItemRef
from burnlint.syntax.rust import Import, Item

_MAX_HOPS = 24  # re-exports that lead to re-exports

_NAMED = {"alias", "const", "struct", "enum", "fn", "trait", "mod"}


class Scope(NamedTuple):
    """A module: the root file of its crate, and its path below that."""

    root: Path
    module: tuple[str, ...]


@dataclass(frozen=True)
class Resolved:
    """What a path stands for.

    kind: "burn" (`path` is canonical), "item" (`ref`, with `rest` for what follows it, such as a method or a
    variant), "module" (`scope`), "extern" (another crate's path), "unknown".
    """

    kind: Literal["burn", "item", "module", "extern", "unknown"]
    path: str = ""
    ref: ItemRef | None = None
    scope: Scope | None = None
    rest: tuple[str, ...] = ()
    cfg: tuple[Gate, ...] = ()


UNKNOWN = Resolved("unknown")


@dataclass
class Module:
    """The names that one module declares itself."""

    items: dict[str, list[ItemRef]] = field(default_factory=dict)
    imports: dict[str, list[tuple[Import, tuple[Gate, ...]]]] = field(default_factory=dict)
    globs: list[tuple[Import, tuple[Gate, ...]]] = field(default_factory=list)


@dataclass(frozen=True)
class Crate:
    """What names in a crate can lead to outside of it."""

    package: str
    externs: Mapping[str, str] = field(
        default_factory=dict
    )  # other crates -> canonical burn path, "" for none of burn's
    own: str | None = None  # set for burn's own crates: what `crate::` stands for
    local: Mapping[str, Scope] = field(default_factory=dict)  # crates that are read too, as the package's own library


class Scopes:
    """All modules that were read so far; `load` brings a module's file in when a path leads there."""

    def __init__(self, paths: BurnPaths, crate: Callable[[Path], Crate], load: Callable[[Scope], None]) -> None:
        self.paths = paths
        self._crate = crate  # by its root file
        self._load = load
        self.modules: dict[Scope, Module] = {}
        self.files: dict[Path, FileFacts] = {}
        self._through_globs: set[tuple[str, Scope]] = set()  # what is being looked up right now: globs lead in circles

    def add(self, facts: FileFacts, scope: Scope) -> None:
        """Enter a file's items into the module `scope` and the inline modules below it."""
        self.files[facts.path] = facts
        self.modules.setdefault(scope, Module())
        for index, item in enumerate(facts.items):
            if item.owner is not None:
                continue
            module = self.modules.setdefault(Scope(scope.root, scope.module + item.module), Module())
            if item.kind == "use":
                for imported in item.imports:
                    entry = (imported, self.gates(scope, item.attributes.cfg))
                    if imported.name == "*":
                        module.globs.append(entry)
                    elif imported.name != "_":
                        module.imports.setdefault(imported.name, []).append(entry)
            elif item.kind in _NAMED and item.name:
                module.items.setdefault(item.name, []).append(ItemRef(facts.path, index))
                if item.kind == "mod" and item.inline:
                    self.modules.setdefault(Scope(scope.root, (*scope.module, *item.module, item.name)), Module())

    def item(self, ref: ItemRef) -> Item:
        """The item a reference stands for."""
        return self.files[ref.path].items[ref.number]

    def package(self, scope: Scope) -> str:
        """The package that a module belongs to."""
        return self._crate(scope.root).package

    def gates(self, scope: Scope, cfg: Sequence[str]) -> tuple[Gate, ...]:
        """The predicates as written in a module."""
        return tuple(Gate(text, self.package(scope)) for text in cfg) if cfg else ()

    # ---- resolution ----

    def resolve(self, segments: tuple[str, ...], scope: Scope, hops: int = 0) -> tuple[Resolved, ...]:
        """Everything the path can stand for; several answers when `#[cfg]` chooses between declarations."""
        if not segments or hops > _MAX_HOPS:
            return (UNKNOWN,)
        first, rest = segments[0], segments[1:]
        if first in ("self", "crate", "super", "Self"):
            return self._keyword(first, rest, scope, hops)
        answers: list[Resolved] = []
        for start in self._name(first, scope, hops):
            answers.extend(self._walk(start, rest, hops))
        return tuple(answers) or (UNKNOWN,)

    def _keyword(self, first: str, rest: tuple[str, ...], scope: Scope, hops: int) -> tuple[Resolved, ...]:
        if first == "Self":
            return (UNKNOWN,)
        if first == "crate":
            scope = Scope(scope.root, ())
            own = self._crate(scope.root).own
            if own is not None:
                return self._own_crate(own, rest, scope, hops)
        elif first == "super":
            scope = Scope(scope.root, scope.module[:-1])
        if not rest:
            return (Resolved("module", scope=scope),)
        return tuple(self._walk(Resolved("module", scope=scope), rest, hops))

    def _own_crate(self, own: str, rest: tuple[str, ...], scope: Scope, hops: int) -> tuple[Resolved, ...]:
        """`crate::…` inside one of burn's own crates: a burn path where burn's API is known to have it."""
        canonical = self.paths.canonical("::".join((own, *rest)))
        if self.paths.knows(canonical):
            return (Resolved("burn", canonical),)
        return tuple(self._walk(Resolved("module", scope=scope), rest, hops)) if rest else (UNKNOWN,)

    def _name(self, name: str, scope: Scope, hops: int) -> Iterator[Resolved]:
        """What a bare name stands for in a module: its items, its imports, globs, then crates."""
        self._load(scope)
        found = False
        for answer in self._declared(name, scope, hops):
            found = True
            yield answer
        if found:
            return
        crate = self._crate(scope.root)
        if name in crate.local:
            yield Resolved("module", scope=crate.local[name])
        elif name in crate.externs:
            root = crate.externs[name]
            yield Resolved("burn", root) if root else Resolved("extern", name)
        elif name in ("std", "core", "alloc"):
            yield Resolved("extern", name)

    def _declared(self, name: str, scope: Scope, hops: int) -> Iterator[Resolved]:
        module = self.modules.get(scope)
        if module is None:
            return
        found = False
        crate = self._crate(scope.root)
        for ref in module.items.get(name, ()):
            found = True
            item = self.item(ref)
            gates = self.gates(scope, item.attributes.cfg)
            if item.kind == "mod":
                yield Resolved("module", scope=Scope(scope.root, (*scope.module, name)), cfg=gates)
            else:
                yield Resolved("item", ref=ref, cfg=gates)
        for imported, cfg in module.imports.get(name, ()):
            if imported.path == (name,) and name not in crate.externs and name not in crate.local:
                continue  # `use x;` of a crate we know nothing of
            found = True
            yield from self._imported(imported, cfg, scope, hops)
        key = (name, scope)
        if found or name in crate.externs or key in self._through_globs:
            return
        self._through_globs.add(key)
        try:
            for imported, cfg in module.globs:
                answers = [a for a in self._through_glob(imported, name, scope, hops) if a.kind != "unknown"]
                if answers:
                    yield from (_under(answer, cfg) for answer in answers)
                    return
        finally:
            self._through_globs.discard(key)

    def _imported(self, imported: Import, cfg: tuple[Gate, ...], scope: Scope, hops: int) -> Iterator[Resolved]:
        first = imported.path[0]
        if imported.path == (imported.name,):  # `use burn;`
            crate = self._crate(scope.root)
            root = crate.externs.get(first)
            if first in crate.local:
                yield Resolved("module", scope=crate.local[first], cfg=cfg)
            elif root is not None:
                yield Resolved("burn", root, cfg=cfg) if root else Resolved("extern", first, cfg=cfg)
            return
        for answer in self.resolve(imported.path, scope, hops + 1):
            yield _under(answer, cfg)

    def _through_glob(self, imported: Import, name: str, scope: Scope, hops: int) -> Iterator[Resolved]:
        if hops > _MAX_HOPS:
            return
        for target in self.resolve(imported.path, scope, hops + 1) if imported.path else ():
            if target.kind == "burn":
                if target.path == "burn::prelude":
                    path = self.paths.prelude.get(name)
                    if path is not None:
                        yield Resolved("burn", self.paths.canonical(path))
                else:
                    path = self.paths.canonical(f"{target.path}::{name}")
                    if self.paths.knows(path):
                        yield Resolved("burn", path)
            elif target.kind == "module" and target.scope is not None and target.scope != scope:
                self._load(target.scope)
                yield from self._declared(name, target.scope, hops + 1)
            elif target.kind == "item" and target.ref is not None:
                item = self.item(target.ref)
                if item.kind == "enum" and name in item.variants:
                    yield Resolved("item", ref=target.ref, rest=(name,))

    def _walk(self, start: Resolved, rest: tuple[str, ...], hops: int) -> Iterator[Resolved]:
        if not rest:
            yield start
        elif start.kind == "burn":
            if start.path == "burn::prelude" and rest[0] in self.paths.prelude:
                path = "::".join((self.paths.prelude[rest[0]], *rest[1:]))
            else:
                path = "::".join((start.path, *rest))
            yield Resolved("burn", self.paths.canonical(path), cfg=start.cfg)
        elif start.kind == "extern":
            yield Resolved("extern", "::".join((start.path, *rest)), cfg=start.cfg)
        elif start.kind == "item":
            yield Resolved("item", ref=start.ref, rest=start.rest + rest, cfg=start.cfg)
        elif start.kind == "module" and start.scope is not None:
            self._load(start.scope)
            if rest[0] in ("self", "super"):
                up = start.scope.module[:-1] if rest[0] == "super" else start.scope.module
                yield from self._walk(Resolved("module", scope=Scope(start.scope.root, up)), rest[1:], hops)
                return
            for answer in self._declared(rest[0], start.scope, hops + 1):
                yield from self._walk(_under(answer, start.cfg), rest[1:], hops + 1)


def _under(answer: Resolved, cfg: tuple[Gate, ...]) -> Resolved:
    if not cfg:
        return answer
    return Resolved(answer.kind, answer.path, answer.ref, answer.scope, answer.rest, (*cfg, *answer.cfg))
