"""One server process for the tests of a module, and documents with names of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.lsp.harness import Client, client

_numbers = count()


@pytest.fixture
def uri() -> str:
    """A document that no other test has seen."""
    return f"untitled:test-{next(_numbers)}.rs"


@pytest.fixture(scope="module")
def capabilities() -> Any:
    """What the client of this module can do."""
    return {}


@pytest.fixture(scope="module")
def shared(capabilities: Any) -> Iterator[Client]:
    """A client whose server survives all tests of the module, and leaves in order."""
    with client() as connected:
        connected.initialize(capabilities)
        yield connected
        assert connected.leave() == 0
