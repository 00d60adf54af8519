"""Abstract values: joining them loses certainty, never gains it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from burnlint.infer.values import (
    UNKNOWN,
    Backends,
    Choice,
    Const,
    Device,
    Object,
    OneOf,
    Tensor,
    Unknown,
    Use,
    Variant,
    join_backends,
    join_tapes,
    one_of,
    tape_of,
    under_cfg,
    without_gradients,
)
from burnlint.resolve.facts import ItemRef, Site

SITE = Site(ItemRef(Path("a.rs"), 0), (0, 1))
PLAIN = Backends((Choice("NdArray", 0, SITE),), open=False)
TRAINING = PLAIN.decorated(SITE)


def _use() -> Use:
    return cast("Use", object())  # compared by identity, like a real one


def test_autodiff_is_known_only_when_all_choices_agree() -> None:
    assert PLAIN.autodiff is False
    assert TRAINING.autodiff is True
    assert join_backends([PLAIN, TRAINING]).autodiff is None
    assert Backends().autodiff is None
    assert Backends(PLAIN.choices, open=True).autodiff is None


def test_decorators_come_off_one_by_one() -> None:
    assert TRAINING.decorated(SITE).choices[0].shown() == "Autodiff<Autodiff<NdArray>>"
    assert TRAINING.inner().choices[0].shown() == "NdArray"
    assert PLAIN.inner().choices[0].autodiff == 0


def test_joined_tapes_keep_the_stronger_answer() -> None:
    sure, unsure = _use(), _use()
    joined = join_tapes([{sure: True, unsure: None}, {sure: None}])
    assert dict(joined) == {sure: True, unsure: None}
    assert dict(join_tapes([{sure: True}], sure=False)) == {sure: None}


def test_one_of_several_tensors_is_sure_only_of_what_all_have() -> None:
    both, only = _use(), _use()
    joined = one_of([Tensor(TRAINING, True, {both: True, only: True}), Tensor(TRAINING, True, {both: True})])
    assert isinstance(joined, Tensor)
    assert dict(joined.tape) == {both: True, only: None}
    assert joined.tracked is True
    mixed = one_of([Tensor(TRAINING, True), Tensor(TRAINING, False)])
    assert isinstance(mixed, Tensor) and mixed.tracked is None


def test_one_of_is_flat_and_without_repetitions() -> None:
    a, b = Const(1), Const(2)
    assert one_of([a, a]) == a
    assert one_of([OneOf((a, b)), b, Const(3)]) == OneOf((a, b, Const(3)))
    assert one_of([]) == UNKNOWN
    assert isinstance(one_of([Const(number) for number in range(20)]), Unknown)
    devices = one_of([Device(PLAIN), Device(TRAINING)])
    assert isinstance(devices, Device) and len(devices.backends.choices) == 2


def test_a_struct_carries_the_graphs_of_its_fields() -> None:
    use = _use()
    value = Object("", None, {"loss": Tensor(TRAINING, True, {use: True}), "n": Const(1)})
    assert dict(tape_of(value)) == {use: True}


def test_without_gradients_reaches_into_structs() -> None:
    value = Object("", None, {"x": Tensor(TRAINING, True, {_use(): True})}, TRAINING, parameters=True)
    valid = without_gradients(value, inner=True)
    assert isinstance(valid, Object) and valid.parameters is False
    assert valid.fields["x"] == Tensor(PLAIN.inner(), False) or valid.backends.autodiff is False
    assert not tape_of(valid)


def test_conditions_reach_into_values() -> None:
    value = under_cfg(OneOf((Variant("E", None, "A"), Const(1))), ("test",))
    assert isinstance(value, OneOf)
    assert [part.cfg for part in value.values if isinstance(part, Const | Variant)] == [("test",), ("test",)]
