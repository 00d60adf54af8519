"""From syntax trees to items, types, patterns and expressions.

Bodies of functions are lowered on demand from their own text, so that reading a file costs little and an unchanged
function keeps its lowered body whatever happens around it. Parts with syntax errors become `Opaque` or are left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache

from tree_sitter import Node

from burnlint.syntax import rust as r
from burnlint.syntax.parser import parse

_NO_ATTRIBUTES = r.Attributes()
_CONFIG_DEFAULT = re.compile(rb"default\s*=\s*(\"(?:[^\"\\]|\\.)*\"|[^,)]+)")
_WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
_MAX_DEPTH = 250  # what is nested deeper is not followed

# One level of nesting in Rust takes up to six calls here and as many where the result is evaluated.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 12 * _MAX_DEPTH))

_TRANSPARENT = {"parenthesized_expression", "expression_statement", "try_block", "const_block", "gen_block"}
_BLOCKS = {"block", "unsafe_block", "async_block"}


def lower_items(nodes: list[Node], source: bytes, at: int) -> list[r.Item]:
    """The items of one top-level item with its attributes, flattened; `at` is where the first node starts."""
    items: list[r.Item] = []
    _Lowering(source, at).items(nodes, (), _NO_ATTRIBUTES, None, items)
    return items


@lru_cache(maxsize=1024)
def lower_body(body: bytes, at: int) -> r.Block:
    """The block of a function; spans are relative to its item, in which the block starts at `at`."""
    prefix = b"fn f() "
    source = prefix + body
    root = parse(source).root_node
    lowering = _Lowering(source, len(prefix) - at)
    for child in root.named_children:
        if child.type == "function_item":
            block = child.child_by_field_name("body")
            if block is not None:
                return lowering.block(block)
    return r.Block((at, at + len(body)), (), None)


@lru_cache(maxsize=1024)
def lower_expression(text: str) -> r.Expr | None:
    """An expression given as text (a default of the records or of `#[config(default = …)]`)."""
    block = lower_body(b"{" + text.encode() + b"}", 0)
    return block.tail


@lru_cache(maxsize=1024)
def lower_type(text: str) -> r.Type | None:
    """A type given as text, e.g. `Autodiff<Wgpu>` on the command line; None when it is not one type."""
    source = b"type T = " + text.encode() + b";"
    root = parse(source).root_node
    if root.has_error or len(root.named_children) != 1:
        return None
    node = root.named_children[0].child_by_field_name("type")
    return None if node is None else _Lowering(source, len(b"type T = ")).type(node)


class _Lowering:
    """Lowers nodes of one source; `shift` turns its byte offsets into relative ones."""

    def __init__(self, source: bytes, shift: int) -> None:
        self.source = source
        self.shift = shift
        self.depth = 0

    # ---- helpers ----

    def rel(self, node: Node) -> r.Rel:
        return (node.start_byte - self.shift, node.end_byte - self.shift)

    def raw(self, node: Node) -> bytes:
        return self.source[node.start_byte : node.end_byte]

    def text(self, node: Node | None) -> str:
        return "" if node is None else self.raw(node).decode("utf-8", "replace").removeprefix("r#")

    # ---- attributes ----

    def attributes(self, nodes: list[Node], base: r.Attributes = _NO_ATTRIBUTES) -> r.Attributes:
        """What a run of attribute items says, under the cfg of what surrounds them."""
        if not nodes:
            return base if not (base.derives or base.path or base.default) else r.Attributes(cfg=base.cfg)
        result = r.Attributes(cfg=base.cfg, test=base.test, should_panic=base.should_panic)
        for node in nodes:
            attribute = node.named_children[0] if node.named_children else None
            if attribute is None or attribute.type != "attribute":
                continue
            name = self.text(attribute.named_children[0]) if attribute.named_children else ""
            tokens = attribute.child_by_field_name("arguments")
            value = attribute.child_by_field_name("value")
            inside = self.raw(tokens)[1:-1].decode("utf-8", "replace").strip() if tokens is not None else ""
            if name == "cfg":
                result.cfg = (*result.cfg, inside)
            elif name == "cfg_attr" and "derive" in inside:
                result.derives += tuple(re.findall(r"\w+", inside.split("derive", 1)[1]))
            elif name == "derive":
                result.derives += tuple(re.findall(r"\w+", inside))
            elif name == "path" and value is not None:
                result.path = self.text(value).strip('"')
            elif name in ("test", "bench") or name.endswith("::test") or name in ("rstest", "test_case"):
                result.test = True
            elif name == "should_panic":
                result.should_panic = True
            elif name in ("config", "macro_use", "macro_export"):
                found = _CONFIG_DEFAULT.search(inside.encode()) if name == "config" else None
                if found:
                    result.default = found[1].decode().strip('"').replace('\\"', '"')
                result.macro_use = result.macro_use or name != "config"
        return result

    # ---- items ----

    def items(
        self,
        nodes: list[Node],
        module: tuple[str, ...],
        base: r.Attributes,
        owner: int | None,
        out: list[r.Item],
    ) -> None:
        if self.depth > _MAX_DEPTH:
            return
        self.depth += 1
        pending: list[Node] = []
        for node in nodes:
            kind = node.type
            if kind == "attribute_item":
                pending.append(node)
                continue
            if kind in ("line_comment", "block_comment", "inner_attribute_item"):
                continue
            self.item(node, pending, module, base, owner, out)
            pending = []
        self.depth -= 1

    def item(
        self,
        node: Node,
        pending: list[Node],
        module: tuple[str, ...],
        base: r.Attributes,
        owner: int | None,
        out: list[r.Item],
    ) -> None:
        lower = _ITEMS.get(node.type)
        if lower is None:
            if node.type == "ERROR":  # a broken item hides none of the healthy ones inside it
                self.items(node.named_children, module, base, owner, out)
            elif node.type == "expression_statement" and node.named_children:
                self.item(node.named_children[0], pending, module, base, owner, out)
            return
        name = node.child_by_field_name("name")
        start, end = self.rel(node)
        outer, self.shift = self.shift, node.start_byte
        item = r.Item(
            kind="",
            name=self.text(name),
            start=start,
            end=end,
            name_span=self.rel(name) if name is not None else (0, 0),
            module=module,
            attributes=self.attributes(pending, base),
            owner=owner,
            public=any(child.type == "visibility_modifier" for child in node.children[:2]),
        )
        out.append(item)
        index = len(out) - 1
        item.generics = self.generics(node)
        body = node.child_by_field_name("body")
        lower(self, node, item)
        raw = self.raw(node)
        self.shift = outer
        if item.kind == "fn" and body is not None:
            item.body = self.raw(body)
            item.body_at = body.start_byte - node.start_byte
            item.shape = hash((raw[: item.body_at], item.attributes.cfg, module, owner))
        elif body is not None and item.kind in ("impl", "trait", "mod"):
            head = raw[: body.start_byte - node.start_byte]
            item.shape = hash((head, item.attributes.cfg, module))
            inner = (*module, item.name) if item.kind == "mod" else module
            item.inline = True
            self.items(body.named_children, inner, item.attributes, index if item.kind != "mod" else None, out)
        elif item.kind == "macro":
            item.shape = hash(raw)
            self.macro_items(node, module, item.attributes, owner, out)
        else:
            item.shape = hash((raw, item.attributes.cfg, module))

    def item_use(self, node: Node, item: r.Item) -> None:
        item.kind = "use"
        argument = node.child_by_field_name("argument")
        if argument is not None:
            item.imports = tuple(self.imports(argument, (), item.public))

    def imports(self, node: Node, prefix: tuple[str, ...], public: bool) -> Iterator[r.Import]:
        kind = node.type
        if kind == "scoped_use_list":
            path = node.child_by_field_name("path")
            inner = node.child_by_field_name("list")
            if inner is not None:
                base = (*prefix, *self.names(path)) if path is not None else prefix
                yield from self.imports(inner, base, public)
        elif kind == "use_list":
            for child in node.named_children:
                yield from self.imports(child, prefix, public)
        elif kind == "use_as_clause":
            path = node.child_by_field_name("path")
            alias = node.child_by_field_name("alias")
            if path is not None and alias is not None:
                names = (*prefix, *self.names(path))
                if names[-1] == "self":
                    names = names[:-1]
                yield r.Import(names, self.text(alias), self.rel(node), public)
        elif kind == "use_wildcard":
            inner = node.named_children[0] if node.named_children else None
            names = (*prefix, *self.names(inner)) if inner is not None else prefix
            yield r.Import(names, "*", self.rel(node), public)
        elif kind in ("identifier", "scoped_identifier", "self", "crate", "super"):
            names = (*prefix, *self.names(node))
            if names[-1] == "self" and len(names) > 1:
                names = names[:-1]
            yield r.Import(names, names[-1], self.rel(node), public)

    def names(self, node: Node | None) -> tuple[str, ...]:
        """The segments of a plain path."""
        if node is None:
            return ()
        if node.type in ("scoped_identifier", "scoped_type_identifier"):
            name = node.child_by_field_name("name")
            return (*self.names(node.child_by_field_name("path")), self.text(name))
        return (self.text(node),)

    def item_alias(self, node: Node, item: r.Item) -> None:
        item.kind = "alias"
        item.type = self.type_field(node, "type")

    def item_const(self, node: Node, item: r.Item) -> None:
        item.kind = "const"
        item.type = self.type_field(node, "type")
        value = node.child_by_field_name("value")
        item.value = self.expr(value) if value is not None else None

    def item_struct(self, node: Node, item: r.Item) -> None:
        item.kind = "struct"
        body = node.child_by_field_name("body")
        if body is None:
            return
        fields: list[r.StructField] = []
        pending: list[Node] = []
        for child in body.named_children:
            if child.type == "attribute_item":
                pending.append(child)
            elif child.type == "field_declaration":
                type_ = self.type_field(child, "type")
                if type_ is not None:
                    name = self.text(child.child_by_field_name("name"))
                    fields.append(r.StructField(name, type_, self.attributes(pending)))
                pending = []
            elif child.type not in ("line_comment", "block_comment", "visibility_modifier"):
                fields.append(r.StructField(str(len(fields)), self.type(child), self.attributes(pending)))
                pending = []
        item.fields = tuple(fields)

    def item_enum(self, node: Node, item: r.Item) -> None:
        item.kind = "enum"
        body = node.child_by_field_name("body")
        children = body.named_children if body is not None else []
        item.variants = tuple(
            self.text(child.child_by_field_name("name")) for child in children if child.type == "enum_variant"
        )

    def item_fn(self, node: Node, item: r.Item) -> None:
        item.kind = "fn"
        item.type = self.type_field(node, "return_type")
        parameters = node.child_by_field_name("parameters")
        lowered: list[r.Parameter] = []
        for child in parameters.named_children if parameters is not None else []:
            if child.type == "self_parameter":
                item.has_self = True
                item.changes_self = b"mut" in self.raw(child) and b"&" in self.raw(child)
            elif child.type == "parameter":
                pattern = child.child_by_field_name("pattern")
                if pattern is not None:
                    if self.raw(pattern) == b"self":
                        item.has_self = True
                    else:
                        lowered.append(r.Parameter(self.pattern(pattern), self.type_field(child, "type")))
        item.parameters = tuple(lowered)

    def item_impl(self, node: Node, item: r.Item) -> None:
        item.kind = "impl"
        item.type = self.type_field(node, "type")
        item.trait = self.type_field(node, "trait")

    def item_trait(self, node: Node, item: r.Item) -> None:
        item.kind = "trait"
        item.supertraits = self.bounds(node.child_by_field_name("bounds"))

    def item_mod(self, node: Node, item: r.Item) -> None:
        item.kind = "mod"

    def item_macro(self, node: Node, item: r.Item) -> None:
        item.kind = "macro"
        item.name = self.text(node.child_by_field_name("macro")).rsplit("::", 1)[-1]

    def item_extern(self, node: Node, item: r.Item) -> None:
        item.kind = "use"
        alias = node.child_by_field_name("alias")
        name = item.name
        item.imports = (r.Import((name,), self.text(alias) if alias is not None else name, self.rel(node)),)

    def macro_items(
        self, node: Node, module: tuple[str, ...], base: r.Attributes, owner: int | None, out: list[r.Item]
    ) -> None:
        """Items inside an item macro: the arms of `cfg_if!` and `cfg_select!`, else the token tree as it stands."""
        tokens = _token_tree(node)
        if tokens is None:
            return
        for condition, start, end in _arms(out[-1].name, tokens, self.raw):
            attributes = r.Attributes(cfg=(*base.cfg, condition) if condition else base.cfg, test=base.test)
            inner = _Lowering(self.source[start:end], 0)
            root = parse(inner.source).root_node
            if root.has_error and not condition:
                continue  # an unknown macro with a syntax of its own
            first = len(out)
            inner.items(root.named_children, module, attributes, owner, out)
            for item in out[first:]:
                item.start += start - self.shift
                item.end += start - self.shift

    # ---- generics and types ----

    def generics(self, node: Node) -> tuple[r.Generic, ...]:
        parameters = node.child_by_field_name("type_parameters")
        if parameters is None:
            return ()
        result: dict[str, r.Generic] = {}
        for child in parameters.named_children:
            named = child.child_by_field_name("name")
            name = self.text(named)
            if child.type == "const_parameter":
                result[name] = r.Generic(name, self.rel(child), const=True)
            elif child.type == "type_parameter":
                default = child.child_by_field_name("default_type")
                bounds = self.bounds(child.child_by_field_name("bounds"))
                default_type = self.type(default) if default is not None else None
                result[name] = r.Generic(name, self.rel(child), bounds, default_type)
        for child in node.children:
            if child.type == "where_clause":
                for predicate in child.named_children:
                    constrained = self.text(predicate.child_by_field_name("left"))
                    if constrained in result:
                        result[constrained].bounds += self.bounds(predicate.child_by_field_name("bounds"))
        return tuple(result.values())

    def bounds(self, node: Node | None) -> tuple[r.Type, ...]:
        if node is None:
            return ()
        return tuple(self.type(child) for child in node.named_children if child.type != "lifetime")

    def type_field(self, node: Node, field: str) -> r.Type | None:
        child = node.child_by_field_name(field)
        return None if child is None else self.type(child)

    def type(self, node: Node) -> r.Type:
        """A type; what is nested too deep is "other"."""
        if self.depth > _MAX_DEPTH:
            return r.Type("other", self.rel(node))
        self.depth += 1
        try:
            return self.type_of(node)
        finally:
            self.depth -= 1

    def type_of(self, node: Node) -> r.Type:
        kind = node.type
        span = self.rel(node)
        if kind in (
            "type_identifier",
            "primitive_type",
            "identifier",
            "self",
            "crate",
            "super",
            "metavariable",
        ):
            return r.Type("path", span, (r.Segment(self.text(node), span),))
        if kind in ("scoped_type_identifier", "scoped_identifier"):
            return self.scoped_type(node)
        if kind in ("generic_type", "generic_type_with_turbofish"):
            base = node.child_by_field_name("type")
            arguments = node.child_by_field_name("type_arguments")
            result = self.type(base) if base is not None else r.Type("other", span)
            if result.segments:
                last = result.segments[-1]
                generics = self.type_arguments(arguments)
                segments = (*result.segments[:-1], r.Segment(last.name, last.span, generics))
                result = r.Type("path", span, segments, (), result.qself)
            return result
        if kind in ("reference_type", "pointer_type"):
            inner = node.child_by_field_name("type")
            return r.Type("ref", span, (), (self.type(inner),) if inner is not None else ())
        if kind == "array_type":
            element = node.child_by_field_name("element")
            length = node.child_by_field_name("length")
            return r.Type(
                "array",
                span,
                (),
                (self.type(element),) if element is not None else (),
                None,
                self.text(length),
            )
        if kind == "tuple_type" or kind == "unit_type":
            return r.Type("tuple", span, (), tuple(self.type(child) for child in node.named_children))
        if kind in ("abstract_type", "dynamic_type", "bounded_type"):
            word = {"abstract_type": "impl", "dynamic_type": "dyn"}.get(kind, "bounds")
            return r.Type(word, span, (), tuple(self.type(c) for c in node.named_children if c.type != "lifetime"))
        if kind in ("integer_literal", "block", "boolean_literal", "char_literal", "negative_literal"):
            return r.Type("const", span, (), (), None, self.text(node))
        if kind == "type_binding":  # Iterator<Item = T>
            inner = node.child_by_field_name("type")
            return r.Type("other", span, (), (self.type(inner),) if inner is not None else ())
        if kind == "function_type":
            return r.Type("fn", span)
        if kind in ("higher_ranked_trait_bound", "use_bounds") and node.named_children:
            return self.type(node.named_children[-1])
        return r.Type("infer" if self.raw(node) == b"_" else "other", span)

    def scoped_type(self, node: Node) -> r.Type:
        """`a::b::C`, `B::FloatElem`, `<B as Backend>::Device`."""
        path = node.child_by_field_name("path")
        name = node.child_by_field_name("name")
        last = r.Segment(self.text(name), self.rel(name) if name is not None else self.rel(node))
        if path is None:
            return r.Type("path", self.rel(node), (last,))
        if path.type == "bracketed_type":
            return r.Type("path", self.rel(node), (last,), (), self.qself(path))
        base = self.type(path)
        return r.Type("path", self.rel(node), (*base.segments, last), (), base.qself)

    def qself(self, node: Node) -> r.Type | None:
        inner = node.named_children[0] if node.named_children else None
        if inner is None:
            return None
        if inner.type == "qualified_type":
            first = inner.child_by_field_name("type")
            return self.type(first) if first is not None else None
        return self.type(inner)

    def type_arguments(self, node: Node | None) -> tuple[r.Type, ...]:
        if node is None:
            return ()
        skip = ("lifetime", "line_comment", "block_comment")
        return tuple(self.type(child) for child in node.named_children if child.type not in skip)

    # ---- patterns ----

    def pattern(self, node: Node) -> r.Pattern:
        """A pattern; what is nested too deep is "other"."""
        if self.depth > _MAX_DEPTH:
            return r.Pattern("other", self.rel(node))
        self.depth += 1
        try:
            return self.pattern_of(node)
        finally:
            self.depth -= 1

    def pattern_of(self, node: Node) -> r.Pattern:
        kind = node.type
        span = self.rel(node)
        if kind in ("identifier", "shorthand_field_identifier"):
            return r.Pattern("name", span, self.text(node))
        if kind in ("mut_pattern", "ref_pattern", "reference_pattern", "match_pattern"):
            named = [c for c in node.named_children if c.type != "mutable_specifier"]
            if named:
                return self.pattern(named[0])
            return r.Pattern("wild" if self.raw(node) == b"_" else "other", span)
        if kind == "captured_pattern":
            named = node.named_children
            inner_parts = tuple(self.pattern(part) for part in named[1:2])
            return r.Pattern("name", span, self.text(named[0]) if named else "", None, inner_parts)
        if kind in ("tuple_pattern", "slice_pattern"):
            return r.Pattern("tuple", span, parts=tuple(self.pattern(c) for c in node.named_children))
        if kind == "tuple_struct_pattern":
            head = node.child_by_field_name("type")
            parts = tuple(self.pattern(c) for c in node.named_children if c != head)
            return r.Pattern("variant", span, path=self.path(head) if head is not None else None, parts=parts)
        if kind == "struct_pattern":
            head = node.child_by_field_name("type")
            fields: list[str] = []
            inner: list[r.Pattern] = []
            for child in node.named_children:
                if child.type == "field_pattern":
                    name = child.child_by_field_name("name")
                    pattern = child.child_by_field_name("pattern")
                    fields.append(self.text(name))
                    inner.append(self.pattern(pattern if pattern is not None else child.named_children[-1]))
            path = self.path(head) if head is not None else None
            return r.Pattern("struct", span, "", path, tuple(inner), tuple(fields))
        if kind == "scoped_identifier":
            return r.Pattern("path", span, path=self.path(node))
        if kind == "or_pattern":
            return r.Pattern("or", span, parts=tuple(self.pattern(c) for c in node.named_children))
        if kind.endswith("_literal"):
            return r.Pattern("literal", span, value=self.expr(node))
        return r.Pattern("wild" if self.raw(node) == b"_" else "other", span)

    # ---- expressions ----

    def path(self, node: Node) -> r.Path:
        """A path in expression or pattern position."""
        type_ = self.expr_path(node)
        return r.Path(self.rel(node), type_.segments, type_.qself)

    def expr_path(self, node: Node) -> r.Type:
        if node.type == "generic_function":
            function = node.child_by_field_name("function")
            arguments = node.child_by_field_name("type_arguments")
            base = self.expr_path(function) if function is not None else r.Type("other", self.rel(node))
            if base.segments:
                last = base.segments[-1]
                tail = r.Segment(last.name, last.span, self.type_arguments(arguments))
                return r.Type("path", self.rel(node), (*base.segments[:-1], tail), (), base.qself)
            return base
        return self.type(node)

    def block(self, node: Node) -> r.Block:
        if node.type != "block":
            inner = [c for c in node.named_children if c.type == "block"]
            if not inner:
                return r.Block(self.rel(node), (), None)
            node = inner[0]
        statements: list[r.Expr] = []
        items: list[r.Item] = []
        tail: r.Expr | None = None
        pending: list[Node] = []
        for child in node.named_children:
            kind = child.type
            if kind == "attribute_item":
                pending.append(child)
                continue
            if kind in ("line_comment", "block_comment", "label", "inner_attribute_item", "empty_statement"):
                continue
            if tail is not None:
                statements.append(tail)
                tail = None
            if kind in _ITEMS and kind != "macro_invocation":
                self.item(child, pending, (), _NO_ATTRIBUTES, None, items)
                pending = []
                continue
            if kind == "expression_statement" and child.named_children:
                inner_node = child.named_children[0]
                ended = child.children[-1].type == ";"
            else:
                inner_node, ended = child, False
            if inner_node.type == "macro_invocation" and self._items_macro(inner_node):
                self.item(inner_node, pending, (), _NO_ATTRIBUTES, None, items)
            cfg = self.attributes(pending).cfg if pending else ()
            pending = []
            if kind == "let_declaration":
                statements.append(self.let(child, cfg))
                continue
            lowered = self.expr(inner_node)
            if cfg:
                lowered = r.Gated(self.rel(child), cfg, lowered)
            if ended:
                statements.append(lowered)
            else:
                tail = lowered
        return r.Block(self.rel(node), tuple(statements), tail, tuple(items))

    def _items_macro(self, node: Node) -> bool:
        return self.text(node.child_by_field_name("macro")).rsplit("::", 1)[-1] in _CFG_MACROS

    def let(self, node: Node, cfg: tuple[str, ...] = ()) -> r.Let:
        pattern = node.child_by_field_name("pattern")
        value = node.child_by_field_name("value")
        otherwise = node.child_by_field_name("alternative")
        return r.Let(
            self.rel(node),
            self.pattern(pattern) if pattern is not None else r.Pattern("other", self.rel(node)),
            self.type_field(node, "type"),
            self.expr(value) if value is not None else None,
            self.expr(otherwise) if otherwise is not None else None,
            cfg,
        )

    def expr(self, node: Node) -> r.Expr:
        kind = node.type
        while kind in _TRANSPARENT and node.named_children:
            inner = [c for c in node.named_children if c.type not in ("line_comment", "block_comment")]
            if not inner:
                break
            node = inner[0]
            kind = node.type
        lower = _EXPRESSIONS.get(kind)
        if lower is None or self.depth > _MAX_DEPTH:
            if kind.endswith("_literal"):
                return r.Lit(self.rel(node), _literal(kind, self.text(node)))
            if kind in _BLOCKS:
                return self.block(node)
            if not node.named_child_count or self.depth > _MAX_DEPTH:
                return r.Opaque(self.rel(node), ())
            lower = _Lowering.expr_opaque
        self.depth += 1
        try:
            return lower(self, node)
        finally:
            self.depth -= 1

    def field(self, node: Node, name: str) -> r.Expr:
        child = node.child_by_field_name(name)
        return self.expr(child) if child is not None else r.Opaque(self.rel(node), ())

    def maybe(self, node: Node, name: str) -> r.Expr | None:
        child = node.child_by_field_name(name)
        return self.expr(child) if child is not None else None

    def exprs(self, node: Node | None) -> tuple[r.Expr, ...]:
        if node is None:
            return ()
        skip = ("line_comment", "block_comment", "attribute_item")
        return tuple(self.expr(child) for child in node.named_children if child.type not in skip)

    def expr_opaque(self, node: Node) -> r.Expr:
        return r.Opaque(self.rel(node), self.exprs(node))

    def expr_path_value(self, node: Node) -> r.Expr:
        return self.path(node)

    def expr_call(self, node: Node) -> r.Expr:
        function = node.child_by_field_name("function")
        args = self.exprs(node.child_by_field_name("arguments"))
        generics: tuple[r.Type, ...] = ()
        target = function
        if target is not None and target.type == "generic_function":
            inner = target.child_by_field_name("function")
            if inner is not None and inner.type == "field_expression":
                generics = self.type_arguments(target.child_by_field_name("type_arguments"))
                target = inner
        if target is not None and target.type == "field_expression":
            name = target.child_by_field_name("field")
            if name is not None and name.type != "integer_literal":
                return r.Method(
                    self.rel(node),
                    self.field(target, "value"),
                    self.text(name),
                    self.rel(name),
                    generics,
                    args,
                )
        callee = self.expr(function) if function is not None else r.Opaque(self.rel(node), ())
        return r.Call(self.rel(node), callee, args)

    def expr_field(self, node: Node) -> r.Expr:
        name = self.text(node.child_by_field_name("field"))
        return r.Field(self.rel(node), self.field(node, "value"), name)

    def expr_struct(self, node: Node) -> r.Expr:
        head = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        fields: list[tuple[str, r.Expr]] = []
        base: r.Expr | None = None
        for child in body.named_children if body is not None else []:
            if child.type == "field_initializer":
                name = child.child_by_field_name("field") or child.child_by_field_name("name")
                fields.append((self.text(name), self.field(child, "value")))
            elif child.type == "shorthand_field_initializer":
                inner = child.named_children[-1]
                fields.append((self.text(inner), self.path(inner)))
            elif child.type == "base_field_initializer" and child.named_children:
                base = self.expr(child.named_children[0])
        path = self.path(head) if head is not None else r.Path(self.rel(node), ())
        return r.StructLit(self.rel(node), path, tuple(fields), base)

    def expr_group(self, node: Node) -> r.Expr:
        kind = "tuple" if node.type in ("tuple_expression", "unit_expression") else "array"
        if kind == "array" and node.child_by_field_name("length") is not None:
            kind = "repeat"
        return r.Group(self.rel(node), kind, self.exprs(node))

    def expr_range(self, node: Node) -> r.Expr:
        return r.Group(self.rel(node), "range", self.exprs(node))

    def expr_reference(self, node: Node) -> r.Expr:
        mutable = any(child.type == "mutable_specifier" for child in node.named_children)
        return r.Unary(self.rel(node), "&mut" if mutable else "&", self.field(node, "value"))

    def expr_unary(self, node: Node) -> r.Expr:
        op = node.children[0].type if node.children else "-"
        inner = node.named_children[0] if node.named_children else None
        operand = self.expr(inner) if inner is not None else r.Opaque(self.rel(node), ())
        return r.Unary(self.rel(node), op, operand)

    def expr_try(self, node: Node) -> r.Expr:
        op = "?" if node.type == "try_expression" else "await"
        inner = node.named_children[0] if node.named_children else None
        return r.Unary(self.rel(node), op, self.expr(inner) if inner is not None else r.Opaque((0, 0), ()))

    def expr_cast(self, node: Node) -> r.Expr:
        return r.Unary(self.rel(node), "as", self.field(node, "value"), self.type_field(node, "type"))

    def expr_index(self, node: Node) -> r.Expr:
        inner = self.exprs(node)
        operand = inner[0] if inner else r.Opaque(self.rel(node), ())
        return r.Unary(self.rel(node), "index", operand, None, inner[1] if len(inner) > 1 else None)

    def expr_binary(self, node: Node) -> r.Expr:
        op = node.child_by_field_name("operator")
        return r.Binary(self.rel(node), self.text(op), self.field(node, "left"), self.field(node, "right"))

    def expr_assign(self, node: Node) -> r.Expr:
        op = node.child_by_field_name("operator")
        return r.Assign(
            self.rel(node),
            self.text(op) if op is not None else "=",
            self.field(node, "left"),
            self.field(node, "right"),
        )

    def expr_let_condition(self, node: Node) -> r.Expr:
        return self.let(node)

    def expr_if(self, node: Node) -> r.Expr:
        alternative = node.child_by_field_name("alternative")
        otherwise = None
        if alternative is not None and alternative.named_children:
            otherwise = self.expr(alternative.named_children[0])
        return r.If(self.rel(node), self.field(node, "condition"), self.field(node, "consequence"), otherwise)

    def expr_match(self, node: Node) -> r.Expr:
        arms: list[r.Arm] = []
        body = node.child_by_field_name("body")
        for arm in body.named_children if body is not None else []:
            if arm.type != "match_arm":
                continue
            gates = [c for c in arm.named_children if c.type == "attribute_item"]
            pattern = arm.child_by_field_name("pattern")
            guard = pattern.child_by_field_name("condition") if pattern is not None else None
            arms.append(
                r.Arm(
                    self.pattern(pattern) if pattern is not None else r.Pattern("wild", self.rel(arm)),
                    self.expr(guard) if guard is not None else None,
                    self.field(arm, "value"),
                    self.attributes(gates).cfg if gates else (),
                )
            )
        return r.Match(self.rel(node), self.field(node, "value"), tuple(arms))

    def expr_loop(self, node: Node) -> r.Expr:
        pattern = node.child_by_field_name("pattern")
        value = self.maybe(node, "value") or self.maybe(node, "condition")
        return r.Loop(
            self.rel(node),
            self.pattern(pattern) if pattern is not None else None,
            value,
            self.field(node, "body"),
        )

    def expr_closure(self, node: Node) -> r.Expr:
        parameters = node.child_by_field_name("parameters")
        patterns: list[r.Pattern] = []
        types: list[r.Type | None] = []
        for child in parameters.named_children if parameters is not None else []:
            if child.type == "parameter":
                inner = child.child_by_field_name("pattern")
                patterns.append(self.pattern(inner if inner is not None else child))
                types.append(self.type_field(child, "type"))
            else:
                patterns.append(self.pattern(child))
                types.append(None)
        return r.Closure(self.rel(node), tuple(patterns), tuple(types), self.field(node, "body"))

    def expr_jump(self, node: Node) -> r.Expr:
        values = [c for c in node.named_children if c.type not in ("label", "line_comment", "block_comment")]
        kind = node.type.removesuffix("_expression")
        return r.Jump(self.rel(node), kind, self.expr(values[0]) if values else None)

    def expr_macro(self, node: Node) -> r.Expr:
        """A macro: its token tree read again as arguments, as statements, or as an array, whichever is Rust."""
        name = self.text(node.child_by_field_name("macro")).rsplit("::", 1)[-1]
        tokens = _token_tree(node)
        if tokens is None or tokens.end_byte - tokens.start_byte < 3:
            return r.Macro(self.rel(node), name, ())
        inside = self.source[tokens.start_byte + 1 : tokens.end_byte - 1]
        text = inside.decode("utf-8", "replace").strip()
        if name == "cfg":
            return r.Macro(self.rel(node), name, (), text)
        if name in _CFG_MACROS:
            arms = [
                self._again(b"fn f() {", start, end, b"}", r.Gated, condition)
                for condition, start, end in _arms(name, tokens, self.raw)
            ]
            return r.Macro(self.rel(node), name, tuple(a for a in arms if a is not None))
        if _WORD.search(inside) is None and name not in _LISTS:
            return r.Macro(self.rel(node), name, (), text)
        start, end = tokens.start_byte + 1, tokens.end_byte - 1
        for prefix, suffix in ((b"fn f() {m(", b");}"), (b"fn f() {", b"}"), (b"fn f() {[", b"];}")):
            found = self._again(prefix, start, end, suffix, None, "")
            if found is not None:
                args = found.args if isinstance(found, r.Call) else (found,)
                return r.Macro(self.rel(node), name, args)
        return r.Macro(self.rel(node), name, (), text)

    def _again(
        self,
        prefix: bytes,
        start: int,
        end: int,
        suffix: bytes,
        wrap: Callable[[r.Rel, tuple[str, ...], r.Expr], r.Expr] | None,
        condition: str,
    ) -> r.Expr | None:
        """Parse source[start:end] between `prefix` and `suffix`; None when that is not Rust."""
        source = prefix + self.source[start:end] + suffix
        root = parse(source).root_node
        if root.has_error or not root.named_children:
            return None
        body = root.named_children[0].child_by_field_name("body")
        if body is None:
            return None
        lowering = _Lowering(source, self.shift - start + len(prefix))
        lowering.depth = self.depth
        block = lowering.block(body)
        if wrap is not None:
            return wrap(block.span, (condition,) if condition else (), block)
        if len(block.statements) == 1 and block.tail is None and isinstance(block.statements[0], r.Call | r.Group):
            return block.statements[0]
        return block


def _token_tree(node: Node) -> Node | None:
    for child in node.named_children:
        if child.type == "token_tree":
            return child
    return None


_LISTS = {"vec", "array"}  # macros that count what is in them, be it only numbers
_CFG_MACROS = {"cfg_if", "cfg_select"}


def _arms(name: str, tokens: Node, raw: Callable[[Node], bytes]) -> Iterator[tuple[str, int, int]]:
    """The arms of a conditional macro as (cfg expression, start, end); one arm without condition for any other."""
    if name not in _CFG_MACROS:
        yield "", tokens.start_byte + 1, tokens.end_byte - 1
        return
    before: list[str] = []
    condition = ""
    plain: list[bytes] = []
    for child in tokens.children[1:-1]:
        text = raw(child)
        if child.type == "token_tree" and text.startswith(b"[") and name == "cfg_if":
            inner = text[1:-1].decode("utf-8", "replace").strip()
            if inner.startswith("cfg"):
                condition = inner[3:].strip()[1:-1].strip()
        elif child.type == "token_tree" and text.startswith(b"{"):
            if name == "cfg_select":
                condition = b" ".join(plain).decode("utf-8", "replace").removesuffix("=>").strip()
                condition = "" if condition == "_" else condition
                plain = []
            negated = f"not(any({', '.join(before)}))" if before else ""
            parts = [part for part in (condition, negated) if part]
            whole = parts[0] if len(parts) == 1 else f"all({', '.join(parts)})" if parts else ""
            yield whole, child.start_byte + 1, child.end_byte - 1
            if condition:
                before.append(condition)
            condition = ""
        elif name == "cfg_select" and text != b",":
            plain.append(text)


def _literal(kind: str, text: str) -> int | float | bool | str | None:
    if kind == "integer_literal":
        digits = re.sub(r"(?<=[0-9a-fA-F_])[iu](8|16|32|64|128|size)$", "", text).replace("_", "")
        try:
            return int(digits, 0)
        except ValueError:
            try:
                return int(digits)
            except ValueError:
                return None
    if kind == "float_literal":
        try:
            return float(re.sub(r"f(32|64)$", "", text).replace("_", ""))
        except ValueError:
            return None
    if kind == "boolean_literal":
        return text == "true"
    if kind == "string_literal":
        return text[1:-1] if text.startswith('"') else None
    if kind == "raw_string_literal":
        return text.lstrip("r").strip("#")[1:-1]
    return None


_ITEMS: dict[str, Callable[[_Lowering, Node, r.Item], None]] = {
    "use_declaration": _Lowering.item_use,
    "extern_crate_declaration": _Lowering.item_extern,
    "type_item": _Lowering.item_alias,
    "associated_type": _Lowering.item_alias,
    "const_item": _Lowering.item_const,
    "static_item": _Lowering.item_const,
    "struct_item": _Lowering.item_struct,
    "enum_item": _Lowering.item_enum,
    "function_item": _Lowering.item_fn,
    "function_signature_item": _Lowering.item_fn,
    "impl_item": _Lowering.item_impl,
    "trait_item": _Lowering.item_trait,
    "mod_item": _Lowering.item_mod,
    "macro_invocation": _Lowering.item_macro,
}

_EXPRESSIONS: dict[str, Callable[[_Lowering, Node], r.Expr]] = {
    "identifier": _Lowering.expr_path_value,
    "self": _Lowering.expr_path_value,
    "scoped_identifier": _Lowering.expr_path_value,
    "generic_function": _Lowering.expr_path_value,
    "call_expression": _Lowering.expr_call,
    "field_expression": _Lowering.expr_field,
    "struct_expression": _Lowering.expr_struct,
    "tuple_expression": _Lowering.expr_group,
    "unit_expression": _Lowering.expr_group,
    "array_expression": _Lowering.expr_group,
    "range_expression": _Lowering.expr_range,
    "reference_expression": _Lowering.expr_reference,
    "unary_expression": _Lowering.expr_unary,
    "try_expression": _Lowering.expr_try,
    "await_expression": _Lowering.expr_try,
    "type_cast_expression": _Lowering.expr_cast,
    "index_expression": _Lowering.expr_index,
    "binary_expression": _Lowering.expr_binary,
    "assignment_expression": _Lowering.expr_assign,
    "compound_assignment_expr": _Lowering.expr_assign,
    "let_condition": _Lowering.expr_let_condition,
    "if_expression": _Lowering.expr_if,
    "match_expression": _Lowering.expr_match,
    "for_expression": _Lowering.expr_loop,
    "while_expression": _Lowering.expr_loop,
    "loop_expression": _Lowering.expr_loop,
    "closure_expression": _Lowering.expr_closure,
    "return_expression": _Lowering.expr_jump,
    "break_expression": _Lowering.expr_jump,
    "continue_expression": _Lowering.expr_jump,
    "macro_invocation": _Lowering.expr_macro,
}
