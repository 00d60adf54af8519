"""The condition language of records: a small part of Python's syntax, three-valued, compiled once."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, Literal, TypeAlias

from burnlint.records.values import COMPARISONS, FUNCTIONS, OPERATORS, UNKNOWN, OneOf, Unknown, item_at, truth_of
from burnlint.truth import Truth, all_of, any_of, not_

__all__ = ["UNKNOWN", "Arguments", "Condition", "ConditionError", "OneOf"]

Arguments: TypeAlias = Mapping[str, object]
_Code: TypeAlias = Callable[[Arguments], Any]

_MAX_LENGTH = 1000  # of the text
_MAX_DEPTH = 25  # of the tree
_MAX_ITEMS = 512  # of a list that a generator goes through, and of the possibilities that are tried


class ConditionError(ValueError):
    """A text that is no condition; `column` counts characters from 1."""

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(f"column {column}: {reason}")
        self.reason = reason
        self.column = column


@dataclass(frozen=True)
class Condition:
    """A compiled condition."""

    text: str
    names: frozenset[str]  # the arguments it speaks of
    _code: _Code = field(compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> Condition:
        """The condition, compiled; ConditionError when it is none."""
        return _parse(text)

    def evaluate(self, arguments: Arguments) -> Truth:
        """Whether it holds for these values; an argument that is not there is not known. Never raises."""
        relevant = {name: arguments[name] for name in self.names if name in arguments}
        result: Truth = None
        for index, possibility in enumerate(_possibilities(relevant)):
            truth = truth_of(self._code(possibility))
            if truth is None or (index and truth is not result):
                return None
            result = truth
        return result


@lru_cache(maxsize=4096)
def _parse(text: str) -> Condition:
    # One line of the same length, so that columns stay right.
    line = "".join(" " if character.isspace() else character for character in text)
    source = line.strip()
    shift = len(line) - len(line.lstrip())
    if not source:
        raise ConditionError("the condition is empty", 1)
    if len(source) > _MAX_LENGTH:
        raise ConditionError(f"the condition is longer than {_MAX_LENGTH} characters", 1)
    if "\\" in source:
        raise ConditionError("a backslash has no meaning here", text.index("\\") + 1)
    try:
        tree = ast.parse(source, mode="eval")
    except SyntaxError as error:
        raise ConditionError(error.msg, shift + (error.offset or 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise ConditionError("the condition cannot be read", shift + 1) from None
    compiler = _Compiler(source, shift)
    code = compiler.compile(tree.body)
    return Condition(text, frozenset(compiler.names), code)


# ---- possibilities --------------------------------------------------------------------------------------


def _possibilities(arguments: Arguments) -> Iterator[Arguments]:
    """Every way to choose one value of each OneOf; what has too many is unknown."""
    choices: list[list[object]] = []
    total = 1
    for value in arguments.values():
        options = _options(value)
        if total * len(options) > _MAX_ITEMS:
            options = [UNKNOWN]
        total *= len(options)
        choices.append(options)
    for chosen in product(*choices):
        yield dict(zip(arguments, chosen, strict=True))


def _options(value: object, depth: int = 0) -> list[object]:
    if depth > _MAX_DEPTH:
        return [UNKNOWN]
    if isinstance(value, OneOf):
        options = [option for one in value.values for option in _options(one, depth + 1)]
        return options if 0 < len(options) <= _MAX_ITEMS else [UNKNOWN]
    if isinstance(value, (tuple, list)):
        parts = [_options(part, depth + 1) for part in value]
        total = 1
        for part in parts:
            total *= len(part)
            if total > _MAX_ITEMS:
                return [UNKNOWN]
        return list(product(*parts))
    known = value is None or isinstance(value, (str, int, float))
    return [value if known else UNKNOWN]


# ---- compilation ----------------------------------------------------------------------------------------

_WHAT: dict[type[ast.expr], str] = {
    ast.Attribute: "an attribute",
    ast.Lambda: "a lambda",
    ast.IfExp: "`if` inside an expression",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.JoinedStr: "an f-string",
    ast.ListComp: "a list comprehension",
    ast.NamedExpr: "`:=`",
    ast.Starred: "`*`",
    ast.GeneratorExp: "a generator outside `any`, `all`, `min` and `max`",
}


class _Compiler:
    """Turns a syntax tree into closures; whatever is not on its list is an error."""

    def __init__(self, source: str, shift: int) -> None:
        self.names: set[str] = set()
        self._source = source
        self._shift = shift
        self._depth = 0
        self._variable: str | None = None  # of the generator around; there is one at most

    def compile(self, node: ast.expr) -> _Code:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise self._error(node, "the condition is nested too deeply")
        code = self._expression(node)
        self._depth -= 1
        return code

    def _expression(self, node: ast.expr) -> _Code:
        match node:
            case ast.Constant(value=str() | int() | float() | None as value):  # bool is an int
                return lambda arguments: value
            case ast.Name(id=name):
                return self._name(name)
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                parts = [self.compile(element) for element in elements]
                return lambda arguments: tuple([part(arguments) for part in parts])
            case ast.BoolOp(op=ast.And() | ast.Or() as kind, values=values):
                return self._connective(all_of if isinstance(kind, ast.And) else any_of, values)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.compile(operand)
                return lambda arguments: _known(not_(truth_of(inner(arguments))))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.compile(operand)
                negate = OPERATORS[ast.Sub]
                return lambda arguments: negate(0, inner(arguments))
            case ast.BinOp(left=left, op=kind, right=right) if type(kind) in OPERATORS:
                return _applied(OPERATORS[type(kind)], self.compile(left), self.compile(right))
            case ast.Compare():
                return self._comparison(node)
            case ast.Subscript(value=values, slice=index) if not isinstance(index, ast.Slice):
                return _applied(item_at, self.compile(values), self.compile(index))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
                return self._call(node, name, arguments)
            case ast.Call():
                raise self._error(node, f"only {', '.join(FUNCTIONS)} can be called")
        what = _WHAT.get(type(node), f"`{ast.get_source_segment(self._source, node)}`")
        raise self._error(node, f"{what} is not part of the condition language")

    def _name(self, name: str) -> _Code:
        if name != self._variable:
            self.names.add(name)
        return lambda arguments: arguments.get(name, UNKNOWN)

    def _connective(self, combine: Callable[[Iterator[Truth]], Truth], values: list[ast.expr]) -> _Code:
        parts = [self.compile(value) for value in values]
        return lambda arguments: _known(combine(truth_of(part(arguments)) for part in parts))

    def _comparison(self, node: ast.Compare) -> _Code:
        operands = [self.compile(operand) for operand in (node.left, *node.comparators)]
        links: list[_Code] = []
        for kind, left, right in zip(node.ops, operands, operands[1:], strict=False):
            if type(kind) not in COMPARISONS:
                raise self._error(node, "`is` is not part of the condition language: use `==`")
            links.append(_applied(COMPARISONS[type(kind)], left, right))
        if len(links) == 1:
            return lambda arguments: _known(links[0](arguments))
        return lambda arguments: _known(all_of(link(arguments) for link in links))

    def _call(self, node: ast.Call, name: str, arguments: list[ast.expr]) -> _Code:
        function = FUNCTIONS[name]
        values: _Code
        match arguments:
            case [ast.GeneratorExp() as generator] if name in ("any", "all", "min", "max"):
                values = self._generator(generator, name)
            case [argument]:
                values = self.compile(argument)
            case [_, _, *_] if name in ("min", "max"):
                values = self.compile(ast.copy_location(ast.Tuple(arguments, ast.Load()), node))
            case _:
                raise self._error(node, f"`{name}` takes one argument")
        return lambda known: _known(function(values(known)))

    def _generator(self, node: ast.GeneratorExp, function: str) -> _Code:
        clause, *others = node.generators
        if others or clause.is_async:
            raise self._error(node, "a generator goes through one list")
        if self._variable is not None:
            raise self._error(node, "a generator inside a generator is not part of the condition language")
        if not isinstance(clause.target, ast.Name):
            raise self._error(clause.target, "the variable of a generator is one name")
        source = self.compile(clause.iter)
        name = self._variable = clause.target.id
        limits = [self.compile(limit) for limit in clause.ifs]
        element = self.compile(node.elt)
        self._variable = None
        # An item that the limits leave out must not change the outcome.
        neutral = {"any": False, "all": True}.get(function)

        def values(arguments: Arguments) -> object:
            items = source(arguments)
            if not isinstance(items, tuple) or len(items) > _MAX_ITEMS:
                return UNKNOWN
            result = []
            for item in items:
                scope = {**arguments, name: item}
                kept = all_of(truth_of(limit(scope)) for limit in limits)
                if kept is True:
                    result.append(element(scope))
                elif kept is None:
                    # Either left out or as computed: known only when both say the same.
                    value = element(scope)
                    result.append(value if neutral is not None and value is neutral else UNKNOWN)
            return tuple(result)

        return values

    def _error(self, node: ast.expr, reason: str) -> ConditionError:
        # ast counts bytes.
        before = self._source.encode()[: node.col_offset].decode()
        return ConditionError(reason, self._shift + len(before) + 1)


def _applied(function: Callable[[object, object], object], left: _Code, right: _Code) -> _Code:
    return lambda arguments: function(left(arguments), right(arguments))


def _known(value: object) -> object | Literal[Unknown.UNKNOWN]:
    """Truths and values in one: what is not known is UNKNOWN, since None is a value of the language."""
    return UNKNOWN if value is None else value
