"""What our evidence says of one claim about a panic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from burnlint.cargo import cfg
from burnlint.cargo.version import Version
from burnlint.records.condition import Condition
from burnlint.records.database import EVERY_BACKEND, Database
from burnlint.records.foreign_json import ForeignRecord
from burnlint.records.mentions import Mention, Sense, Vocabulary, is_promised, sense_of, targets, topics
from burnlint.records.pieces import MAX_LENGTH, Piece
from burnlint.records.remark import releases_words
from burnlint.records.schema import Phase, Record
from burnlint.records.support import Cell, Judge, Mode, modes_of, usual_depth
from burnlint.records.wording import listed
from burnlint.truth import Truth

Verdict: TypeAlias = Literal["agrees", "contradicted", "unverified"]

_MAX_CFGS = 20  # of one text

_UNREACHED = re.compile(
    r"dead[- ]code|never (?:invoked|called|reached|executed|run)\b|unreachable(?!!)|not reachable", re.IGNORECASE
)
_UNCATCHABLE = re.compile(
    r"panics?\b[^.\n]{0,30}?(?:\b(?:not|never|cannot)\b|n't\b)[^.\n]{0,20}\b(?:catch|caught)", re.IGNORECASE
)
_ONLY = re.compile(r"\bonly\b[^.;\n]{0,30}$", re.IGNORECASE)
_SUPPORTED = re.compile(r"^[^.;\n]{0,60}?\b(?:support|ha(?:s|ve) an?\b|implement|differentiab|works?\b)", re.IGNORECASE)
_CHOSEN = re.compile(r"\b(?:use|using|prefer|choose|pick|try|switch to|set)\b[^.;\n]{0,30}$", re.IGNORECASE)
_TRAINING = re.compile(r"backward|train|gradient|backprop|differentia", re.IGNORECASE)
_INFERENCE = re.compile(r"inference|forward", re.IGNORECASE)
_CFG = re.compile(r"\bcfg!?\s*\(")


class Judgement(NamedTuple):
    """One reason why a claim is right or wrong, with our records that give it."""

    verdict: Verdict
    because: str
    records: tuple[str, ...] = ()


class Subject:
    """The panic that a foreign record is about, as our records of it have it (one at least)."""

    def __init__(self, database: Database, foreign: ForeignRecord, records: Sequence[Record]) -> None:
        self._database = database
        self._foreign = foreign
        self._records = records
        self._affects = records[0].affects
        self._operation = database.operations[self._affects.operation]
        self._vocabulary = Vocabulary(database, self._operation)
        depth = max(self._affects.autodiff, usual_depth(self._affects.phase))
        self._judge = Judge(database, self._operation, depth)
        self._releases = tuple(
            version
            for version in database.versions
            if any(record.affects.burn.contains(version) for record in self._records)
        )

    def judge(self, piece: Piece) -> Iterator[Judgement]:
        """Everything that decides a claim; nothing when we cannot say."""
        if piece.field == "errorMessage":
            yield self._message(piece.text)
            return
        astray = self._off_topic(piece.text)
        if astray is not None:
            yield astray
            return
        if piece.kind in ("statement", "trigger"):
            yield from self._reachable(piece.text)
        yield from self._catchable(piece.text)
        only = list(self._only(piece))
        yield from only or self._support(piece)
        yield from self._targets(piece)
        if piece.kind == "guard":
            yield from self._guard(piece)

    # ---- identity and topic

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(record.id for record in self._records)

    def _message(self, text: str) -> Judgement:
        if any(re.search(m.pattern, text) for record in self._records for m in record.messages):
            return Judgement("agrees", "our record has the same message", self._ids)
        return Judgement("unverified", "our record of this id has another message", self._ids)

    @cached_property
    def _own_topics(self) -> frozenset[str]:
        operation = self._operation
        texts = [operation.name, operation.title, self._foreign.message[:MAX_LENGTH]]
        texts += [text for record in self._records for text in (record.title, record.source_function)]
        return topics("\n".join(texts))

    @cached_property
    def _foreign_topics(self) -> frozenset[str]:
        """What the trigger speaks of, when that is something else: then the text belongs to another panic."""
        spoken = topics(self._foreign.trigger[:MAX_LENGTH])
        return frozenset() if spoken & self._own_topics else spoken

    def _off_topic(self, text: str) -> Judgement | None:
        spoken = topics(text)
        astray = spoken & self._foreign_topics
        if not astray or spoken & self._own_topics:
            return None
        because = f"it speaks of {listed(sorted(astray))}, which this panic has nothing to do with"
        return Judgement("contradicted", because, self._ids)

    # ---- the panic itself

    def _reachable(self, text: str) -> Iterator[Judgement]:
        if _UNREACHED.search(text):
            reached = [record for record in self._records if record.reachable]
            if reached:
                because = f"it is reached: {reached[0].when}".rstrip(".") + self._runs_words(reached[0])
                yield Judgement("contradicted", because, (reached[0].id,))
            else:
                yield Judgement("agrees", "our record says the same", self._ids)

    def _catchable(self, text: str) -> Iterator[Judgement]:
        if _UNCATCHABLE.search(text):
            yield Judgement(
                "contradicted",
                "`std::panic::catch_unwind` catches panics in programs that unwind, which is Rust's default",
            )

    # ---- support: backends and modes

    def _support(self, piece: Piece) -> Iterator[Judgement]:
        phase = self._phase(piece.text)
        values = tuple(dict.fromkeys(m.names[0] for m in self._vocabulary.values(piece.text)))
        mentions = self._vocabulary.backends(piece.text)
        for mention in mentions:
            sense = sense_of(piece.text, mention, piece.kind)
            if sense is None or (sense == "works" and self._is_own_affair(piece.text, mention, values)):
                continue
            yield from self._compare(sense, self._look_up(phase, values, mention.names))
        if not mentions and piece.kind in ("advice", "after"):
            for value in self._vocabulary.values(piece.text):
                if _CHOSEN.search(piece.text[: value.start]):
                    found = self._look_up(phase, value.names, self._own_backends)
                    yield from self._compare("works", found)

    def _phase(self, text: str) -> Phase:
        is_inference = _INFERENCE.search(text) and not _TRAINING.search(text)
        return "forward" if is_inference else self._affects.phase

    @cached_property
    def _own_backends(self) -> tuple[str, ...]:
        return self._database.expand(name for record in self._records for name in record.affects.backends)

    @cached_property
    def _own_modes(self) -> tuple[Mode, ...]:
        return tuple(
            mode
            for mode in modes_of(self._operation)
            if any(_holds(record, mode) is not False for record in self._records)
        )

    def _is_own_affair(self, text: str, mention: Mention, values: Sequence[str]) -> bool:
        """Advice about the panicking backend itself, as in "on ndarray keep bicubic out": no promise that it works."""
        own_values = {value for mode in self._own_modes for _, value in mode}
        is_own = bool(set(mention.names) & set(self._own_backends)) and not is_promised(text, mention)
        return is_own and (not values or bool(own_values & set(values)))

    def _look_up(self, phase: Phase, values: Sequence[str], backends: Iterable[str]) -> _Found:
        modes = self._own_modes
        if values:
            modes = tuple(m for m in modes_of(self._operation) if any(value in values for _, value in m))
        judge = self._judge if phase == self._affects.phase else Judge(self._database, self._operation)
        found = _Found([], [], [], [])
        for backend in backends:
            for mode in modes:
                for release in self._releases:
                    cell = judge.cell(phase, mode, backend, release)
                    place = _Place(phase, mode, backend, release, cell)
                    if cell.state == "works":
                        (found.limited if set(cell.limited) & set(self._ids) else found.works).append(place)
                    elif cell.state == "panics":
                        found.panics.append(place)
                    elif cell.state == "unknown":
                        found.unknown.append(place)
        return found

    def _compare(self, sense: Sense, found: _Found) -> Iterator[Judgement]:
        if found.limited or not (found.works or found.panics):
            return
        panics = self._words(found.panics, "panics") if found.panics else ""
        works = self._words(found.works, "works") if found.works else ""
        records = tuple(dict.fromkeys(id for place in found.panics for id in place.cell.records))
        if found.works and found.panics:
            if sense != "avoided":
                yield Judgement("unverified", f"{works}, but {panics}", records)
        elif found.panics:
            yield Judgement("contradicted" if sense == "works" else "agrees", panics, records)
        elif sense != "avoided":
            yield Judgement("agrees" if sense == "works" else "contradicted", works)

    def _only(self, piece: Piece) -> Iterator[Judgement]:
        """Claims that only one value works."""
        for value in self._vocabulary.values(piece.text):
            before, after = piece.text[: value.start], piece.text[value.end :]
            if not (_ONLY.search(before) and _SUPPORTED.search(after)):
                continue
            mentions = self._vocabulary.backends(piece.text)
            backends = [name for mention in mentions for name in mention.names] or self._own_backends
            phase = self._phase(piece.text)
            own = self._look_up(phase, value.names, backends)
            rest = [v for values in self._operation.arguments.values() for v in values if v not in value.names]
            others = self._look_up(phase, rest, backends)
            records = tuple(dict.fromkeys(id for place in others.panics for id in place.cell.records))
            if others.works:
                yield Judgement("contradicted", self._words(others.works, "works"))
            elif own.panics and not own.works:
                yield from self._compare("works", own)
            elif own.works and others.panics and not (own.panics or own.unknown or others.unknown or others.limited):
                because = f"{self._words(own.works, 'works')}; {self._words(others.panics, 'panics')}"
                yield Judgement("agrees", because, records)
            else:
                yield Judgement("unverified", "")  # that it works is not all that is claimed

    def _words(self, places: Sequence[_Place], state: Literal["works", "panics"]) -> str:
        """`Bicubic works on LibTorch (burn 0.20.1 to 0.22.1, executed in 2 of 3 series) and Flex (burn 0.22.1)`."""
        values = list(dict.fromkeys(value for place in places for _, value in place.mode))
        early = state == "panics" and all(place.cell.phase != place.phase for place in places)
        already = " already in the forward pass" if early else ""
        named = {place.backend for place in places}
        releases: dict[str, set[Version]] = {}
        executed: dict[str, set[Version]] = {}
        for place in places:
            backend = self._family_or(place.backend, named)
            releases.setdefault(backend, set()).add(place.release)
            if place.cell.evidence == "executed":
                executed.setdefault(backend, set()).add(place.release)
        backends: dict[str, list[str]] = {}
        for backend, where in releases.items():
            words = self._release_words(where) + _executed_words(executed.get(backend, set()), where)
            backends.setdefault(words, []).append(backend)
        on = [f"{listed(names, 'and', 4)} ({where})" for where, names in backends.items()]
        what = listed(values, "and", 4) or self._operation.title
        verb = state.removesuffix("s") if len(values) > 1 else state
        return f"{what} {verb}{already} on {listed(on, 'and', 4)}"

    def _runs_words(self, record: Record) -> str:
        """Where a record's panic was seen."""
        runs = [run for run in self._database.runs if run.panic == record.id]
        releases = releases_words(sorted({run.burn for run in runs}))
        backends = listed(list(dict.fromkeys(run.backend for run in runs)))
        return f"; executed in {releases} on {backends}" if runs else ""

    def _family_or(self, backend: str, named: set[str]) -> str:
        """The backend's family when all of it is named."""
        family = self._database.backends[backend].family
        return family if named.issuperset(self._database.families[family]) else backend

    def _release_words(self, releases: set[Version]) -> str:
        run = [version for version in self._releases if min(releases) <= version <= max(releases)]
        if len(run) != len(releases):
            return releases_words(list(releases))
        return f"burn {run[0]}" if len(run) == 1 else f"burn {run[0]} to {run[-1]}"

    # ---- targets and guards

    @cached_property
    def _target(self) -> cfg.Cfg | None:
        return None if self._affects.target is None else cfg.parse(self._affects.target)

    def _targets(self, piece: Piece) -> Iterator[Judgement]:
        if self._target is None or piece.kind == "guard":
            return
        for mention in targets(piece.text):
            sense = sense_of(piece.text, mention, piece.kind)
            truths = {cfg.evaluate(self._target, cfg.CfgEnv(target=triple)) for triple in mention.names}
            if sense is None or len(truths) != 1 or None in truths:
                continue
            happens = True in truths
            name = piece.text[mention.start : mention.end]
            where = f"the panic happens only {cfg.shown(self._target)}"
            because = f"{where}, and {name} is {'' if happens else 'not '}one of them"
            yield Judgement("agrees" if happens == (sense != "works") else "contradicted", because, self._ids)

    def _guard(self, piece: Piece) -> Iterator[Judgement]:
        if self._target is not None and any(_decide_the_same(self._target, found) for found in _cfgs(piece.text)):
            yield Judgement("agrees", "it tests the condition of our record", self._ids)
        if piece.field == "tryCatchPattern":
            return
        values = self._vocabulary.values(piece.text)
        backends = self._vocabulary.backends(piece.text)
        if values and not backends:
            yield from self._blind_to_backends()
        if backends and not values and EVERY_BACKEND in self._affects.backends:
            because = "it looks at the backend, but the panic happens on every one"
            yield Judgement("contradicted", because, self._ids)

    def _blind_to_backends(self) -> Iterator[Judgement]:
        """A guard that looks at a value only, where the backend decides as well."""
        found = self._look_up(self._affects.phase, (), self._database.expand([EVERY_BACKEND]))
        if found.works and found.panics:
            works, panics = self._words(found.works, "works"), self._words(found.panics, "panics")
            records = tuple(dict.fromkeys(id for place in found.panics for id in place.cell.records))
            yield Judgement("contradicted", f"it does not look at the backend: {works}, but {panics}", records)


class _Place(NamedTuple):
    """A cell of the support table with its coordinates."""

    phase: Phase
    mode: Mode
    backend: str
    release: Version
    cell: Cell


class _Found(NamedTuple):
    """Cells that are known to work, to work but on the targets of the panic, to panic, and the others."""

    works: list[_Place]
    limited: list[_Place]
    panics: list[_Place]
    unknown: list[_Place]


def _executed_words(executed: set[Version], releases: set[Version]) -> str:
    """In how many of the minor series one release at least was run."""
    ran, all_series = ({version.release[:2] for version in some} for some in (executed, releases))
    if not ran:
        return ""
    if ran == all_series:
        return ", executed" if len(ran) == 1 else f", executed in all {len(ran)} series"
    return f", executed in {len(ran)} of {len(all_series)} series"


def _holds(record: Record, mode: Mode) -> Truth:
    when = record.affects.when
    return True if when is None else Condition.parse(when).evaluate(dict(mode))


def _decide_the_same(one: cfg.Cfg, other: cfg.Cfg) -> bool:
    """Whether one is the other, or its opposite."""
    return other in (one, cfg.Not(one)) or cfg.Not(other) == one


def _cfgs(code: str) -> Iterator[cfg.Cfg]:
    """The predicates of `cfg(…)` and `cfg!(…)` in code."""
    for match in islice(_CFG.finditer(code), _MAX_CFGS):
        depth, at = 1, match.end()
        while at < len(code) and depth:
            depth += (code[at] == "(") - (code[at] == ")")
            at += 1
        try:
            yield cfg.parse(code[match.end() : at - 1])
        except ValueError:
            continue
