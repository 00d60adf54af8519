"""The programs of a record: the one that panics, its clean twin, and what each way out changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff

from burnlint.cargo.version import Version
from burnlint.records.database import Database
from burnlint.records.schema import Backend, Example, Record
from burnlint.render.model import Block, CodeBlock, Heading, Paragraph, prose
from burnlint.render.prose import parse_prose
from burnlint.render.releases import release_words

_MARK = re.compile(r"//~ error\b[^\n]*")


def example_for(record: Record, release: Version | None) -> Example | None:
    """The example of a release; without one, or where it has none, the last."""
    fitting = [one for one in record.examples if release is not None and one.burn.contains(release)]
    return next(iter(fitting or record.examples[::-1]), None)


def example_blocks(database: Database, record: Record, example: Example, level: int) -> Iterator[Block]:
    """Before and after; the program names the first backend of the record."""
    backend = next((database.backends[name] for name in database.expand(record.affects.backends)), None)
    program = filled_in(example.program, backend)
    yield Heading(level, prose(f"Example, for burn {release_words(example.burn, database.versions)}"))
    yield CodeBlock(program, "rust")
    yield Paragraph(prose("The same without the panic:"))
    yield CodeBlock(_changes(program, filled_in(example.twin, backend)), "diff")
    for title, after in example.after.items():
        yield Paragraph((*prose("To "), *parse_prose(title), *prose(":")))
        yield CodeBlock(_changes(program, filled_in(after, backend)), "diff")


def filled_in(text: str, backend: Backend | None) -> str:
    """The program with a backend for its markers, to be read."""
    text = _MARK.sub("// panics", text).strip("\n") + "\n"
    if backend is None:
        return text
    device = backend.devices[0] if backend.devices else "default"
    return text.replace("@BACKEND@", backend.name).replace("@DEVICE@", f"Device::{device}()")


def _changes(before: str, after: str) -> str:
    # The mark is no part of the program, so its absence is no change.
    lines = [re.sub(r"\s*// panics$", "", line) for line in before.splitlines()]
    _, _, _, *difference = [*unified_diff(lines, after.splitlines(), lineterm="", n=1)] or [""] * 3
    return "\n".join(" …" if line.startswith("@@") else line for line in difference)
