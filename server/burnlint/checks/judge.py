"""From what following the code found to findings: which records apply to which uses, and how sure that is.

One mechanism serves every rule. A use of an operation is judged for each backend, target and possible value of its
arguments; the answers at one place are then weighed together, which decides the level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from burnlint.cargo.version import Version
from burnlint.checks.finding import Applied, Finding, Level, Related
from burnlint.infer.interpret import Backward, Trace
from burnlint.infer.values import Choice, Const, OneOf, Several, Use, Value, Variant
from burnlint.records.condition import UNKNOWN, Condition
from burnlint.records.database import Database
from burnlint.records.match import Match, applicable
from burnlint.records.schema import Phase, Record
from burnlint.records.wording import finding_message
from burnlint.resolve.facts import Site
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


@dataclass(frozen=True)
class Situation:
    """What a package is judged for."""

    database: Database
    versions: tuple[Version, ...]
    burn: str  # the release or range as shown
    targets: tuple[TargetCfg, ...]
    compatible: Callable[[Sequence[str]], bool]
    cfg_words: Callable[[Sequence[str]], str | None]
    trains: bool  # the package asks for gradients somewhere
    burn_place: Place | None = None


@dataclass(frozen=True)
class Answer:
    """One use in one setting: the record that applies (None: nothing does) and how sure that is."""

    use: Use
    choice: Choice
    phase: Phase
    record: Record | None
    sure: bool
    possible: bool  # the setting itself may not come about: an unknown value, an untracked input, no backward pass
    condition: str | None
    backward: Backward | None
    target: TargetCfg
    primary: Site
    trigger: Site | None = None
    extra: dict[str, object] = field(default_factory=dict, compare=False, hash=False)


def judge(traces: Iterable[Trace], situation: Situation, place: Callable[[Site], Place]) -> list[Finding]:
    """All findings of a package, from the traces of its roots."""
    answers: list[Answer] = []
    reached: set[Use] = set()
    escaped: list[Use] = []
    called: set[Site] = set()
    for trace in traces:
        for use in trace.uses:
            answers.extend(_forward(use, situation))
            if use.calls:
                called.add(use.site)
        for backward in trace.backwards:
            for use, truth in backward.tape.items():
                answers.extend(_backward(use, truth, backward, situation))
                reached.add(use)
        escaped.extend(trace.escaped)
    if situation.trains:
        # What leaves the code at hand with its graph may be walked back by whoever receives it.
        for use in escaped:
            if use not in reached:
                answers.extend(_backward(use, None, None, situation))
    return list(_findings(_relevant(answers, called), situation, place))


# ---- one use ----------------------------------------------------------------------------------------


def _forward(use: Use, situation: Situation) -> Iterator[Answer]:
    for phase in ("forward", "always"):
        if situation.database.records_for(use.operation.name, phase):
            yield from _answers(use, phase, True, None, situation)


def _backward(use: Use, truth: Truth, backward: Backward | None, situation: Situation) -> Iterator[Answer]:
    """Nothing for an input that is not tracked: its backward pass is never asked for."""
    if use.tracked is not False and situation.database.records_for(use.operation.name, "backward"):
        yield from _answers(use, "backward", truth, backward, situation)


def _answers(
    use: Use, phase: Phase, reached: Truth, backward: Backward | None, situation: Situation
) -> Iterator[Answer]:
    cfg = use.cfg if backward is None else (*use.cfg, *(c for c in backward.cfg if c not in use.cfg))
    choices = use.backends.choices
    for choice in choices:
        both = (*cfg, *(c for c in choice.cfg if c not in cfg))
        if not situation.compatible(both):
            continue
        words = situation.cfg_words(both)
        for target in situation.targets:
            for values, sites, certain in _combinations(use):
                found = _matches(use, phase, values, choice, target, situation)
                if phase == "backward" and _forward_panics(use, values, choice, target, situation):
                    continue
                primary = next((s for n, s in sites.items() if _decides(found, n)), use.site)
                extra: dict[str, object] = {"arguments": values, "sites": sites}
                certain_truth = all_of((certain, reached))
                if not found:
                    yield Answer(
                        use, choice, phase, None, certain_truth is True, certain_truth is not True, words, backward,
                        target, _default_primary(sites, use), None, extra,
                    )  # fmt: skip
                for match in found:
                    condition = _joined(words, target.label, _range_words(match, situation))
                    sure = match.truth is True and certain_truth is True and not use.backends.open
                    yield Answer(
                        use, choice, phase, match.record, sure, certain_truth is not True or match.truth is None,
                        condition, backward, target, primary, None, extra,
                    )  # fmt: skip


def _matches(
    use: Use, phase: Phase, values: Mapping[str, object], choice: Choice, target: TargetCfg, situation: Situation
) -> list[Match]:
    """The records that apply; one whose condition asks for a value that is not known is left out."""
    found = applicable(
        situation.database,
        use.operation.name,
        phase,
        values,
        choice.base,
        choice.autodiff,
        situation.versions,
        target.holds,
    )
    return [match for match in found if match.truth is not False and _decided(match.record, values)]


def _decided(record: Record, values: Mapping[str, object]) -> bool:
    when = record.affects.when
    return when is None or Condition.parse(when).evaluate(values) is not None


def _forward_panics(
    use: Use, values: Mapping[str, object], choice: Choice, target: TargetCfg, situation: Situation
) -> bool:
    """What already panics on the way forward is never walked back."""
    return any(match.truth is True for match in _matches(use, "forward", values, choice, target, situation))


def _combinations(use: Use) -> Iterator[tuple[dict[str, object], dict[str, Site], Truth]]:
    """Each combination of possible arguments as plain values, with places, and whether it is sure."""
    names = list(use.arguments)
    options = [_possible(use.arguments[name]) for name in names]
    total = 1
    for option in options:
        total *= len(option)
    if total > _MAX_COMBINATIONS:
        yield dict.fromkeys(names, UNKNOWN), {}, None
        return
    for combination in product(*options):
        values = {name: value for name, (value, _) in zip(names, combination, strict=True)}
        sites = {name: site for name, (_, site) in zip(names, combination, strict=True) if site is not None}
        yield values, sites, True if total == 1 or all(v is not UNKNOWN for v in values.values()) else None


def _possible(value: Value) -> list[tuple[object, Site | None]]:
    if isinstance(value, OneOf):
        return [pair for part in value.values for pair in _possible(part)]
    if isinstance(value, Variant):
        return [(value.name, value.site)]
    if isinstance(value, Const):
        return [(value.value, value.site)]
    if isinstance(value, Several) and value.known:
        parts = [_possible(item) for item in value.items]
        if all(len(part) == 1 for part in parts):
            return [(tuple(part[0][0] for part in parts), None)]
    return [(UNKNOWN, None)]


def _decides(found: Sequence[Match], name: str) -> bool:
    """Whether a condition of the records that apply speaks of the argument."""
    conditions = [match.record.affects.when for match in found]
    return any(when is not None and name in Condition.parse(when).names for when in conditions)


def _default_primary(sites: Mapping[str, Site], use: Use) -> Site:
    return next(iter(sites.values()), use.site)


def _range_words(match: Match, situation: Situation) -> str | None:
    """The releases in which it happens, when that is not all of those the package may build with."""
    inside = match.versions_true or match.versions_maybe
    if len(inside) == len(situation.versions) or not inside:
        return None
    return f"if burn is {inside[0]}" if len(inside) == 1 else f"if burn is {inside[0]} to {inside[-1]}"


def _joined(*parts: str | None) -> str | None:
    words = [part for part in parts if part]
    if not words:
        return None
    provisos = [part for part in words if part.startswith("if ")]
    plain = [part for part in words if not part.startswith("if ")]
    return (
        ", ".join(plain)
        if plain and not provisos
        else (provisos[0] if not plain else f"{provisos[0]} {', '.join(plain)}")
    )


# ---- all answers together ----------------------------------------------------------------------------


def _relevant(answers: list[Answer], called: set[Site]) -> list[Answer]:
    """Drop what is only assumed about code whose real callers were followed too.

    A function followed on its own stands for "any caller"; when the package's own calls into it were followed, or
    a caller names the backend, those say what really happens.
    """
    kept = [answer for answer in answers if answer.use.calls or answer.use.site not in called]
    concrete = {(a.use.site, a.phase) for a in kept if not a.use.backends.generic and not a.possible}
    return [a for a in kept if not a.use.backends.generic or (a.use.site, a.phase) not in concrete]


def _findings(answers: list[Answer], situation: Situation, place: Callable[[Site], Place]) -> Iterator[Finding]:
    groups: dict[tuple[str, Site], list[Answer]] = {}
    fine: dict[Site, list[Answer]] = {}
    by_use: dict[Use, list[Answer]] = {}
    for answer in answers:
        if answer.record is not None:
            groups.setdefault((answer.record.rule, answer.primary), []).append(answer)
        else:
            fine.setdefault(answer.primary, []).append(answer)
            by_use.setdefault(answer.use, []).append(answer)
    for (rule_id, primary), group in groups.items():
        phase = group[0].phase
        well = [*fine.get(primary, ()), *(a for use in {g.use: None for g in group} for a in by_use.get(use, ()))]
        level = _level(group, [answer for answer in well if answer.phase == phase])
        shown = [a for a in group if a.sure] if level is not Level.INFORMATION else group
        yield _finding(rule_id, primary, level, shown or group, situation, place)


def _level(group: Sequence[Answer], well: Sequence[Answer]) -> Level:
    """error: every setting panics; warning: a real one does; information: one may.

    `well`: settings of the same code that do not panic, or whose arguments are not known.
    """
    sure = [answer for answer in group if answer.sure]
    if not sure:
        return Level.INFORMATION
    if any(answer.choice.autodiff >= 1 or answer.phase != "backward" for answer in well):
        return Level.WARNING
    if all(answer.condition is not None for answer in sure) and not _exhaustive(sure):
        return Level.WARNING
    return Level.ERROR


def _exhaustive(sure: Sequence[Answer]) -> bool:
    """Whether the settings that panic are all there are: the only alternatives of one cfg'd choice."""
    use_cfg = {answer.use.cfg for answer in sure}
    choices = {choice for answer in sure for choice in answer.use.backends.choices}
    panicking = {answer.choice for answer in sure}
    plain = not any(cfg for cfg in use_cfg) and all(a.target.label is None for a in sure)
    return plain and len(choices) > 1 and choices <= panicking


def _finding(
    rule_id: str,
    primary: Site,
    level: Level,
    group: Sequence[Answer],
    situation: Situation,
    place: Callable[[Site], Place],
) -> Finding:
    database = situation.database
    applied: dict[Applied, Answer] = {}
    for answer in group:
        assert answer.record is not None
        applied.setdefault(
            Applied(
                answer.record.id, _backend(answer),
                situation.burn,
                answer.phase,
                _condition(answer, level),
            ),
            answer,
        )
    first = next(iter(applied.values()))
    backward = next((a.backward for a in applied.values() if a.backward is not None), None)
    records = {record: database.records[record] for record in (one.record for one in applied)}
    message = finding_message(
        database.rules[rule_id],
        tuple(applied),
        records,
        level.value,
        backward.text if backward is not None and "…" not in backward.text else None,
    )
    return Finding(
        rule=rule_id,
        level=level,
        message=message,
        place=place(primary),
        records=tuple(applied),
        related=tuple(_related(primary, applied.values(), situation, place)),
        facts=_facts(first, list(applied.values()), situation, place),
    )


def _backend(answer: Answer) -> str:
    """The backend in a message: one decorator goes without saying, more of them are the point."""
    return answer.choice.base if answer.choice.autodiff < 2 else answer.choice.shown()


def _condition(answer: Answer, level: Level) -> str | None:
    if level is not Level.INFORMATION or answer.condition is not None:
        return answer.condition
    if answer.phase == "backward":
        if answer.backward is None:
            return "if a gradient is asked for"
        return "if its input is tracked" if answer.use.tracked is None else None
    return None


def _related(
    primary: Site, answers: Iterable[Answer], situation: Situation, place: Callable[[Site], Place]
) -> Iterator[Related]:
    """Every line that made the finding true, each once."""
    seen: set[Place] = {place(primary)}
    for at, message in _reasons(primary, answers, situation, place):
        if at not in seen:
            seen.add(at)
            yield Related(at, message)


def _reasons(
    primary: Site, answers: Iterable[Answer], situation: Situation, place: Callable[[Site], Place]
) -> Iterator[tuple[Place, str]]:
    answers = list(answers)
    for answer in answers:
        if answer.choice.site is not None:
            words = f" {answer.condition}" if answer.condition and not answer.condition.startswith("if ") else ""
            yield place(answer.choice.site), f"`{answer.choice.shown()}` is chosen here{words}"
    for answer in answers:
        if answer.use.site != primary:
            yield place(answer.use.site), f"the {answer.use.operation.title} happens here"
        for call in answer.use.calls[-4:]:
            yield place(call), "reached through this call"
        if answer.backward is not None:
            yield place(answer.backward.site), "the backward pass starts here"
        if answer.target.place is not None and answer.record is not None and answer.record.affects.target:
            yield answer.target.place, f"the target `{answer.target.triple}` is chosen here"
    if situation.burn_place is not None:
        yield situation.burn_place, f"burn {situation.burn} is selected here"


def _facts(
    first: Answer, answers: Sequence[Answer], situation: Situation, place: Callable[[Site], Place]
) -> dict[str, object]:
    """What the fixes need: where the deciding expressions stand."""
    sites = first.extra.get("sites", {})
    assert isinstance(sites, dict)
    backends = {
        answer.choice.shown(): place(answer.choice.site) for answer in answers if answer.choice.site is not None
    }
    return {
        "operation": first.use.operation.name,
        "entry": first.use.entry.call,
        "phase": first.phase,
        "arguments": first.extra.get("arguments", {}),
        "argument_places": {name: place(site) for name, site in sites.items()},
        "inputs": {name: place(site) for name, site in first.use.inputs.items()},
        "backend_places": backends,
        "backends": tuple(dict.fromkeys((a.choice.base, a.choice.autodiff) for a in answers)),
        "backward": place(first.backward.site) if first.backward is not None else None,
        "call": place(first.use.site),
        "versions": situation.versions,
    }
