"""Packages as the evaluator sees them: their items by name, the methods of their types, their configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from burnlint.infer.catalog import Catalog
from burnlint.infer.values import Backends, Choice
from burnlint.resolve.facts import Gate, ItemRef, Site
from burnlint.resolve.scopes import Resolved, Scope, Scopes
from burnlint.syntax.rust import Item, Rel, Type
from burnlint.syntax.words import type_words
from burnlint.truth import Truth

CfgTruth = Callable[[Sequence[Gate]], Truth]
"""Whether all of these cfg expressions hold; None when that depends on the configuration."""


@dataclass
class Program:
    """Everything that following the code of linked packages needs to look up."""

    scopes: Scopes
    catalog: Catalog
    cfg: CfgTruth
    compatible: Callable[[Sequence[Gate]], bool]
    default_backends: Mapping[str, Sequence[tuple[str, tuple[Gate, ...]]]] = field(default_factory=dict)
    """By package: what `Device::default()` may be, with its cfg."""
    forced: Choice | None = None  # `--backend`: the backend of every generic parameter and alias
    trains: bool = False  # some code asks for gradients
    file_scopes: dict[Path, Scope] = field(default_factory=dict)
    asked_for: set[Scope] = field(default_factory=set)  # modules whose files were looked for
    added_autodiff: int = 0
    libraries: set[Path] = field(default_factory=set)  # the roots of the libraries
    _methods: dict[str, list[tuple[ItemRef, ItemRef]]] | None = None
    _choices: Mapping[str, Backends] = field(default_factory=dict)  # by package
    _field_words: dict[str, frozenset[bytes]] | None = None
    _implemented: tuple[int, dict[ItemRef, set[ItemRef | None]]] | None = None  # known when there were so many files
    _consts: tuple[int, dict[tuple[str, str], ItemRef]] | None = None  # known when there were so many files
    _methods_of: dict[tuple[ItemRef, str], list[ItemRef]] = field(default_factory=dict)
    _resolved: dict[tuple[tuple[str, ...], Scope], tuple[int, list[Resolved]]] = field(default_factory=dict)

    def item(self, ref: ItemRef) -> Item:
        """The item a reference stands for."""
        return self.scopes.item(ref)

    def owner(self, ref: ItemRef) -> ItemRef | None:
        """The impl or trait around an item."""
        owner = self.scopes.files[ref.path].owners[ref.number]
        return None if owner is None else ItemRef(ref.path, owner)

    def scope(self, ref: ItemRef) -> Scope:
        """The module in which an item stands."""
        base = self.file_scopes[ref.path]
        return Scope(base.root, base.module + self.item(ref).module)

    def gates(self, scope: Scope, cfg: Sequence[str]) -> tuple[Gate, ...]:
        """The predicates as written in a module."""
        return self.scopes.gates(scope, cfg) if cfg else ()

    def item_gates(self, ref: ItemRef) -> tuple[Gate, ...]:
        """The predicates above an item."""
        cfg = self.item(ref).attributes.cfg
        return self.scopes.gates(self.file_scopes[ref.path], cfg) if cfg else ()

    def site(self, ref: ItemRef, span: Rel) -> Site:
        """A place in an item."""
        return Site(ref, span)

    def resolve(self, names: tuple[str, ...], scope: Scope) -> list[Resolved]:
        """What a path can stand for, without declarations that this configuration leaves out."""
        key = (names, scope)
        found = self._resolved.get(key)
        if found is None or found[0] != len(self.scopes.files):  # more files may say more
            answers = [a for a in self.scopes.resolve(names, scope) if self.cfg(a.cfg) is not False]
            found = self._resolved[key] = (len(self.scopes.files), answers)
        return found[1]

    # ---- methods ----

    def methods(self, owner: ItemRef, name: str) -> list[ItemRef]:
        """The functions called `name` of a struct, enum or trait of the package."""
        known = self._methods_of.get((owner, name))
        if known is None:
            known = self._methods_of[owner, name] = self._find_methods(owner, name)
        return known

    def _find_methods(self, owner: ItemRef, name: str) -> list[ItemRef]:
        index = self._methods
        if index is None:
            index = self._methods = self._index_methods()
        found: list[ItemRef] = []
        fallback: list[ItemRef] = []
        for function, impl in index.get(name, ()):
            container = self.item(impl)
            if container.kind == "trait":
                fallback.append(function)
            elif container.type is not None and owner in self._self_types(impl, container.type):
                found.append(function)
        if found:
            return found
        implemented = self._traits().get(owner, ())
        return [function for function in fallback if self.owner(function) in implemented]

    def _self_types(self, impl: ItemRef, type_: Type) -> set[ItemRef]:
        if not type_.segments:
            return set()
        names = tuple(segment.name for segment in type_.segments)
        return {a.ref for a in self.scopes.resolve(names, self.scope(impl)) if a.ref is not None}

    def _traits(self) -> dict[ItemRef, set[ItemRef | None]]:
        """The package's traits that its structs and enums implement."""
        files = len(self.scopes.files)
        if self._implemented is None or self._implemented[0] != files:
            traits: dict[ItemRef, set[ItemRef | None]] = {}
            for path, facts in list(self.scopes.files.items()):
                for index, item in enumerate(facts.items):
                    if item.kind == "impl" and item.trait is not None and item.type is not None:
                        ref = ItemRef(path, index)
                        names = tuple(segment.name for segment in item.trait.segments)
                        for owner in self._self_types(ref, item.type):
                            found = self.scopes.resolve(names, self.scope(ref))
                            traits.setdefault(owner, set()).update(answer.ref for answer in found)
            self._implemented = files, traits
        return self._implemented[1]

    def _index_methods(self) -> dict[str, list[tuple[ItemRef, ItemRef]]]:
        index: dict[str, list[tuple[ItemRef, ItemRef]]] = {}
        for path, facts in list(self.scopes.files.items()):
            for position, item in enumerate(facts.items):
                owner = facts.owners[position]
                ref = ItemRef(path, position)
                if item.kind == "fn" and owner is not None and self.cfg(self.item_gates(ref)) is not False:
                    entry = (ref, ItemRef(path, owner))
                    index.setdefault(item.name, []).append(entry)
        return index

    def associated_const(self, owner: ItemRef, name: str) -> ItemRef | None:
        """The constant called `name` in an impl of a struct or enum of the package."""
        files = len(self.scopes.files)
        if self._consts is None or self._consts[0] != files:
            self._consts = files, self._index_consts()
        return self._consts[1].get((self.item(owner).name, name))

    def _index_consts(self) -> dict[tuple[str, str], ItemRef]:
        """The constants of impls by the name of the type and their own; the first of several."""
        index: dict[tuple[str, str], ItemRef] = {}
        for path, facts in self.scopes.files.items():
            for position, item in enumerate(facts.items):
                owner = facts.owners[position]
                if item.kind == "const" and owner is not None:
                    head = facts.items[owner].type
                    if head is not None and head.segments:
                        index.setdefault((head.segments[-1].name, item.name), ItemRef(path, position))
        return index

    def offered(self, ref: ItemRef) -> bool:
        """Whether code outside the package may call a function; the methods of traits have their own callers."""
        item = self.item(ref)
        owner = self.owner(ref)
        if self.file_scopes[ref.path].root not in self.libraries:
            return False
        return item.public or (owner is not None and self.item(owner).trait is not None)

    def open_to_all(self, ref: ItemRef) -> bool:
        """Whether users of the library choose the backend of a function: public, and no trait's."""
        owner = self.owner(ref)
        return self.offered(ref) and (owner is None or self.item(owner).trait is None)

    def builds(self, ref: ItemRef) -> bool:
        """Whether this configuration builds an item, as far as its own cfg and that of its impl say."""
        owner = self.owner(ref)
        gates = self.item_gates(owner) if owner is not None else ()
        return self.cfg((*gates, *self.item_gates(ref))) is not False

    def functions(self) -> Iterable[tuple[ItemRef, Item]]:
        """Every function with a body that this configuration builds."""
        for path, facts in list(self.scopes.files.items()):  # looking things up may read more files
            for index, item in enumerate(facts.items):
                ref = ItemRef(path, index)
                if item.kind == "fn" and item.body is not None and self.builds(ref):
                    yield ref, item

    def field_words(self, struct: str) -> frozenset[bytes]:
        """Every name in the types of the fields of the structs called `struct`."""
        if self._field_words is None:
            index: dict[str, set[bytes]] = {}
            for facts in self.scopes.files.values():
                for item in facts.items:
                    if item.kind == "struct":
                        words = index.setdefault(item.name, set())
                        for declared in item.fields:
                            words.update(type_words(declared.type))
            self._field_words = {name: frozenset(words) for name, words in index.items()}
        return self._field_words.get(struct, frozenset())

    # ---- the backends of a package ----

    def default_choices(self, site: Site) -> tuple[Choice, ...]:
        """`Device::default()` as written at a place."""
        found = self.default_backends.get(self.scopes.package(self.file_scopes[site.item.path]), ())
        return tuple(Choice(backend, 0, site, cfg) for backend, cfg in found if self.cfg(cfg) is not False)

    def set_choices(self, choices: Mapping[str, Backends], levels: int) -> None:
        """What generic code is used with, by package, and how many `Autodiff` some of it adds itself."""
        self._choices = choices
        self.added_autodiff = levels

    def choices(self, scope: Scope, autodiff: bool) -> Backends:
        """The backends for generic code of a package; `autodiff`: the bound asks for one that records gradients."""
        if self.forced is not None:
            if autodiff and not self.forced.autodiff:
                return Backends((), open=True, generic=True)
            return Backends((self.forced,), open=False, generic=True)
        known = self._choices.get(self.scopes.package(scope)) or self._any_backend()
        chosen = tuple(c for c in known.choices if not autodiff or c.autodiff)
        # A device that is handed in may have autodiff or not where the package makes both.
        mixed = self.catalog.device_era is not False and len({choice.autodiff > 0 for choice in chosen}) > 1
        return Backends(chosen, open=known.open or not chosen or mixed, generic=True)

    def every_choice(self) -> tuple[Choice, ...]:
        """The backends for generic code of any of the packages."""
        packages = {scope.root: scope for scope in self.file_scopes.values()}
        return tuple(choice for scope in packages.values() for choice in self.choices(scope, autodiff=False).choices)

    def _any_backend(self) -> Backends:
        """For a library that names no backend: its users may choose any, and train where the library does."""
        database = self.catalog.database
        names = [b.name for b in database.backends.values() if self.catalog.relevant(b.burn) and not b.forwards]
        depths = (0, 1) if self.trains else (0,)
        return Backends(tuple(Choice(name, depth) for depth in depths for name in names), open=True)
