"""What the client can do, read from its capabilities once and without trusting their form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

# burnlint's own text is UTF-8, so that encoding needs no conversion; utf-16 is what every client speaks.
_PREFERENCE: tuple[Encoding, ...] = ("utf-8", "utf-32", "utf-16")


@dataclass(frozen=True)
class Client:
    """The few facts that change what burnlint sends."""

    encoding: Encoding = "utf-16"
    pulls: bool = False  # asks for diagnostics itself, so none are pushed
    refreshes: bool = False  # asks for diagnostics again when told to
    related_information: bool = False
    code_description: bool = False
    diagnostic_data: bool = False
    diagnostic_tags: frozenset[int] = frozenset()
    action_literals: bool = False
    preferred_actions: bool = False
    resolves_edits: bool = False
    document_changes: bool = False
    markdown_hover: bool = True
    registers_watchers: bool = False
    registers_configuration: bool = False
    has_configuration: bool = False
    shows_progress: bool = False
    shows_documents: bool = False


def read_client(capabilities: object) -> Client:
    """The client behind these capabilities; what is missing or malformed counts as not supported."""

    def has(path: str) -> bool:
        return at(capabilities, path) is True

    def values(path: str) -> list[Any]:
        value = at(capabilities, path)
        return value if isinstance(value, list) else []

    def markdown(path: str) -> bool:
        formats = values(path)
        return not formats or formats[0] == "markdown"

    encodings = values("general.positionEncodings")
    action = "textDocument.codeAction"
    published = "textDocument.publishDiagnostics"
    # 3.18 names the same support for pulled diagnostics beside `diagnostic` itself.
    pulled = "textDocument.diagnostic"
    return Client(
        encoding=next((encoding for encoding in _PREFERENCE if encoding in encodings), "utf-16"),
        pulls=isinstance(at(capabilities, pulled), dict),
        refreshes=has("workspace.diagnostics.refreshSupport") or has("workspace.diagnostic.refreshSupport"),
        related_information=has(f"{published}.relatedInformation") or has(f"{pulled}.relatedInformation"),
        code_description=has(f"{published}.codeDescriptionSupport") or has(f"{pulled}.codeDescriptionSupport"),
        diagnostic_data=has(f"{published}.dataSupport") or has(f"{pulled}.dataSupport"),
        diagnostic_tags=frozenset(
            tag
            for place in (published, pulled)
            for tag in values(f"{place}.tagSupport.valueSet")
            if isinstance(tag, int)
        ),
        action_literals=isinstance(at(capabilities, f"{action}.codeActionLiteralSupport"), dict),
        preferred_actions=has(f"{action}.isPreferredSupport"),
        resolves_edits=has(f"{action}.dataSupport") and "edit" in values(f"{action}.resolveSupport.properties"),
        document_changes=has("workspace.workspaceEdit.documentChanges"),
        markdown_hover=markdown("textDocument.hover.contentFormat"),
        registers_watchers=has("workspace.didChangeWatchedFiles.dynamicRegistration"),
        registers_configuration=has("workspace.didChangeConfiguration.dynamicRegistration"),
        has_configuration=has("workspace.configuration"),
        shows_progress=has("window.workDoneProgress"),
        shows_documents=has("window.showDocument.support"),
    )


def at(data: object, path: str) -> Any:
    """The value under a dotted path of keys, or None."""
    for key in path.split("."):
        if not isinstance(data, dict):
            return None
        data = data.get(key)
    return data
