"""The *.scm files, compiled into one query: tree-sitter takes one walk through the tree for each query it runs.

tree-sitter treats a predicate that it does not know as true, and one outside any pattern as a pattern of its own that
matches everything. A file with either, or with any other error, is left out and reported; the other files still work.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor, QueryError

from burnlint.problem import Problem
from burnlint.span import Span
from burnlint.syntax.parser import LANGUAGE
from burnlint.syntax.text import Text

PREDICATES = frozenset(
    {f"{start}{test}?" for start in ("", "not-", "any-", "any-not-") for test in ("eq", "match")}
    | {"any-of?", "not-any-of?", "set!", "is?", "is-not?"}
)
"""The predicates that tree-sitter itself acts on."""

_TOKEN = re.compile(
    r"""(?P<comment>;[^\n]*)
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<capture>@[\w.-]+)
      | (?P<open>[(\[])
      | (?P<close>[)\]])
      | (?P<predicate>[#.][A-Za-z][\w.-]*[?!]?)  # of these only the ones right behind a parenthesis are predicates
      | (?P<other>[^\s;"@()\[\]#]+|\S)""",
    re.VERBOSE,
)
_DEEP = 100  # tree-sitter's compiler is recursive, and an overflow of its stack would end the process
_ERROR = re.compile(r"(?P<what>.*?) at row (?P<row>\d+)(?:, column (?P<column>\d+))?(?:: (?P<detail>.*))?", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


class Match(NamedTuple):
    """One match, and the file of its pattern."""

    file: Path
    captures: dict[str, list[Node]]


@dataclass(frozen=True)
class _Compiled:
    query: Query
    files: tuple[Path, ...]
    starts: tuple[int, ...]  # where each file starts in the source of the query
    problems: tuple[Problem, ...] = ()


class QuerySet:
    """All queries of `folder` and of `extra` folders (a team's own). Files are read when first needed."""

    def __init__(self, folder: Path, extra: Iterable[Path] = ()) -> None:
        self._folder = folder
        self._extra = tuple(extra)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the files."""
        return self._compiled.problems

    def matches(self, node: Node, span: tuple[int, int] | None = None) -> Iterator[Match]:
        """The matches inside `node`; with `span`, those that touch these bytes of the file."""
        compiled = self._compiled
        cursor = QueryCursor(compiled.query)  # one for each run: cursors must not be shared by threads
        if span is not None:
            cursor.set_byte_range(*span)
        for pattern, captures in cursor.matches(node):
            yield Match(self._file_of(pattern), captures)

    def captured(self, node: Node) -> frozenset[bytes]:
        """The texts of everything that any pattern captures inside `node`."""
        captures = QueryCursor(self._compiled.query).captures(node)
        return frozenset(found.text for nodes in captures.values() for found in nodes if found.text is not None)

    def _file_of(self, pattern: int) -> Path:
        compiled = self._compiled
        return compiled.files[bisect_right(compiled.starts, compiled.query.start_byte_for_pattern(pattern)) - 1]

    @cached_property
    def _compiled(self) -> _Compiled:
        problems: list[Problem] = []
        own = _sound(_read([self._folder], problems), _misread, problems)
        extra = _sound(_read(self._extra, problems), _errors, problems)
        try:
            compiled = _compile(own | extra)
        except QueryError:
            # burnlint's own files are in order unless somebody changed them: only then are they compiled one by one.
            compiled = _compile(_sound(own, _errors, problems) | extra)
        return replace(compiled, problems=tuple(problems))


def lint_query(path: Path, source: str) -> list[Problem]:
    """All that is wrong with a query file, errors first.

    The comment at the top of the file must name every capture, except those that start with `_`.
    """
    return _errors(path, source) + _undocumented(path, source)


def _read(folders: Iterable[Path], problems: list[Problem]) -> dict[Path, str]:
    """The query files of some folders; those that cannot be read are added to `problems`."""
    sources: dict[Path, str] = {}
    for folder in folders:
        if not folder.is_dir():
            problems.append(Problem(folder, "there is no such folder of queries"))
        for path in sorted(folder.glob("*.scm")):
            try:
                text, message = Text.from_bytes(path.read_bytes())
            except OSError as error:
                message = error.strerror or str(error)
            if message is None:
                sources[path] = text.data.decode()
                problems += _undocumented(path, sources[path])
            else:
                problems.append(Problem(path, message))
    return sources


def _sound(
    sources: dict[Path, str], check: Callable[[Path, str], list[Problem]], problems: list[Problem]
) -> dict[Path, str]:
    """The sources without errors; the errors of the others are added to `problems`."""
    errors = {path: check(path, source) for path, source in sources.items()}
    problems += [problem for each in errors.values() for problem in each]
    return {path: source for path, source in sources.items() if not errors[path]}


def _compile(sources: dict[Path, str]) -> _Compiled:
    starts = []
    joined = ""
    for source in sources.values():
        starts.append(len(joined.encode()))
        joined += source + "\n"
    return _Compiled(Query(LANGUAGE, joined), tuple(sources), tuple(starts))


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    span: Span
    depth: int  # how many parentheses and brackets are open around it


def _tokens(source: str) -> list[_Token]:
    tokens = []
    depth = 0
    offset = column = 0  # the same place in bytes and in characters
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or "other"
        offset += len(source[column : match.start()].encode())
        end = offset + len(match.group().encode())
        depth -= kind == "close"
        tokens.append(_Token(kind, match.group(), Span(offset, end), depth))
        depth += kind == "open"
        offset, column = end, match.end()
    return tokens


def _errors(path: Path, source: str) -> list[Problem]:
    """What makes a query fail, or do something else than it says."""
    problems = _misread(path, source)
    if not problems:
        try:
            Query(LANGUAGE, source)
        except QueryError as error:
            problems.append(_explained(path, source, str(error)))
    return problems


def _misread(path: Path, source: str) -> list[Problem]:
    """What tree-sitter takes in another way than it is meant, or does not survive."""
    tokens = [token for token in _tokens(source) if token.kind != "comment"]
    problems = []
    for index, token in enumerate(tokens):
        if token.depth > _DEEP:
            return [Problem(path, f"more than {_DEEP} nested parentheses", token.span)]
        if token.kind != "predicate" or not index or tokens[index - 1].text != "(":
            continue
        name = token.text[1:]
        if name not in PREDICATES:
            message = f"unknown predicate `#{name}`, which tree-sitter would take as true{_hint(name, PREDICATES)}"
            problems.append(Problem(path, message, token.span))
        if token.depth < 2:
            message = f"`#{name}` stands outside any pattern: move it inside the parentheses of its pattern"
            problems.append(Problem(path, message, token.span))
        if name.endswith("match?"):
            problems += _bad_regex(path, tokens[index + 1 :])
    return problems


def _bad_regex(path: Path, arguments: list[_Token]) -> Iterator[Problem]:
    """What is wrong with the regular expression among the arguments of a predicate."""
    for token in arguments:
        if token.kind == "close":
            return
        if token.kind != "string":
            continue
        lost = next((m[1] for m in _ESCAPE.finditer(token.text) if m[1] not in 'nrt0\\"'), None)
        if lost is not None:
            message = f"in a query string `\\{lost}` means `{lost}`: write `\\\\{lost}`"
            yield Problem(path, message, token.span)
            continue
        try:
            re.compile(_ESCAPE.sub(lambda m: _ESCAPED.get(m[1], m[1]), token.text[1:-1]))
        except (re.error, RecursionError, OverflowError) as error:
            yield Problem(path, f"not a regular expression: {error}", token.span)


def _explained(path: Path, source: str, message: str) -> Problem:
    """tree-sitter's message as a problem with a place, and with a guess at what was meant."""
    found = _ERROR.fullmatch(message)
    if found is None:
        return Problem(path, message)
    line = _line_start(source, int(found["row"]))
    what, detail = found["what"], found["detail"]
    if found["column"] is None:
        # The row is that of the pattern, which is as near as tree-sitter says.
        return Problem(path, f"{what}: {detail}", Span(line, line))
    start = line + int(found["column"])
    text = f"{what}: `{detail}`" if detail else what
    if what == "Invalid node type":
        text += _hint(detail, _node_types())
    elif what == "Invalid field name":
        text += _hint(detail, _fields())
    return Problem(path, text, Span(start, start + len((detail or "").encode())))


def _undocumented(path: Path, source: str) -> list[Problem]:
    """The captures that the comment at the top of the file does not name."""
    tokens = _tokens(source)
    documented: set[str] = set()
    for token in tokens:
        if token.kind != "comment":
            break
        documented.update(name.rstrip(".") for name in re.findall(r"@[\w.-]+", token.text))
    seen: dict[str, _Token] = {}
    for token in tokens:
        if token.kind == "capture" and not token.text.startswith("@_"):
            seen.setdefault(token.text, token)
    return [
        Problem(path, f"the comment at the top of the file does not say what `{name}` stands for", token.span)
        for name, token in seen.items()
        if name not in documented
    ]


def _line_start(source: str, row: int) -> int:
    return len("".join(line + "\n" for line in source.split("\n")[:row]).encode())


def _hint(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, sorted(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


@cache
def _node_types() -> frozenset[str]:
    kinds = (LANGUAGE.node_kind_for_id(i) for i in range(LANGUAGE.node_kind_count) if LANGUAGE.node_kind_is_named(i))
    return frozenset(kind for kind in kinds if kind is not None)


@cache
def _fields() -> frozenset[str]:
    names = (LANGUAGE.field_name_for_id(i) for i in range(1, LANGUAGE.field_count + 1))
    return frozenset(name for name in names if name is not None)
