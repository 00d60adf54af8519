"""Rust as burnlint sees it: items, types, patterns and expressions, lowered from syntax trees.

Nothing above this room touches tree-sitter. Every span is a (start, end) pair of bytes relative to the start of the
*item* that contains it, so that an item whose text did not change can be kept when the file around it does. Instances
are never changed after lowering; they compare by identity, which keeps them cheap to hash.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Rel: TypeAlias = tuple[int, int]
"""A span relative to the start of an item, in bytes."""


# ---- types ------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Segment:
    """One part of a path: `Interpolate2d` or `Tensor::<B, 4>`."""

    name: str
    span: Rel
    generics: tuple[Type, ...] = ()


@dataclass(slots=True, eq=False)
class Type:
    """A type as written.

    kind: "path", "ref", "tuple", "array", "slice", "impl", "dyn", "fn", "const" (a const argument), "infer", "other".
    `segments` for paths (and the trait of `<T as Trait>::X`), `inner` for the parts of everything else.
    """

    kind: str
    span: Rel
    segments: tuple[Segment, ...] = ()
    inner: tuple[Type, ...] = ()
    qself: Type | None = None  # T of `<T as Trait>::X`
    text: str = ""  # const arguments: their text


@dataclass(slots=True, eq=False)
class Generic:
    """A type parameter with its bounds (from the parameter list and the where clause)."""

    name: str
    span: Rel
    bounds: tuple[Type, ...] = ()
    default: Type | None = None
    const: bool = False


# ---- patterns ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Pattern:
    """kind: "name", "wild", "tuple", "struct", "variant" (tuple struct), "path", "literal", "or", "other"."""

    kind: str
    span: Rel
    name: str = ""
    path: Path | None = None
    parts: tuple[Pattern, ...] = ()
    fields: tuple[str, ...] = ()  # names of the struct's fields, beside `parts`
    value: Expr | None = None


# ---- expressions ------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Path:
    """`a::b::<T>::c`, `Self::x`, `<T as Trait>::x`."""

    span: Rel
    segments: tuple[Segment, ...]
    qself: Type | None = None

    @property
    def name(self) -> str:
        """The last segment's name."""
        return self.segments[-1].name if self.segments else ""


@dataclass(slots=True, eq=False)
class Lit:
    """A literal; `value` is None where it is of no use (byte strings, chars)."""

    span: Rel
    value: int | float | bool | str | None


@dataclass(slots=True, eq=False)
class Call:
    """`callee(args)`."""

    span: Rel
    callee: Expr
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Method:
    """`receiver.name::<generics>(args)`."""

    span: Rel
    receiver: Expr
    name: str
    name_span: Rel
    generics: tuple[Type, ...]
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Field:
    """`receiver.name` (also `.0`)."""

    span: Rel
    receiver: Expr
    name: str


@dataclass(slots=True, eq=False)
class StructLit:
    """`Path { name: value, ..base }`."""

    span: Rel
    path: Path
    fields: tuple[tuple[str, Expr], ...]
    base: Expr | None


@dataclass(slots=True, eq=False)
class Group:
    """Several values: a tuple, an array, or the arguments of a macro. kind: "tuple", "array", "repeat", "range"."""

    span: Rel
    kind: str
    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Unary:
    """op: "&", "&mut", "*", "-", "!", "?", "await", "as", "index"; `type` for casts, `extra` for an index."""

    span: Rel
    op: str
    operand: Expr
    type: Type | None = None
    extra: Expr | None = None


@dataclass(slots=True, eq=False)
class Binary:
    """`left op right`."""

    span: Rel
    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Assign:
    """`target = value`, `target += value`."""

    span: Rel
    op: str
    target: Expr
    value: Expr


@dataclass(slots=True, eq=False)
class Let:
    """`let pattern: type = value else { otherwise };`, also in conditions."""

    span: Rel
    pattern: Pattern
    type: Type | None
    value: Expr | None
    otherwise: Expr | None = None
    cfg: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Block:
    """Statements and, when the last has no semicolon, the value. Items inside are the function's own scope."""

    span: Rel
    statements: tuple[Expr, ...]
    tail: Expr | None
    items: tuple[Item, ...] = ()


@dataclass(slots=True, eq=False)
class Gated:
    """A statement or expression under `#[cfg(...)]`."""

    span: Rel
    cfg: tuple[str, ...]
    body: Expr


@dataclass(slots=True, eq=False)
class If:
    """`if condition { then } else { otherwise }`."""

    span: Rel
    condition: Expr
    then: Expr
    otherwise: Expr | None


@dataclass(slots=True, eq=False)
class Arm:
    """One arm of a match."""

    pattern: Pattern
    guard: Expr | None
    body: Expr
    cfg: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Match:
    """`match value { arms }`."""

    span: Rel
    value: Expr
    arms: tuple[Arm, ...]


@dataclass(slots=True, eq=False)
class Loop:
    """`for pattern in value`, `while value`, `loop`."""

    span: Rel
    pattern: Pattern | None
    value: Expr | None
    body: Expr


@dataclass(slots=True, eq=False)
class Closure:
    """`|parameters| body`."""

    span: Rel
    parameters: tuple[Pattern, ...]
    types: tuple[Type | None, ...]
    body: Expr


@dataclass(slots=True, eq=False)
class Jump:
    """`return value`, `break value`, `continue`."""

    span: Rel
    kind: str
    value: Expr | None


@dataclass(slots=True, eq=False)
class Macro:
    """`name!(…)`: its token tree read as expressions; `text` where it is none, and for `cfg!(…)`."""

    span: Rel
    name: str
    args: tuple[Expr, ...]
    text: str = ""


@dataclass(slots=True, eq=False)
class Opaque:
    """Something burnlint does not follow; its parts are still looked at."""

    span: Rel
    parts: tuple[Expr, ...]


Expr: TypeAlias = (
    Path
    | Lit
    | Call
    | Method
    | Field
    | StructLit
    | Group
    | Unary
    | Binary
    | Assign
    | Let
    | Block
    | Gated
    | If
    | Match
    | Loop
    | Closure
    | Jump
    | Macro
    | Opaque
)


# ---- items ------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Attributes:
    """What the attributes above an item say that matters here."""

    cfg: tuple[str, ...] = ()
    derives: tuple[str, ...] = ()
    path: str | None = None  # #[path = "…"]
    test: bool = False
    should_panic: bool = False
    macro_use: bool = False
    default: str | None = None  # #[config(default = "…")] on a field


@dataclass(slots=True, eq=False)
class Import:
    """One name that a `use` brings: path a::b, local name (alias or last segment; "*" for a glob)."""

    path: tuple[str, ...]
    name: str
    span: Rel
    reexport: bool = False


@dataclass(slots=True, eq=False)
class StructField:
    """A field; tuple structs name theirs "0", "1", …"""

    name: str
    type: Type
    attributes: Attributes


@dataclass(slots=True, eq=False)
class Parameter:
    """A parameter of a function; `self` has the type `Self`."""

    pattern: Pattern
    type: Type | None


@dataclass(slots=True, eq=False)
class Item:
    """One item, flattened out of the modules and impls that contain it.

    kind: "use", "alias", "const", "struct", "enum", "fn", "impl", "trait", "mod", "macro".
    `start` is the byte offset from the start of the enclosing top-level item, `module` the inline modules around it,
    `owner` the index (in the same list) of its impl or trait, `shape` its text without the body of a function.
    """

    kind: str
    name: str
    start: int
    end: int
    name_span: Rel
    module: tuple[str, ...]
    attributes: Attributes
    owner: int | None = None
    public: bool = False
    generics: tuple[Generic, ...] = ()
    imports: tuple[Import, ...] = ()
    type: Type | None = None  # alias: its type; const: its type; fn: what it returns; impl: the self type
    trait: Type | None = None  # impl: the trait
    supertraits: tuple[Type, ...] = ()
    value: Expr | None = None  # const
    fields: tuple[StructField, ...] = ()
    variants: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    has_self: bool = False
    changes_self: bool = False  # `&mut self`
    body: bytes | None = None  # fn: the text of its block, lowered when asked for
    body_at: int = 0  # where the block starts, relative to the item
    shape: int = 0
    names: frozenset[str] = field(default_factory=frozenset)
    inline: bool = False  # mod with a body here
