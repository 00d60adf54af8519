"""Follow functions with abstract values: which operations they reach, on which backends, and what backward passes meet.

Nothing is executed. Both sides of an undecided branch are followed and joined, loops once, calls of the package's own
functions into their bodies up to a depth; what is cut off or not known stays unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from burnlint.infer import types
from burnlint.infer.burn_calls import BurnCalls
from burnlint.infer.program import Program
from burnlint.infer.types import Frame
from burnlint.infer.values import (
    UNKNOWN,
    UNKNOWN_TYPE,
    Backends,
    Const,
    Device,
    Function,
    Object,
    OneOf,
    Several,
    Tape,
    Tensor,
    TypeValue,
    Unknown,
    Use,
    Value,
    Variant,
    blurred,
    join_tapes,
    one_of,
    tape_of,
    under_cfg,
    without_gradients,
)
from burnlint.resolve.facts import ItemRef, Site
from burnlint.resolve.scopes import Resolved
from burnlint.syntax import rust as r
from burnlint.syntax.lower import lower_body, lower_expression
from burnlint.syntax.words import type_words
from burnlint.truth import Truth, all_of, not_

_MAX_CALLS = 14  # calls inside calls that are followed
_MOST_QUIET = 5_000  # calls remembered to have reached nothing
_MAX_UNROLLED = 8  # elements of a literal array that a loop runs over one by one
_MAX_STEPS = 60_000  # expressions looked at from one root

_IDENTITY = {
    "clone", "unwrap", "expect", "as_ref", "as_mut", "to_owned", "into", "borrow", "borrow_mut", "as_deref",
    "unwrap_or_default", "cloned", "copied", "lock", "read", "write", "iter", "iter_mut", "into_iter", "try_into",
    "rev", "skip", "take", "context", "with_context", "ok", "to_vec", "collect", "deref", "unwrap_or", "peekable",
    "filter", "first", "last", "get", "next", "pop", "drain", "as_slice", "chunks", "ok_or", "ok_or_else",
}  # fmt: skip

_FILLS = {"push", "push_back", "push_front", "insert", "extend", "append", "clear", "truncate", "remove", "retain"}

_OTHER_BACKEND = {"inner", "valid", "from_inner", "to_device", "grad", "no_grad"}

_PANICS = {"panic", "unreachable", "todo", "unimplemented", "bail", "compile_error"}

_WRAPPERS = {"Some", "Ok", "new", "from", "pin", "black_box", "drop", "Cow"}


class OutOfSteps(Exception):
    """A root that is too large to be followed whole; what was found so far is still true."""


class Diverges(Exception):
    """The code at hand does not go on: return, break, a panic."""


@dataclass(eq=False)
class Call:
    """One function being followed."""

    frame: Frame
    env: dict[str, Value]
    calls: tuple[Site, ...]
    guarded: bool = False
    returns: list[Value] = field(default_factory=list)
    undecided: int = 0


@dataclass(frozen=True)
class Backward:
    """A `.backward()` with the operations in the graph that it walks."""

    site: Site
    tape: Tape
    text: str  # as written, e.g. "loss.backward()"
    cfg: tuple[str, ...]


@dataclass(frozen=True)
class _Quiet:
    """A call that was followed and reached nothing: its value, the functions it went through, the structs it built."""

    value: Value
    followed: frozenset[ItemRef]
    built: frozenset[ItemRef]


@dataclass
class Trace:
    """What following one root found."""

    uses: list[Use] = field(default_factory=list)
    backwards: list[Backward] = field(default_factory=list)
    escaped: dict[Use, None] = field(default_factory=dict)  # in the graph of what leaves the code at hand
    followed: set[ItemRef] = field(default_factory=set)
    devices: list[Device] = field(default_factory=list)
    complete: bool = True

    def add(self, other: Trace) -> None:
        """Take over what another trace found."""
        self.uses.extend(other.uses)
        self.backwards.extend(other.backwards)
        self.escaped.update(other.escaped)
        self.followed |= other.followed
        self.devices.extend(other.devices)


class Interpreter:
    """Follows code of one package; one instance serves many roots."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.burn = BurnCalls(program)
        self.trace = Trace()
        self._steps = 0
        self._cuts = 0
        self._stack: list[ItemRef] = []
        self._closures: list[r.Closure] = []
        self._initial: dict[ItemRef, dict[str, Value]] = {}
        self._quiet: dict[object, _Quiet] = {}
        self._built: set[ItemRef] = set()
        self._initial_from: set[ItemRef] = set()
        self._collect: tuple[ItemRef, dict[str, list[Value]]] | None = None

    # ---- roots ----

    def follow(self, ref: ItemRef) -> Trace:
        """Follow a function as if it were called with anything its signature allows."""
        self.trace = Trace()
        self._steps = 0
        self._stack = []
        try:
            value = self.call_function(ref, None, None, {}, UNKNOWN_TYPE, ())
            if self.program.offered(ref):
                self._escape(value)
        except OutOfSteps:
            self.trace.complete = False
        except Diverges:
            pass
        return self.trace

    def _escape(self, value: Value) -> None:
        self.trace.escaped.update(dict.fromkeys(tape_of(value)))

    def forget(self, changed: set[ItemRef]) -> bool:
        """These functions say something else now; whether what is known of fields came from them, and all is void."""
        self._quiet = {key: quiet for key, quiet in self._quiet.items() if changed.isdisjoint(quiet.followed)}
        return not self._initial_from.isdisjoint(changed)

    # ---- functions ----

    def call_function(
        self,
        ref: ItemRef,
        receiver: Value | None,
        arguments: Sequence[Value] | None,
        generics: Mapping[str, TypeValue],
        expected: TypeValue,
        calls: tuple[Site, ...],
        turbofish: Sequence[TypeValue] = (),
        guarded: bool = False,
        cfg: tuple[str, ...] = (),
    ) -> Value:
        """The value of a call; `arguments` None: a root, whose parameters are what their types say.

        A call that reached nothing is not followed again with the same arguments.
        """
        key = None
        if arguments is not None or receiver is not None:
            key = (ref, receiver, tuple(arguments or ()), tuple(generics.items()), expected, tuple(turbofish), cfg)
            quiet = self._quiet.get(key)
            if quiet is not None and (self._collect is None or self._collect[0] not in quiet.built):
                self.trace.followed |= quiet.followed
                self._built |= quiet.built
                return quiet.value
        trace, built = self.trace, self._built
        self.trace, self._built = Trace(), set()
        try:
            value, whole = self._call(ref, receiver, arguments, generics, expected, calls, turbofish, guarded, cfg)
            inner = self.trace
            if key is not None and whole and not (inner.uses or inner.backwards or inner.escaped or inner.devices):
                if len(self._quiet) >= _MOST_QUIET:
                    self._quiet.clear()
                self._quiet[key] = _Quiet(value, frozenset(inner.followed), frozenset(self._built))
            return value
        finally:
            trace.add(self.trace)
            self.trace, self._built = trace, built | self._built

    def _call(
        self,
        ref: ItemRef,
        receiver: Value | None,
        arguments: Sequence[Value] | None,
        generics: Mapping[str, TypeValue],
        expected: TypeValue,
        calls: tuple[Site, ...],
        turbofish: Sequence[TypeValue],
        guarded: bool,
        cfg: tuple[str, ...],
    ) -> tuple[Value, bool]:
        """The value of a call, and whether nothing was cut off for the calls around it."""
        program = self.program
        item = program.item(ref)
        cuts = self._cuts
        tapes = [tape_of(value) for value in (*(arguments or ()), *((receiver,) if receiver is not None else ()))]
        if ref in self._stack or len(self._stack) >= _MAX_CALLS or item.body is None:
            self._cuts += 1
            return self.opaque(self._return_type(ref, item, generics), tapes), False
        frame = self.frame(ref, item, receiver, generics, turbofish)
        if arguments is not None:
            self._unify_parameters(item, frame, arguments)
        if expected.kind != "unknown" and item.type is not None:
            self._unify(item.type, expected, frame)
        frame.generics = {**self._defaults(ref, item, frame), **frame.generics}
        frame.cfg = (*cfg, *(gate for gate in frame.cfg if gate not in cfg))
        call = Call(frame, {}, calls, guarded)
        if item.has_self:
            if receiver is not None:
                call.env["self"] = receiver
            else:
                call.env["self"] = self.of_type(frame.self_type or UNKNOWN_TYPE)
        for position, parameter in enumerate(item.parameters):
            known = arguments is not None and position < len(arguments)
            type_value = types.evaluate(program, parameter.type, frame)
            if known and arguments is not None:
                value = self.refine(arguments[position], type_value)
            else:
                value = self.of_type(type_value)
            self.bind(parameter.pattern, value, call)
        self._stack.append(ref)
        self.trace.followed.add(ref)
        try:
            body = lower_body(item.body, item.body_at)
            wanted = types.evaluate(program, item.type, frame)
            with suppress(Diverges):
                call.returns.append(self.eval(body, call, wanted))
        finally:
            self._stack.pop()
        result = one_of(call.returns) if call.returns else UNKNOWN
        return self.refine(result, wanted), self._cuts == cuts

    def frame(
        self,
        ref: ItemRef,
        item: r.Item,
        receiver: Value | None,
        generics: Mapping[str, TypeValue],
        turbofish: Sequence[TypeValue],
    ) -> Frame:
        """The frame of a function: its module, Self, and the generic parameters that are known."""
        program = self.program
        frame = Frame(ref, program.scope(ref), dict(generics), cfg=item.attributes.cfg)
        owner = program.owner(ref)
        if owner is not None:
            container = program.item(owner)
            frame.cfg = (*container.attributes.cfg, *item.attributes.cfg)
            if container.type is not None:
                if isinstance(receiver, Object) and receiver.ref is not None:
                    self._unify(container.type, _type_of(receiver), frame)
                unknown = {**self._parameters(container.generics, frame), **frame.generics}
                frame.generics = unknown
                frame.self_type = types.evaluate(program, container.type, frame)
        declared = [g for g in item.generics if not g.const]
        for generic, given in zip(declared, turbofish, strict=False):
            if given.kind != "unknown":
                frame.generics[generic.name] = given
        return frame

    def _parameters(self, generics: tuple[r.Generic, ...], frame: Frame) -> Mapping[str, TypeValue]:
        return types.generic_parameters(self.program, generics, frame)

    def _defaults(self, ref: ItemRef, item: r.Item, frame: Frame) -> Mapping[str, TypeValue]:
        return self._parameters(item.generics, frame)

    def _return_type(self, ref: ItemRef, item: r.Item, generics: Mapping[str, TypeValue]) -> TypeValue:
        frame = self.frame(ref, item, None, generics, ())
        frame.generics = {**self._defaults(ref, item, frame), **frame.generics}
        return types.evaluate(self.program, item.type, frame)

    def _unify_parameters(self, item: r.Item, frame: Frame, arguments: Sequence[Value]) -> None:
        for parameter, value in zip(item.parameters, arguments, strict=False):
            if parameter.type is not None:
                self._unify(parameter.type, _type_of(value), frame)

    def _unify(self, written: r.Type, actual: TypeValue, frame: Frame, depth: int = 0) -> None:
        """Learn generic parameters from a type as written and what stands in its place."""
        if actual.kind == "unknown" or depth > 6:
            return
        if written.kind == "ref" and written.inner:
            self._unify(written.inner[0], actual, frame, depth + 1)
            return
        if written.kind != "path" or not written.segments:
            return
        names = [segment.name for segment in written.segments]
        first = names[0]
        if written.qself is not None and written.qself.segments and names[-1] == "Device":
            first, names = written.qself.segments[0].name, [written.qself.segments[0].name, "Device"]
        free = first not in frame.generics or frame.generics[first].kind == "unknown"
        if len(names) == 1 and not written.segments[0].generics:
            if free and self._is_generic(first, frame):
                frame.generics[first] = actual
            return
        if names[1:] == ["Device"] and actual.kind == "device" and free and self._is_generic(first, frame):
            if actual.backends.choices and not actual.backends.open:
                frame.generics[first] = TypeValue("backend", actual.backends)
            return
        inner = written.segments[-1].generics
        if actual.kind in ("tensor", "burn") and inner and actual.backends.choices:
            head = inner[0]
            self._unify(head, TypeValue("backend", actual.backends), frame, depth + 1)
        elif actual.kind == "local" and actual.ref is not None:
            struct = self.program.item(actual.ref)
            parameters = [g for g in struct.generics if not g.const]
            arguments = [g for g in inner if g.kind not in ("const", "other")]
            for parameter, argument in zip(parameters, arguments, strict=False):
                given = actual.generics.get(parameter.name)
                if given is not None:
                    self._unify(argument, given, frame, depth + 1)
        elif actual.kind == "wrapper":
            for argument, part in zip(inner, actual.arguments, strict=False):
                self._unify(argument, part, frame, depth + 1)
        elif inner and names[-1] in ("Option", "Vec", "Box", "Arc", "Rc", "Result"):
            self._unify(inner[0], actual, frame, depth + 1)

    def _is_generic(self, name: str, frame: Frame) -> bool:
        item = self.program.item(frame.ref)
        owner = self.program.owner(frame.ref)
        declared = list(item.generics) + (list(self.program.item(owner).generics) if owner is not None else [])
        return any(g.name == name and not g.const for g in declared)

    # ---- values of types ----

    def of_type(self, type_: TypeValue) -> Value:
        """Any value of a type."""
        kind = type_.kind
        if kind == "tensor":
            return Tensor(type_.backends, False if type_.backends.autodiff is False else None, leaf=None)
        if kind == "device":
            return Device(type_.backends)
        if kind == "local" and type_.ref is not None:
            return Object("", type_.ref, {}, generics=type_.generics)
        if kind == "burn":
            if type_.path.endswith("module::Param") and type_.arguments:
                inner = self.of_type(type_.arguments[0])
                if isinstance(inner, Tensor):
                    return replace(inner, tracked=inner.backends.autodiff, leaf=True)
                return inner
            catalogued = self.program.catalog.types.get(type_.path)
            if catalogued is not None and catalogued.kind == "enum":
                return UNKNOWN
            has = self.program.catalog.has_parameters(type_.path)
            return Object(type_.path, None, {}, type_.backends, parameters=has)
        if kind == "wrapper" and type_.arguments:
            parts = tuple(self.of_type(part) for part in type_.arguments)
            if type_.path == "tuple":
                return Several(parts)
            if type_.path == "Option":
                return one_of([parts[0], Const(None)])
            if type_.path in ("Vec", "array", "VecDeque"):
                return Several(parts[:1], known=False)
            return parts[-1] if type_.path in ("HashMap", "BTreeMap") else parts[0]
        return UNKNOWN

    def opaque(self, type_: TypeValue, tapes: Iterable[Tape]) -> Value:
        """The value of a call that is not followed: its type, and perhaps what its arguments carry."""
        tape = join_tapes(tapes, sure=False)
        value = self.of_type(type_)
        if isinstance(value, Tensor | Unknown | Object) and tape:
            return replace(value, tape=tape)
        return value

    def refine(self, value: Value, type_: TypeValue) -> Value:
        """A value with what its declared type adds."""
        if type_.kind == "device" and isinstance(value, Unknown):
            return Device(type_.backends)
        if type_.kind == "device" and isinstance(value, Device) and not value.backends.choices:
            return Device(type_.backends)
        if isinstance(value, Tensor) and type_.kind == "tensor" and not value.backends.choices:
            return replace(value, backends=type_.backends)
        if isinstance(value, Object) and value.ref is not None and value.ref == type_.ref:
            missing = {
                name: given
                for name, given in type_.generics.items()
                if name not in value.generics or value.generics[name].kind == "unknown"
            }
            if missing:
                return replace(value, generics={**value.generics, **missing})
        homeless = isinstance(value, Object) and value.ref is None and not value.backends.choices
        if homeless and isinstance(value, Object) and type_.kind == "burn" and type_.backends.choices:
            return replace(value, backends=type_.backends)
        if isinstance(value, Unknown) and type_.kind != "unknown":
            return self.opaque(type_, [value.tape])
        return value

    # ---- fields ----

    def get(self, value: Value, name: str, call: Call | None = None) -> Value:
        """A field of a value."""
        if isinstance(value, OneOf):
            return one_of([self.get(part, name, call) for part in value.values])
        if isinstance(value, Several):
            if value.known and name.isdigit() and int(name) < len(value.items):
                return value.items[int(name)]
            return one_of(value.items) if value.items else UNKNOWN
        if isinstance(value, Object):
            if name in value.fields:
                return self._typed_field(value, name)
            if value.ref is not None:
                return self._declared_field(value, name)
            if self.program.catalog.has_parameters(value.type):
                owned = all_of((value.parameters, value.backends.autodiff))
                return Tensor(value.backends, owned, leaf=True)
            if value.tape:
                return Tensor(value.backends, None, value.tape)
        if isinstance(value, Tensor):
            return value
        return Unknown(tape_of(value))

    def _typed_field(self, value: Object, name: str) -> Value:
        """A field's value; a backend that only the struct's own arguments know is added."""
        found = value.fields[name]
        if value.ref is None or not isinstance(found, Object | Tensor) or found.backends.choices:
            return found
        for declared in self.program.item(value.ref).fields:
            if declared.name == name:
                frame = Frame(value.ref, self.program.scope(value.ref), dict(value.generics))
                return self.refine(found, types.evaluate(self.program, declared.type, frame))
        return found

    def _declared_field(self, value: Object, name: str) -> Value:
        """A field that this value says nothing of: what the package puts there, else anything of its type."""
        ref = value.ref
        if ref is None:
            return UNKNOWN
        item = self.program.item(ref)
        for declared in item.fields:
            if declared.name == name:
                frame = Frame(ref, self.program.scope(ref), dict(value.generics))
                type_ = types.evaluate(self.program, declared.type, frame)
                plain = self.of_type(type_)
                if self._worth_finding(plain, declared.type):
                    default = self._default(item, declared, frame)
                    initial = self.initial(ref, name) if default is None else one_of([default, UNKNOWN])
                    if isinstance(initial, Object) and isinstance(plain, Object):
                        return replace(initial, backends=plain.backends)
                    return initial if not isinstance(initial, Unknown) else plain
                return plain
        return UNKNOWN

    def _worth_finding(self, value: Value, type_: r.Type) -> bool:
        """Whether a field holds what decides an operation: a module of burn, its options, one of its enums."""
        catalog = self.program.catalog
        if isinstance(value, Object):
            return value.ref is None and value.type in catalog.types
        return isinstance(value, Unknown) and not catalog.type_names.isdisjoint(type_words(type_))

    def _default(self, item: r.Item, declared: r.StructField, frame: Frame) -> Value | None:
        if declared.attributes.default is None or "Config" not in item.attributes.derives:
            return None
        expression = lower_expression(declared.attributes.default)
        if expression is None:
            return None
        return _placeless(self.eval(expression, Call(frame, {}, ())))

    def initial(self, ref: ItemRef, name: str) -> Value:
        """What the package's own code puts into a field, over all places that build the struct."""
        if ref not in self._initial:
            self._initial[ref] = {}  # while it is being found out
            self._initial[ref] = self._find_initial(ref)
        return self._initial[ref].get(name, UNKNOWN)

    def _find_initial(self, ref: ItemRef) -> dict[str, Value]:
        found: dict[str, list[Value]] = {}
        struct = self.program.item(ref).name.encode()
        saved = (self.trace, self._stack, self._collect, self._steps)
        self.trace, self._stack, self._collect = Trace(followed=self._initial_from), [], (ref, found)
        try:
            for function, item in self.program.functions():
                if item.body is not None and b"{" in item.body and self._builds(function, item, struct):
                    with suppress(Diverges):
                        self.call_function(function, None, None, {}, UNKNOWN_TYPE, ())
        except OutOfSteps:
            return {}
        finally:
            self.trace, self._stack, self._collect, self._steps = saved
        joined = {name: one_of(values) for name, values in found.items()}
        # Several places that put different things there say nothing about the one at hand.
        return {name: value for name, value in joined.items() if not isinstance(value, OneOf)}

    def _builds(self, ref: ItemRef, item: r.Item, struct: bytes) -> bool:
        body = item.body or b""
        if struct in body:
            return True
        owner = self.program.owner(ref)
        if owner is None or b"Self" not in body:
            return False
        type_ = self.program.item(owner).type
        return type_ is not None and bool(type_.segments) and type_.segments[-1].name.encode() == struct

    # ---- patterns ----

    def bind(self, pattern: r.Pattern, value: Value, call: Call) -> None:
        """Give the names of a pattern their values."""
        kind = pattern.kind
        if kind == "name":
            call.env[pattern.name] = value
            for part in pattern.parts:
                self.bind(part, value, call)
        elif kind == "tuple":
            for position, part in enumerate(pattern.parts):
                self.bind(part, self.get(value, str(position), call), call)
        elif kind == "struct":
            for name, part in zip(pattern.fields, pattern.parts, strict=False):
                self.bind(part, self.get(value, name, call), call)
        elif kind == "variant":
            for position, part in enumerate(pattern.parts):
                self.bind(part, self._payload(value, position), call)
        elif kind == "or" and pattern.parts:
            for part in pattern.parts:
                self.bind(part, value, call)

    def _payload(self, value: Value, position: int) -> Value:
        """What is inside `Some(x)`, `Mode::Resize(x)`; options and results are transparent."""
        if isinstance(value, Variant):
            return value.payload[position] if position < len(value.payload) else UNKNOWN
        if isinstance(value, OneOf):
            return one_of([self._payload(part, position) for part in value.values if part != Const(None)])
        if isinstance(value, Object) and str(position) in value.fields:
            return value.fields[str(position)]
        return value

    def matches(self, pattern: r.Pattern, value: Value, call: Call) -> Truth:
        """Whether a value matches a pattern."""
        if pattern.kind in ("wild", "other"):
            return True if pattern.kind == "wild" else None
        if pattern.kind == "or":
            answers = [self.matches(part, value, call) for part in pattern.parts]
            return True if True in answers else None if None in answers else False
        path = pattern.path
        if pattern.kind == "name" and pattern.name == "None":
            return _is_none(value)
        if pattern.kind == "variant" and path is not None and path.name == "Some":
            return not_(_is_none(value))
        if pattern.kind == "name" and not pattern.parts:
            variant = self._variant_named((pattern.name,), call)
            if variant is None:
                return True
            return variant == value.name if isinstance(value, Variant) else None
        if path is not None and isinstance(value, Variant) and path.segments:
            name = path.segments[-1].name
            return None if name == value.name else False
        if pattern.kind == "path" and path is not None and isinstance(value, Variant):
            return path.name == value.name
        if pattern.kind == "literal" and isinstance(pattern.value, r.Lit) and isinstance(value, Const):
            return pattern.value.value == value.value
        return None

    def _variant_named(self, names: tuple[str, ...], call: Call) -> str | None:
        if not names[-1][:1].isupper():
            return None
        for answer in types.lookup(self.program, names, call.frame):
            if answer.kind == "item" and answer.rest:
                return answer.rest[-1]
            if answer.kind == "burn" and self.burn.variant(answer.path, None) is not None:
                return names[-1]
        return None

    # ---- expressions ----

    def eval(self, expr: r.Expr | None, call: Call, expected: TypeValue = UNKNOWN_TYPE) -> Value:
        """The value of an expression."""
        if expr is None:
            return UNKNOWN
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise OutOfSteps
        return _EVAL[type(expr)](self, expr, call, expected)

    def eval_path(self, expr: r.Path, call: Call, expected: TypeValue) -> Value:
        names = tuple(segment.name for segment in expr.segments)
        if not names:
            return UNKNOWN
        if len(names) == 1 and names[0] in call.env:
            return call.env[names[0]]
        site = call.frame.site(expr.span)
        if names[0] == "Self" and len(names) > 1:
            return self._self_path(names[1:], call, site)
        if names[0] in call.frame.generics or expr.qself is not None:
            return UNKNOWN
        if names[0] in call.frame.local_items and len(names) == 1:
            for item in call.frame.local_items[names[0]]:
                if item.kind == "const":
                    return self.eval(item.value, replace(call, frame=_nested(call.frame, item)))
        values = [self._path_value(answer, call, site) for answer in types.lookup(self.program, names, call.frame)]
        return Const(None) if names == ("None",) and values == [UNKNOWN] else one_of(values)

    def _self_path(self, names: tuple[str, ...], call: Call, site: Site) -> Value:
        self_type = call.frame.self_type
        if self_type is None or self_type.ref is None:
            return UNKNOWN
        return self._path_value(Resolved("item", ref=self_type.ref, rest=names), call, site)

    def _path_value(self, answer: Resolved, call: Call, site: Site) -> Value:
        if answer.kind == "burn":
            return self.burn.variant(answer.path, site) or UNKNOWN
        if answer.kind != "item" or answer.ref is None:
            return UNKNOWN
        item = self.program.item(answer.ref)
        if item.kind == "const" and not answer.rest:
            frame = Frame(answer.ref, self.program.scope(answer.ref))
            if answer.ref in self._stack:
                return UNKNOWN
            self._stack.append(answer.ref)
            try:
                value = self.eval(item.value, Call(frame, {}, ()), types.evaluate(self.program, item.type, frame))
                return under_cfg(value, answer.cfg)
            finally:
                self._stack.pop()
        if item.kind == "enum" and len(answer.rest) == 1 and answer.rest[0] in item.variants:
            return Variant("", answer.ref, answer.rest[0], site)
        if item.kind == "struct" and not answer.rest:
            return Object("", answer.ref, {})
        if item.kind == "fn" and not answer.rest:
            return Function(answer.ref, None, None)
        if item.kind in ("struct", "enum") and len(answer.rest) == 1:
            found = self.program.methods(answer.ref, answer.rest[0])
            if found:
                return Function(found[0], None, None)
            return self._associated_const(answer.ref, answer.rest[0])
        return UNKNOWN

    def _associated_const(self, owner: ItemRef, name: str) -> Value:
        for path, facts in list(self.program.scopes.files.items()):
            for index, item in enumerate(facts.items):
                if item.kind == "const" and item.name == name and facts.owners[index] is not None:
                    ref = ItemRef(path, index)
                    impl = self.program.owner(ref)
                    head = self.program.item(impl).type if impl is not None else None
                    if head is not None and head.segments and head.segments[-1].name == self.program.item(owner).name:
                        return self.eval(item.value, Call(Frame(ref, self.program.scope(ref)), {}, ()))
        return UNKNOWN

    def eval_lit(self, expr: r.Lit, call: Call, expected: TypeValue) -> Value:
        return Const(expr.value, call.frame.site(expr.span)) if expr.value is not None else UNKNOWN

    def _lent(self, args: Sequence[r.Expr], call: Call) -> None:
        """After a call: whatever was lent to it with `&mut` may be something else now."""
        for arg in args:
            if isinstance(arg, r.Unary) and arg.op == "&mut":
                self._changed(arg.operand, call)

    def _changed(self, place: r.Expr, call: Call) -> None:
        """A variable, or the variable that a field belongs to, may have been changed."""
        while isinstance(place, r.Field | r.Unary):
            place = place.receiver if isinstance(place, r.Field) else place.operand
        if isinstance(place, r.Path) and len(place.segments) == 1:
            name = place.segments[0].name
            if name in call.env:
                call.env[name] = blurred(call.env[name])

    def eval_args(self, args: Sequence[r.Expr], call: Call) -> list[Value]:
        return [self.eval(arg, call) for arg in args]

    def eval_call(self, expr: r.Call, call: Call, expected: TypeValue) -> Value:
        value = self._call_expression(expr, call, expected)
        self._lent(expr.args, call)
        return value

    def _call_expression(self, expr: r.Call, call: Call, expected: TypeValue) -> Value:
        callee = expr.callee
        if not isinstance(callee, r.Path):
            target = self.eval(callee, call)
            arguments = self.eval_args(expr.args, call)
            return self.call_value(target, arguments, call, expected)
        names = tuple(segment.name for segment in callee.segments)
        if not names:
            return Unknown(join_tapes((tape_of(v) for v in self.eval_args(expr.args, call)), sure=False))
        name_span = callee.segments[-1].span
        site = call.frame.site(name_span)
        if names[-1] == "catch_unwind":
            self.eval_args(expr.args, replace(call, guarded=True))
            return UNKNOWN
        if len(names) == 1 and names[0] in call.env:
            return self.call_value(call.env[names[0]], self.eval_args(expr.args, call), call, expected)
        turbofish = tuple(types.evaluate(self.program, g, call.frame) for g in callee.segments[-1].generics)
        if len(names) == 1 and names[0] in call.frame.local_items:
            return self._call_nested(names[0], expr, call)
        self_type = call.frame.self_type
        if names[0] == "Self" and self_type is not None:
            if self_type.ref is not None:
                answers: list[Resolved] = [Resolved("item", ref=self_type.ref, rest=names[1:])]
            else:
                answers = []
            generics: Mapping[str, TypeValue] = self_type.generics
        elif names[0] in call.frame.generics or callee.qself is not None:
            return self._call_on_generic(callee, names, expr, call, expected)
        else:
            answers = types.lookup(self.program, names, call.frame)
            generics = self._type_arguments(callee, call)
        hints = self._parameter_types(answers, call)
        arguments = [
            self.eval(arg, call, hints[i] if i < len(hints) else UNKNOWN_TYPE) for i, arg in enumerate(expr.args)
        ]
        results = [
            self._call_resolved(answer, expr, name_span, arguments, generics, turbofish, call, expected)
            for answer in answers
        ]
        known = [value for value in results if value is not None]
        if known:
            return one_of(known)
        if names[-1] in _WRAPPERS and len(arguments) == 1:
            return arguments[0]
        if names[-1] == "default" and expected.kind != "unknown":
            if expected.kind == "device" and self.program.catalog.device_era:
                made = self.program.default_choices(site)
                return Device(Backends(made, open=not made))
            defaults = self.program.methods(expected.ref, "default") if expected.ref is not None else []
            if defaults:
                return self.call_function(
                    defaults[0], None, [], expected.generics, expected, (*call.calls, site), (), call.guarded,
                    call.frame.cfg,
                )  # fmt: skip
            return self.of_type(expected)
        for argument in arguments:
            if isinstance(argument, Function):
                self.call_value(argument, [], call, UNKNOWN_TYPE)
            self._escape(argument)
        return self.opaque(UNKNOWN_TYPE, map(tape_of, arguments))

    def _parameter_types(self, answers: Sequence[Resolved], call: Call) -> list[TypeValue]:
        """The types that the arguments of a call of the package's own function are expected to have."""
        if len(answers) != 1 or answers[0].ref is None or answers[0].kind != "item":
            return []
        item = self.program.item(answers[0].ref)
        if item.kind != "fn":
            return []
        frame = self.frame(answers[0].ref, item, None, {}, ())
        return [types.evaluate(self.program, parameter.type, frame) for parameter in item.parameters]

    def _type_arguments(self, callee: r.Path, call: Call) -> Mapping[str, TypeValue]:
        """`Model::<B>::new`: the arguments of the type before the last segment, by the struct's parameters."""
        if len(callee.segments) < 2:
            return {}
        head = callee.segments[:-1]
        if not head[-1].generics and head[-1].name not in call.frame.local_items:
            # `B::new()` through an alias of a struct still knows what the alias says.
            value = types.evaluate(self.program, r.Type("path", callee.span, head), call.frame)
            return value.generics if value.kind == "local" else {}
        value = types.evaluate(self.program, r.Type("path", callee.span, head), call.frame)
        return value.generics

    def _call_nested(self, name: str, expr: r.Call, call: Call) -> Value:
        """A function declared inside the function at hand."""
        arguments = self.eval_args(expr.args, call)
        for item in call.frame.local_items[name]:
            if item.kind == "fn" and item.body is not None and len(call.calls) < _MAX_CALLS:
                frame = _nested(call.frame, item)
                frame.generics = {**frame.generics, **self._parameters(item.generics, frame)}
                inner = Call(frame, {}, (*call.calls, call.frame.site(expr.span)), call.guarded)
                for parameter, value in zip(item.parameters, arguments, strict=False):
                    type_ = types.evaluate(self.program, parameter.type, frame)
                    self.bind(parameter.pattern, self.refine(value, type_), inner)
                with suppress(Diverges):
                    inner.returns.append(self.eval(lower_body(item.body, item.body_at), inner))
                return one_of(inner.returns)
        return self.opaque(UNKNOWN_TYPE, map(tape_of, arguments))

    def _call_on_generic(
        self, callee: r.Path, names: tuple[str, ...], expr: r.Call, call: Call, expected: TypeValue
    ) -> Value:
        """`B::Device::default()`, `M::new(…)`, `<B as Backend>::seed(…)`, `<Model<B>>::new()`."""
        arguments = self.eval_args(expr.args, call)
        head = r.Type("path", callee.span, callee.segments[:-1], (), callee.qself)
        base = types.evaluate(self.program, head if head.segments else callee.qself, call.frame)
        if base.kind == "device":
            return Device(base.backends)
        if base.kind == "local" and base.ref is not None:
            answer = Resolved("item", ref=base.ref, rest=(names[-1],))
            value = self._call_resolved(
                answer, expr, callee.segments[-1].span, arguments, base.generics, (), call, expected
            )
            if value is not None:
                return value
        if expected.kind != "unknown":
            return self.opaque(expected, map(tape_of, arguments))
        return self.opaque(UNKNOWN_TYPE, map(tape_of, arguments))

    def _call_resolved(
        self,
        answer: Resolved,
        expr: r.Call,
        name_span: r.Rel,
        arguments: list[Value],
        generics: Mapping[str, TypeValue],
        turbofish: Sequence[TypeValue],
        call: Call,
        expected: TypeValue,
    ) -> Value | None:
        site = call.frame.site(name_span)
        calls = (*call.calls, site)
        if answer.kind == "burn":
            places = [call.frame.site(arg.span) for arg in expr.args]
            callee = expr.callee
            assert isinstance(callee, r.Path)
            type_ = types.evaluate(
                self.program, r.Type("path", callee.span, callee.segments[:-1] or callee.segments), call.frame
            )
            value, use, devices = self.burn.call(
                answer.path, arguments, places, type_, turbofish, expected, site, call.frame, call.calls
            )
            self._record(use, devices, call)
            for argument in arguments:
                if isinstance(argument, Function):
                    self.call_value(argument, [], call, UNKNOWN_TYPE)
            return value
        if answer.kind != "item" or answer.ref is None:
            return None
        item = self.program.item(answer.ref)
        cfg = (*call.frame.cfg, *answer.cfg)
        if item.kind == "fn":
            return self.call_function(answer.ref, None, arguments, {}, expected, calls, turbofish, call.guarded, cfg)
        if item.kind == "alias":
            value_type = types.evaluate(self.program, item.type, Frame(answer.ref, self.program.scope(answer.ref)))
            if value_type.ref is None:
                return self._through_alias(
                    answer, item, expr, name_span, arguments, generics, turbofish, call, expected
                )
            answer = replace(answer, ref=value_type.ref)
            generics = {**generics, **value_type.generics}
            item = self.program.item(value_type.ref)
        if not answer.rest:
            if item.kind == "struct":
                values = {str(i): value for i, value in enumerate(arguments)}
                struct = answer.ref
                assert struct is not None
                self._collected(struct, values)
                return Object("", struct, values, site=site)
            return None
        name = answer.rest[-1]
        if item.kind == "enum" and name in item.variants:
            return Variant("", answer.ref, name, site, tuple(arguments))
        assert answer.ref is not None
        functions = self.program.methods(answer.ref, name)
        if functions:
            return one_of(
                [
                    self._call_associated(f, arguments, generics, turbofish, expected, calls, call.guarded, cfg)
                    for f in functions[:4]
                ]
            )
        if "Config" in item.attributes.derives and name == "new":
            return self._config(answer.ref, item, arguments)
        return None

    def _through_alias(
        self,
        answer: Resolved,
        item: r.Item,
        expr: r.Call,
        name_span: r.Rel,
        arguments: list[Value],
        generics: Mapping[str, TypeValue],
        turbofish: Sequence[TypeValue],
        call: Call,
        expected: TypeValue,
    ) -> Value | None:
        """`Place::ndarray()` where `Place` is an alias of one of burn's types."""
        assert answer.ref is not None
        frame = Frame(answer.ref, self.program.scope(answer.ref))
        written = item.type.segments if item.type is not None else ()
        for meant in types.lookup(self.program, tuple(s.name for s in written), frame) if written else ():
            if meant.kind == "burn":
                path = self.program.catalog.paths.canonical("::".join((meant.path, *answer.rest)))
                through = Resolved("burn", path, cfg=(*answer.cfg, *meant.cfg))
                return self._call_resolved(through, expr, name_span, arguments, generics, turbofish, call, expected)
        return None

    def _call_associated(
        self,
        ref: ItemRef,
        arguments: list[Value],
        generics: Mapping[str, TypeValue],
        turbofish: Sequence[TypeValue],
        expected: TypeValue,
        calls: tuple[Site, ...],
        guarded: bool,
        cfg: tuple[str, ...],
    ) -> Value:
        """A function of an impl called by its path; the struct's arguments give the impl's."""
        item = self.program.item(ref)
        owner = self.program.owner(ref)
        bound: dict[str, TypeValue] = {}
        container = self.program.item(owner) if owner is not None else None
        if container is not None and container.type is not None and container.type.segments:
            names = tuple(segment.name for segment in container.type.segments)
            found = self.program.resolve(names, self.program.scope(ref))
            struct = found[0].ref if found else None
            if struct is not None:
                frame = Frame(ref, self.program.scope(ref), bound)
                self._unify(container.type, TypeValue("local", ref=struct, generics=generics), frame)
                bound = frame.generics
        if item.has_self and arguments:
            return self.call_function(ref, arguments[0], arguments[1:], bound, expected, calls, turbofish, guarded, cfg)
        return self.call_function(ref, None, arguments, bound, expected, calls, turbofish, guarded, cfg)

    def _config(self, ref: ItemRef, item: r.Item, arguments: list[Value]) -> Value:
        """`new` of a struct that derives burn's Config: the fields without a default are its parameters."""
        fields: dict[str, Value] = {}
        remaining = iter(arguments)
        frame = Frame(ref, self.program.scope(ref))
        for declared in item.fields:
            default = self._default(item, declared, frame)
            if default is not None:
                fields[declared.name] = default
            elif declared.type.segments and declared.type.segments[-1].name == "Option":
                fields[declared.name] = Const(None)
            else:
                fields[declared.name] = next(remaining, UNKNOWN)
        return Object("", ref, fields)

    def call_value(self, target: Value, arguments: Sequence[Value], call: Call, expected: TypeValue) -> Value:
        """Call a function or closure held in a value."""
        if isinstance(target, OneOf):
            return one_of([self.call_value(part, arguments, call, expected) for part in target.values])
        if not isinstance(target, Function):
            return self.opaque(expected, [tape_of(target), *map(tape_of, arguments)])
        if target.ref is not None:
            return self.call_function(
                target.ref, None, list(arguments), {}, expected, call.calls, (), call.guarded, call.frame.cfg
            )
        closure, frame = target.closure, target.frame
        if closure is None or not isinstance(frame, Call):
            return UNKNOWN
        if closure in self._closures or len(self._closures) >= _MAX_CALLS:
            self._cuts += 1
            return self.opaque(expected, map(tape_of, arguments))
        inner = Call(frame.frame, frame.env, call.calls, frame.guarded or call.guarded)
        saved = dict(frame.env)
        for position, pattern in enumerate(closure.parameters):
            type_ = types.evaluate(self.program, closure.types[position], frame.frame)
            given = arguments[position] if position < len(arguments) else UNKNOWN
            self.bind(pattern, self.refine(given, type_), inner)
        self._closures.append(closure)
        try:
            with suppress(Diverges):
                inner.returns.append(self.eval(closure.body, inner))
        finally:
            self._closures.pop()
        for name in [name for name in frame.env if name not in saved]:
            del frame.env[name]
        for pattern in closure.parameters:
            if pattern.kind == "name" and pattern.name in saved:
                frame.env[pattern.name] = saved[pattern.name]
        return one_of(inner.returns)

    # ---- methods ----

    def eval_method(self, expr: r.Method, call: Call, expected: TypeValue) -> Value:
        # Most methods of a tensor give a tensor of the same backend.
        same = expected if expected.kind == "tensor" and expr.name not in _OTHER_BACKEND else UNKNOWN_TYPE
        receiver = self.eval(expr.receiver, call, same)
        arguments = self.eval_args(expr.args, call)
        value = self.method(receiver, expr, arguments, call, expected)
        self._lent(expr.args, call)
        if expr.name in _FILLS and isinstance(receiver, Several):
            self._filled(expr.receiver, receiver, arguments, call)
        elif self._changes(receiver, expr.name):
            self._changed(expr.receiver, call)
        return value

    def _changes(self, receiver: Value, name: str) -> bool:
        """Whether a method of the package takes `&mut self`."""
        if isinstance(receiver, OneOf):
            return any(self._changes(part, name) for part in receiver.values)
        ref = receiver.ref if isinstance(receiver, Object | Variant) else None
        return ref is not None and any(self.program.item(f).changes_self for f in self.program.methods(ref, name))

    def _filled(self, place: r.Expr, receiver: Several, arguments: Sequence[Value], call: Call) -> None:
        """`layers.push(layer)`: from here on any of these may be an element."""
        if isinstance(place, r.Path) and len(place.segments) == 1 and place.segments[0].name in call.env:
            call.env[place.segments[0].name] = Several((*receiver.items, *arguments), known=False)

    def method(self, receiver: Value, expr: r.Method, arguments: list[Value], call: Call, expected: TypeValue) -> Value:
        """The value of a method call on a known receiver."""
        name = expr.name
        site = call.frame.site(expr.name_span)
        if isinstance(receiver, OneOf):
            parts = receiver.values
            if name in ("unwrap", "expect") or any(not isinstance(part, Const) for part in parts):
                parts = tuple(part for part in parts if part != Const(None))  # nothing is called on `None`
            return one_of([self.method(part, expr, arguments, call, expected) for part in parts])
        if name == "backward" and not arguments and isinstance(receiver, Tensor | Unknown | Object):
            self._backward(receiver, expr, site, call)
            return UNKNOWN
        if isinstance(receiver, Object) and receiver.ref is not None:
            found = self._local_method(receiver, name, arguments, expr, call, expected, site)
            if found is not None:
                return found
        if isinstance(receiver, Variant) and receiver.ref is not None:
            functions = self.program.methods(receiver.ref, name)
            if functions:
                return self.call_function(
                    functions[0], receiver, arguments, {}, expected, (*call.calls, site), (), call.guarded,
                    call.frame.cfg,
                )  # fmt: skip
        places = [call.frame.site(arg.span) for arg in expr.args]
        value, use, devices = self.burn.method(
            receiver,
            name,
            arguments,
            places,
            tuple(types.evaluate(self.program, g, call.frame) for g in expr.generics),
            expected,
            site,
            call.frame.site(expr.receiver.span),
            call.frame,
            call.calls,
        )
        self._record(use, devices, call)
        if value is not None:
            return value
        return self._container_method(receiver, name, arguments, call)

    def _container_method(self, receiver: Value, name: str, arguments: list[Value], call: Call) -> Value:
        """Options, vectors, iterators and smart pointers: transparent, with closures applied to what is inside."""
        closures = [a for a in arguments if isinstance(a, Function)]
        if closures:
            inside = one_of(receiver.items) if isinstance(receiver, Several) and receiver.items else receiver
            others = [a for a in arguments if not isinstance(a, Function)]
            result = one_of([self.call_value(c, [*others, inside], call, UNKNOWN_TYPE) for c in closures])
            if name in ("map", "flat_map", "filter_map", "scan"):
                return Several((result,), known=False) if isinstance(receiver, Several) else result
            if name in ("fold", "unwrap_or_else", "and_then", "then", "map_or", "map_or_else", "or_else"):
                sure = isinstance(receiver, Several) and receiver.known and receiver.items
                return one_of([result, *others]) if others and not sure else result
            if name in ("for_each", "inspect", "sort_by", "retain"):
                return receiver
            return self.opaque(UNKNOWN_TYPE, [tape_of(result), tape_of(receiver)])
        if name in _IDENTITY:
            if name in ("first", "last", "get", "next", "pop") and isinstance(receiver, Several):
                return one_of(receiver.items) if receiver.items else UNKNOWN
            if name == "unwrap_or" and arguments:
                return one_of([receiver, *arguments])
            return receiver
        if name == "enumerate" and isinstance(receiver, Several):
            return Several((Several((UNKNOWN, one_of(receiver.items))),), known=False)
        if name == "zip" and isinstance(receiver, Several):
            return Several((Several((one_of(receiver.items), *arguments)),), known=False)
        if name in ("push", "push_back", "insert", "extend"):
            return UNKNOWN
        return self.opaque(UNKNOWN_TYPE, [tape_of(receiver), *map(tape_of, arguments)])

    def _local_method(
        self,
        receiver: Object,
        name: str,
        arguments: list[Value],
        expr: r.Method,
        call: Call,
        expected: TypeValue,
        site: Site,
    ) -> Value | None:
        ref = receiver.ref
        assert ref is not None
        item = self.program.item(ref)
        functions = self.program.methods(ref, name)
        if functions:
            turbofish = tuple(types.evaluate(self.program, g, call.frame) for g in expr.generics)
            return one_of(
                [
                    self.call_function(
                        f, receiver, arguments, {}, expected, (*call.calls, site), turbofish, call.guarded,
                        call.frame.cfg,
                    )
                    for f in functions[:4]
                ]
            )  # fmt: skip
        if "Config" in item.attributes.derives and name.startswith("with_") and len(arguments) == 1:
            field_name = name.removeprefix("with_")
            if any(declared.name == field_name for declared in item.fields):
                return replace(receiver, fields={**receiver.fields, field_name: arguments[0]})
        if name in ("valid", "no_grad") and not arguments:
            return without_gradients(receiver, inner=name == "valid")
        if name in ("train",) and not arguments:
            return replace(receiver, fields={}, generics={})
        if name in ("to_device", "fork", "load_record", "clone", "quantize_weights", "load_file"):
            return receiver
        return None

    def _backward(self, receiver: Value, expr: r.Method, site: Site, call: Call) -> None:
        tape = tape_of(receiver)
        if tape and not call.guarded:
            text = _written(expr.receiver)
            self.trace.backwards.append(Backward(site, tape, f"{text}.backward()", call.frame.cfg))

    def _record(self, use: Use | None, devices: Sequence[Device], call: Call) -> None:
        if use is not None and not call.guarded:
            self.trace.uses.append(use)
        self.trace.devices.extend(devices)

    # ---- the rest ----

    def eval_field(self, expr: r.Field, call: Call, expected: TypeValue) -> Value:
        return self.get(self.eval(expr.receiver, call), expr.name, call)

    def eval_struct(self, expr: r.StructLit, call: Call, expected: TypeValue) -> Value:
        fields = {name: self.eval(value, call) for name, value in expr.fields}
        names = tuple(segment.name for segment in expr.path.segments)
        site = call.frame.site(expr.span)
        if names == ("Self",) and call.frame.self_type is not None:
            type_ = call.frame.self_type
        else:
            type_ = types.evaluate(
                self.program,
                r.Type("path", expr.path.span, expr.path.segments, (), expr.path.qself),
                call.frame,
            )
        base = self.eval(expr.base, call, type_) if expr.base is not None else None
        if isinstance(base, Object):
            fields = {**base.fields, **fields}
        elif base is not None and type_.ref is not None:
            unknown = {declared.name: UNKNOWN for declared in self.program.item(type_.ref).fields}
            fields = {**unknown, **fields}
        if type_.kind == "local" and type_.ref is not None:
            self._collected(type_.ref, fields)
            given = {k: v for k, v in type_.generics.items() if v.kind != "unknown"}
            return Object("", type_.ref, fields, generics=given, site=site)
        if type_.kind == "burn":
            catalogued = self.program.catalog.types.get(type_.path)
            if catalogued is not None:
                return self.burn.object(catalogued, fields, site, base is None)
        for answer in types.lookup(self.program, names, call.frame) if names else []:
            if answer.kind == "item" and answer.ref is not None and answer.rest:
                return Variant("", answer.ref, answer.rest[-1], site, tuple(fields.values()))
        return Object("", None, fields, site=site, tape=join_tapes(map(tape_of, fields.values())))

    def _collected(self, ref: ItemRef, fields: Mapping[str, Value]) -> None:
        self._built.add(ref)
        if self._collect is not None and self._collect[0] == ref:
            for name, value in fields.items():
                self._collect[1].setdefault(name, []).append(value)

    def eval_group(self, expr: r.Group, call: Call, expected: TypeValue) -> Value:
        values = tuple(self.eval_args(expr.items, call))
        if expr.kind == "repeat":
            return Several(values[:1], known=False)
        if expr.kind == "range":
            return UNKNOWN
        return Several(values)

    def eval_unary(self, expr: r.Unary, call: Call, expected: TypeValue) -> Value:
        value = self.eval(expr.operand, call, expected if expr.op in ("&", "*", "?", "await") else UNKNOWN_TYPE)
        if expr.op == "index":
            if isinstance(expr.extra, r.Lit) and isinstance(expr.extra.value, int):
                return self.get(value, str(expr.extra.value), call)
            self.eval(expr.extra, call)
            return one_of(value.items) if isinstance(value, Several) and value.items else value
        if expr.op == "!" and isinstance(value, Const) and isinstance(value.value, bool):
            return Const(not value.value, value.site)
        if expr.op == "-" and isinstance(value, Const) and isinstance(value.value, int | float):
            return Const(-value.value, value.site)
        return value

    def eval_binary(self, expr: r.Binary, call: Call, expected: TypeValue) -> Value:
        left = self.eval(expr.left, call)
        right = self.eval(expr.right, call)
        if expr.op in ("&&", "||") or (isinstance(left, Const) and isinstance(right, Const)):
            return _constant(expr.op, left, right)
        if expr.op in ("==", "!=") and isinstance(left, Variant) and isinstance(right, Variant):
            return Const((left.name == right.name) == (expr.op == "=="))
        if isinstance(left, Tensor) or isinstance(right, Tensor):
            return self.burn.combine([left, right])
        return self.opaque(UNKNOWN_TYPE, [tape_of(left), tape_of(right)])

    def eval_assign(self, expr: r.Assign, call: Call, expected: TypeValue) -> Value:
        value = self.eval(expr.value, call)
        if isinstance(expr.target, r.Path) and len(expr.target.segments) == 1:
            name = expr.target.segments[0].name
            if name in call.env and expr.op == "=":
                call.env[name] = value
            elif name in call.env:
                call.env[name] = self.burn.combine([call.env[name], value])
        elif isinstance(expr.target, r.Field) and expr.op == "=":
            owner = expr.target.receiver
            if isinstance(owner, r.Path) and len(owner.segments) == 1:
                current = call.env.get(owner.segments[0].name)
                if isinstance(current, Object):
                    changed = {**current.fields, expr.target.name: value}
                    call.env[owner.segments[0].name] = replace(current, fields=changed)
        else:
            self.eval(expr.target, call)
        return UNKNOWN

    def eval_let(self, expr: r.Let, call: Call, expected: TypeValue) -> Value:
        gate = self.program.cfg((*call.frame.cfg, *expr.cfg)) if expr.cfg else True
        if gate is False:
            return UNKNOWN
        type_ = types.evaluate(self.program, expr.type, call.frame)
        value = self.refine(self.eval(expr.value, call, type_), type_) if expr.value is not None else UNKNOWN
        if expr.value is None and type_.kind != "unknown":
            value = UNKNOWN
        if expr.otherwise is not None:
            before = dict(call.env)
            with suppress(Diverges):
                self.eval(expr.otherwise, call)
            call.env.clear()
            call.env.update(before)
        value = under_cfg(value, expr.cfg)
        if gate is None and expr.pattern.kind == "name" and expr.pattern.name in call.env:
            value = one_of([call.env[expr.pattern.name], value])
        self.bind(expr.pattern, value, call)
        return UNKNOWN

    def eval_block(self, expr: r.Block, call: Call, expected: TypeValue) -> Value:
        outer = dict(call.env)
        frame = call.frame
        if expr.items:
            call.frame = _with_items(frame, expr.items)
        declared = _declared(expr)
        try:
            for statement in expr.statements:
                self.eval(statement, call)
            return self.eval(expr.tail, call, expected) if expr.tail is not None else UNKNOWN
        finally:
            call.frame = frame
            for name in declared:
                if name in outer:
                    call.env[name] = outer[name]
                else:
                    call.env.pop(name, None)

    def eval_gated(self, expr: r.Gated, call: Call, expected: TypeValue) -> Value:
        cfg = (*call.frame.cfg, *expr.cfg)
        gate = self.program.cfg(cfg)
        if gate is False or not self.program.compatible(cfg):
            return UNKNOWN
        if gate is True:
            return self.eval(expr.body, call, expected)
        return self._branches([(lambda inner: self._under(expr.body, expr.cfg, inner, expected))], call, True)

    def _under(self, body: r.Expr, cfg: tuple[str, ...], call: Call, expected: TypeValue) -> Value:
        frame = call.frame
        call.frame = replace(frame, cfg=(*frame.cfg, *cfg))
        try:
            return under_cfg(self.eval(body, call, expected), cfg)
        finally:
            call.frame = frame

    def _branches(self, branches: Sequence[Callable[[Call], Value]], call: Call, may_skip: bool) -> Value:
        """Follow each branch from the same start, and join what they leave behind."""
        before = dict(call.env)
        ends: list[dict[str, Value]] = []
        values: list[Value] = []
        for branch in branches:
            call.env.clear()
            call.env.update(before)
            try:
                values.append(branch(call))
            except Diverges:
                continue
            ends.append(dict(call.env))
        if may_skip:
            ends.append(before)
        call.env.clear()
        if not ends:
            call.env.update(before)
            raise Diverges
        for name in before:
            options = [end[name] for end in ends if name in end]
            first = options[0] if options else before[name]
            call.env[name] = first if all(o is first for o in options) else one_of(options)
        return one_of(values) if values else UNKNOWN

    def eval_if(self, expr: r.If, call: Call, expected: TypeValue) -> Value:
        condition = expr.condition
        negated = False
        while isinstance(condition, r.Unary) and condition.op == "!":
            condition, negated = condition.operand, not negated
        if isinstance(condition, r.Macro) and condition.name == "cfg":
            text = f"not({condition.text})" if negated else condition.text
            return self._cfg_if(expr, text, call, expected)
        saved = dict(call.env)
        value = self.eval(expr.condition, call)
        known = value.value if isinstance(value, Const) and isinstance(value.value, bool) else None
        if known is True:
            return self.eval(expr.then, call, expected)
        if known is False:
            return self.eval(expr.otherwise, call, expected) if expr.otherwise is not None else UNKNOWN

        def then(inner: Call) -> Value:
            self._assume(condition, not negated, inner)
            return self.eval(expr.then, inner, expected)

        def otherwise(inner: Call) -> Value:
            self._assume(condition, negated, inner)
            return self.eval(expr.otherwise, inner, expected)

        branches = [then] if expr.otherwise is None else [then, otherwise]
        try:
            return self._branches(branches, call, expr.otherwise is None)
        finally:
            for name in [name for name in call.env if name not in saved]:
                del call.env[name]  # names bound by `if let`

    def _assume(self, condition: r.Expr, holds: bool, call: Call) -> None:
        """What a branch knows because it is taken: `if device.is_autodiff()`."""
        if not isinstance(condition, r.Method) or condition.name != "is_autodiff":
            return
        receiver = condition.receiver
        if isinstance(receiver, r.Path) and len(receiver.segments) == 1:
            value = call.env.get(receiver.segments[0].name)
            if isinstance(value, Device):
                left = tuple(c for c in value.backends.choices if (c.autodiff > 0) == holds)
                call.env[receiver.segments[0].name] = Device(replace(value.backends, choices=left))

    def _cfg_if(self, expr: r.If, text: str, call: Call, expected: TypeValue) -> Value:
        truth = self.program.cfg((*call.frame.cfg, text))
        if truth is True:
            return self.eval(expr.then, call, expected)
        if truth is False:
            return self.eval(expr.otherwise, call, expected) if expr.otherwise is not None else UNKNOWN
        branches: list[Callable[[Call], Value]] = [lambda inner: self._under(expr.then, (text,), inner, expected)]
        if expr.otherwise is not None:
            otherwise = expr.otherwise
            branches.append(lambda inner: self._under(otherwise, (f"not({text})",), inner, expected))
        return self._branches(branches, call, expr.otherwise is None)

    def eval_match(self, expr: r.Match, call: Call, expected: TypeValue) -> Value:
        value = self.eval(expr.value, call)
        branches: list[Callable[[Call], Value]] = []
        for arm in expr.arms:
            if arm.cfg and self.program.cfg((*call.frame.cfg, *arm.cfg)) is False:
                continue
            truth = self.matches(arm.pattern, value, call)
            if truth is False:
                continue

            def follow(inner: Call, arm: r.Arm = arm) -> Value:
                self.bind(arm.pattern, value, inner)
                if arm.guard is not None:
                    self.eval(arm.guard, inner)
                return self._under(arm.body, arm.cfg, inner, expected)

            branches.append(follow)
            if truth is True and arm.guard is None and not isinstance(value, OneOf):
                break
        if not branches:
            return UNKNOWN
        return self._branches(branches, call, may_skip=False)

    def eval_loop(self, expr: r.Loop, call: Call, expected: TypeValue) -> Value:
        value = self.eval(expr.value, call) if expr.value is not None else UNKNOWN

        def body(inner: Call) -> Value:
            if expr.pattern is not None:
                element = one_of(value.items) if isinstance(value, Several) and value.items else value
                self.bind(expr.pattern, element, inner)
            self.eval(expr.body, inner)
            return UNKNOWN

        if (
            isinstance(value, Several)
            and value.known
            and expr.pattern is not None
            and len(value.items) <= _MAX_UNROLLED
        ):
            for item in value.items:  # `for resize in [small, large]`
                self.bind(expr.pattern, item, call)
                with suppress(Diverges):
                    self.eval(expr.body, call)
            return UNKNOWN
        runs = isinstance(expr.value, r.Group) and _runs(expr.value)
        for _ in range(2):  # what one round leaves behind is where the next one starts
            with suppress(Diverges):
                self._branches([body], call, may_skip=not runs)
        return UNKNOWN

    def eval_closure(self, expr: r.Closure, call: Call, expected: TypeValue) -> Value:
        return Function(None, expr, call)

    def eval_jump(self, expr: r.Jump, call: Call, expected: TypeValue) -> Value:
        value = self.eval(expr.value, call) if expr.value is not None else UNKNOWN
        if expr.kind == "return":
            call.returns.append(value)
        raise Diverges

    def eval_macro(self, expr: r.Macro, call: Call, expected: TypeValue) -> Value:
        if expr.name == "cfg":
            truth = self.program.cfg((*call.frame.cfg, expr.text))
            return Const(truth) if truth is not None else UNKNOWN
        values = self.eval_args(expr.args, call)
        if expr.name in _PANICS:
            raise Diverges
        if expr.name == "vec" and len(values) == 1 and isinstance(values[0], Several):
            return values[0]
        if expr.name in ("vec", "array"):
            return Several(tuple(values))
        if expr.name == "matches":
            return UNKNOWN
        return self.opaque(UNKNOWN_TYPE, map(tape_of, values))

    def eval_opaque(self, expr: r.Opaque, call: Call, expected: TypeValue) -> Value:
        return self.opaque(UNKNOWN_TYPE, [tape_of(self.eval(part, call)) for part in expr.parts])


# ---- helpers -----------------------------------------------------------------------------------------


def _runs(group: r.Group) -> bool:
    """Whether a literal range or array has an element."""
    if group.kind != "range":
        return bool(group.items)
    ends = [item.value for item in group.items if isinstance(item, r.Lit) and isinstance(item.value, int)]
    return len(ends) == 2 and len(group.items) == 2 and ends[0] < ends[1]


def _is_none(value: Value) -> Truth:
    """Whether an option is `None`; what is inside `Some` stands for itself."""
    if isinstance(value, Const):
        return value.value is None
    if isinstance(value, OneOf):
        answers = {_is_none(part) for part in value.values}
        return answers.pop() if len(answers) == 1 else None
    return None if isinstance(value, Unknown) else False


def _type_of(value: Value) -> TypeValue:
    """What a value says of its type."""
    if isinstance(value, Tensor):
        return TypeValue("tensor", value.backends)
    if isinstance(value, Device):
        return TypeValue("device", value.backends)
    if isinstance(value, Object):
        if value.ref is not None:
            return TypeValue("local", ref=value.ref, generics=value.generics)
        return TypeValue("burn", value.backends, value.type)
    if isinstance(value, Several) and value.items and not value.known:
        return TypeValue("wrapper", path="Vec", arguments=(_type_of(value.items[0]),))
    return UNKNOWN_TYPE


def _nested(frame: Frame, item: r.Item) -> Frame:
    return replace(frame, offset=frame.offset + item.start, generics=dict(frame.generics))


def _with_items(frame: Frame, items: Sequence[r.Item]) -> Frame:
    """A frame inside a block that declares items of its own."""
    local = dict(frame.local_items)
    imports = dict(frame.local_imports)
    for item in items:
        if item.kind == "use":
            for imported in item.imports:
                imports[imported.name] = imported.path
        elif item.name and item.owner is None:
            local[item.name] = [*local.get(item.name, []), item]
    return replace(frame, local_items=local, local_imports=imports)


def _declared(block: r.Block) -> set[str]:
    """Names that the block's own `let`s bind."""
    names: set[str] = set()
    for statement in block.statements:
        if isinstance(statement, r.Let):
            stack = [statement.pattern]
            while stack:
                pattern = stack.pop()
                if pattern.kind == "name":
                    names.add(pattern.name)
                stack.extend(pattern.parts)
    return names


def _placeless(value: Value) -> Value:
    """A value without its place: a default written in an attribute stands at no expression."""
    if isinstance(value, Variant | Const):
        return replace(value, site=None)
    return value


def _constant(op: str, left: Value, right: Value) -> Value:
    """Logic and comparison of literals, as far as they decide branches."""
    a = left.value if isinstance(left, Const) else None
    b = right.value if isinstance(right, Const) else None
    if op == "&&":
        return Const(False) if a is False or b is False else Const(True) if a is True and b is True else UNKNOWN
    if op == "||":
        return Const(True) if a is True or b is True else Const(False) if a is False and b is False else UNKNOWN
    if not isinstance(left, Const) or not isinstance(right, Const):
        return UNKNOWN
    if op in ("==", "!="):
        return Const((a == b) == (op == "=="))
    if isinstance(a, int | float) and isinstance(b, int | float):
        try:
            arithmetic: dict[str, Callable[[], int | float | bool]] = {
                "+": lambda: a + b,
                "-": lambda: a - b,
                "*": lambda: a * b,
                "<": lambda: a < b,
                ">": lambda: a > b,
                "<=": lambda: a <= b,
                ">=": lambda: a >= b,
                "/": lambda: a // b if isinstance(a, int) and isinstance(b, int) else a / b,
                "%": lambda: a % b,
            }
            if op in arithmetic:
                return Const(arithmetic[op]())
        except (ZeroDivisionError, OverflowError):
            return UNKNOWN
    return UNKNOWN


def _written(expr: r.Expr) -> str:
    """A short name for an expression in a message: `loss`, `output.loss`, or `…`."""
    if isinstance(expr, r.Path) and len(expr.segments) == 1:
        return expr.segments[0].name
    if isinstance(expr, r.Field):
        return f"{_written(expr.receiver)}.{expr.name}"
    if isinstance(expr, r.Method) and expr.name in ("clone", "sum", "mean"):
        return f"{_written(expr.receiver)}.{expr.name}()"
    return "…"


_EVAL: dict[type, Callable[..., Value]] = {
    r.Path: Interpreter.eval_path,
    r.Lit: Interpreter.eval_lit,
    r.Call: Interpreter.eval_call,
    r.Method: Interpreter.eval_method,
    r.Field: Interpreter.eval_field,
    r.StructLit: Interpreter.eval_struct,
    r.Group: Interpreter.eval_group,
    r.Unary: Interpreter.eval_unary,
    r.Binary: Interpreter.eval_binary,
    r.Assign: Interpreter.eval_assign,
    r.Let: Interpreter.eval_let,
    r.Block: Interpreter.eval_block,
    r.Gated: Interpreter.eval_gated,
    r.If: Interpreter.eval_if,
    r.Match: Interpreter.eval_match,
    r.Loop: Interpreter.eval_loop,
    r.Closure: Interpreter.eval_closure,
    r.Jump: Interpreter.eval_jump,
    r.Macro: Interpreter.eval_macro,
    r.Opaque: Interpreter.eval_opaque,
}
