"""Whose turn it is: messages in order of arrival first, then one waiting piece of work at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from burnlint.lsp.inbox import Inbox
from burnlint.lsp.messages import End, Message

# Work that has waited so long gets its turn between two messages, so that a client that never pauses is served too.
_PATIENCE = 0.1


@dataclass
class Turns:
    """Lets work wait for a pause in the messages: a burst of edits costs one check, and no time is waited out."""

    inbox: Inbox
    _waiting: deque[tuple[float, asyncio.Future[None]]] = field(default_factory=deque)
    _something: asyncio.Event = field(default_factory=asyncio.Event)

    async def quiet(self) -> None:
        """Returns when no message waits and it is the caller's turn."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append((loop.time(), turn))
        self._something.set()
        await turn

    async def run(self, receive: Callable[[Message], None]) -> None:
        """Hands out messages and turns until the messages end."""
        loop = asyncio.get_running_loop()
        self.inbox.notify(lambda: _wake(loop, self._something))
        while True:
            message = self.inbox.take()
            if isinstance(message, End):
                return
            if message is not None:
                receive(message)
            if message is None or self._is_overdue(loop.time()):
                self._give_turn()
            if message is None and not self._waiting:
                await self._something.wait()
                self._something.clear()
            else:
                # Whoever got its turn runs now.
                await asyncio.sleep(0)

    def _is_overdue(self, now: float) -> bool:
        return bool(self._waiting) and now - self._waiting[0][0] > _PATIENCE

    def _give_turn(self) -> None:
        while self._waiting:
            _, turn = self._waiting.popleft()
            if not turn.done():  # it is when the one who waited was cancelled
                turn.set_result(None)
                return


def _wake(loop: asyncio.AbstractEventLoop, something: asyncio.Event) -> None:
    """Tells the event loop, from the reading thread, that there is something to do."""
    with suppress(RuntimeError):  # the loop has ended, and with it the need to wake it
        loop.call_soon_threadsafe(something.set)
