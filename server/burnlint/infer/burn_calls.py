"""What calls into burn's API give back, and which of them are uses of an operation that a record speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from burnlint.infer.catalog import DEVICE, PARAM, TENSOR, Known
from burnlint.infer.program import Program
from burnlint.infer.types import Frame
from burnlint.infer.values import (
    EMPTY,
    NO_BACKENDS,
    UNKNOWN,
    Backends,
    Choice,
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
    join_backends,
    join_tapes,
    one_of,
    tape_of,
    without_gradients,
)
from burnlint.records.schema import Entry, Type
from burnlint.resolve.facts import Site
from burnlint.syntax import rust as r
from burnlint.syntax.lower import lower_expression
from burnlint.truth import Truth, all_of, any_of

_READS = {
    "dims", "shape", "into_data", "to_data", "into_scalar", "into_data_async", "into_scalar_async", "to_data_async",
    "to_string", "is_require_grad", "dtype",
    "try_into_data", "try_into_scalar", "into_primitive", "is_close", "all_close",
}  # fmt: skip


_WITHOUT_GRADIENT = {
    f"{name}{end}"
    for name in ("equal", "not_equal", "greater", "greater_equal", "lower", "lower_equal")
    for end in ("", "_elem")
} | {"is_nan", "is_inf", "is_finite", "bool", "int", "nonzero", "bool_not", "any", "all", "contains_nan"}
"""Methods whose result has no history, whatever their tensor has."""

_TRACKED = "_tracked"  # ends the name of an argument that says whether an input is tracked


class Outcome(NamedTuple):
    """What a call into burn gives: its value (None: not burn's), a use of an operation, devices that it makes."""

    value: Value | None
    use: Use | None = None
    devices: tuple[Device, ...] = ()


class BurnCalls:
    """Evaluates calls of burn's functions, constructors, builders and methods."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.catalog = program.catalog

    # ---- constructors ----

    def variant(self, path: str, site: Site | None, payload: tuple[Value, ...] = ()) -> Value | None:
        """A variant of one of burn's enums, or a device written as a variant of its type (to 0.21)."""
        parent, _, last = path.rpartition("::")
        type_ = self.catalog.types.get(parent)
        if type_ is not None and type_.kind == "enum" and last in type_.variants:
            return Variant(parent, None, last, site, payload)
        if parent in self.catalog.device_types:
            return Device(Backends((Choice(self.catalog.device_types[parent], 0, site),), open=True))
        return None

    def object(self, type_: Type, fields: Mapping[str, Value], site: Site, complete: bool) -> Object:
        """A struct of burn with these fields, and burn's defaults for those left out."""
        values: dict[str, Value] = {}
        if complete:
            for name, text in type_.defaults.items():
                values[name] = self._default(text)
        values.update(fields)
        return Object(type_.path, None, values, site=site, parameters=self.catalog.has_parameters(type_.path))

    def _default(self, text: str) -> Value:
        """A default as the records write it: a canonical path or a literal."""
        expression = lower_expression(text)
        if isinstance(expression, r.Path):
            path = "::".join(segment.name for segment in expression.segments)
            return Const(None) if path == "None" else self.variant(self.catalog.paths.canonical(path), None) or UNKNOWN
        return Const(expression.value) if isinstance(expression, r.Lit) else UNKNOWN

    # ---- calls by path ----

    def call(
        self,
        path: str,
        arguments: Sequence[Value],
        places: Sequence[Site],
        type_: TypeValue,
        turbofish: Sequence[TypeValue],
        expected: TypeValue,
        site: Site,
        frame: Frame,
        calls: tuple[Site, ...],
    ) -> Outcome:
        """`burn::…::function(arguments)`; `type_` is what the path before the last segment stands for."""
        entry = self.catalog.entries.get(path)
        if entry is not None:
            return self._use(entry, arguments, places, None, site, None, frame, calls)
        parent, _, last = path.rpartition("::")
        if parent == PARAM and arguments:
            made = self.combine(arguments[:1])
            if isinstance(made, Tensor):
                made = replace(made, tracked=made.backends.autodiff, leaf=True)
            return Outcome(made)
        variant = self.variant(path, site, tuple(arguments))
        if variant is not None:
            return Outcome(variant)
        catalogued = self.catalog.types.get(parent)
        if catalogued is not None and last in ("new", "default"):
            names = catalogued.new if last == "new" else ()
            return Outcome(self.object(catalogued, dict(zip(names, arguments, strict=False)), site, True))
        if parent == DEVICE or type_.kind == "device":
            return self._device(last, type_, site, frame)
        if type_.kind == "tensor" or parent == TENSOR:
            return Outcome(self._tensor(last, arguments, type_, expected))
        if last in ("new", "default", "init") and parent.rsplit("::", 1)[-1][:1].isupper():
            has = self.catalog.has_parameters(parent)
            placed = self._placed(arguments, turbofish, expected)
            tape = join_tapes(map(tape_of, arguments))
            return Outcome(Object(parent, None, {}, placed, parameters=has, site=site, tape=tape))
        return Outcome(self.combine(arguments, self._placed(arguments, turbofish, expected)))

    def _device(self, name: str, type_: TypeValue, site: Site, frame: Frame) -> Outcome:
        """`Device::ndarray()`, `Device::default()`, `NdArrayDevice::default()`."""
        if self.program.forced is not None and self.catalog.device_era:
            forced = replace(self.program.forced, site=site, autodiff=0)
            return _made(Device(Backends((forced,), open=False)))
        base = self.catalog.constructors.get(name)
        if base is not None and self.catalog.device_era:
            return _made(Device(Backends((Choice(base, 0, site),), open=False)))
        if name == "default" and self.catalog.device_era:
            choices = self.program.default_choices(site)
            return _made(Device(Backends(choices, open=not choices)))
        return Outcome(Device(type_.backends if self.catalog.device_era is False else NO_BACKENDS))

    def _tensor(self, name: str, arguments: Sequence[Value], type_: TypeValue, expected: TypeValue) -> Value:
        """`Tensor::zeros(…)`, `Tensor::cat(…)`: fresh unless made of tensors."""
        backends = type_.backends
        if self.catalog.device_era is not False:
            backends = self._placed(arguments, (), expected)
        if not backends.choices:
            backends = expected.backends if expected.kind == "tensor" else self._placed(arguments, (), expected)
        if name == "from_inner":
            return Tensor(backends, False, EMPTY)
        tensors = [part for argument in arguments for part in _tensors(argument)]
        if tensors:
            return self.combine(tensors, backends)
        unknown = join_tapes((tape_of(a) for a in arguments), sure=False)
        return Tensor(backends, None if unknown else False, unknown)

    def _placed(self, arguments: Sequence[Value], turbofish: Sequence[TypeValue], expected: TypeValue) -> Backends:
        """The backend of something new: a turbofish, a device among the arguments, else the expected type."""
        for given in turbofish:
            if given.kind == "backend":
                return given.backends
        if self.catalog.device_era is not False:
            for argument in arguments:
                if isinstance(argument, Device):
                    return argument.backends
        if expected.backends.choices:
            return expected.backends
        for argument in arguments:
            if isinstance(argument, Device) and not argument.backends.open:
                return argument.backends
        for argument in arguments:
            for tensor in _tensors(argument):
                if tensor.backends.choices:
                    return tensor.backends
        return NO_BACKENDS

    # ---- methods ----

    def method(
        self,
        receiver: Value,
        name: str,
        arguments: Sequence[Value],
        places: Sequence[Site],
        turbofish: Sequence[TypeValue],
        expected: TypeValue,
        site: Site,
        receiver_site: Site,
        frame: Frame,
        calls: tuple[Site, ...],
    ) -> Outcome:
        """A method of a tensor, a device, or one of burn's structs; no value for anything else."""
        if isinstance(receiver, Tensor):
            entry = self.catalog.entries.get(f"{TENSOR}::{name}")
            if entry is not None:
                return self._use(
                    entry,
                    [receiver, *arguments],
                    [receiver_site, *places],
                    None,
                    site,
                    receiver_site,
                    frame,
                    calls,
                )
            return Outcome(self._tensor_method(receiver, name, arguments, site))
        if isinstance(receiver, Device):
            entry = self.catalog.entries.get(f"{DEVICE}::{name}")
            use = None
            if entry is not None:
                use = self._use(entry, [receiver], [receiver_site], receiver, site, receiver_site, frame, calls).use
            value = self._device_method(receiver, name, site)
            return Outcome(value, use, (value,) if isinstance(value, Device) and value != receiver else ())
        if isinstance(receiver, Object) and receiver.ref is None and receiver.type:
            entry = self.catalog.entries.get(f"{receiver.type}::{name}")
            if entry is not None:
                return self._use(
                    entry,
                    [receiver, *arguments],
                    [receiver_site, *places],
                    receiver,
                    site,
                    receiver_site,
                    frame,
                    calls,
                )
            return Outcome(self._struct_method(receiver, name, arguments, turbofish, expected, site))
        return Outcome(None)

    def _tensor_method(self, receiver: Tensor, name: str, arguments: Sequence[Value], site: Site) -> Value | None:
        if name == "require_grad":
            return replace(receiver, tracked=receiver.backends.autodiff, leaf=True)
        if name in ("clone", "val", "to_owned"):
            return receiver
        if name == "set_require_grad":
            wanted = arguments[0] if arguments else UNKNOWN
            asked = wanted.value if isinstance(wanted, Const) and isinstance(wanted.value, bool) else None
            return replace(receiver, tracked=all_of((asked, receiver.backends.autodiff)), leaf=asked)
        if name == "detach":
            # burn keeps what `require_grad` said: a detached leaf is a new leaf.
            return Tensor(receiver.backends, receiver.tracked if receiver.leaf else False, EMPTY, receiver.leaf)
        if name in ("inner", "no_grad", "without_autodiff"):
            return Tensor(receiver.backends.inner(), False, EMPTY)
        if name == "grad":
            return Tensor(receiver.backends.inner(), False, EMPTY)
        if name == "device":
            return Device(receiver.backends)
        if name == "to_device" and arguments and isinstance(arguments[0], Device):
            return replace(receiver, backends=self._moved(receiver.backends, arguments[0].backends))
        if name == "autodiff" and self.catalog.device_era:
            return replace(receiver, backends=receiver.backends.decorated(site))
        if name in _READS:
            return UNKNOWN
        if name in _WITHOUT_GRADIENT or name.endswith("_like") or name.startswith("arg"):
            return Tensor(receiver.backends, False, EMPTY)
        if any(isinstance(argument, Function) for argument in arguments):
            return None
        return self.combine([receiver, *arguments], receiver.backends)

    def _moved(self, here: Backends, there: Backends) -> Backends:
        """A tensor moved to a device: from 0.22 to another backend, with the autodiff that it had."""
        depths = {choice.autodiff for choice in here.choices}
        if not self.catalog.device_era or not there.choices or len(depths) != 1:
            return here
        depth = depths.pop()
        return replace(there, choices=tuple(replace(choice, autodiff=depth) for choice in there.choices))

    def _device_method(self, receiver: Device, name: str, site: Site) -> Value | None:
        if name == "autodiff":
            return Device(receiver.backends.decorated(site))
        if name in ("inner", "without_autodiff"):
            return Device(receiver.backends.inner())
        if name in ("gradient_checkpointing", "clone", "to_owned"):
            return receiver
        if name == "is_autodiff" and receiver.backends.autodiff is not None:
            return Const(receiver.backends.autodiff)
        return None if name in ("unwrap", "expect", "as_ref", "borrow", "into") else UNKNOWN

    def _struct_method(
        self,
        receiver: Object,
        name: str,
        arguments: Sequence[Value],
        turbofish: Sequence[TypeValue],
        expected: TypeValue,
        site: Site,
    ) -> Value | None:
        type_ = self.catalog.types.get(receiver.type)
        if name.startswith("with_") and len(arguments) == 1:
            field_name = name.removeprefix("with_")
            return replace(receiver, fields={**receiver.fields, field_name: arguments[0]}, site=receiver.site)
        if name.startswith("init"):
            builds = type_.builds if type_ is not None else None
            if builds is None and receiver.type.endswith("Config"):
                builds = receiver.type.removesuffix("Config")
            if builds is not None:
                backends = self._placed(arguments, turbofish, expected)
                has = self.catalog.has_parameters(builds)
                fields = receiver.fields if type_ is not None else {}
                return Object(builds, None, fields, backends, parameters=has, site=site)
        if name in ("clone", "to_device", "fork", "into", "to_owned", "load_record", "unwrap", "expect"):
            return receiver
        if name in ("valid", "no_grad") and not arguments:
            return without_gradients(receiver, inner=name == "valid")
        if name == "step" and len(arguments) == 3:  # an optimizer gives the module back
            return arguments[1]
        if any(isinstance(argument, Function) for argument in arguments):
            return None
        parameters: list[Value] = []
        owns = all_of((receiver.parameters, receiver.backends.autodiff))
        if owns is not False and receiver.parameters is not False:
            parameters.append(Tensor(receiver.backends, owns))
        return self.combine([*arguments, *parameters], receiver.backends, receiver.tape)

    # ---- results ----

    def combine(self, values: Sequence[Value], backends: Backends = NO_BACKENDS, tape: Tape = EMPTY) -> Value:
        """The tensor that an operation without a record makes of its operands; the graph goes through it."""
        tensors = [part for value in values for part in _tensors(value)]
        unsure = [tape_of(v) for v in values if isinstance(v, Unknown | OneOf | Variant | Object)]
        joined = join_tapes([tape, *(t.tape for t in tensors), *unsure])
        if not tensors and not joined and not backends.choices:
            return UNKNOWN
        if not backends.choices:
            with_backend = [t.backends for t in tensors if t.backends.choices]
            backends = min(with_backend, key=_vagueness) if with_backend else NO_BACKENDS
        tracked: Truth = any_of([t.tracked for t in tensors]) if tensors else None
        return Tensor(backends, tracked, joined)

    # ---- uses ----

    def _use(
        self,
        known: Known,
        arguments: Sequence[Value],
        places: Sequence[Site],
        receiver: Value | None,
        site: Site,
        receiver_site: Site | None,
        frame: Frame,
        calls: tuple[Site, ...],
    ) -> Outcome:
        """A call of an entry: what its operation is asked to do, and the tensor that comes out."""
        entry, operation = known.entry, known.operation
        by_name = dict(zip(entry.parameters, arguments, strict=False))
        where = dict(zip(entry.parameters, places, strict=False))
        values: dict[str, Value] = {}
        for name, place in entry.arguments.items():
            first, _, rest = place.partition(".")
            value = by_name.get(first, UNKNOWN)
            if rest:
                value = _field(value, rest)
            values[name] = _mapped(value, entry.maps.get(name))
        inputs = [by_name[name] for name in entry.inputs if name in by_name]
        tensors = [part for value in inputs for part in _tensors(value)]
        owner = receiver if receiver is not None else by_name.get("self")
        candidates = [t.backends for t in tensors if t.backends.choices]
        if isinstance(owner, Object | Device) and owner.backends.choices:
            candidates.append(owner.backends)
        # All operands are on one backend: the one that says most about it is believed.
        backends = min(candidates, key=_vagueness) if candidates else join_backends([t.backends for t in tensors])
        asked: list[Truth] = [t.tracked for t in tensors]
        asked += [None for value in inputs if not _tensors(value) and value != Const(None)]
        if entry.parameters_tracked and not (isinstance(owner, Object) and owner.parameters is False):
            asked.append(backends.autodiff)
        tracked = any_of(asked) if asked else None
        tracked = False if backends.autodiff is False else tracked
        for name in operation.arguments:
            if name.endswith(_TRACKED) and name not in values:
                values[name] = _known(_input_tracked(name.removesuffix(_TRACKED), by_name, entry, owner, backends))
        leaves = frozenset(name for name in entry.inputs if any(t.leaf for t in _tensors(by_name.get(name, UNKNOWN))))
        use = Use(entry, operation, site, values, backends, tracked, frame.cfg, calls, where, leaves)
        tape = join_tapes(tape_of(value) for value in inputs)
        if tracked is not False:
            tape = {**tape, use: tracked}
        return Outcome(Tensor(backends, tracked, tape), use)


def _input_tracked(
    name: str, by_name: Mapping[str, Value], entry: Entry, owner: Value | None, backends: Backends
) -> Truth:
    """Whether an input is tracked: an argument of the call, else a parameter of the module that is called."""
    if name in by_name:
        tensors = _tensors(by_name[name])
        return any_of([tensor.tracked for tensor in tensors]) if tensors else None
    if not entry.parameters_tracked or (isinstance(owner, Object) and owner.parameters is False):
        return False if entry.parameters_tracked else None
    return backends.autodiff


def _known(truth: Truth) -> Value:
    return UNKNOWN if truth is None else Const(truth)


def _vagueness(backends: Backends) -> tuple[bool, bool, int]:
    return backends.open, backends.generic, len(backends.choices)


def _made(device: Device) -> Outcome:
    return Outcome(device, None, (device,))


def _tensors(value: Value) -> list[Tensor]:
    """The tensors a value holds directly: itself, the elements of a vector, each possibility."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, Several):
        return [part for item in value.items for part in _tensors(item)]
    if isinstance(value, OneOf):
        joined = one_of([part for item in value.values for part in _tensors(item)])
        return [joined] if isinstance(joined, Tensor) else []
    return []


def _field(value: Value, name: str) -> Value:
    """A field of options or of a module, over every possibility; an enum given where options are expected is itself."""
    if isinstance(value, OneOf):
        return one_of([_field(part, name) for part in value.values])
    if isinstance(value, Object):
        return value.fields.get(name, UNKNOWN)
    return value if isinstance(value, Variant) else UNKNOWN


def _mapped(value: Value, names: Mapping[str, str] | None) -> Value:
    """The operation's own name of a value that an entry calls otherwise (nn's `Cubic` is `Bicubic`)."""
    if names is None:
        return value
    if isinstance(value, OneOf):
        return one_of([_mapped(part, names) for part in value.values])
    if isinstance(value, Variant):
        return replace(value, name=names[value.name]) if value.name in names else UNKNOWN
    return value
