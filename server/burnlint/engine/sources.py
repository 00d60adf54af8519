"""The sources of linked packages, read as far as they matter: most files of most packages never need a parse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from burnlint.engine.files import Files, Stamp
from burnlint.resolve.facts import FileFacts, TopItem, extract
from burnlint.syntax.queries import QuerySet
from burnlint.syntax.rust import Item
from burnlint.syntax.words import function_words

_WORD = re.compile(rb"\bDevice as\b|(?:\bmod |\bDevice::)?[A-Za-z_][A-Za-z0-9_]*")
"""A name; that of a module with what declares it, and that of a device with its type, which says little alone."""

_TRAINING = (b"backward", b"AutodiffBackend", b"Autodiff<", b"autodiff(", b"TrainStep", b"require_grad")
"""Words without which a package asks for no gradients."""

_ROUNDS = 3  # callers of callers, in files that name nothing of burn

COMMON = {
    "new", "init", "forward", "default", "from", "main", "run", "step", "fmt", "clone", "build", "next", "into",
}  # fmt: skip
"""Function names too common to look for callers by."""


@dataclass(slots=True)
class _Source:
    stamp: Stamp
    words: bytes | None  # the words of the text, each between line ends; kept only while the file does not matter
    facts: FileFacts | None
    relevant: bool
    trains: bool


class Sources:
    """Which files of the packages there are, which matter, and their facts."""

    def __init__(
        self, files: Files, listing: Callable[[], Iterable[Path]], queries: QuerySet, always: Iterable[str]
    ) -> None:
        self._files = files
        self._queries = queries
        self._listing = listing
        self._always = frozenset(word.encode() for word in always)
        self.telling: frozenset[bytes] = frozenset()
        self._scanned: frozenset[bytes] = frozenset()  # words that every file was looked through for
        self._names: dict[TopItem, tuple[bytes, ...]] = {}  # what `_own_names` knows already
        self._sources: dict[Path, _Source] = {}
        self._paths: dict[Path, None] | None = None

    def relist(self) -> None:
        """Files came or went."""
        self._paths = None

    def want(self, words: Iterable[str]) -> bool:
        """Look for code that contains one of these words too; whether that brought in more files."""
        telling = frozenset(word.encode() for word in words)
        if telling != self.telling:
            self.telling, self._names = telling, {}
        return self._settle(())

    def update(self, dirty: Iterable[Path] | None) -> list[Path]:
        """Read what changed (None: look at everything); the files whose facts may be new."""
        if self._paths is None:
            self._paths = dict.fromkeys(self._listing())
            for path in set(self._sources) - set(self._paths):
                del self._sources[path]
            dirty = None
        changed = [path for path in (self._paths if dirty is None else dirty) if self._read(path)]
        self._settle(changed)
        return changed

    @property
    def any_relevant(self) -> bool:
        """Whether any file reaches an operation."""
        return any(source.relevant for source in self._sources.values())

    @property
    def trains(self) -> bool:
        """Whether any file asks for gradients."""
        return any(source.trains for source in self._sources.values())

    def relevant(self) -> Iterator[FileFacts]:
        """The facts of the files that matter."""
        for source in self._sources.values():
            if source.relevant and source.facts is not None:
                yield source.facts

    def facts(self, path: Path) -> FileFacts | None:
        """The facts of a file, read now if it did not seem to matter; None when there is no such file."""
        source = self._sources.get(path)
        if source is None:
            return None
        if source.facts is None:
            self._extract(path, source)
        return source.facts

    def declares(self, path: Path, module: str) -> bool:
        """Whether a file has `mod module`."""
        source = self._sources.get(path)
        if source is None:
            return False
        if source.facts is not None:
            return any(item.kind == "mod" and item.name == module for item in source.facts.items)
        return source.words is not None and _line(b"mod " + module.encode()) in source.words

    # ---- reading ----

    def _read(self, path: Path) -> bool:
        stamp = self._files.stamp(path)
        known = self._sources.get(path)
        if known is not None and known.stamp == stamp:
            return False
        data = self._files.read(path) if stamp is not None else None
        if stamp is None or data is None:
            self._sources.pop(path, None)
            return known is not None
        source = _Source(stamp, None, known.facts if known is not None else None, False, False)
        source.trains = any(word in data for word in _TRAINING)
        self._sources[path] = source
        if source.facts is not None:
            self._extract(path, source)
        if known is not None and known.relevant:
            # What mattered once is kept: while someone types, the telling word may be gone for a moment.
            source.relevant = True
        else:
            source.words = _line(b"\n".join(set(_WORD.findall(data))))
        return True

    def _extract(self, path: Path, source: _Source) -> None:
        found = self._files.document(path)
        if found is not None:
            document, _ = found
            source.facts = extract(path, document.tree.root_node, document.text.data, self._queries, source.facts)

    def _settle(self, changed: Iterable[Path]) -> bool:
        """Find the files that matter: by burn's names, then by the package's own names for what matters."""
        found = False
        unread = set(changed)
        for _ in range(_ROUNDS):
            words = self._always | self.telling | set(self._own_names())
            if self.telling:
                words |= {b"backward"}
            new = words - self._scanned
            if not new and not unread:
                break
            everything, fresh = ([_line(word) for word in some] for some in (words, new))
            for path, source in self._sources.items():
                if source.relevant or source.words is None or not (new or path in unread):
                    continue
                text = source.words
                if any(line in text for line in (everything if path in unread else fresh)):
                    if source.facts is None:
                        self._extract(path, source)
                    source.words = None
                    source.relevant = found = True
            unread = set()
            self._scanned |= words
        return found

    def _own_names(self) -> Iterator[bytes]:
        """Names of the package's types and functions that reach an operation."""
        known, self._names = self._names, {}
        for facts in self.relevant():
            for top in facts.cache.values():
                if not top.words.isdisjoint(self.telling):
                    names = self._names[top] = known.get(top) or tuple(self._names_in(top))
                    yield from names

    def _names_in(self, top: TopItem) -> Iterator[bytes]:
        for item in top.items:
            if item.kind in ("struct", "enum"):
                yield item.name.encode()
            elif item.kind == "impl" and item.type is not None and item.type.segments:
                yield item.type.segments[-1].name.encode()
            elif item.kind == "fn" and self._tells(item):
                yield item.name.encode()

    def _tells(self, item: Item) -> bool:
        return item.name not in COMMON and not self.telling.isdisjoint(function_words(item))


def _line(word: bytes) -> bytes:
    return b"\n%b\n" % word
