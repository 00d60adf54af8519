"""What the client does with its documents: open, change, save, close."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from burnlint.lsp.client import at
from burnlint.lsp.documents import is_configuration
from burnlint.lsp.uris import path_of

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

logger = logging.getLogger(__name__)


def did_open(ls: Server, params: Any) -> None:
    """A document's text is the client's business now."""
    try:
        opened = ls.documents.open(params)
    except ValueError as error:
        logger.warning("didOpen ignored: %s", error)
        return
    ls.work.open(opened)
    ls.text_changed(opened.path)
    ls.look_at_disk()


def did_change(ls: Server, params: Any) -> None:
    """A document was edited. Nothing is checked here: more edits may be waiting."""
    try:
        changed = ls.documents.change(params, ls.client.encoding)
    except ValueError as error:
        logger.warning("didChange ignored: %s", error)
        return
    ls.work.analysis.changed(changed.path)
    ls.text_changed(changed.path)


def did_save(ls: Server, params: Any) -> None:
    """A document was written to disk."""
    uri = at(params, "textDocument.uri")
    if isinstance(uri, str):
        ls.saved(path_of(uri))
        ls.look_at_disk()


def did_close(ls: Server, params: Any) -> None:
    """The file on disk is what counts again."""
    try:
        closed = ls.documents.close(params)
    except ValueError as error:
        logger.warning("didClose ignored: %s", error)
        return
    ls.work.analysis.close(closed.path)
    if not ls.client.pulls:
        ls.publisher.closed(closed)
    if is_configuration(closed.path):
        ls.files_changed([closed.path])
