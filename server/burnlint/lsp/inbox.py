"""Messages that have arrived and wait: one thread fills it, the event loop empties it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from burnlint.lsp.front import Front
from burnlint.lsp.messages import Code, End, Malformed, Message, MessageId, Notification, parse
from burnlint.lsp.wire import Frames, Rubbish


class Inbox:
    """A queue in order of arrival, which knows ahead what the client has taken back."""

    def __init__(self) -> None:
        self._messages: deque[Message] = deque()
        self._taken_back: set[MessageId] = set()
        self._on_arrival: Callable[[], None] = lambda: None

    def put(self, message: Message) -> None:
        """Adds a message; called by the reading thread."""
        if (cancelled := cancelled_id(message)) is not None:
            self._taken_back.add(cancelled)
        self._messages.append(message)
        self._on_arrival()

    def take(self) -> Message | None:
        """The oldest message, or None."""
        if not self._messages:
            return None
        message = self._messages.popleft()
        if (cancelled := cancelled_id(message)) is not None:
            self._taken_back.discard(cancelled)
        return message

    def is_taken_back(self, id: MessageId) -> bool:
        """Whether a cancellation of this request waits further back in the queue."""
        return id in self._taken_back

    def notify(self, on_arrival: Callable[[], None]) -> None:
        """Calls this from now on, in the reading thread, whenever a message has arrived."""
        self._on_arrival = on_arrival


def cancelled_id(message: Message) -> MessageId | None:
    """The id that a `$/cancelRequest` names."""
    if not isinstance(message, Notification) or message.method != "$/cancelRequest":
        return None
    id = message.params.get("id") if isinstance(message.params, dict) else None
    return id if isinstance(id, (int, str)) and not isinstance(id, bool) else None


def read_into(inbox: Inbox, front: Front, read: Callable[[], bytes]) -> None:
    """Reads until the end of the stream. Runs in a thread of its own: reading blocks."""
    frames = Frames()
    while data := _read(read):
        for frame in frames.feed(data):
            if (passed := front.take(_message(frame))) is not None:
                inbox.put(passed)
    inbox.put(End())


def _message(frame: bytes | Rubbish) -> Message:
    if isinstance(frame, Rubbish):
        return Malformed(None, Code.PARSE_ERROR, frame.reason)
    return parse(frame)


def _read(read: Callable[[], bytes]) -> bytes:
    try:
        return read()
    except OSError:  # the other side is gone
        return b""
