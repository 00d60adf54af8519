"""Memory does not grow with edits: whatever an edit made obsolete can be collected."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from burnlint.engine.session import Session
from burnlint.syntax.document import Document
from burnlint.syntax.lower import lower_body
from burnlint.syntax.text import Text
from tests.engine.test_incremental import MAIN, MODEL
from tests.workspace import crate, shipped


def _objects() -> Counter[str]:
    gc.collect()
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one).__module__.startswith("burnlint"))


def test_thousands_of_edits(tmp_path: Path) -> None:
    root = crate(tmp_path, MAIN, files={"src/model.rs": MODEL})
    path = root / "src/main.rs"
    session = Session([root], shipped())
    document = Document(Text.from_str(MAIN))
    session.open(path, document)
    at = MAIN.encode().index(b"y.sum()")
    counts = []
    for _ in range(2):
        for number in range(1_500):
            text = f"let v{number} = {number};".encode()
            document.edit(at, at, text)
            session.changed(path)
            session.check(path)
            document.edit(at, at + len(text), b"")
            session.changed(path)
            session.check(path)
        lower_body.cache_clear()
        counts.append(sum(_objects().values()))
    assert counts[1] < counts[0] * 1.2 + 1_000
