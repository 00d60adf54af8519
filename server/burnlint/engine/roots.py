"""Which functions of a package are followed: those that reach an operation, then those that can reach them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from burnlint.checks.answers import Answers
from burnlint.engine.sources import COMMON
from burnlint.infer.interpret import Interpreter, Trace
from burnlint.infer.program import Program, type_words
from burnlint.resolve.facts import ItemRef
from burnlint.syntax.rust import Item

_ROUNDS = 5  # callers of callers of callers
_WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Root:
    """A followed function: what it led to, and every function that it went through."""

    answers: Answers
    followed: frozenset[ItemRef]
    productive: bool  # it met a use of an operation


@dataclass
class Roots:
    """Follows what is worth it, and keeps what it found until a function on the way changes."""

    program: Program
    telling: frozenset[bytes]
    _known: dict[ItemRef, Root] = field(default_factory=dict)
    _words: dict[Item, frozenset[bytes]] = field(default_factory=dict)

    def forget(self, changed: set[ItemRef] | None) -> None:
        """These functions say something else now (None: all that is known of fields does)."""
        if changed is None:
            self._known = {}
        elif changed:
            self._known = {ref: root for ref, root in self._known.items() if changed.isdisjoint(root.followed)}

    def follow(self, interpreter: Interpreter, judge: Callable[[ItemRef, Trace], Answers]) -> list[Answers]:
        """The answers of every root worth following."""
        names = self.telling | set(self._renamed(self.telling))
        left = [(ref, item) for ref, item in self.program.functions() if not item.attributes.should_panic]
        words = {item: self._words_of(ref, item) for ref, item in left}
        self._words = words
        followed: dict[ItemRef, Root] = {}
        for _ in range(_ROUNDS):
            fresh: set[bytes] = set()
            later: list[tuple[ItemRef, Item]] = []
            for ref, item in left:
                if words[item].isdisjoint(names):
                    later.append((ref, item))
                    continue
                root = self._known.get(ref)
                if root is None:
                    trace = interpreter.follow(ref)
                    root = Root(judge(ref, trace), frozenset(trace.followed), bool(trace.uses))
                followed[ref] = root
                if root.productive:
                    fresh.update(self._names_of(ref, item))
            types = {name for name in fresh if name[:1].isupper()}
            fresh.update(item.name.encode() for _, item in left if types and self._returns(item, types))
            if not fresh - names:
                break
            names |= fresh
            left = later
        self._known = followed
        return [root.answers for root in followed.values()]

    def _names_of(self, ref: ItemRef, item: Item) -> Iterator[bytes]:
        """By which names code can call a function: its own, unless that says nothing, and its type's."""
        head = self._head(ref)
        if head is None or item.name not in COMMON:
            yield item.name.encode()
        if head is not None:
            yield head

    def _head(self, ref: ItemRef) -> bytes | None:
        owner = self.program.owner(ref)
        type_ = self.program.item(owner).type if owner is not None else None
        return type_.segments[-1].name.encode() if type_ is not None and type_.segments else None

    def _words_of(self, ref: ItemRef, item: Item) -> frozenset[bytes]:
        """What a function names: in its body, its parameters, its type, and the fields of that."""
        known = self._words.get(item)
        if known is not None:
            return known
        words = set(_WORD.findall(item.body or b""))
        for parameter in item.parameters:
            if parameter.type is not None:
                words.update(type_words(parameter.type))
        head = self._head(ref)
        if head is not None:
            words.add(head)
            if b"self" in words:
                words |= self.program.field_words(head.decode())
        return frozenset(words)

    @staticmethod
    def _returns(item: Item, types: set[bytes]) -> bool:
        return item.type is not None and item.name not in COMMON and not types.isdisjoint(type_words(item.type))

    def _renamed(self, names: frozenset[bytes]) -> Iterator[bytes]:
        """What the package's imports call these names: `use burn::tensor::module::interpolate as resize`."""
        for facts in self.program.scopes.files.values():
            for item in facts.items:
                for imported in item.imports:
                    if imported.path and imported.name != imported.path[-1] and imported.path[-1].encode() in names:
                        yield imported.name.encode()
