"""What a foreign text speaks of: backends, values of arguments, targets and fields of work, and in which sense."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from burnlint.cargo.targets import target_cfg, target_triples
from burnlint.records.database import Database
from burnlint.records.schema import Operation

Kind: TypeAlias = Literal["statement", "trigger", "advice", "before", "after", "guard"]
"""The part of a foreign record that a text is from: `before` and `after` are the halves of its example."""

Sense: TypeAlias = Literal["works", "panics", "avoided"]


class Mention(NamedTuple):
    """A name in a text, and what it stands for there."""

    start: int
    end: int
    names: tuple[str, ...]  # backends, values or triples


# ---- backends and values --------------------------------------------------------------------------------

# Words that mean something else at least as often.
_ORDINARY = frozenset(
    {"autodiff", "backend", "capture", "cpu", "cube", "dispatch", "flex", "fusion", "jit", "metal", "remote", "router"}
)
# What people say for a backend besides its name and features: word -> a backend or family.
_ALSO_CALLED = {
    "burn-cube": "CubeCL",
    "burn-jit": "CubeCL",
    "burn-cubecl": "CubeCL",
    "cubecl": "CubeCL",
    "burn-tch": "LibTorch",
    "burn-torch": "LibTorch",
    "libtorch": "LibTorch",
    "tch": "LibTorch",
    "nd-array": "NdArray",
}


_NOTHING = re.compile(r"(?!)")
_MOST = 50  # mentions of one text that are looked at


class Vocabulary:
    """The names of one operation and of all backends, ready to be found in a text."""

    def __init__(self, database: Database, operation: Operation) -> None:
        self._database = database
        self._operation = operation

    def backends(self, text: str) -> list[Mention]:
        """The backends that a text names, by family where it names one."""
        found = []
        for match in islice(self._backend_pattern.finditer(text), _MOST):
            exact, word = match["exact"], match["word"]
            name = exact or self._backend_words[word.lower().replace("_", "-")]
            found.append(Mention(match.start(), match.end(), self._database.expand([name])))
        return found

    def values(self, text: str) -> list[Mention]:
        """The values of the operation's arguments that a text names."""
        found = []
        for match in islice(self._value_pattern.finditer(text), _MOST):
            value = self._value_words.get(_plain(match[0]))
            if value is not None and (len(match[0]) >= 6 or match[0] == value):
                found.append(Mention(match.start(), match.end(), (value,)))
        return found

    @cached_property
    def _backend_words(self) -> dict[str, str]:
        """A word in lower case -> the backend or family, for words that mean only one family."""
        meanings: dict[str, set[str]] = {}
        for backend in self._database.backends.values():
            modules = {path.split("::")[-2] for path in backend.paths if path.count("::") > 2}
            devices = {device.split("_")[0] for device in backend.devices}
            for word in {*backend.features, *modules, *devices, backend.name.lower()}:
                plain = word.lower().replace("_", "-")
                meanings.setdefault(f"burn-{plain}", set()).add(backend.name)
                if plain not in _ORDINARY:
                    meanings.setdefault(plain, set()).add(backend.name)
        words = {}
        for word, names in meanings.items():
            families = {self._database.backends[name].family for name in names}
            if len(names) == 1:
                words[word] = next(iter(names))
            elif len(families) == 1:
                words[word] = next(iter(families))
        known = {*self._database.backends, *self._database.families}
        words.update({word: name for word, name in _ALSO_CALLED.items() if name in known})
        return words

    @cached_property
    def _backend_pattern(self) -> re.Pattern[str]:
        words = sorted(self._backend_words, key=len, reverse=True)
        names = sorted({*self._database.backends, *self._database.families}, key=len, reverse=True)
        if not names:
            return _NOTHING
        word = "|".join(re.escape(word).replace(r"\-", "[-_]") for word in words)
        exact = "|".join(map(re.escape, names))
        # `Router` also as `BackendRouter`; `backend_is_ndarray` names a backend, `metallic` does not.
        return re.compile(
            rf"(?<![A-Za-z0-9])(?:(?:Backend)?(?P<exact>{exact})|(?P<word>(?i:{word})))(?:Backend)?(?![A-Za-z0-9])"
        )

    @cached_property
    def _value_words(self) -> dict[str, str]:
        return {_plain(value): value for values in self._operation.arguments.values() for value in values}

    @cached_property
    def _value_pattern(self) -> re.Pattern[str]:
        if not self._value_words:
            return _NOTHING
        words = (
            "[ _-]?".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+", value)) or re.escape(value)
            for value in sorted(self._value_words.values(), key=len, reverse=True)
        )
        return re.compile(rf"(?<![A-Za-z0-9])(?i:{'|'.join(words)})(?![A-Za-z0-9])")


def _plain(word: str) -> str:
    return re.sub(r"[ _-]", "", word).lower()


# ---- targets --------------------------------------------------------------------------------------------

_TARGET = re.compile(r"(?<![\w-])[a-z][a-z0-9_]*(?:[.-][a-z0-9_]+){0,6}(?![\w-])")


def targets(text: str) -> list[Mention]:
    """The targets that a text names: triples, architectures such as `aarch64`, and `wasm`."""
    found = []
    for match in _TARGET.finditer(text.lower()):
        triples = _triples(match[0])
        if triples:
            found.append(Mention(match.start(), match.end(), triples))
    return found[:_MOST]


@lru_cache(maxsize=4096)
def _triples(word: str) -> tuple[str, ...]:
    if target_cfg(word) is not None:
        return (word,)
    if word == "wasm":
        return tuple(triple for triple in target_triples() if triple.startswith("wasm"))
    # Words without a digit, such as `arm`, are too often something else.
    if not any(character.isdigit() for character in word):
        return ()
    return tuple(triple for triple in target_triples() if triple.split("-")[0] == word)


# ---- topics ---------------------------------------------------------------------------------------------

_TOPICS = {
    topic: re.compile(pattern, re.IGNORECASE)
    for topic, pattern in {
        "attention": r"attention",
        "convolution": r"(?<![a-z])conv(?:olution|\d|_|[a-z]*\dd|\b)",
        "embedding": r"embedding",
        "Fourier transforms": r"(?<![a-z])(?:i?r?fft|i?stft)(?![a-z])|fourier",
        "grid sampling": r"grid[ _]?sampl",
        "interpolation": r"interpolat|upsampl|resampl|resiz",
        "linear layers": r"(?<![a-z])linear(?![a-z])",
        "matrix multiplication": r"matmul|matrix multipl",
        "normalisation": r"(?:batch|layer|group|instance|rms)[ _]?norm",
        "pooling": r"pool(?:ing|\d|_|\b)",
        "quantization": r"quanti[sz]|QTensor",
        "recurrent layers": r"(?<![a-z])(?:lstm|gru)(?![a-z])|recurrent",
        "sorting": r"(?<![a-z])(?:arg)?sort(?:ing)?(?![a-z])|top_?k",
    }.items()
}


def topics(text: str) -> frozenset[str]:
    """The fields of work that a text speaks of."""
    return frozenset(topic for topic, pattern in _TOPICS.items() if pattern.search(text))


# ---- senses ---------------------------------------------------------------------------------------------

_AVOIDED = re.compile(
    r"\b(?:instead of|rather than|away from|other than|except|unlike|avoid\w*|without|skip\w*|exclud\w*|disabl\w*"
    r"|guard\w*|replac\w*|not (?:on|use|using|with)|n't use|never|off)\b",
    re.IGNORECASE,
)
_RECOMMENDED = re.compile(
    r"\b(?:us(?:e|es|ing)|switch\w*|train\w*|run\w*|mov(?:e|ing)|prefer\w*|choos\w*|pick\w*|try|do|perform\w*"
    r"|rout(?:e|ing)|build\w*|compil\w*|target\w*|stay|like)\b",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"^[^.;]{0,60}?\b(?:(?:no|not|never|cannot|lacks?|without)\b|n't\b)[^.;]{0,30}?\b(?:support|implement|backward|work|ha[sv]e?)"
    r"|^[^.;]{0,60}?\b(?:panics?|panicked|fails?|unsupported|unimplemented|lacks?)\b",
    re.IGNORECASE,
)
_PROMISED_AFTER = re.compile(
    r"^[^.;]{0,30}?\b(?:which|that|it|they|also)?\s*"
    r"(?:supports?|supported|works?|implements?|ha[sv]e? an?|provides?|handles?)\b",
    re.IGNORECASE,
)
_BY_DEFAULT: dict[Kind, Sense] = {
    "trigger": "panics",
    "before": "panics",
    "after": "works",
    "guard": "avoided",  # code asks for it, but not in which sense
}


def sense_of(text: str, mention: Mention, kind: Kind) -> Sense | None:
    """What a text says of something it names: that it works, that it panics, that one should avoid it, or nothing."""
    before, after = text[: mention.start], text[mention.end :]
    avoided = _last(_AVOIDED, before)
    recommended = _last(_RECOMMENDED, before)
    if avoided >= max(recommended, 0):
        return "avoided" if kind in ("advice", "after") else None
    if _DENIED_AFTER.search(after):
        return "panics"
    if is_promised(text, mention):
        return "works"
    if kind in ("advice", "after") and recommended >= 0:
        return "works"
    return _BY_DEFAULT.get(kind)


def is_promised(text: str, mention: Mention) -> bool:
    """Whether a text says outright that something works."""
    return _PROMISED_AFTER.search(text[mention.end :]) is not None


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.end() for match in pattern.finditer(text)), default=-1)
