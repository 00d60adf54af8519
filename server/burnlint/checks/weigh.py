"""From answers to findings: all that was found about one place, weighed together; that decides the level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from burnlint.checks.answers import Answer, Answers, Situation
from burnlint.checks.finding import Applied, Finding, Level, Related
from burnlint.infer.values import OneOf, Use
from burnlint.records.wording import finding_message
from burnlint.resolve.facts import Site
from burnlint.span import Place

_MOST_CALLS = 4  # of the calls that led to a use, the last ones are shown


@dataclass(frozen=True, eq=False)
class Draft:
    """A finding whose places are still relative to items, so that it outlives edits elsewhere in its file."""

    rule: str
    level: Level
    message: str
    primary: Site
    records: tuple[Applied, ...]
    related: tuple[tuple[Site | Place, str], ...]
    facts: Mapping[str, object]
    sites: Mapping[str, Mapping[str, Site]]

    def placed(self, place: Callable[[Site], Place]) -> Finding:
        """The finding in the files as they stand."""
        where = place(self.primary)
        related: dict[Place, str] = {}
        for at, message in self.related:
            related.setdefault(place(at) if isinstance(at, Site) else at, message)
        related.pop(where, None)
        return Finding(
            self.rule,
            self.level,
            self.message,
            where,
            self.records,
            tuple(Related(at, message) for at, message in related.items()),
            facts=_Facts(self, place),
        )


class _Facts(Mapping[str, Any]):
    """A draft's facts with their places, looked up only when a fix or a hover asks."""

    def __init__(self, draft: Draft, place: Callable[[Site], Place]) -> None:
        self._draft = draft
        self._place = place

    @cached_property
    def _placed(self) -> dict[str, Any]:
        places = {
            kind: {name: self._place(site) for name, site in sites.items()} for kind, sites in self._draft.sites.items()
        }
        return {**self._draft.facts, **places}

    def __getitem__(self, name: str) -> Any:
        return self._placed[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._placed)

    def __len__(self) -> int:
        return len(self._placed)

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return dict, (self._placed,)  # to another process


@dataclass
class Weighing:
    """Weighs answers; a place about which nothing new was found keeps its draft."""

    situation: Situation
    trains: bool
    _drafts: dict[tuple[str, Site], tuple[tuple[Answer, ...], Draft]] = field(default_factory=dict)

    def drafts(self, everything: Sequence[Answers]) -> list[Draft]:
        """All findings of a package."""
        independent = _independent(everything)
        groups, fine = _grouped(_relevant(_all(independent, self.trains)))
        kept: dict[tuple[str, Site], tuple[tuple[Answer, ...], Draft]] = {}
        for (rule, primary), group in groups.items():
            well = [a for a in fine.of(primary, group) if a.phase == group[0].phase]
            basis = (*group, *well)
            old = self._drafts.get((rule, primary))
            if old is None or old[0] != basis:
                old = basis, _draft(rule, primary, group, well, self.situation)
            kept[rule, primary] = old
        self._drafts = kept
        return [draft for _, draft in kept.values()]


def _all(everything: Sequence[Answers], trains: bool) -> list[Answer]:
    known = [answer for one in everything for answer in one.known]
    if trains:
        reached = frozenset[Use]().union(*(one.reached for one in everything))
        for one in everything:
            for use, more in one.if_walked_back:
                if use not in reached:
                    known.extend(more)
    return known


def _independent(everything: Sequence[Answers]) -> list[Answers]:
    """The roots that no other root calls.

    A function followed on its own stands for "any caller"; where the package's own callers were followed too, they
    say what really happens. Functions that call each other in a circle all stay.
    """
    roots = {one.root: one for one in everything}
    called = {
        ref
        for one in everything
        for ref in one.followed
        if ref != one.root and ref in roots and one.root not in roots[ref].followed
    }
    return [one for one in everything if one.root not in called]


def _relevant(answers: Sequence[Answer]) -> list[Answer]:
    """Drop what is only assumed of a generic backend at a place where a caller names it."""
    concrete = {(a.use.site, a.phase) for a in answers if a.sure and not a.use.backends.generic}
    return [a for a in answers if not a.use.backends.generic or (a.use.site, a.phase) not in concrete]


@dataclass(frozen=True)
class _Fine:
    """Answers that say nothing happens, by place and by use."""

    by_site: Mapping[Site, list[Answer]]
    by_use: Mapping[Use, list[Answer]]

    def of(self, primary: Site, group: Sequence[Answer]) -> list[Answer]:
        """Those about the place, and those about other values of the same uses."""
        found = list(self.by_site.get(primary, ()))
        for use in {answer.use: None for answer in group}:
            found.extend(self.by_use.get(use, ()))
        return found


def _grouped(answers: Iterable[Answer]) -> tuple[dict[tuple[str, Site], list[Answer]], _Fine]:
    groups: dict[tuple[str, Site], list[Answer]] = {}
    by_site: dict[Site, list[Answer]] = {}
    by_use: dict[Use, list[Answer]] = {}
    for answer in answers:
        if answer.record is not None:
            groups.setdefault((answer.record.rule, answer.primary), []).append(answer)
        else:
            by_site.setdefault(answer.primary, []).append(answer)
            by_use.setdefault(answer.use, []).append(answer)
    return groups, _Fine(by_site, by_use)


def _level(group: Sequence[Answer], well: Sequence[Answer], targets: int) -> Level:
    """error: every setting panics; warning: a real one does; information: one may.

    `well`: settings of the same code that do not panic, or whose arguments are not known.
    """
    sure = [answer for answer in group if answer.sure]
    if not sure:
        return Level.INFORMATION
    if any(answer.choice.autodiff >= 1 or answer.phase != "backward" for answer in well):
        return Level.WARNING
    if all(answer.condition is not None for answer in sure) and not _exhaustive(sure, targets):
        return Level.WARNING
    return Level.ERROR


def _exhaustive(sure: Sequence[Answer], targets: int) -> bool:
    """Whether the settings that panic are all there are: every target, or all alternatives of one cfg'd choice."""
    if len({answer.target.triple for answer in sure}) < targets:
        return False
    if any(answer.always for answer in sure):
        return True
    if any(answer.use.cfg for answer in sure):
        return False
    choices = {choice for answer in sure for choice in answer.use.backends.choices}
    return len(choices) > 1 and choices <= {answer.choice for answer in sure}


def _draft(rule: str, primary: Site, group: Sequence[Answer], well: Sequence[Answer], situation: Situation) -> Draft:
    level = _level(group, well, len(situation.targets))
    shown = [answer for answer in group if answer.sure or level is Level.INFORMATION]
    applied: dict[Applied, Answer] = {}
    for answer in shown:
        assert answer.record is not None
        condition = _condition(answer, level)
        one = Applied(answer.record.id, _backend(answer), situation.burn, answer.phase, condition)
        applied.setdefault(one, answer)
    chosen = list(applied.values())
    backward = next((answer.backward for answer in chosen if answer.backward is not None), None)
    trigger = backward.text if backward is not None and "…" not in backward.text else None
    records = situation.database.records
    message = finding_message(situation.database.rules[rule], tuple(applied), records, level.value, trigger)
    use = chosen[0].use
    return Draft(
        rule,
        level,
        message,
        primary,
        tuple(applied),
        tuple(_reasons(primary, chosen, situation)),
        {
            "operation": use.operation.name,
            "entry": use.entry.call,
            "phase": chosen[0].phase,
            "arguments": dict(chosen[0].values),
            "leaves": use.leaves,
            "versions": situation.versions,
        },
        {
            "argument_places": dict(chosen[0].sites),
            "inputs": dict(use.inputs),
            "backend_places": {a.choice.shown(): a.choice.site for a in chosen if a.choice.site is not None},
            "code_places": {"call": use.site} | ({"backward": backward.site} if backward is not None else {}),
        },
    )


def _backend(answer: Answer) -> str:
    """The backend in a message: one decorator goes without saying, more of them are the point."""
    return answer.choice.base if answer.choice.autodiff < 2 else answer.choice.shown()


def _condition(answer: Answer, level: Level) -> str | None:
    if level is not Level.INFORMATION or answer.condition is not None:
        return answer.condition
    undecided = [name for name in answer.sites if isinstance(answer.use.arguments.get(name), OneOf)]
    if undecided:
        return "if " + " and ".join(f"its {name} is {answer.values[name]}" for name in undecided)
    if answer.phase == "backward":
        if answer.backward is None:
            return "if a gradient is asked for"
        return "if its input is tracked" if answer.use.tracked is None else None
    return None


def _reasons(primary: Site, answers: Sequence[Answer], situation: Situation) -> Iterator[tuple[Site | Place, str]]:
    """Every line that made the finding true."""
    for answer in answers:
        chosen = answer.choice.decorated_at if answer.choice.autodiff > 1 else answer.choice.site
        if chosen is not None:
            words = f" {answer.condition}" if answer.condition and not answer.condition.startswith("if ") else ""
            yield chosen, f"`{answer.choice.shown()}` is chosen here{words}"
    for answer in answers:
        if answer.use.site != primary:
            yield answer.use.site, f"the {answer.use.operation.title} happens here"
        for call in answer.use.calls[-_MOST_CALLS:]:
            yield call, "reached through this call"
        if answer.backward is not None:
            yield answer.backward.site, "the backward pass starts here"
        if answer.target.place is not None and answer.record is not None and answer.record.affects.target:
            yield answer.target.place, f"the target `{answer.target.triple}` is chosen here"
    burn_place = situation.burn_place(primary.item.path)
    if burn_place is not None:
        yield burn_place, f"burn {situation.burn} is selected here"
