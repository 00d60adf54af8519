"""What a command says when it was used wrongly."""

from __future__ import annotations

EXIT_CLEAN = 0
EXIT_FOUND = 1
EXIT_WRONG_USE = 2


class UsageError(Exception):
    """Ends the command with exit code 2; each message is printed on a line of its own."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages = messages
