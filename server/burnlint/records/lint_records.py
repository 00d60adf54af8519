"""The linter's remarks on one record: its identity, range, condition, messages, fixes and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import TypeAlias

from burnlint.cargo import cfg
from burnlint.cargo.targets import target_triples
from burnlint.cargo.version import Version
from burnlint.records.condition import Condition
from burnlint.records.database import EVERY_BACKEND, Database
from burnlint.records.patterns import compiled, required_text
from burnlint.records.reader import did_you_mean
from burnlint.records.remark import Remark, releases_words, series_without_line
from burnlint.records.schema import Example, FixTemplate, Operation, Record
from burnlint.records.support import modes_of

_Said: TypeAlias = Iterator[tuple[str, tuple[str | int, ...]]]

_MAX_TITLE = 80
_LEAST_SURE = 8  # characters of a pattern that must stand in every message it matches
_REPEATED_REPETITION = re.compile(r"[*+}]\)[*+{]")
_MARKER = "//~ error"
_PLACEHOLDER = re.compile(r"@[A-Z_]+@")
_DEVICES_SINCE = Version.parse("0.22.0-pre.1")  # programs choose a device; before, they choose a type


def record_remarks(database: Database, record: Record) -> Iterator[Remark]:
    """Everything that can be said about a record without looking at others."""
    origin = database.origins["record", record.id]
    releases = [version for version in database.versions if record.affects.burn.contains(version)]
    for part in (_identity, _range, _condition, _messages, _fixes, _examples):
        for message, keys in part(database, record, releases):
            yield Remark(origin, message, keys)


def _identity(database: Database, record: Record, releases: Sequence[Version]) -> _Said:
    if PurePosixPath(record.file).stem != record.id:
        yield f"the file of `{record.id}` must be {record.id}.toml", ("id",)
    for message in _title(record.title):
        yield message, ("title",)
    for index, issue in enumerate(record.issues):
        if not re.fullmatch(r"https://\S+", issue):
            yield f"`{issue}` must be a link that starts with https://", ("source", "issues", index)
    for name in ("what", "when", "why", "prevention"):
        if "http://" in getattr(record, name):
            yield "links must start with https://", ("explanation", name)


def _title(title: str) -> Iterator[str]:
    if len(title) > _MAX_TITLE:
        yield f"the title is longer than {_MAX_TITLE} characters"
    if title.endswith(".") or "\n" in title:
        yield "a title is one line without a full stop"


# ---- where it holds -------------------------------------------------------------------------------------


def _range(database: Database, record: Record, releases: Sequence[Version]) -> _Said:
    burn = record.affects.burn
    if not releases:
        yield f"no known release lies in `{burn}`", ("affects", "burn")
    explained = [line.release for line in record.source] + [release for release, _ in record.missing]
    series = series_without_line(database.versions, burn, explained)
    if series:
        yield f"there is neither a source line nor a reason for burn {', '.join(series)}", ("source", "lines")
    for key, named in (
        ("lines", [line.release for line in record.source]),
        ("missing", [release for release, _ in record.missing]),
    ):
        for release in named:
            if release not in database.versions:
                yield f"burn {release} is no known release", ("source", key, str(release))
            elif not burn.contains(release):
                yield f"burn {release} is outside the range `{burn}`", ("source", key, str(release))
    names = [database.backends[name] for name in database.expand(record.affects.backends)]
    if EVERY_BACKEND not in record.affects.backends:
        without = [r for r in releases if not any(backend.burn.contains(r) for backend in names)]
        if without:
            yield f"none of the backends exists in {releases_words(without)}", ("affects", "backends")
    target = record.affects.target
    if target is not None and not _on_some_target(target):
        yield "no target that rustc has fulfils this", ("affects", "target")


def _on_some_target(target: str) -> bool:
    expr = cfg.parse(target)
    return any(cfg.evaluate(expr, cfg.CfgEnv(target=triple)) is not False for triple in target_triples())


def _condition(database: Database, record: Record, releases: Sequence[Version]) -> _Said:
    operation = database.operations[record.affects.operation]
    outside = [release for release in releases if not operation.burn.contains(release)]
    if outside:
        yield f"`{operation.name}` does not exist in {releases_words(outside)}", ("affects", "burn")
    if record.affects.when is None:
        return
    condition = Condition.parse(record.affects.when)
    for name in sorted(condition.names - set(operation.arguments)):
        hint = did_you_mean(name, operation.arguments)
        yield f"`{operation.name}` has no argument `{name}`{hint}", ("affects", "when")
    never = [release for release in releases if not _holds_somewhere(condition, operation, release)]
    if never:
        yield f"`when` holds for no value that exists in {releases_words(never)}", ("affects", "when")


def _holds_somewhere(condition: Condition, operation: Operation, release: Version) -> bool:
    return any(
        condition.evaluate(dict(mode)) is not False
        for mode in modes_of(operation)
        if all(operation.arguments[name][value].contains(release) for name, value in mode)
    )


def _messages(database: Database, record: Record, releases: Sequence[Version]) -> _Said:
    silent = [r for r in releases if not any(message.burn.contains(r) for message in record.messages)]
    if silent:
        yield f"there is no message for {releases_words(silent)}", ("message",)
    for index, message in enumerate(record.messages):
        if releases and not any(message.burn.contains(release) for release in releases):
            yield "no release of the record lies in this range", ("message", index, "burn")
        pattern = compiled(message.pattern)
        if pattern is None:
            continue  # said when the file was read
        if not pattern.search(message.text):
            yield "the pattern does not match the text", ("message", index, "pattern")
        if len(required_text(message.pattern)) < _LEAST_SURE:
            what = f"the pattern needs {_LEAST_SURE} characters in a row that stand in every message"
            yield what, ("message", index, "pattern")
        if _REPEATED_REPETITION.search(message.pattern):
            yield "a repetition inside a repetition can take forever", ("message", index, "pattern")


# ---- the ways out ---------------------------------------------------------------------------------------


def _fixes(database: Database, record: Record, releases: Sequence[Version]) -> _Said:
    titles = [fix.title for fix in record.fixes]
    for index, fix in enumerate(record.fixes):
        if titles.index(fix.title) < index:
            yield f"there is another fix `{fix.title}`", ("fix", index, "title")
        for message in _title(fix.title):
            yield message, ("fix", index, "title")
        if fix.kind == "advice" and fix.applicability != "display-only":
            yield "advice is display-only: there is nothing to apply", ("fix", index, "applicability")
        offered = [release for release in releases if fix.burn.contains(release)]
        if releases and not offered:
            yield "no release of the record lies in this range", ("fix", index, "burn")
        for message, key in _fix_parameters(database, record, fix, offered):
            yield message, ("fix", index, key)


def _fix_parameters(
    database: Database, record: Record, fix: FixTemplate, offered: Sequence[Version]
) -> Iterator[tuple[str, str]]:
    operation = database.operations[record.affects.operation]
    parameters = fix.parameters
    if fix.kind == "replace-argument":
        name, value = parameters["argument"], parameters["value"]
        if name not in operation.arguments:
            yield f"`{operation.name}` has no argument `{name}`", "argument"
            return
        values = operation.arguments[name]
        if values and value not in values:
            yield f"`{name}` has no value `{value}`{did_you_mean(value, values)}", "value"
        elif values:
            absent = [release for release in offered if not values[value].contains(release)]
            if absent:
                yield f"`{value}` does not exist in {releases_words(absent)}", "value"
    elif fix.kind == "switch-backend":
        name = parameters["backend"]
        if name not in database.backends:
            yield f"there is no backend `{name}`{did_you_mean(name, database.backends)}", "backend"
            return
        absent = [release for release in offered if not database.backends[name].burn.contains(release)]
        if absent:
            yield f"`{name}` does not exist in {releases_words(absent)}", "backend"
    elif fix.kind == "detach-input":
        inputs = {name for entry in operation.entries for name in entry.inputs}
        if parameters["input"] not in inputs:
            hint = did_you_mean(parameters["input"], inputs)
            yield f"no entry of `{operation.name}` has an input `{parameters['input']}`{hint}", "input"


# ---- the examples ---------------------------------------------------------------------------------------


def _examples(database: Database, record: Record, releases: Sequence[Version]) -> _Said:
    without = [r for r in releases if not any(example.burn.contains(r) for example in record.examples)]
    if record.reachable and without:
        yield f"there is no example for {releases_words(without)}", ("example",)
    for index, example in enumerate(record.examples):
        shown = [release for release in releases if example.burn.contains(release)]
        if releases and not shown:
            yield "no release of the record lies in this range", ("example", index, "burn")
        for message, keys in _example(record, example, shown):
            yield message, ("example", index, *keys)


def _example(record: Record, example: Example, shown: Sequence[Version]) -> _Said:
    programs: dict[tuple[str, ...], str] = {("program",): example.program, ("twin",): example.twin}
    programs.update({("after", title): text for title, text in example.after.items()})
    for keys, text in programs.items():
        marked = sum(line.rstrip().endswith(_MARKER) for line in text.splitlines())
        if keys == ("program",) and marked != 1:
            yield f"one line of the program must end in `{_MARKER}`, not {marked}", keys
        if keys != ("program",) and _MARKER in text:
            yield f"`{_MARKER}` belongs into the program that panics only", keys
        for message in _placeholders(text, shown):
            yield message, keys
    unmarked = example.program.replace(_MARKER, "")
    if unmarked.split() == example.twin.split():
        yield "the twin is the same program", ("twin",)
    fixes = {fix.title: fix for fix in record.fixes}
    for title in example.after:
        if title not in fixes:
            yield f"there is no fix `{title}`{did_you_mean(title, fixes)}", ("after", title)
    for fix in record.fixes:
        offered = any(fix.burn.contains(release) for release in shown)
        if offered and fix.applicability != "display-only" and fix.title not in example.after:
            yield f"the program after the fix `{fix.title}` is missing", ("after",)


def _placeholders(text: str, shown: Sequence[Version]) -> Iterator[str]:
    used = set(_PLACEHOLDER.findall(text))
    for unknown in sorted(used - {"@BACKEND@", "@DEVICE@"}):
        yield f"`{unknown}` is no placeholder: there are `@BACKEND@` and `@DEVICE@`"
    if "@DEVICE@" in used and any(release < _DEVICES_SINCE for release in shown):
        yield f"`@DEVICE@` has no meaning before burn {_DEVICES_SINCE}"
    if "@BACKEND@" in used and any(release >= _DEVICES_SINCE for release in shown):
        yield f"`@BACKEND@` has no meaning since burn {_DEVICES_SINCE}"
