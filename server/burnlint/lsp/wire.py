"""Cuts a stream of bytes into message bodies; broken input costs only itself, never the message after it."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST_BODY = 1 << 28  # a longer announced length is a mistake, and waiting for it would be for ever
LONGEST_LINE = 1 << 16
_LONGEST_HEADER = 64

# The header may stand at the end of a line of rubbish: what is left over of a body that was cut off.
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?\Z", re.IGNORECASE)
# JSON never contains a raw line break inside a string, so this cannot occur inside a valid body.
_NEXT_HEADER = re.compile(rb"content-length[ \t]*:[ \t]*[0-9]{1,18}[ \t]*\r?\n", re.IGNORECASE)


class Rubbish(NamedTuple):
    """Input that was skipped, and why."""

    reason: str


class Frames:
    """The state between two reads."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._found: list[bytes | Rubbish] = []
        self._length: int | None = None  # of the body, once a header has named it
        self._in_body = False
        self._has_lines = False  # whether the present header block has any line
        self._searched = 0  # how much of the unfinished body holds no header

    def feed(self, data: bytes) -> list[bytes | Rubbish]:
        """The bodies, and notes on skipped input, that these bytes complete."""
        self._buffer += data
        self._found = []
        while self._body() if self._in_body else self._header():
            pass
        return self._found

    def _header(self) -> bool:
        """Takes one header line; False when more bytes are needed."""
        end = self._buffer.find(b"\n")
        if end < 0:
            if len(self._buffer) > LONGEST_LINE:
                # The tail stays: it may be the beginning of a header.
                del self._buffer[:-_LONGEST_HEADER]
                self._has_lines = True
            return False
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        if line.strip():
            self._has_lines = True
            if match := _LENGTH.search(line):
                length = int(match[1])
                self._length = length if length <= LONGEST_BODY else None
        else:
            if self._length is not None:
                self._in_body, self._searched = True, 0
            elif self._has_lines:
                self._found.append(Rubbish("a header without a usable Content-Length"))
            self._has_lines = False
        return True

    def _body(self) -> bool:
        """Takes the whole body, or gives it up; False when more bytes are needed."""
        assert self._length is not None
        complete = len(self._buffer) >= self._length
        end = self._length if complete else len(self._buffer)
        next_header = self._find_header(end)
        if next_header is not None:
            self._found.append(Rubbish("a body shorter than its Content-Length"))
            end = next_header
        elif complete:
            self._found.append(bytes(self._buffer[:end]))
        else:
            return False
        del self._buffer[:end]
        self._in_body, self._length = False, None
        return True

    def _find_header(self, end: int) -> int | None:
        """Where the next message's header begins inside this body, which shows that the body is broken."""
        start, self._searched = self._searched, max(0, end - _LONGEST_HEADER)
        # Most bodies have no line break at all, and looking for one is far cheaper than the pattern.
        if self._buffer.find(b"\n", start, end) < 0:
            return None
        match = _NEXT_HEADER.search(self._buffer, start, end)
        return match.start() if match else None
