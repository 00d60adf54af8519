"""The backends that a package names anywhere: what its generic code is used with, as far as the package says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import cast

from burnlint.infer import types
from burnlint.infer.program import Program
from burnlint.infer.types import Frame
from burnlint.infer.values import Backends, Choice, join_backends
from burnlint.resolve.facts import ItemRef
from burnlint.syntax import rust
from burnlint.syntax.lower import lower_body
from burnlint.syntax.rust import Block, Item, Path, Type
from burnlint.syntax.words import function_words, type_words


def package_choices(program: Program, users: Mapping[str, Collection[str]]) -> tuple[Mapping[str, Backends], int]:
    """Every concrete backend in aliases, types and type arguments; from 0.22 every device that is made.

    By package: what it names itself, and what the packages that use it do (`users`, by package). One for which nobody
    names any is left out. The number: how many `Autodiff` generic code puts around its own backend.
    """
    named, levels = _named(program)
    choices: dict[str, Backends] = {}
    for package, others in users.items():
        found = [backends for one in (package, *others) for backends in named.get(one, ())]
        if found:
            choices[package] = join_backends(found)
    return choices, levels


def _named(program: Program) -> tuple[Mapping[str, list[Backends]], int]:
    """What each package names itself."""
    names = _names(program)
    named: dict[str, list[Backends]] = {}
    generic: list[int] = []
    for path, facts in list(program.scopes.files.items()):
        found: list[Backends] = []
        telling = {item for top in facts.cache.values() if not top.words.isdisjoint(names) for item in top.items}
        for index, item in enumerate(facts.items):
            ref = ItemRef(path, index)
            if item not in telling or program.cfg(program.item_gates(ref)) is False:
                continue
            frame = Frame(ref, program.scope(ref))
            for type_ in _written(item):
                if not names.isdisjoint(type_words(type_)):
                    generic.append(_generic_levels(program, type_, frame, item))
                    found.extend(_concrete(program, type_, frame, item))
            if item.body is not None and not names.isdisjoint(function_words(item)):
                found.extend(_in_body(program, item, frame))
                types_ = [part for part in _naming(lower_body(item.body, item.body_at)) if isinstance(part, Type)]
                generic.extend(_generic_levels(program, type_, frame, item) for type_ in types_)
        package = program.scopes.package(program.file_scopes[path])
        named.setdefault(package, []).extend(backends for backends in found if backends.choices)
    return named, max((levels for levels in generic if levels), default=0)


def _names(program: Program) -> set[bytes]:
    """Names without which nothing names a backend: burn's, and the package's aliases of them."""
    names = {word.encode() for word in program.catalog.backend_words}
    if program.catalog.device_era is not False:
        names.add(b"Device")
    everything = [item for facts in program.scopes.files.values() for item in facts.items]
    aliases = {item.name.encode(): item.type for item in everything if item.kind == "alias" and item.type is not None}
    renamed = {
        imported.name.encode(): imported.path[-1].encode()
        for item in everything
        for imported in item.imports
        if imported.path and imported.path[-1] != imported.name
    }
    while True:
        more = {name for name, type_ in aliases.items() if not names.isdisjoint(type_words(type_))}
        more |= {name for name, real in renamed.items() if real in names}
        if more <= names:
            return names
        names |= more


def _written(item: Item) -> Iterator[Type]:
    """The types in an item's head."""
    if item.kind == "alias" and item.generics:
        return  # stands for nothing until it is given arguments
    yield from (type_ for type_ in (item.type, item.trait) if type_ is not None)
    yield from (declared.type for declared in item.fields)
    yield from (parameter.type for parameter in item.parameters if parameter.type is not None)
    yield from (generic.default for generic in item.generics if generic.default is not None)


def _concrete(program: Program, type_: Type, frame: Frame, item: Item) -> Iterator[Backends]:
    """The backends inside a type that do not come from a generic parameter; `Autodiff<X>` counts, its X does not."""
    if type_.kind == "path" and type_.segments:
        value = types.evaluate(program, type_, frame)
        if value.kind == "backend":
            if value.backends.choices and not value.backends.generic:
                yield value.backends.under(program.gates(frame.scope, item.attributes.cfg))
            return
    for inner in type_.inner:
        yield from _concrete(program, inner, frame, item)
    for segment in type_.segments:
        for generic in segment.generics:
            yield from _concrete(program, generic, frame, item)


def _levels(type_: Type) -> int:
    """How deep `Autodiff` stands in `Autodiff` in a type as written."""
    inner = max((_levels(part) for part in (*type_.inner, *(g for s in type_.segments for g in s.generics))), default=0)
    return inner + (1 if type_.segments and type_.segments[-1].name == "Autodiff" else 0)


def _generic_levels(program: Program, type_: Type, frame: Frame, item: Item) -> int:
    """The same where a generic parameter stands inside; a backend that is named counts its own."""
    levels = _levels(type_)
    return levels if levels and not any(b.choices for b in _concrete(program, type_, frame, item)) else 0


def _in_body(program: Program, item: Item, frame: Frame) -> Iterator[Backends]:
    """Backends named inside a function: in annotations, turbofishes and aliases, or as devices."""
    assert item.body is not None
    records_gradients = b".autodiff()" in item.body
    for part in _naming(lower_body(item.body, item.body_at)):
        if isinstance(part, Type):
            yield from _concrete(program, part, frame, item)
        elif isinstance(part, Path):
            if part.segments[-2].name == "Device":
                yield from _device(program, part, frame, records_gradients)
        elif part.kind == "alias" and part.type is not None:
            local = Frame(frame.ref, frame.scope, offset=part.start)
            yield from _concrete(program, part.type, local, part)


def _device(program: Program, path: Path, frame: Frame, records_gradients: bool) -> Iterator[Backends]:
    """`Device::wgpu(…)` in a function that also calls `.autodiff()` may be on either side of that call."""
    catalog = program.catalog
    if catalog.device_era is False:
        return
    site = frame.site(path.span)
    base = catalog.constructors.get(path.name)
    made: tuple[Choice, ...] = (Choice(base, 0, site),) if base is not None else ()
    if path.name == "default":
        made = program.default_choices(site)
    if made:
        device = Backends(made, open=False)
        yield device
        if records_gradients:
            yield device.decorated(site)


@lru_cache(maxsize=1024)
def _naming(body: Block) -> tuple[Type | Path | Item, ...]:
    """The parts of a function's body that can name a backend: its outermost types, its longer paths, its items."""
    found: list[Type | Path | Item] = []
    stack: list[object] = [body]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind is tuple:
            stack.extend(cast("tuple[object, ...]", part))
        elif isinstance(part, Type):
            found.append(part)
        elif kind in _PARTS:
            if isinstance(part, Item) or (isinstance(part, Path) and len(part.segments) > 1):
                found.append(part)
            stack.extend([getattr(part, name) for name in _PARTS[kind]])
    return tuple(found)


def _parts_of(kind: type) -> tuple[str, ...]:
    """The fields of a lowered part in which there may be others."""
    names = "|".join(known.__name__ for known in vars(rust).values() if isinstance(known, type))
    return tuple(one.name for one in fields(kind) if re.search(rf"\b({names}|Expr)\b", str(one.type)))


_PARTS = {kind: _parts_of(kind) for kind in vars(rust).values() if isinstance(kind, type) and is_dataclass(kind)}
