"""A server process with the fake engine: `serve_fake.py [LOG FILE]`."""

from __future__ import annotations

import sys
from pathlib import Path

from burnlint.lsp.server import main


def fake_engine():  # type: ignore[no-untyped-def]
    from tests.lsp.fake_engine import FakeEngine

    return FakeEngine()


if __name__ == "__main__":
    sys.exit(main(log_file=Path(sys.argv[1]) if len(sys.argv) > 1 else None, engine=fake_engine))
