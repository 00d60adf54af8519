"""Which facts are read from capabilities: of real clients, and of what no client should send."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import client_capabilities

from burnlint.lsp.capabilities import initialize_result
from burnlint.lsp.client import Client, read_client

CONVERTER = get_converter()


def recorded(name: str) -> Client:
    return read_client(CONVERTER.unstructure(client_capabilities(name)))


def test_visual_studio_code() -> None:
    client = recorded("visual-studio-code@v1.65.2")
    assert client.encoding == "utf-16"
    assert not client.pulls
    assert client.related_information and client.code_description and client.diagnostic_data
    assert client.resolves_edits and client.preferred_actions and client.document_changes
    assert client.registers_watchers and client.registers_configuration and client.has_configuration
    assert client.shows_progress and client.shows_documents


def test_neovim() -> None:
    client = recorded("neovim@v0.11.0")
    assert client.encoding == "utf-8"
    assert client.pulls and not client.refreshes
    assert client.related_information and not client.code_description
    assert client.resolves_edits and not client.document_changes
    assert not client.registers_watchers and client.has_configuration
    assert recorded("neovim@v0.10.0").encoding == "utf-16"


def test_emacs() -> None:
    client = recorded("emacs@v29.1")
    assert client.encoding == "utf-8"
    assert not client.pulls and not client.related_information
    assert client.action_literals and not client.resolves_edits and client.document_changes


@pytest.mark.parametrize(
    ("encodings", "chosen"),
    [
        (None, "utf-16"),
        ([], "utf-16"),
        (["utf-16"], "utf-16"),
        (["utf-32", "utf-16"], "utf-32"),
        (["utf-16", "utf-32", "utf-8"], "utf-8"),
        (["utf-7", 5, None], "utf-16"),
        ("utf-8", "utf-16"),
        ([["utf-8"]], "utf-16"),
    ],
)
def test_encoding(encodings: Any, chosen: str) -> None:
    client = read_client({"general": {"positionEncodings": encodings}})
    assert client.encoding == chosen
    assert initialize_result(client)["capabilities"]["positionEncoding"] == chosen


_KEYS = ("general", "textDocument", "workspace", "diagnostic", "publishDiagnostics", "tagSupport", "valueSet")
_MORE_KEYS = ("positionEncodings", "codeAction", "resolveSupport", "properties", "hover", "window")
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS + _MORE_KEYS), inner, max_size=4),
)


@given(_JSON)
def test_capabilities_of_any_form_are_read(capabilities: Any) -> None:
    assert read_client(capabilities).encoding in ("utf-8", "utf-16", "utf-32")


@pytest.mark.parametrize("name", ["visual-studio-code@v1.65.2", "neovim@v0.11.0", "emacs@v29.1"])
def test_the_answer_is_what_the_protocol_says(name: str) -> None:
    client = recorded(name)
    result = CONVERTER.structure(initialize_result(client), types.InitializeResult)
    capabilities = result.capabilities
    assert capabilities.hover_provider is True
    assert isinstance(capabilities.text_document_sync, types.TextDocumentSyncOptions)
    assert capabilities.text_document_sync.change is types.TextDocumentSyncKind.Incremental
    # Push or pull, never both.
    assert (capabilities.diagnostic_provider is not None) == client.pulls
    action = capabilities.code_action_provider
    assert isinstance(action, types.CodeActionOptions)
    assert action.resolve_provider is client.resolves_edits
    assert result.server_info is not None and result.server_info.name == "burnlint"


def test_a_client_without_action_literals_is_offered_no_actions() -> None:
    assert "codeActionProvider" not in initialize_result(Client())["capabilities"]
