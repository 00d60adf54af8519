"""What a message is: JSON-RPC read from bytes into frozen data, whatever the bytes are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

MessageId: TypeAlias = int | str


class Code(IntEnum):
    """The error codes of JSON-RPC and of the Language Server Protocol that burnlint answers with."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    NOT_INITIALIZED = -32002
    CONTENT_MODIFIED = -32801
    CANCELLED = -32800


@dataclass(frozen=True)
class Request:
    """Wants an answer."""

    id: MessageId
    method: str
    params: Any


@dataclass(frozen=True)
class Notification:
    """Wants none."""

    method: str
    params: Any


@dataclass(frozen=True)
class Response:
    """The client's answer to a request of ours."""

    id: MessageId
    result: Any
    error: Any


@dataclass(frozen=True)
class Malformed:
    """Not a message; the id is known when that much could be read."""

    id: MessageId | None
    code: Code
    reason: str


@dataclass(frozen=True)
class End:
    """Nothing comes after this: the client said `exit`, or has gone without a word."""


Message: TypeAlias = Request | Notification | Response | Malformed | End


def parse(body: bytes) -> Message:
    """The message in a body."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        return Malformed(None, Code.PARSE_ERROR, f"not JSON: {error}")
    if not isinstance(data, dict):
        return Malformed(None, Code.INVALID_REQUEST, "a message must be a JSON object")
    known_id = data.get("id")
    if not isinstance(known_id, (int, str)) or isinstance(known_id, bool):
        known_id = None
    if "method" in data:
        method = data["method"]
        if not isinstance(method, str):
            return Malformed(known_id, Code.INVALID_REQUEST, "`method` must be a string")
        if "id" not in data:
            return End() if method == "exit" else Notification(method, data.get("params"))
        if known_id is None:
            return Malformed(None, Code.INVALID_REQUEST, "`id` must be a number or a string")
        return Request(known_id, method, data.get("params"))
    if known_id is not None and ("result" in data or "error" in data):
        return Response(known_id, data.get("result"), data.get("error"))
    return Malformed(known_id, Code.INVALID_REQUEST, "neither a request nor an answer")


def answer(id: MessageId, result: Any) -> dict[str, Any]:
    """An answer, ready to be sent."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def error(id: MessageId | None, code: Code, message: str, data: Any = None) -> dict[str, Any]:
    """An answer that says why there is no result."""
    problem: dict[str, Any] = {"code": int(code), "message": message}
    if data is not None:
        problem["data"] = data
    return {"jsonrpc": "2.0", "id": id, "error": problem}


def serialized(message: Mapping[str, Any]) -> bytes:
    """Header and body. ASCII only, so that not even half of a surrogate pair can fail to be encoded."""
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
