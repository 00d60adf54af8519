"""Turns a record's condition, as in `mode == 'Bicubic'`, into plain words: "mode is Bicubic"."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from burnlint.records.wording import listed

_Words = Mapping[str, str]  # what the variable of a generator is called

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "is",
    ast.NotEq: "is not",
    ast.Lt: "is less than",
    ast.LtE: "is at most",
    ast.Gt: "is greater than",
    ast.GtE: "is at least",
}
_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}
_QUANTIFIERS = {"any": "some", "all": "every"}


def condition_words(text: str) -> str:
    """The condition in words, to follow "when"; a text that is no condition comes back as it is."""
    try:
        return _truth(ast.parse(text.strip(), mode="eval").body, {})
    except (SyntaxError, ValueError, KeyError, RecursionError, MemoryError):
        return text


# ---- what is true or false ------------------------------------------------------------------------------


def _truth(node: ast.expr, names: _Words) -> str:
    match node:
        case ast.BoolOp(op=ast.Or()):
            return _alternatives(node, names)
        case ast.BoolOp():
            return " and ".join(_part_of_and(value, names) for value in node.values)
        case ast.UnaryOp(op=ast.Not()):
            return _negation(node.operand, names)
        case ast.Compare():
            return _comparisons(node, names)
        case ast.Call(func=ast.Name(id="any" | "all" as function), args=[ast.GeneratorExp() as generator]):
            return _quantified(_QUANTIFIERS[function], generator, names)
        case ast.Call(func=ast.Name(id="any" | "all" as function), args=[values]):
            return f"{_QUANTIFIERS[function]} value of {_value(values, names)} is true"
        case ast.Constant(value=bool(value)):
            return "always" if value else "never"
    return f"{_value(node, names)} is true"


def _alternatives(node: ast.BoolOp, names: _Words) -> str:
    """`mode is A or B` when only the value differs; a comma before `or` keeps an `and` together."""
    same = [
        value
        for value in node.values
        if isinstance(value, ast.Compare) and len(value.ops) == 1 and isinstance(value.ops[0], ast.Eq)
    ]
    subjects = {ast.dump(value.left) for value in same}
    if len(same) == len(node.values) and len(subjects) == 1 and not any(map(_is_absent, same)):
        values = [_value(value.comparators[0], names) for value in same]
        return f"{_value(same[0].left, names)} is {listed(values, 'or')}"
    separator = ", or " if any(isinstance(value, ast.BoolOp) for value in node.values) else " or "
    return separator.join(_truth(value, names) for value in node.values)


def _part_of_and(node: ast.expr, names: _Words) -> str:
    words = _truth(node, names)
    if not isinstance(node, ast.BoolOp):
        return words
    return f"({words})" if "(" in words or ", or " in words else f"either {words}"


def _is_absent(node: ast.Compare) -> bool:
    return isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value in (None, True, False)


def _negation(node: ast.expr, names: _Words) -> str:
    match node:
        case ast.Compare(ops=[operator]):
            opposite = _NEGATED[type(operator)]()
            return _truth(ast.Compare(node.left, [opposite], node.comparators), names)
        case ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp() as generator]):
            return _quantified("no", generator, names)
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as generator]):
            return f"not {_quantified('every', generator, names)}"
        case ast.UnaryOp(op=ast.Not()):
            return _truth(node.operand, names)
        case ast.BoolOp() | ast.Compare():
            return f"it is not so that {_truth(node, names)}"
    return f"{_value(node, names)} is false"


def _comparisons(node: ast.Compare, names: _Words) -> str:
    left = node.left
    parts: list[str] = []
    for operator, right in zip(node.ops, node.comparators, strict=True):
        parts.append(_comparison(left, operator, right, names))
        left = right
    return " and ".join(parts)


def _comparison(left: ast.expr, operator: ast.cmpop, right: ast.expr, names: _Words) -> str:
    if isinstance(left, ast.Constant) and type(operator) in _MIRRORED and not isinstance(right, ast.Constant):
        return _comparison(right, _MIRRORED[type(operator)](), left, names)
    subject = _value(left, names)
    negative = isinstance(operator, (ast.NotEq, ast.NotIn))
    if isinstance(operator, (ast.In, ast.NotIn)):
        if not isinstance(right, (ast.List, ast.Tuple)):
            return f"{subject} is {'not ' * negative}in {_value(right, names)}"
        values = [_value(value, names) for value in right.elts]
        return f"{subject} is {'not ' * negative}{listed(values, 'or') or 'one of none'}"
    if isinstance(operator, (ast.Eq, ast.NotEq)):
        special = _special_equality(left, right, negative, names)
        if special is not None:
            return special
    return f"{subject} {_COMPARISONS[type(operator)]} {_value(right, names)}"


def _special_equality(left: ast.expr, right: ast.expr, negative: bool, names: _Words) -> str | None:
    """Words that people use instead of "is": given, even, a multiple of."""
    if not isinstance(right, ast.Constant):
        return None
    if right.value is None:
        return f"{_value(left, names)} is {'' if negative else 'not '}given"
    if right.value is True or right.value is False:
        return f"{_value(left, names)} is {'true' if right.value != negative else 'false'}"
    match left:
        case ast.BinOp(op=ast.Mod(), right=ast.Constant(value=2)) if right.value in (0, 1):
            return f"{_value(left.left, names)} is {'even' if (right.value == 0) != negative else 'odd'}"
        case ast.BinOp(op=ast.Mod()) if right.value == 0:
            divisor = _value(left.right, names)
            return f"{_value(left.left, names)} is {'not ' * negative}a multiple of {divisor}"
    return None


def _quantified(quantifier: str, generator: ast.GeneratorExp, names: _Words) -> str:
    clause = generator.generators[0]
    source = _value(clause.iter, names)
    variable = clause.target.id if isinstance(clause.target, ast.Name) else ast.unparse(clause.target)
    uses = sum(isinstance(node, ast.Name) and node.id == variable for node in ast.walk(generator.elt))
    # Only inside one comparison does "some value" say the same as the quantifier around it.
    simple = isinstance(generator.elt, ast.Compare) and len(generator.elt.ops) == 1
    if simple and uses == 1 and not clause.ifs:
        return _truth(generator.elt, {**names, variable: f"{quantifier} value of {source}"})
    condition = _truth(generator.elt, names)
    which = " ".join([f"for {quantifier} {variable} in {source}", *_limits(clause, names)])
    return f"{which}, {condition}"


def _limits(clause: ast.comprehension, names: _Words) -> list[str]:
    return [f"where {' and '.join(_truth(limit, names) for limit in clause.ifs)}"] if clause.ifs else []


# ---- what is compared -----------------------------------------------------------------------------------


def _value(node: ast.expr, names: _Words) -> str:
    match node:
        case ast.Name():
            return names.get(node.id, node.id)
        case ast.Constant(value=str(text)):
            return text or "the empty text"
        case ast.Constant(value=None):
            return "nothing"
        case ast.Constant(value=bool(value)):
            return "true" if value else "false"
        case ast.List() | ast.Tuple():
            return f"[{', '.join(_value(value, names) for value in node.elts)}]"
        case ast.UnaryOp(op=ast.USub()):
            return f"-{_value(node.operand, names)}"
        case ast.Call(func=ast.Name(id=function)):
            return _call(function, node.args, names)
        case ast.Subscript():
            return f"{_value(node.value, names)}[{_value(node.slice, names)}]"
        case ast.GeneratorExp(generators=[clause, *_]):
            of = f"{_value(node.elt, names)} for each {ast.unparse(clause.target)} in {_value(clause.iter, names)}"
            return " ".join([of, *_limits(clause, names)])
        case ast.BinOp():
            return f"{_operand(node.left, names)} {_operator(node.op)} {_operand(node.right, names)}"
    return ast.unparse(node)


def _operand(node: ast.expr, names: _Words) -> str:
    words = _value(node, names)
    return f"({words})" if isinstance(node, ast.BinOp) else words


def _operator(operator: ast.operator) -> str:
    symbol = ast.unparse(ast.BinOp(ast.Name("a"), operator, ast.Name("b")))
    return symbol.removeprefix("a ").removesuffix(" b")


def _call(function: str, arguments: list[ast.expr], names: _Words) -> str:
    values = [_value(argument, names) for argument in arguments]
    match function:
        case "len":
            return f"the length of {listed(values)}"
        case "abs":
            return f"the absolute value of {listed(values)}"
        case "min":
            return f"the smallest of {listed(values)}"
        case "max":
            return f"the largest of {listed(values)}"
    return f"{function}({', '.join(values)})"
