"""What a record, a rule, an operation and a backend are: frozen data, as read from the files in records/.

The TOML form of each is documented in docs/record-format.md; field names here and there are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from burnlint.cargo.version import Range, Version

Phase = Literal["forward", "backward", "always"]


@dataclass(frozen=True)
class Origin:
    """Where in the TOML files something stands: a file, and the keys that lead to its table."""

    path: Path
    keys: tuple[str | int, ...] = ()


# ---- burn itself: releases, backends, paths (records/burn.toml, records/backends.toml) -----------------


@dataclass(frozen=True)
class Release:
    """One burn release that burnlint knows: `tag` is how the evidence names burn's source for it."""

    version: Version
    tag: str


@dataclass(frozen=True)
class Backend:
    """A backend as users name it, e.g. NdArray or Wgpu."""

    name: str
    family: str  # "CubeCL" for Wgpu, Cuda, ...; otherwise its own name
    burn: Range  # releases in which a program can choose it
    features: tuple[str, ...]  # features of the `burn` crate that bring it, e.g. ("wgpu",)
    paths: tuple[str, ...]  # canonical paths of its type to 0.21, e.g. "burn::backend::NdArray"
    devices: tuple[str, ...]  # constructors from 0.22, e.g. "ndarray", "libtorch_cuda"
    forwards: bool = False  # Router, Remote, Fusion, Dispatch: behaves as the backend behind it
    over: tuple[str, ...] = ()  # of one that forwards: the backends or families behind it; empty: any
    types: tuple[str, ...] = ()  # its device types to 0.21, e.g. "burn::backend::ndarray::NdArrayDevice"


@dataclass(frozen=True)
class DefaultDevice:
    """Which backend `Device::default()` stands for: the first feature of `burn` that is on decides."""

    burn: Range
    order: tuple[tuple[str, str], ...]  # (feature, backend)
    fallback: str | None  # the backend when none of the features is on
    origin: Origin | None = None


@dataclass(frozen=True)
class Prelude:
    """What `use burn::prelude::*` brings in a range of releases."""

    burn: Range
    names: dict[str, str]  # name -> canonical path


@dataclass(frozen=True)
class Reexport:
    """Another public path of the same thing."""

    path: str  # e.g. "burn::Tensor"
    is_: str  # the canonical path; `is` in the file
    burn: Range


# ---- burn's API as far as a check must understand it (records/operations/*.toml) -----------------------


@dataclass(frozen=True)
class Type:
    """A struct or enum of burn that the evaluator can follow through constructors and builders."""

    path: str  # canonical path, e.g. "burn::nn::interpolate::Interpolate2dConfig"
    also: tuple[str, ...]  # other public paths of the same type
    kind: Literal["enum", "options", "config", "module"]
    burn: Range
    variants: tuple[str, ...] = ()  # enums
    new: tuple[str, ...] = ()  # named parameters of `new`, in order; each is a field
    defaults: dict[str, str] = field(default_factory=dict)  # field -> Rust expression, as a Config default
    builds: str | None = None  # configs: the module that `init` returns, with the same fields


@dataclass(frozen=True)
class Entry:
    """One public way to reach an operation."""

    call: str  # "burn::tensor::module::interpolate" or "burn::nn::interpolate::Interpolate2d::forward"
    also: tuple[str, ...]  # other public paths of the same function or type
    burn: Range
    parameters: tuple[str, ...]  # "self" first for methods
    inputs: tuple[str, ...]  # the parameters whose gradient a backward pass asks for
    arguments: dict[str, str]  # operation argument -> place in the call, e.g. {"mode": "options.mode"}
    maps: dict[str, dict[str, str]]  # operation argument -> {value as written: value of the operation}
    parameters_tracked: bool = False  # a module that owns parameters: its output is tracked under autodiff


@dataclass(frozen=True)
class Operation:
    """What burn does when one of its entries is called, e.g. `interpolate`."""

    name: str
    title: str
    burn: Range
    arguments: dict[str, dict[str, Range]]  # argument -> {value: its releases}; no values: any value
    entries: tuple[Entry, ...]
    types: tuple[Type, ...]


# ---- records ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """The panic text of a range of releases, and a pattern that matches it in a log."""

    text: str
    pattern: str
    burn: Range


@dataclass(frozen=True)
class SourceLine:
    """Where burn's source for one release has the panic (or the implementation)."""

    release: Version
    path: str
    line: int
    crate: str | None = None  # "NAME@VERSION" when the path is in a crate outside burn's repository


@dataclass(frozen=True)
class Affects:
    """For which calls, backends, releases and targets a record holds."""

    operation: str
    phase: Phase
    burn: Range
    backends: tuple[str, ...]  # base backends, or ("*",) for every one
    when: str | None  # condition over the operation's arguments
    target: str | None  # cfg expression that must hold, e.g. 'not(target_has_atomic = "32")'
    autodiff: int  # how many Autodiff decorators the backend has at least: 0, 1 or 2


@dataclass(frozen=True)
class FixTemplate:
    """A true way out, as data; the fixes room turns it into edits."""

    kind: str  # "replace-argument", "switch-backend", "detach-input", "cfg-guard", "remove-call", "advice"
    title: str
    applicability: Literal["safe", "changes-behaviour", "display-only"]
    burn: Range
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Example:
    """A witness that panics, its clean twin, and the program after each fix, for a range of releases."""

    burn: Range
    program: str
    twin: str
    after: dict[str, str]  # title of a fix -> the program after it


@dataclass(frozen=True)
class Record:
    """One known panic of burn."""

    id: str
    rule: str
    title: str
    kind: str
    reachable: bool
    messages: tuple[Message, ...]
    source_crate: str
    source_function: str
    source: tuple[SourceLine, ...]
    issues: tuple[str, ...]
    foreign: tuple[str, ...]
    affects: Affects
    what: str
    when: str
    why: str
    prevention: str
    fixes: tuple[FixTemplate, ...]
    examples: tuple[Example, ...]
    file: str  # path inside records/, for messages
    missing: tuple[tuple[Version, str], ...] = ()  # releases whose series has no source line, and why


@dataclass(frozen=True)
class Rule:
    """One risk that a person would recognise: the diagnostic's code and what one suppresses."""

    id: str
    title: str
    summary: str
    operation: str  # or "*": records of several operations
    phase: Phase


Outcome: TypeAlias = Literal["ran", "panicked", "wrong", "timed-out", "killed", "does-not-compile"]
"""`wrong`: the program ran, but a shape was not the right one or a value not finite."""


@dataclass(frozen=True)
class Works:
    """Evidence that a cell of the support table works: operation x arguments x backend x release x phase."""

    operation: str
    phase: Phase
    backend: str  # or a family
    arguments: dict[str, str]  # an argument that is left out: every value of it
    source: tuple[SourceLine, ...]
    burn: Range | None = None  # None: only the very releases of `source`
    origin: Origin | None = None


@dataclass(frozen=True)
class Run:
    """A program that was built and run on real burn, and what it did: it shows a cell, or is part of an example."""

    burn: Version
    backend: str
    target: str  # triple
    outcome: Outcome
    toolchain: str
    operation: str | None  # of a cell
    phase: Phase | None
    arguments: dict[str, str]
    record: str | None  # of a cell: the record that it panicked with, if there is one; of an example: its record
    example: int | None  # from 1
    part: str | None  # "program", "twin" or "after: TITLE", the program after that fix
    message: str | None  # of the panic, or what else went wrong
    place: str | None  # where it panicked: file:line
    origin: Origin | None = None

    @property
    def panic(self) -> str | None:
        """The record whose panic was seen."""
        return self.record if self.outcome == "panicked" and self.part in (None, "program") else None
