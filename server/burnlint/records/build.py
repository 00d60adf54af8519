"""Builds the data of schema.py from TOML tables, as docs/record-format.md describes them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

from burnlint.cargo import cfg
from burnlint.records.condition import Condition, ConditionError
from burnlint.records.reader import ANY, Reader
from burnlint.records.schema import (
    Affects,
    Backend,
    DefaultDevice,
    Entry,
    Example,
    FixTemplate,
    Message,
    Operation,
    Origin,
    Outcome,
    Phase,
    Prelude,
    Record,
    Reexport,
    Release,
    Rule,
    Run,
    Type,
    Works,
)

OUTCOMES = ("ran", "panicked", "wrong", "timed-out", "killed", "does-not-compile")
PHASES = ("forward", "backward", "always")
TYPE_KINDS = ("enum", "options", "config", "module")
APPLICABILITIES = ("safe", "changes-behaviour", "display-only")
FIX_PARAMETERS: dict[str, tuple[str, ...]] = {
    "replace-argument": ("argument", "value"),
    "switch-backend": ("backend",),
    "detach-input": ("input",),
    "cfg-guard": ("cfg",),
    "remove-call": (),
    "advice": ("text",),
}

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PATH = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")


# ---- burn.toml, backends.toml, rules.toml ---------------------------------------------------------------


def release(reader: Reader) -> Release:
    """One `[[release]]`."""
    return Release(reader.version("version"), reader.text("tag"))


def default_device(reader: Reader, path: Path) -> DefaultDevice:
    """One `[[default_device]]`."""
    burn = reader.range("burn")
    order: list[tuple[str, str]] = []
    for index, pair in enumerate(reader.items("order")):
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair):
            order.append((pair[0], pair[1]))
        else:
            reader.error("`order` must hold pairs [feature, backend]", "order", index)
    return DefaultDevice(burn, tuple(order), reader.optional("fallback"), Origin(path, reader.path))


def prelude(reader: Reader) -> Prelude:
    """One `[[prelude]]`."""
    return Prelude(reader.range("burn"), reader.mapping("names", str, "a path"))


def reexport(reader: Reader) -> Reexport:
    """One `[[reexport]]`."""
    return Reexport(_path(reader, "path"), _path(reader, "is"), reader.range("burn", ANY))


def backend(reader: Reader) -> Backend:
    """One `[[backend]]`."""
    name = reader.text("name")
    return Backend(
        name=name,
        family=reader.optional("family") or name,
        burn=reader.range("burn"),
        features=reader.texts("features"),
        paths=reader.texts("paths"),
        devices=reader.texts("devices"),
        forwards=reader.flag("forwards", False),
        over=reader.texts("over"),
        types=reader.texts("types"),
    )


def rule(reader: Reader) -> Rule:
    """One `[[rule]]`."""
    return Rule(
        id=_id(reader, "id"),
        title=reader.text("title"),
        summary=reader.text("summary"),
        operation=reader.text("operation"),
        phase=_phase(reader),
    )


# ---- operations -----------------------------------------------------------------------------------------


def operation(reader: Reader) -> Operation:
    """A whole file in operations/."""
    arguments = reader.table("arguments")
    return Operation(
        name=reader.text("name"),
        title=reader.text("title"),
        burn=reader.range("burn"),
        arguments={name: arguments.ranges(name) for name in arguments},
        entries=tuple(_entry(part) for part in reader.tables("entry")),
        types=tuple(_type(part) for part in reader.tables("type")),
    )


def _entry(reader: Reader) -> Entry:
    maps = reader.table("maps")
    parameters = reader.texts("parameters")
    inputs = reader.texts("inputs")
    for index, name in enumerate(inputs):
        if name not in parameters:
            reader.error(f"the input `{name}` is none of the parameters", "inputs", index)
    entry = Entry(
        call=_path(reader, "call"),
        also=reader.texts("also"),
        burn=reader.range("burn"),
        parameters=parameters,
        inputs=inputs,
        arguments=reader.mapping("arguments", str, "a place in the call, as in `options.mode`"),
        maps={name: maps.mapping(name, str, "a value of the operation") for name in maps},
        parameters_tracked=reader.flag("parameters_tracked", False),
    )
    reader.close()
    return entry


def _type(reader: Reader) -> Type:
    result = Type(
        path=_path(reader, "path"),
        also=reader.texts("also"),
        kind=cast(Any, reader.choice("kind", TYPE_KINDS)),
        burn=reader.range("burn"),
        variants=reader.texts("variants"),
        new=reader.texts("new"),
        defaults=reader.mapping("defaults", str, "a Rust expression"),
        builds=reader.optional("builds"),
    )
    reader.close()
    return result


# ---- records --------------------------------------------------------------------------------------------


def record(reader: Reader, file: str) -> Record:
    """A whole file that describes one panic."""
    messages = tuple(_message(part) for part in reader.tables("message"))
    if not messages:
        reader.error("a record needs at least one `[[message]]`")
    source = reader.table("source", required=True)
    explanation = reader.table("explanation", required=True)
    result = Record(
        id=_id(reader, "id"),
        rule=reader.text("rule"),
        title=reader.text("title"),
        kind=reader.text("kind"),
        reachable=reader.flag("reachable", True),
        messages=messages,
        source_crate=source.text("crate"),
        source_function=source.text("function"),
        source=source.source_lines("lines"),
        issues=source.texts("issues"),
        foreign=source.texts("foreign"),
        affects=_affects(reader.table("affects", required=True)),
        what=explanation.text("what"),
        when=explanation.text("when"),
        why=explanation.text("why"),
        prevention=explanation.text("prevention"),
        fixes=tuple(_fix(part) for part in reader.tables("fix")),
        examples=tuple(_example(part) for part in reader.tables("example")),
        file=file,
        missing=source.versions("missing"),
    )
    source.close()
    explanation.close()
    return result


def _message(reader: Reader) -> Message:
    message = Message(reader.text("text"), reader.text("pattern"), reader.range("burn"))
    reader.close()
    return message


def _affects(reader: Reader) -> Affects:
    affects = Affects(
        operation=reader.text("operation"),
        phase=_phase(reader),
        burn=reader.range("burn"),
        backends=reader.texts("backends", required=True),
        when=reader.optional("when"),
        target=reader.optional("target"),
        autodiff=reader.number("autodiff", 0, 0, 9),
    )
    reader.close()
    return affects


def _fix(reader: Reader) -> FixTemplate:
    kind = reader.choice("kind", tuple(FIX_PARAMETERS))
    template = FixTemplate(
        kind=kind,
        title=reader.text("title"),
        applicability=cast(Any, reader.choice("applicability", APPLICABILITIES)),
        burn=reader.range("burn", ANY),
        parameters={name: reader.text(name) for name in FIX_PARAMETERS.get(kind, ())},
    )
    reader.close()
    return template


def _example(reader: Reader) -> Example:
    example = Example(
        burn=reader.range("burn"),
        program=reader.text("program"),
        twin=reader.text("twin"),
        after=reader.mapping("after", str, "a program"),
    )
    reader.close()
    return example


def check_languages(record: Record, reader: Reader) -> None:
    """Notes what is wrong in texts that are in a language of their own; a compiled file has passed this."""
    if record.affects.when is not None:
        try:
            Condition.parse(record.affects.when)
        except ConditionError as error:
            reader.error(f"`when` is not a condition: {error}", "affects", "when")
    for path, text in _cfgs(record):
        try:
            cfg.parse(text)
        except ValueError as error:
            reader.error(str(error), *path)
    for index, message in enumerate(record.messages):
        try:
            re.compile(message.pattern)
        except (re.error, RecursionError, OverflowError) as error:
            reader.error(f"`pattern` is not a regular expression: {error}", "message", index, "pattern")


def _cfgs(record: Record) -> list[tuple[tuple[str | int, ...], str]]:
    found: list[tuple[tuple[str | int, ...], str]] = []
    if record.affects.target is not None:
        found.append((("affects", "target"), record.affects.target))
    for index, fix in enumerate(record.fixes):
        if fix.kind == "cfg-guard":
            found.append((("fix", index, "cfg"), fix.parameters["cfg"]))
    return found


# ---- evidence -------------------------------------------------------------------------------------------


def works(reader: Reader, path: Path) -> Works:
    """One `[[works]]`."""
    return Works(
        operation=reader.text("operation"),
        phase=_phase(reader),
        backend=reader.text("backend"),
        arguments=reader.mapping("arguments", str, "a value of the argument"),
        source=reader.source_lines("lines", required=True),
        burn=reader.range("burn") if "burn" in reader else None,
        origin=Origin(path, reader.path),
    )


def run(reader: Reader, path: Path) -> Run:
    """One line of a file of runs: of a cell if it names an operation, else of a record's example."""
    is_cell = "operation" in reader
    result = Run(
        burn=reader.version("burn"),
        backend=reader.text("backend"),
        target=reader.text("target"),
        outcome=cast(Outcome, reader.choice("outcome", OUTCOMES)),
        toolchain=reader.text("toolchain"),
        operation=reader.text("operation") if is_cell else None,
        phase=_phase(reader) if is_cell else None,
        arguments=reader.mapping("arguments", str, "a value of the argument") if is_cell else {},
        record=reader.optional("record") if is_cell else reader.text("record"),
        example=None if is_cell else reader.number("example", 0, 1, 99),
        part=None if is_cell else reader.text("part"),
        message=reader.optional("message"),
        place=reader.optional("place"),
        origin=Origin(path, reader.path),
    )
    reader.text("program")  # for those who run it again: a digest of its text
    if is_cell and result.record is not None and result.outcome != "panicked":
        reader.error("a cell that did not panic has no `record`", "record")
    return result


# ---- parts ----------------------------------------------------------------------------------------------


def _id(reader: Reader, key: str) -> str:
    value = reader.text(key)
    if value and not _ID.fullmatch(value):
        reader.error(f"`{value}` must be lower-case words with hyphens, as in `interpolate-backward`", key)
    return value


def _path(reader: Reader, key: str) -> str:
    value = reader.text(key)
    if value and not _PATH.fullmatch(value):
        reader.error(f"`{value}` must be a path, as in `burn::tensor::Tensor`", key)
    return value


def _phase(reader: Reader) -> Phase:
    return cast(Phase, reader.choice("phase", PHASES))
