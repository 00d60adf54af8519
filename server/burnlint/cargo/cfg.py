"""cfg predicates as data: parsed, evaluated three-valued, combined, compared and put into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from burnlint.cargo.targets import target_cfg, target_triples
from burnlint.truth import Truth, all_of, any_of, not_

# ---- data -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Const:
    """`true` or `false`."""

    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True)
class Flag:
    """A bare name, as in `cfg(test)`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Pair:
    """A name with a value, as in `cfg(feature = "wgpu")`."""

    key: str
    value: str

    def __str__(self) -> str:
        return f'{self.key} = "{self.value}"'


@dataclass(frozen=True)
class Triple:
    """A target triple, as in `[target.wasm32-unknown-unknown.dependencies]`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Opaque:
    """A predicate that burnlint does not evaluate, as in `cfg(version("1.80"))`: always unknown."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Not:
    """The negation of a predicate."""

    operand: Cfg

    def __str__(self) -> str:
        return f"not({self.operand})"


@dataclass(frozen=True)
class AllOf:
    """Holds when every operand does; without operands it always holds."""

    operands: tuple[Cfg, ...]

    def __str__(self) -> str:
        return f"all({', '.join(map(str, self.operands))})"


@dataclass(frozen=True)
class AnyOf:
    """Holds when some operand does; without operands it never holds."""

    operands: tuple[Cfg, ...]

    def __str__(self) -> str:
        return f"any({', '.join(map(str, self.operands))})"


Atom: TypeAlias = Flag | Pair | Triple | Opaque
Cfg: TypeAlias = Atom | Const | Not | AllOf | AnyOf

ALWAYS = Const(True)
NEVER = Const(False)

# ---- parsing --------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"""(?:\s|//[^\n]*|/\*.*?\*/)*(?:
        (?P<raw>r(?P<hashes>\#*)"(?P<text>.*?)"(?P=hashes))
      | (?P<name>(?:r\#)?[^\W\d]\w*)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<mark>[^\s])
      | \Z
    )""",
    re.VERBOSE | re.DOTALL,
)
_MAX_DEPTH = 64  # far deeper than any real predicate, well below Python's own limit


def parse(text: str) -> Cfg:
    """A predicate, with or without `cfg(…)` around it; ValueError when it is none."""
    return _Parser(text).whole()


def parse_platform(text: str) -> Cfg:
    """The key of a `[target.KEY.dependencies]` table: `cfg(…)` or a target triple."""
    return parse(text) if text.lstrip().startswith("cfg(") else Triple(text.strip())


class _Parser:
    """Recursive descent over the tokens of one predicate."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup is not None]
        self._at = 0

    def whole(self) -> Cfg:
        if self._peek() == "cfg" and self._peek(1) == "(":
            self._at += 2
            result = self._predicate(0)
            self._take(",", optional=True)
            self._take(")")
        else:
            result = self._predicate(0)
        if self._at < len(self._tokens):
            raise self._error("text follows the predicate")
        return result

    def _predicate(self, depth: int) -> Cfg:
        if depth > _MAX_DEPTH:
            raise self._error("it is nested too deeply")
        match = self._tokens[self._at] if self._at < len(self._tokens) else None
        if match is None or match["name"] is None:
            raise self._error("a name is missing")
        self._at += 1
        name = match["name"].removeprefix("r#")
        if self._peek() == "(":
            return self._call(name, match.start("name"), depth)
        if self._take("=", optional=True):
            return self._pair(name, match.start("name"))
        return Const(name == "true") if name in ("true", "false") else Flag(name)

    def _call(self, name: str, start: int, depth: int) -> Cfg:
        self._at += 1
        if name not in ("all", "any", "not"):
            return self._opaque(start)
        operands: list[Cfg] = []
        while not self._take(")", optional=True):
            operands.append(self._predicate(depth + 1))
            if not self._take(",", optional=True) and self._peek() != ")":
                raise self._error("a `,` or `)` is missing")
        if name == "all":
            return AllOf(tuple(operands))
        if name == "any":
            return AnyOf(tuple(operands))
        if len(operands) != 1:
            raise self._error("`not` takes one predicate")
        return Not(operands[0])

    def _pair(self, name: str, start: int) -> Cfg:
        match = self._tokens[self._at] if self._at < len(self._tokens) else None
        if match is None or not (match["string"] or match["raw"]):
            raise self._error("a string must follow the `=`")
        self._at += 1
        value: str = match["text"] if match["raw"] else match["string"][1:-1]
        # Nobody escapes characters here; not reading them is better than reading them wrongly.
        if "\\" in value or '"' in value:
            return Opaque(self._text[start : match.end()])
        return Pair(name, value)

    def _opaque(self, start: int) -> Opaque:
        open_brackets = 1
        while open_brackets:
            token = self._peek()
            if token is None:
                raise self._error("a `)` is missing")
            open_brackets += (token == "(") - (token == ")")
            self._at += 1
        return Opaque(self._text[start : self._tokens[self._at - 1].end()])

    def _peek(self, ahead: int = 0) -> str | None:
        index = self._at + ahead
        if index >= len(self._tokens):
            return None
        match = self._tokens[index]
        return match["name"] or match["mark"] or ""

    def _take(self, mark: str, optional: bool = False) -> bool:
        if self._peek() == mark:
            self._at += 1
            return True
        if not optional:
            raise self._error(f"a `{mark}` is missing")
        return False

    def _error(self, reason: str) -> ValueError:
        text = self._text.strip()
        shown = text if len(text) <= 100 else text[:99] + "…"
        return ValueError(f"`{shown}` is not a cfg predicate: {reason}")


# ---- evaluation -----------------------------------------------------------------------------------------

# Set only by tools that do not run the program.
_NEVER_WHILE_RUNNING = frozenset({"clippy", "doc", "rustfmt"})


@dataclass(frozen=True)
class CfgEnv:
    """What is known of one build; everything else is unknown."""

    on: frozenset[str] = frozenset()  # features of the package
    off: frozenset[str] = frozenset()
    complete: bool = False  # every feature that is not in `on` is off
    declared: frozenset[str] | None = None  # features that the package has; cargo switches on no other
    target: str | None = None  # a triple
    test: Truth = None
    debug_assertions: Truth = None


def evaluate(expr: Cfg, env: CfgEnv) -> Truth:
    """Whether the predicate holds in this build."""
    return _value(expr, lambda atom: _atom(atom, env))


def _value(expr: Cfg, of: Callable[[Atom], Truth]) -> Truth:
    if isinstance(expr, Const):
        return expr.value
    if isinstance(expr, Not):
        return not_(_value(expr.operand, of))
    if isinstance(expr, AllOf):
        return all_of(_value(operand, of) for operand in expr.operands)
    if isinstance(expr, AnyOf):
        return any_of(_value(operand, of) for operand in expr.operands)
    return of(expr)


def _atom(atom: Atom, env: CfgEnv) -> Truth:
    if isinstance(atom, Pair) and atom.key == "feature":
        if atom.value in env.on:
            return True
        undeclared = env.declared is not None and atom.value not in env.declared
        return False if env.complete or undeclared or atom.value in env.off else None
    if isinstance(atom, Flag):
        if atom.name == "test":
            return env.test
        if atom.name == "debug_assertions":
            return env.debug_assertions
        if atom.name in _NEVER_WHILE_RUNNING:
            return False
    return None if env.target is None else _on_target(atom, env.target)


def _on_target(atom: Atom, triple: str) -> Truth:
    if isinstance(atom, Triple):
        return atom.name == triple
    cfg = target_cfg(triple)
    if cfg is None:
        return None
    if isinstance(atom, Pair) and atom.key in cfg:
        return atom.value in cfg[atom.key]
    if isinstance(atom, Flag) and atom.name in ("unix", "windows"):
        return atom.name in cfg
    return None


# ---- combination ----------------------------------------------------------------------------------------


def conjunction(exprs: Iterable[Cfg]) -> Cfg:
    """All of the predicates as one, without repetitions."""
    parts = dict.fromkeys(part for expr in exprs for part in _conjuncts(expr))
    parts.pop(ALWAYS, None)
    if NEVER in parts:
        return NEVER
    if not parts:
        return ALWAYS
    return next(iter(parts)) if len(parts) == 1 else AllOf(tuple(parts))


def _conjuncts(expr: Cfg) -> Iterator[Cfg]:
    if isinstance(expr, AllOf):
        for operand in expr.operands:
            yield from _conjuncts(operand)
    else:
        yield expr


def contradictory(exprs: Iterable[Cfg]) -> bool:
    """True only if the predicates surely never hold together on any target that rustc has."""
    return _contradictory(conjunction(exprs))


_MAX_ATOMS = 16  # beyond that the search may take long, and the answer is "not surely"


@lru_cache(maxsize=4096)
def _contradictory(expr: Cfg) -> bool:
    atoms = frozenset(_atoms(expr))
    if len(atoms) > _MAX_ATOMS:
        return False
    decided = frozenset(atom for atom in atoms if _decided_by_target(atom))
    free = tuple(atoms - decided)
    return not any(_satisfiable(expr, {atom: atom in world for atom in decided}, free) for world in _worlds(decided))


def _satisfiable(expr: Cfg, known: dict[Atom, bool], free: tuple[Atom, ...]) -> bool:
    value = _value(expr, known.get)
    if value is not None or not free:
        return value is not False
    return any(_satisfiable(expr, {**known, free[0]: choice}, free[1:]) for choice in (True, False))


def _atoms(expr: Cfg) -> Iterator[Atom]:
    if isinstance(expr, Not):
        yield from _atoms(expr.operand)
    elif isinstance(expr, AllOf | AnyOf):
        for operand in expr.operands:
            yield from _atoms(operand)
    elif not isinstance(expr, Const):
        yield expr


def _decided_by_target(atom: Atom) -> bool:
    """Whether rustc's targets decide it; a value that none of them has may belong to a newer rustc."""
    return any(_on_target(atom, triple) for triple in target_triples())


@lru_cache(maxsize=1024)
def _worlds(atoms: frozenset[Atom]) -> frozenset[frozenset[Atom]]:
    """For each of rustc's targets the atoms that hold on it."""
    return frozenset(frozenset(atom for atom in atoms if _on_target(atom, triple)) for triple in target_triples())


# ---- words ----------------------------------------------------------------------------------------------


def shown(expr: Cfg) -> str:
    """The predicate in words, as the end of a sentence: "with feature `wgpu`", "on wasm32"."""
    return _words(expr, True, False)


def _words(expr: Cfg, holds: bool, nested: bool) -> str:
    if isinstance(expr, Not):
        return _words(expr.operand, not holds, nested)
    if isinstance(expr, AllOf | AnyOf) and expr.operands:
        # By De Morgan, "not all" is "any not".
        word = "and" if isinstance(expr, AllOf) == holds else "or"
        if len(expr.operands) == 1:
            return _words(expr.operands[0], holds, nested)
        text = f" {word} ".join(_listed(expr.operands, holds, word))
        return f"({text})" if nested else text
    if isinstance(expr, Const | AllOf | AnyOf):
        always = isinstance(expr, AllOf) or expr == ALWAYS
        return "always" if always == holds else "never"
    return _atom_words(expr, holds)


def _listed(operands: tuple[Cfg, ...], holds: bool, word: str) -> list[str]:
    """The operands in words; features that must all (or any) be on are named together, in front."""
    features = [f"`{part.value}`" for part in operands if isinstance(part, Pair) and part.key == "feature"]
    if not holds or len(features) < 2:
        return [_words(part, holds, True) for part in operands]
    others = [part for part in operands if not (isinstance(part, Pair) and part.key == "feature")]
    plural = "features" if word == "and" else "feature"
    together = f"with {plural} " + f" {word} ".join(features)
    return [together, *(_words(part, holds, True) for part in others)]


def _atom_words(atom: Atom, holds: bool) -> str:
    with_ = "with" if holds else "without"
    on = "on" if holds else "not on"
    if isinstance(atom, Triple):
        return f"{on} {atom.name}"
    if isinstance(atom, Flag):
        if atom.name == "test":
            return "in tests" if holds else "outside tests"
        if atom.name in ("unix", "windows"):
            return f"{on} {atom.name}"
        return f"{with_} debug assertions" if atom.name == "debug_assertions" else f"{with_} cfg `{atom}`"
    if isinstance(atom, Pair):
        if atom.key == "feature":
            return f"{with_} feature `{atom.value}`"
        if atom.key in ("target_arch", "target_os", "target_family") and atom.value:
            return f"{on} {atom.value}"
        if atom.key == "target_pointer_width":
            return f"{on} {atom.value}-bit targets"
        if atom.key == "target_endian":
            return f"{on} {atom.value}-endian targets"
        if atom.key == "target_has_atomic":
            size = "pointer-sized" if atom.value == "ptr" else f"{atom.value}-bit"
            return f"on targets {with_} {size} atomics"
    return f"{with_} cfg `{atom}`"
