"""Which functions of a package are followed: those that reach an operation, then those that can reach them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from burnlint.checks.answers import Answers
from burnlint.engine.sources import COMMON
from burnlint.infer.interpret import Interpreter
from burnlint.infer.program import Program
from burnlint.infer.trace import Trace
from burnlint.resolve.facts import ItemRef
from burnlint.syntax.rust import Item
from burnlint.syntax.words import function_words, type_words

_ROUNDS = 12  # callers of callers of callers; calls are not followed much deeper
_SPARE = 500  # functions that may be remembered beyond twice those there are


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
    calls: frozenset[bytes]  # words with which operations are called
    _known: dict[ItemRef, Root] = field(default_factory=dict)
    _built: dict[Item, bool] = field(default_factory=dict)  # functions with a body that this configuration builds
    _words: dict[Item, frozenset[bytes]] = field(default_factory=dict)
    _rounds: list[tuple[frozenset[bytes], dict[Item, bool]]] = field(default_factory=list)
    """Round by round: the names looked for, and which functions mention one of them."""
    _live: int = 0

    def forget(self, changed: set[ItemRef] | None) -> None:
        """These functions say something else now (None: all that is known of fields does)."""
        if changed and len(self._words) > 2 * self._live + _SPARE:  # most of them are gone by now
            self._built, self._words, self._rounds = {}, {}, []
        if changed is None:
            self._known = {}
        elif changed:
            self._known = {ref: root for ref, root in self._known.items() if changed.isdisjoint(root.followed)}

    def follow(self, interpreter: Interpreter, judge: Callable[[ItemRef, Trace], Answers]) -> list[Answers]:
        """The answers of every root worth following."""
        renamed = list(self._renamed())
        names = self.calls | {name for name, real in renamed if real in self.calls}
        left = list(self._functions())
        self._live = len(left)
        interpreter.spent = 0
        followed: dict[ItemRef, Root] = {}
        for number in range(_ROUNDS):
            mentions = self._mentions(number, names)
            fresh: set[bytes] = set()
            later: list[tuple[ItemRef, Item]] = []
            for ref, item in left:
                mentioned = mentions.get(item)
                if mentioned is None:
                    mentioned = mentions[item] = not self._words_of(ref, item).isdisjoint(names)
                if not mentioned:
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
            for ref, item in left:  # whoever gets such a value from a function need not name its type
                if types and self._returns(item, types):
                    fresh.update(self._names_of(ref, item))
            if not fresh - names:
                break
            names |= fresh | {name for name, real in renamed if real in fresh}
            left = later
        self._known = followed
        return [root.answers for root in followed.values()]

    def _functions(self) -> Iterator[tuple[ItemRef, Item]]:
        """Every function that can be followed."""
        for path, facts in list(self.program.scopes.files.items()):
            for number, item in enumerate(facts.items):
                if item.body is None:
                    continue
                built = self._built.get(item)
                if built is None:
                    built = self.program.builds(ItemRef(path, number)) and not item.attributes.should_panic
                    self._built[item] = built
                if built:
                    yield ItemRef(path, number), item

    def _mentions(self, number: int, names: frozenset[bytes]) -> dict[Item, bool]:
        """What is known of a round; nothing when it looks for other names than the last time."""
        if len(self._rounds) <= number or self._rounds[number][0] != names:
            self._rounds[number:] = [(names, {})]
        return self._rounds[number][1]

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
        words = function_words(item)
        head = self._head(ref)
        if head is not None:
            words.add(head)
            if b"self" in words:
                words |= self.program.field_words(head.decode())
        known = self._words[item] = frozenset(words)
        return known

    @staticmethod
    def _returns(item: Item, types: set[bytes]) -> bool:
        return item.type is not None and not types.isdisjoint(type_words(item.type))

    def _renamed(self) -> Iterator[tuple[bytes, bytes]]:
        """What imports call things, and their own names: `use burn::tensor::module::interpolate as resize`."""
        for facts in self.program.scopes.files.values():
            for item in facts.items:
                for imported in item.imports:
                    if imported.path and imported.name != imported.path[-1]:
                        yield imported.name.encode(), imported.path[-1].encode()
