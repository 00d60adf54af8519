"""The real engine with what real editors say they can do, as recorded by pytest-lsp."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

from tests.lsp.harness import PATIENCE, environment

pytestmark = pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")

EDITORS = ["visual-studio-code@v1.65.2", "neovim@v0.10.0", "neovim@v0.11.0", "emacs@v29.1"]
SERVER = "import sys; from burnlint.lsp.server import main; sys.exit(main())"

MANIFEST = """[package]
name = "resize"
version = "0.1.0"
edition = "2021"

[dependencies]
burn = { version = "0.18", features = ["ndarray", "autodiff"] }
"""
LOCK = """version = 4

[[package]]
name = "burn"
version = "0.18.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
"""
PROGRAM = """use burn::backend::{Autodiff, NdArray};
use burn::tensor::module::interpolate;
use burn::tensor::ops::{InterpolateMode, InterpolateOptions};
use burn::tensor::Tensor;

fn main() {
    let x = Tensor::<Autodiff<NdArray>, 4>::ones([1, 1, 4, 4], &Default::default()).require_grad();
    let y = ("😀", interpolate(x.clone(), [8, 8], InterpolateOptions::new(InterpolateMode::Bicubic))).1;
    y.sum().backward();
}
"""


def make_client() -> LanguageClient:
    """pytest-lsp's client, which also lets the server register what the editors let it register."""
    client = make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        assert params.registrations

    return client


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[sys.executable, "-c", SERVER], server_env=environment(), client_factory=make_client
    ),
    params=EDITORS,
)
async def editor(lsp: LanguageClient, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[None]:
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text(MANIFEST)
    (tmp_path / "Cargo.lock").write_text(LOCK)
    (tmp_path / "src" / "main.rs").write_text(PROGRAM)
    lsp.set_configuration({"burnlint": {}})
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="resize")
    await lsp.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[folder],
            root_uri=tmp_path.as_uri(),
        )
    )
    yield
    await lsp.shutdown_session()
    assert lsp._server is not None and lsp._server.returncode == 0
    assert lsp.messages == []


def open_file(editor: LanguageClient, path: Path, language: str = "rust") -> str:
    item = types.TextDocumentItem(uri=path.as_uri(), language_id=language, version=1, text=path.read_text())
    editor.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return item.uri


async def diagnostics(editor: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """Pulled or pushed, whichever the editor can do; never both."""
    assert editor.capabilities is not None and editor.capabilities.text_document is not None
    if editor.capabilities.text_document.diagnostic is not None:
        params = types.DocumentDiagnosticParams(text_document=types.TextDocumentIdentifier(uri))
        report = await editor.text_document_diagnostic_async(params)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert editor.diagnostics == {}
        return list(report.items)
    while uri not in editor.diagnostics:
        published = editor.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        await asyncio.wait_for(published, PATIENCE)
    return list(editor.diagnostics[uri])


def units(editor: LanguageClient, text: str) -> int:
    """The length of a text as this editor counts."""
    assert editor.capabilities is not None
    general = editor.capabilities.general
    encodings: Any = (general and general.position_encodings) or ()
    if types.PositionEncodingKind.Utf8 in encodings:
        return len(text.encode())
    return len(text.encode("utf-16-le")) // 2


async def test_from_finding_to_fix(editor: LanguageClient, tmp_path: Path) -> None:
    uri = open_file(editor, tmp_path / "src" / "main.rs")
    (found,) = await diagnostics(editor, uri)
    assert found.code == "interpolate-backward"
    assert found.severity is types.DiagnosticSeverity.Error
    assert "NdArray (burn 0.18.0)" in found.message
    line = PROGRAM.splitlines()[7]
    start = line.index("InterpolateMode::Bicubic")
    assert found.range == types.Range(
        types.Position(7, units(editor, line[:start])),
        types.Position(7, units(editor, line[: start + len("InterpolateMode::Bicubic")])),
    )

    place = types.TextDocumentPositionParams(types.TextDocumentIdentifier(uri), found.range.start)
    hover = await editor.text_document_hover_async(types.HoverParams(place.text_document, place.position))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.kind is types.MarkupKind.Markdown
    assert "interpolate-backward" in hover.contents.value and "0.18.0" in hover.contents.value

    actions = await editor.text_document_code_action_async(
        types.CodeActionParams(place.text_document, found.range, types.CodeActionContext(diagnostics=[found]))
    )
    assert actions is not None
    (ignore,) = [action for action in actions if "on this line" in action.title]
    assert isinstance(ignore, types.CodeAction)
    if ignore.edit is None:
        ignore = await editor.code_action_resolve_async(ignore)
    assert ignore.edit is not None
    if ignore.edit.document_changes is not None:
        (change,) = ignore.edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.version == 1
        (edit,) = change.edits
    else:
        assert ignore.edit.changes is not None
        (edit,) = ignore.edit.changes[uri]
    assert isinstance(edit, types.TextEdit)
    assert edit.range == types.Range(types.Position(7, 0), types.Position(7, 0))

    editor.diagnostics.clear()
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=2, uri=uri),
            [types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)],
        )
    )
    assert await diagnostics(editor, uri) == []


async def test_the_line_of_burn_in_the_manifest(editor: LanguageClient, tmp_path: Path) -> None:
    uri = open_file(editor, tmp_path / "Cargo.toml", "toml")
    assert await diagnostics(editor, uri) == []
    line = MANIFEST.splitlines().index('burn = { version = "0.18", features = ["ndarray", "autodiff"] }')
    document = types.TextDocumentIdentifier(uri)
    hover = await editor.text_document_hover_async(types.HoverParams(document, types.Position(line, 2)))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    text = hover.contents.value
    assert "burn 0.18.0" in text and "Cargo.lock" in text and "NdArray" in text
    assert "interpolate-backward" in text
    nothing = await editor.text_document_hover_async(types.HoverParams(document, types.Position(1, 2)))
    assert nothing is None


async def test_an_id_in_a_comment(editor: LanguageClient, tmp_path: Path) -> None:
    program = tmp_path / "src" / "main.rs"
    program.write_text("// burnlint: ignore-file[interpolate-backward] inference only\n" + PROGRAM)
    uri = open_file(editor, program)
    assert await diagnostics(editor, uri) == []
    document = types.TextDocumentIdentifier(uri)
    hover = await editor.text_document_hover_async(types.HoverParams(document, types.Position(0, 30)))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "interpolation without a backward pass" in hover.contents.value
    items = await editor.text_document_completion_async(types.CompletionParams(document, types.Position(0, 25)))
    assert isinstance(items, (list, tuple))
    assert "interpolate-backward" in [item.label for item in items]
