"""From what following the code found to answers: which records apply to a use of an operation, and how sure that is.

One mechanism serves every rule. A use is judged for each backend, each target and each possible value of its
arguments; `weigh` puts the answers at one place together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

from burnlint.cargo.version import Version
from burnlint.infer.trace import Backward, Trace
from burnlint.infer.values import Choice, Const, OneOf, Several, Use, Value, Variant
from burnlint.records.condition import UNKNOWN, Condition
from burnlint.records.database import Database
from burnlint.records.match import Match, applicable
from burnlint.records.schema import Phase, Record
from burnlint.resolve.facts import Gate, ItemRef, Site
from burnlint.span import Place
from burnlint.truth import Truth, all_of

_MAX_COMBINATIONS = 16


@dataclass(frozen=True)
class TargetCfg:
    """A compilation target: how it is named in a message (None: the only one), and what holds on it."""

    triple: str
    label: str | None
    holds: Callable[[str], Truth]
    place: Place | None = None


@dataclass(frozen=True, eq=False)
class Situation:
    """What a package is judged for; it remembers which records match what."""

    database: Database
    versions: tuple[Version, ...]
    burn: str  # the release or range as shown
    targets: tuple[TargetCfg, ...]
    compatible: Callable[[Sequence[Gate]], bool]
    cfg_words: Callable[[Sequence[Gate], Path], str | None]
    """What conditions leave open, in words for a reader of this file."""
    burn_place: Callable[[Path], Place | None]
    """The line of Cargo's files that decides burn's release for a source file."""
    versions_known: bool = True  # False: no release that Cargo could select is known
    _matches: dict[object, list[Match]] = field(default_factory=dict, repr=False)

    @property
    def released(self) -> Truth:
        """Unknown for a release newer than every known one: it may have changed what the records say."""
        newest = self.database.versions[-1] if self.database.versions else None
        return None if newest is not None and any(version > newest for version in self.versions) else True

    def matches(
        self, operation: str, phase: Phase, values: Mapping[str, object], choice: Choice, target: TargetCfg
    ) -> list[Match]:
        """The records that apply; one whose condition asks for a value that is not known is left out."""
        key = (operation, phase, tuple(values.items()), choice.base, choice.autodiff, target.triple)
        found = self._matches.get(key)
        if found is None:
            matching = applicable(
                self.database, operation, phase, values, choice.base, choice.autodiff, self.versions, target.holds
            )
            found = [match for match in matching if match.truth is not False and _decided(match.record, values)]
            self._matches[key] = found
        return found


def _decided(record: Record, values: Mapping[str, object]) -> bool:
    when = record.affects.when
    return when is None or Condition.parse(when).evaluate(values) is not None


@dataclass(frozen=True, eq=False)
class Answer:
    """One use in one setting: the record that applies (None: nothing does) and how sure that is."""

    use: Use
    choice: Choice
    phase: Phase
    record: Record | None
    sure: bool  # in this setting the record applies, without a doubt
    condition: str | None  # what the setting depends on, in words
    always: bool  # the setting depends on nothing but the target
    backward: Backward | None
    target: TargetCfg
    primary: Site  # where to say it: at the argument that decides, else at the call
    values: Mapping[str, object]
    sites: Mapping[str, Site]  # where the arguments were written


@dataclass(frozen=True, eq=False)
class Answers:
    """All answers of one trace."""

    root: ItemRef
    known: tuple[Answer, ...]
    if_walked_back: tuple[tuple[Use, tuple[Answer, ...]], ...]
    """Uses in the graph of what leaves the code at hand: whoever receives it may ask for gradients."""
    reached: frozenset[Use]  # uses that a backward pass was seen to reach
    followed: frozenset[ItemRef]  # functions that the code at hand calls


def answers(root: ItemRef, trace: Trace, situation: Situation, open_to_all: bool) -> Answers:
    """Judge everything that following one root found; `open_to_all`: others than the package may call the root."""
    known: list[Answer] = []
    reached: set[Use] = set()
    for use in trace.uses:
        for phase in ("forward", "always"):
            known.extend(_answers(use, phase, True, None, situation, open_to_all))
    for backward in trace.backwards:
        for use, truth in backward.tape.items():
            known.extend(_backward(use, truth, backward, situation, open_to_all))
            reached.add(use)
    escaped = ((use, tuple(_backward(use, None, None, situation, open_to_all))) for use in trace.escaped)
    return Answers(root, tuple(known), tuple(escaped), frozenset(reached), frozenset(trace.followed))


def _backward(
    use: Use, truth: Truth, backward: Backward | None, situation: Situation, open_to_all: bool
) -> Iterator[Answer]:
    """Nothing for an input that is not tracked: its backward pass is never asked for."""
    if use.tracked is not False:
        yield from _answers(use, "backward", truth, backward, situation, open_to_all)


def _answers(
    use: Use, phase: Phase, reached: Truth, backward: Backward | None, situation: Situation, open_to_all: bool
) -> Iterator[Answer]:
    if not situation.database.records_for(use.operation.name, phase):
        return
    cfg = use.cfg if backward is None else (*use.cfg, *(c for c in backward.cfg if c not in use.cfg))
    operation = use.operation.name
    for choice in use.backends.choices:
        for values, sites, certain, given in _combinations(use):
            both = tuple(dict.fromkeys((*cfg, *choice.cfg, *given)))
            if not situation.compatible(both):
                continue
            words = situation.cfg_words(both, use.site.item.path)
            for target in situation.targets:
                if phase == "backward" and _forward_panics(operation, values, choice, target, situation):
                    continue  # what already panics on the way forward is never walked back
                found = situation.matches(operation, phase, values, choice, target)
                guessed = use.backends.open or (use.backends.generic and open_to_all) or _may_differ(choice, use)
                sure = all_of((certain, reached, None if guessed else True, situation.released)) is True
                if not found:
                    primary = next(iter(sites.values()), use.site)
                    yield Answer(
                        use, choice, phase, None, sure, words, words is None, backward, target, primary, values, sites
                    )
                for match in found:
                    primary = next((site for name, site in sites.items() if _decides(match.record, name)), use.site)
                    yield Answer(
                        use,
                        choice,
                        phase,
                        match.record,
                        sure and match.truth is True,
                        _joined(words, target.label, _range_words(match, situation)),
                        words is None and match.truth is True,
                        backward,
                        target,
                        primary,
                        values,
                        sites,
                    )


def _may_differ(choice: Choice, use: Use) -> bool:
    """Whether the same backend may record gradients or not, for no reason that Cargo decides."""
    return not use.backends.generic and any(
        other.base == choice.base and other.autodiff != choice.autodiff and not (other.cfg or choice.cfg)
        for other in use.backends.choices
    )


def _forward_panics(
    operation: str, values: Mapping[str, object], choice: Choice, target: TargetCfg, situation: Situation
) -> bool:
    return any(match.truth is True for match in situation.matches(operation, "forward", values, choice, target))


def _combinations(use: Use) -> Iterator[tuple[dict[str, object], dict[str, Site], Truth, tuple[Gate, ...]]]:
    """Each combination of possible arguments: plain values, their places, whether all are known, their cfg."""
    names = list(use.arguments)
    options = [_possible(use.arguments[name]) for name in names]
    if prod(map(len, options)) > _MAX_COMBINATIONS:
        yield dict.fromkeys(names, UNKNOWN), {}, None, ()
        return
    for combination in product(*options):
        # One of several values for no reason that Cargo decides: which one it is shows only at run time.
        open_ = any(len(some) > 1 and not one.cfg for one, some in zip(combination, options, strict=True))
        values = {name: one.value for name, one in zip(names, combination, strict=True)}
        sites = {name: one.site for name, one in zip(names, combination, strict=True) if one.site is not None}
        cfg = tuple(c for one in combination for c in one.cfg)
        yield values, sites, None if open_ or UNKNOWN in values.values() else True, cfg


class _Possible(NamedTuple):
    """One plain value that an argument may have."""

    value: object
    site: Site | None = None
    cfg: tuple[Gate, ...] = ()


def _possible(value: Value) -> list[_Possible]:
    if isinstance(value, OneOf):
        return [one for part in value.values for one in _possible(part)]
    if isinstance(value, Variant):
        return [_Possible(value.name, value.site, value.cfg)]
    if isinstance(value, Const):
        return [_Possible(value.value, value.site, value.cfg)]
    if isinstance(value, Several) and value.known:
        parts = [_possible(item) for item in value.items]
        if all(len(part) == 1 for part in parts):
            return [_Possible(tuple(part[0].value for part in parts))]
    return [_Possible(UNKNOWN)]


def _decides(record: Record, name: str) -> bool:
    """Whether the record's condition speaks of the argument."""
    when = record.affects.when
    return when is not None and name in Condition.parse(when).names


def _range_words(match: Match, situation: Situation) -> str | None:
    """The releases in which it happens, when that is not all of those the package may build with."""
    inside = match.versions_true or match.versions_maybe
    if len(inside) == len(situation.versions) or not inside:
        return None
    return f"if burn is {inside[0]}" if len(inside) == 1 else f"if burn is {inside[0]} to {inside[-1]}"


def _joined(*parts: str | None) -> str | None:
    """Conditions as one; a proviso ("if …") comes first, as the sentence about the finding ends in it."""
    words = sorted((part for part in parts if part), key=lambda part: not part.startswith("if "))
    if words and words[0].startswith("if "):
        return f"{words[0]} {', '.join(words[1:])}".rstrip()
    return ", ".join(words) or None
