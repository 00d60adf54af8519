"""The functions of a Rust file, and the places in it that can panic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from burnlint.datadir import data_dir
from burnlint.syntax.parser import LANGUAGE, parse

_PANICS = re.compile(rb"\b(?:panic|unimplemented|todo|unreachable|assert(?:_eq|_ne)?)\s*!|\bexpect(?:_err)?\s*\(")
_UNPARSED = re.compile(  # the same with its arguments, in text that the grammar cannot read
    r"^(?!\s*//)[^\n]*?\b(panic|unimplemented|todo|unreachable)\s*!\s*\(((?:[^\"()]|\"(?:[^\"\\]|\\.)*\")*)\)",
    re.MULTILINE,
)
_QUOTED = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')
_TEST = re.compile(
    r"#\s*!?\[\s*(?:test\b|cfg\s*\(.*\btest\b|cfg\s*\(.*\b(?:testgen|export_tests)\b|.*::test\b)", re.DOTALL
)
_CALL = re.compile(
    rb"(?:\b([A-Za-z_]\w*)\s*(?:::\s*<[^;{}]*?>\s*)?::\s*)?\b([a-z_]\w*)\s*(?=\(|::\s*<|!)|::([a-z_]\w*)\b"
)
_ATTRIBUTED = frozenset({"macro_definition", "macro_invocation", "expression_statement", "let_declaration"})
_NAME = re.compile(rb"(?<![.\w])([a-z_]\w*)\s*(?=[,);]|::)")
_STRINGS = frozenset({"string_literal", "raw_string_literal"})
_ESCAPE = re.compile(r"\\(?:\n\s*|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}

# How many arguments stand before the message, and what is printed before it.
_BEFORE_MESSAGE = {"assert": 1, "assert_eq": 2, "assert_ne": 2}
_PREFIX = {
    "unimplemented": "not implemented",
    "todo": "not yet implemented",
    "unreachable": "internal error: entered unreachable code",
}


class Call(NamedTuple):
    """A name that a function calls, and what stands before its `::`."""

    qualifier: str | None
    name: str


@dataclass(frozen=True)
class Function:
    """A function with a body, or a macro: what it calls, and how it can be called from outside of its crate."""

    name: str  # empty: code outside of any function, such as the arguments of a macro that makes functions
    line: int  # from 1
    owner: str | None  # the type of the `impl`, or the trait that it is written in
    trait: str | None  # the trait that the `impl` is of
    public: bool  # `pub`, or of a trait
    calls: frozenset[Call]
    names: frozenset[str]  # what it names without calling it: a callback, a kernel to launch, a macro for a macro


@dataclass(frozen=True)
class Site:
    """A place that can panic."""

    function: str  # the innermost function or macro around it; empty outside of any
    index: int | None  # of that function in the file's functions
    macro: str  # `panic`, …, or `expect`
    line: int  # from 1
    text: str | None  # the message as it is written, `{…}` for what is put in; None when there is no literal
    code: str  # the arguments as they are written, on one line

    @property
    def printed(self) -> str:
        """What a user sees, with `{…}` for what is put in, `{}` alone when the source does not tell."""
        prefix = _PREFIX.get(self.macro)
        if self.text is not None:
            text = f"{prefix}: {self.text}" if prefix else self.text
            return f"{text}: {{}}" if self.macro == "expect" else text
        if not self.code:
            return prefix or "explicit panic"
        if self.macro in _BEFORE_MESSAGE:
            return f"assertion failed: {self.code}" if self.macro == "assert" else "assertion `left {} right` failed{}"
        return f"{prefix}: {{}}" if prefix else "{}"


@dataclass(frozen=True)
class RustFile:
    """What was found in one file, tests left out."""

    functions: tuple[Function, ...]
    sites: tuple[Site, ...]


def read_rust(data: bytes) -> RustFile:
    """The functions and the places that can panic of a file; code for tests alone is left out."""
    root = parse(data).root_node
    spans: list[tuple[int, int]] = []
    functions: list[Function] = []
    for node, name, body in _functions(root):
        if _is_test(node):
            continue
        spans.append((node.start_byte, node.end_byte))
        functions.append(_function(node, name, body))
    sites = tuple(_sites(root, spans, functions)) if _PANICS.search(data) else ()
    return RustFile(tuple(functions), sites)


@cache
def _query(name: str) -> Query:
    query: Query = Query(LANGUAGE, (data_dir("queries") / "drift" / f"{name}.scm").read_text(encoding="utf-8"))
    return query


def _functions(root: Node) -> Iterator[tuple[Node, str, Node]]:
    for _, found in QueryCursor(_query("functions")).matches(root):
        whole = next(found[kind][0] for kind in ("function", "macro", "outside") if kind in found)
        name = _text(found["name"][0]) if "name" in found else ""
        yield whole, name, found["body"][0] if "body" in found else whole


def _function(node: Node, name: str, body: Node) -> Function:
    holder = node.parent.parent if node.parent is not None else None
    owner = trait = None
    public = any(child.type == "visibility_modifier" and child.text == b"pub" for child in node.children)
    if node.type == "macro_definition" or not name:
        public = True
    elif holder is not None and holder.type == "impl_item":
        owner = _last_name(holder.child_by_field_name("type"))
        trait = _last_name(holder.child_by_field_name("trait"))
        public = public or trait is not None
    elif holder is not None and holder.type == "trait_item":
        owner = trait = _last_name(holder.child_by_field_name("name"))
        public = True
    calls = frozenset(
        Call(qualifier.decode() if qualifier else None, (name or path).decode())
        for qualifier, name, path in _CALL.findall(body.text or b"")
    )
    if trait is not None and trait == owner:
        calls |= {Call(trait, name)}  # whatever implements it
    names = frozenset(word.decode() for word in _NAME.findall(body.text or b""))
    return Function(name, node.start_point.row + 1, owner, trait, public, calls, names)


def _sites(root: Node, spans: list[tuple[int, int]], functions: list[Function]) -> Iterator[Site]:
    found: dict[int, tuple[Node, Node]] = {}
    for _, captures in QueryCursor(_query("panics")).matches(root):
        found[captures["name"][0].start_byte] = captures["name"][0], captures["arguments"][0]
    for start, (name, arguments) in sorted(found.items()):
        if _is_test(name):
            continue
        macro = _text(name)
        function, index = _around(start, spans, functions)
        yield Site(
            function=function,
            index=index,
            macro="expect" if macro == "expect_err" else macro,
            line=name.start_point.row + 1,
            text=_message(macro, arguments),
            code=" ".join(_text(arguments)[1:-1].split()),
        )
    seen = {name.start_point.row + 1 for name, _ in found.values()}
    for node in _unparsed(root):
        for match in _UNPARSED.finditer(_text(node)):
            before = len(_text(node)[: match.start(1)].encode())
            line = node.start_point.row + 1 + _text(node)[: match.start(1)].count("\n")
            if line in seen or _is_test(node):
                continue
            seen.add(line)
            function, index = _around(node.start_byte + before, spans, functions)
            quoted = _QUOTED.match(match[2])
            text = None if quoted is None else _unescaped(quoted[1])
            yield Site(function, index, match[1], line, text, " ".join(match[2].split()))


def _around(start: int, spans: list[tuple[int, int]], functions: list[Function]) -> tuple[str, int | None]:
    """The innermost function around a byte: its name, and its place among the functions."""
    around = [index for index, (left, right) in enumerate(spans) if left <= start < right]
    index = max(around, key=lambda one: spans[one][0], default=None)
    return ("" if index is None else functions[index].name), index


def _unparsed(root: Node) -> Iterator[Node]:
    """The outermost nodes that the grammar could not read."""
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_error:
            yield node
        else:
            waiting += [child for child in node.children if child.has_error or child.is_error]


def _message(macro: str, arguments: Node) -> str | None:
    """The literal that the message is written as."""
    commas = _BEFORE_MESSAGE.get(macro, 0)
    for child in arguments.children:
        if commas == 0 and child.type in _STRINGS:
            return _literal(child)
        if child.type == ",":
            commas -= 1
        if commas < 0:
            return None  # what follows is put into a message that is no literal
    return None


def _literal(node: Node) -> str:
    text = "".join(_text(child) for child in node.children if child.type in ("string_content", "escape_sequence"))
    if node.type == "raw_string_literal":
        return text
    return _unescaped(text)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]) if match[1] else "", text)


def _is_test(node: Node | None) -> bool:
    """Whether this is only built for tests."""
    while node is not None:
        before = node.prev_sibling if node.type in _ATTRIBUTED or node.type.endswith("_item") else None
        while before is not None and before.type in ("attribute_item", "line_comment", "block_comment"):
            if before.type == "attribute_item" and _TEST.match(_text(before)):
                return True
            before = before.prev_sibling
        node = node.parent
    return False


def _last_name(node: Node | None) -> str | None:
    """`Tensor` of `crate::Tensor<B, D>`."""
    match = re.match(r"&?\s*(?:'\w+\s+)?(?:mut\s+|dyn\s+)?(?:\w+::)*(\w+)", _text(node)) if node is not None else None
    return match[1] if match else None


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
