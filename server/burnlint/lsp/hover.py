"""Hover: on a finding, on an id in a comment or in the settings, and on burn's lines in Cargo.toml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from burnlint.cargo.context import BurnDependency, CrateContext
from burnlint.cargo.toml import read_toml
from burnlint.cargo.version import Version
from burnlint.lsp.code_action import present_findings
from burnlint.lsp.documents import OpenDocument
from burnlint.lsp.explain import dependency, in_short
from burnlint.lsp.ranges import offset_of, range_of
from burnlint.render import hover as render
from burnlint.render.markdown import to_markdown
from burnlint.render.model import Document
from burnlint.render.terminal import to_plain
from burnlint.span import Span

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

_ID = re.compile(rb"[A-Za-z0-9_-]+")


def hover(ls: Server, params: types.HoverParams) -> dict[str, Any] | None:
    """What there is to say about the place under the pointer."""
    opened = ls.documents.of(params.text_document.uri)
    if opened is None:
        return None
    offset = offset_of(opened.text, params.position, ls.client.encoding)
    found = _on_finding(ls, opened, offset) or _on_dependency(ls, opened, offset) or _on_id(ls, opened, offset)
    if found is None:
        return None
    document, span = found
    markdown = ls.client.markdown_hover
    value = to_markdown(document) if markdown else to_plain(document)
    return {
        "contents": {"kind": "markdown" if markdown else "plaintext", "value": value},
        "range": range_of(opened.text, span, ls.client.encoding),
    }


def _on_finding(ls: Server, opened: OpenDocument, offset: int) -> tuple[Document, Span] | None:
    """All findings at a place, since they may be of several rules."""
    here = [
        finding
        for finding in present_findings(ls, opened)
        if finding.records and finding.place.span.start <= offset <= finding.place.span.end
    ]
    if not here:
        return None
    release = _release(ls, opened)
    documents = [render.hover(finding, ls.work.database, release) for finding in here]
    return Document(tuple(block for document in documents for block in document.blocks)), here[0].place.span


def _on_id(ls: Server, opened: OpenDocument, offset: int) -> tuple[Document, Span] | None:
    """Ids are looked for where they are written: in comments that ignore, and in settings."""
    text = opened.text
    line = text.line_span(text.line_at(offset))
    content = text.data[line.start : line.end]
    if opened.is_rust and b"burnlint:" not in content:
        return None
    for match in _ID.finditer(content):
        span = Span(line.start + match.start(), line.start + match.end())
        if span.start <= offset <= span.end:
            document = in_short(match[0].decode(), ls.work.database)
            return None if document is None else (document, span)
    return None


def _on_dependency(ls: Server, opened: OpenDocument, offset: int) -> tuple[Document, Span] | None:
    if opened.path.name != "Cargo.toml":
        return None
    context = ls.work.analysis.context(opened.path)
    if context is not None and (one := dependency_at(context, opened, offset)) is not None:
        return dependency(context, one, ls.work.database), Span(*one.place.span)
    shared = shared_dependency_at(opened, offset)
    if shared is None:
        return None
    package, span = shared
    for context in ls.work.contexts():
        if context.workspace_root == opened.path.parent:
            for one in context.burn_dependencies:
                if one.package == package:
                    return dependency(context, one, ls.work.database), span
    return None


def shared_dependency_at(opened: OpenDocument, offset: int) -> tuple[str, Span] | None:
    """The package that the line of a place names in `[workspace.dependencies]`, for its members to inherit."""
    manifest = read_toml(opened.path, opened.text.data)
    line = opened.text.line_at(offset)
    for key in manifest.keys("workspace", "dependencies"):
        span = manifest.place("workspace", "dependencies", key).span
        if opened.text.line_at(span.start) <= line <= opened.text.line_at(span.end):
            return manifest.get(str, "workspace", "dependencies", key, "package") or key, span
    return None


def _release(ls: Server, opened: OpenDocument) -> Version | None:
    """The release of the file's package, if one is sure."""
    context = ls.work.analysis.context(opened.path)
    return None if context is None or context.burn is None else context.burn.exact


def dependency_at(context: CrateContext, opened: OpenDocument, offset: int) -> BurnDependency | None:
    """The dependency on burn whose line in the manifest contains a place."""
    line = opened.text.line_at(offset)
    for one in context.burn_dependencies:
        path, span = one.place
        if path == opened.path and opened.text.line_at(span.start) <= line <= opened.text.line_at(span.end):
            return one
    return None
