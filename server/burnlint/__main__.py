"""`python -m burnlint`, and the console script."""

from __future__ import annotations

import sys

from burnlint.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
