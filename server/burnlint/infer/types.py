"""What a type, as written somewhere in a package, stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from burnlint.infer.catalog import AUTODIFF, DEVICE, PARAM, TENSOR
from burnlint.infer.program import Program
from burnlint.infer.values import (
    UNKNOWN_TYPE,
    Backends,
    Choice,
    TypeValue,
    join_backends,
)
from burnlint.resolve.facts import Gate, ItemRef, Site
from burnlint.resolve.scopes import Resolved, Scope
from burnlint.syntax.rust import Generic, Item, Rel, Type

_MAX_DEPTH = 16  # aliases of aliases, nested wrappers

_TRANSPARENT = {
    "Option", "Vec", "Box", "Arc", "Rc", "Result", "RefCell", "Mutex", "RwLock", "Cow", "VecDeque", "HashMap",
    "BTreeMap", "Cell", "OnceCell", "OnceLock", "LazyLock", "PhantomData", "Ignored",
}  # fmt: skip


@dataclass
class Frame:
    """Where a type or expression stands: the item, its module, and what its generic parameters are."""

    ref: ItemRef
    scope: Scope
    generics: dict[str, TypeValue] = field(default_factory=dict)
    self_type: TypeValue | None = None
    offset: int = 0  # of a nested item inside `ref`
    local_items: dict[str, list[Item]] = field(default_factory=dict)
    local_imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cfg: tuple[Gate, ...] = ()

    def site(self, span: Rel) -> Site:
        """The place of a span of this frame's code."""
        return Site(self.ref, (span[0] + self.offset, span[1] + self.offset))

    def nested(self, item: Item) -> Frame:
        """The frame of an item declared inside this one."""
        return replace(self, offset=self.offset + item.start, generics=dict(self.generics))

    def with_items(self, items: Sequence[Item]) -> Frame:
        """This frame inside a block that declares items of its own."""
        local = dict(self.local_items)
        imports = dict(self.local_imports)
        for item in items:
            if item.kind == "use":
                for imported in item.imports:
                    imports[imported.name] = imported.path
            elif item.name and item.owner is None:
                local[item.name] = [*local.get(item.name, []), item]
        return replace(self, local_items=local, local_imports=imports)


def lookup(program: Program, names: tuple[str, ...], frame: Frame) -> list[Resolved]:
    """What a path stands for in a frame; imports inside the function come first."""
    first = names[0]
    if first in frame.local_imports:
        return program.resolve((*frame.local_imports[first], *names[1:]), frame.scope)
    if "*" in frame.local_imports:
        found = program.resolve(names, frame.scope)
        if all(answer.kind == "unknown" for answer in found):
            return program.resolve((*frame.local_imports["*"], *names), frame.scope)
        return found
    return program.resolve(names, frame.scope)


def evaluate(program: Program, type_: Type | None, frame: Frame, depth: int = 0) -> TypeValue:
    """What `type_` stands for in `frame`; a backend is the one that the user asks about, if any."""
    value = _evaluate(program, type_, frame, depth)
    if program.forced is None or value.kind != "backend":
        return value
    return replace(value, backends=_forced(program.forced, value.backends))


def _evaluate(program: Program, type_: Type | None, frame: Frame, depth: int = 0) -> TypeValue:
    if type_ is None or depth > _MAX_DEPTH:
        return UNKNOWN_TYPE
    if type_.kind == "ref":
        return evaluate(program, type_.inner[0], frame, depth + 1) if type_.inner else UNKNOWN_TYPE
    if type_.kind in ("tuple", "array"):
        parts = tuple(evaluate(program, inner, frame, depth + 1) for inner in type_.inner)
        return TypeValue("wrapper", path=type_.kind, arguments=parts)
    if type_.kind in ("impl", "dyn", "bounds"):
        return UNKNOWN_TYPE
    if type_.kind != "path" or not type_.segments:
        return UNKNOWN_TYPE
    if type_.qself is not None:
        base = evaluate(program, type_.qself, frame, depth + 1)
        return _associated(base, tuple(segment.name for segment in type_.segments))
    names = tuple(segment.name for segment in type_.segments)
    if names[0] == "Self":
        base = frame.self_type or UNKNOWN_TYPE
        return base if len(names) == 1 else _associated(base, names[1:])
    if names[0] in frame.generics:
        base = frame.generics[names[0]]
        return base if len(names) == 1 else _associated(base, names[1:])
    if len(names) == 1 and names[0] in frame.local_items:
        return _local(program, names[0], type_, frame, depth)
    answers = lookup(program, names, frame)
    values = [_resolved(program, answer, type_, frame, depth) for answer in answers]
    values = [value for value in values if value.kind != "unknown"]
    if not values:
        if names[-1] in _TRANSPARENT:
            inner = tuple(evaluate(program, g, frame, depth + 1) for g in type_.segments[-1].generics)
            return TypeValue("wrapper", path=names[-1], arguments=inner)
        return UNKNOWN_TYPE
    return _join(values)


def _join(values: list[TypeValue]) -> TypeValue:
    """One type that a set of cfg'd declarations stands for."""
    if len(values) == 1:
        return values[0]
    kinds = {value.kind for value in values}
    if kinds <= {"backend"} or kinds <= {"device"}:
        return TypeValue(values[0].kind, join_backends(value.backends for value in values))
    return values[0]


def _associated(base: TypeValue, names: tuple[str, ...]) -> TypeValue:
    """`B::Device`, `B::InnerBackend`, and what follows."""
    if base.kind != "backend":
        return UNKNOWN_TYPE
    if names[-1] == "InnerBackend":
        return TypeValue("backend", base.backends.inner())
    if names[-1] == "Device":
        inner = base.backends.inner() if "InnerBackend" in names else base.backends
        return TypeValue("device", inner)
    return UNKNOWN_TYPE


def _local(program: Program, name: str, type_: Type, frame: Frame, depth: int) -> TypeValue:
    """An alias declared inside a function."""
    values: list[TypeValue] = []
    for item in frame.local_items[name]:
        gates = program.gates(frame.scope, item.attributes.cfg)
        if item.kind == "alias" and item.type is not None and program.cfg(gates) is not False:
            hidden = {key: items for key, items in frame.local_items.items() if key != name}
            inner = replace(frame, offset=frame.offset + item.start, local_items=hidden)
            _bind(program, item.generics, type_, frame, inner, depth)
            value = _evaluate(program, item.type, inner, depth + 1)
            values.append(replace(value, backends=value.backends.under(gates)))
    return _join(values) if values else UNKNOWN_TYPE


def _bind(
    program: Program,
    generics: tuple[Generic, ...],
    type_: Type,
    outer: Frame,
    inner: Frame,
    depth: int,
) -> None:
    """Give the parameters of an alias or struct the arguments that `type_` writes, or their defaults."""
    arguments = [a for a in type_.segments[-1].generics if a.kind not in ("const", "other")]
    parameters = [g for g in generics if not g.const]
    inner.generics = dict(inner.generics)
    for position, parameter in enumerate(parameters):
        if position < len(arguments):
            inner.generics[parameter.name] = evaluate(program, arguments[position], outer, depth + 1)
        elif parameter.default is not None:
            inner.generics[parameter.name] = evaluate(program, parameter.default, inner, depth + 1)
        else:
            inner.generics[parameter.name] = UNKNOWN_TYPE


def _resolved(program: Program, answer: Resolved, type_: Type, frame: Frame, depth: int) -> TypeValue:
    if answer.kind == "burn":
        return _burn(program, answer, type_, frame, depth)
    if answer.kind != "item" or answer.ref is None or answer.rest:
        return UNKNOWN_TYPE
    item = program.item(answer.ref)
    inner = Frame(answer.ref, program.scope(answer.ref))
    if item.kind == "alias":
        if answer.ref == frame.ref and frame.offset == 0:
            return UNKNOWN_TYPE
        _bind(program, item.generics, type_, frame, inner, depth)
        value = _evaluate(program, item.type, inner, depth + 1)
        if value.kind not in ("backend", "device"):
            return value
        return replace(value, backends=value.backends.under(answer.cfg))
    if item.kind in ("struct", "enum"):
        _bind(program, item.generics, type_, frame, inner, depth)
        return TypeValue("local", ref=answer.ref, generics=inner.generics)
    return UNKNOWN_TYPE


def _forced(forced: Choice, written: Backends) -> Backends:
    """What a backend becomes when the user asks "what if it were this one?"; code for inference stays that."""
    trains = any(choice.autodiff for choice in written.choices)
    site = written.choices[0].site if written.choices else None
    choice = replace(forced, site=site, autodiff=forced.autodiff if trains else 0)
    return replace(written, choices=(choice,), open=False)


def _burn(program: Program, answer: Resolved, type_: Type, frame: Frame, depth: int) -> TypeValue:
    path = answer.path
    catalog = program.catalog
    last = type_.segments[-1]
    if path == AUTODIFF:
        inner = _evaluate(program, last.generics[0], frame, depth + 1) if last.generics else UNKNOWN_TYPE
        if inner.kind != "backend":
            return TypeValue("backend", Backends(open=True))
        return TypeValue("backend", inner.backends.decorated(frame.site(type_.span)))
    if path in catalog.backends:
        name = catalog.backends[path]
        if name in catalog.forwarding and last.generics:  # Fusion<B>: as the backend inside
            return _evaluate(program, last.generics[0], frame, depth + 1)
        choice = Choice(name, 0, frame.site(type_.span), answer.cfg)
        return TypeValue("backend", Backends((choice,), open=False))
    if path == TENSOR:
        if last.generics and catalog.device_era is not True:
            inner = evaluate(program, last.generics[0], frame, depth + 1)
            if inner.kind == "backend":
                return TypeValue("tensor", inner.backends)
        if catalog.device_era is not False:
            return TypeValue("tensor", program.choices(frame.scope, autodiff=False))
        return TypeValue("tensor")
    if path == DEVICE:
        if last.generics:
            inner = evaluate(program, last.generics[0], frame, depth + 1)
            return TypeValue("device", inner.backends)
        return TypeValue("device", program.choices(frame.scope, autodiff=False))
    if path in catalog.device_types:
        # A device type names a backend but not its decorators, so more than the plain backend is possible.
        choice = Choice(catalog.device_types[path], 0, frame.site(type_.span), answer.cfg)
        return TypeValue("device", Backends((choice,), open=True))
    arguments = tuple(evaluate(program, g, frame, depth + 1) for g in last.generics)
    if path == PARAM:
        return TypeValue("burn", path=path, arguments=arguments)
    backends = next((a.backends for a in arguments if a.kind == "backend"), None)
    if backends is None:
        backends = program.choices(frame.scope, autodiff=False) if catalog.device_era is not False else Backends()
    return TypeValue("burn", backends, path, arguments=arguments)


def generic_parameters(program: Program, generics: tuple[Generic, ...], frame: Frame) -> Mapping[str, TypeValue]:
    """Parameters as the package alone decides them: a backend bound gets the package's backends."""
    result: dict[str, TypeValue] = {}
    for generic in generics:
        bound = backend_bound(program, generic, frame)
        if bound is not None:
            result[generic.name] = TypeValue("backend", program.choices(frame.scope, autodiff=bound))
        elif not generic.const:
            result[generic.name] = UNKNOWN_TYPE
    return result


def backend_bound(program: Program, generic: Generic, frame: Frame) -> bool | None:
    """None when the parameter is no backend; else whether its bound asks for autodiff."""
    autodiff: bool | None = None
    for bound in generic.bounds:
        if not bound.segments:
            continue
        names = tuple(segment.name for segment in bound.segments)
        for answer in lookup(program, names, frame):
            if answer.kind == "burn" and answer.path.endswith("::AutodiffBackend"):
                return True
            if answer.kind == "burn" and answer.path.endswith("::Backend"):
                autodiff = False
            elif answer.kind == "item" and answer.ref is not None and autodiff is None:
                # The package's own trait: a backend when one of its supertraits is.
                item = program.item(answer.ref)
                if item.kind == "trait" and answer.ref != frame.ref:
                    inner = Frame(answer.ref, program.scope(answer.ref))
                    supertraits = Generic(item.name, item.name_span, item.supertraits)
                    autodiff = backend_bound(program, supertraits, inner)
    return autodiff
