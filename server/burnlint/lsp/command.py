"""Commands: an explanation as Markdown, and a rule's page in the browser."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from lsprotocol import types

from burnlint.lsp.capabilities import EXPLAIN, OPEN_DOCS
from burnlint.lsp.explain import in_full
from burnlint.lsp.messages import Code
from burnlint.lsp.protocol import RequestFailed, RequestRefused
from burnlint.render.links import rule_url
from burnlint.render.markdown import to_markdown

if TYPE_CHECKING:
    from burnlint.lsp.app import Server


def execute(ls: Server, params: types.ExecuteCommandParams) -> str:
    """Runs a command; its one argument is the id of a rule or a record."""
    if params.command not in (EXPLAIN, OPEN_DOCS):
        raise RequestFailed(Code.INVALID_PARAMS, f"unknown command {params.command!r}")
    arguments = params.arguments or ()
    id = arguments[0] if len(arguments) == 1 else None
    document = in_full(id, ls.work.database) if isinstance(id, str) else None
    if not isinstance(id, str) or document is None:
        raise RequestFailed(Code.INVALID_PARAMS, "expected one argument, the id of a rule or a record")
    if params.command == EXPLAIN:
        return to_markdown(document)
    record = ls.work.database.records.get(id)
    url = rule_url(id if record is None else record.rule)
    if ls.client.shows_documents:
        ls.start(_show(ls, url))
    return url


async def _show(ls: Server, url: str) -> None:
    with suppress(RequestRefused):
        await ls.protocol.ask(types.WINDOW_SHOW_DOCUMENT, types.ShowDocumentParams(uri=url, external=True))
