"""pygls' protocol with its own message handling replaced: every request is answered, nothing is kept per message."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import attrs
import cattrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.protocol import LanguageServerProtocol, default_converter

from burnlint.lsp.inbox import Inbox, cancelled_id
from burnlint.lsp.messages import (
    Code,
    Malformed,
    Message,
    MessageId,
    Notification,
    Request,
    Response,
    answer,
    error,
)

if TYPE_CHECKING:
    from burnlint.lsp.app import Server

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], None]


class RequestFailed(Exception):
    """Raised by a handler to answer its request with an error of the protocol."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class RequestRefused(Exception):
    """The client answers a request of ours with an error."""


class Protocol(LanguageServerProtocol):
    """Reads parameters and writes results with lsprotocol's types, in the order in which messages arrive.

    pygls itself keeps a future for every notification, never answers a request whose parameters are wrong, and shows
    its own errors to the user; so handlers are called from here.
    """

    _server: Server

    def __init__(self, server: Server, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        self._tasks: dict[MessageId, asyncio.Task[Any]] = {}
        self._send: Send = _nowhere
        self._is_taken_back: Callable[[MessageId], bool] = lambda id: False

    def connect(self, send: Send, inbox: Inbox) -> None:
        """Says where answers go, and where the messages behind the present one wait."""
        self._send = send
        self._is_taken_back = inbox.is_taken_back

    @property
    def is_shut_down(self) -> bool:
        """Whether the client has asked for the end."""
        return self._shutdown

    def receive(self, message: Message) -> None:
        """Handles one message; never raises for what a client or a handler does."""
        if isinstance(message, Request):
            self._receive_request(message)
        elif isinstance(message, Notification):
            self._receive_notification(message)
        elif isinstance(message, Response):
            self._receive_response(message)
        elif isinstance(message, Malformed):
            logger.warning("malformed message: %s", message.reason)
            self._send(error(message.id, message.code, message.reason))

    def tell(self, method: str, params: Any) -> None:
        """Sends a notification of plain data."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    async def ask(self, method: str, params: Any = None) -> Any:
        """The client's answer to a request of ours. Raises RequestRefused."""
        try:
            return await self.send_request_async(method, params)
        except JsonRpcException as problem:
            logger.info("the client refused %s: %s", method, problem)
            raise RequestRefused from problem

    async def register(self, method: str, options: Any, id: str | None = None) -> None:
        """Asks the client to send another kind of notification; if it will not, burnlint hears less."""
        registration = types.Registration(id=id or method, method=method, register_options=options)
        params = types.RegistrationParams(registrations=[registration])
        with suppress(RequestRefused):
            await self.ask(types.CLIENT_REGISTER_CAPABILITY, params)

    async def unregister(self, method: str, id: str) -> None:
        """Takes a registration back."""
        unregistration = types.Unregistration(id=id, method=method)
        params = types.UnregistrationParams(unregisterations=[unregistration])
        with suppress(RequestRefused):
            await self.ask(types.CLIENT_UNREGISTER_CAPABILITY, params)

    def stop(self) -> None:
        """Ends what is still being worked on."""
        for task in list(self._tasks.values()):
            task.cancel()

    # ---- requests

    def _receive_request(self, request: Request) -> None:
        if self._shutdown:
            self._send(error(request.id, Code.INVALID_REQUEST, "the server has been shut down"))
        elif request.method == types.INITIALIZE:
            self._send(error(request.id, Code.INVALID_REQUEST, "`initialize` may be sent only once"))
        elif request.id in self._tasks:
            self._send(error(request.id, Code.INVALID_REQUEST, "this id is in use"))
        elif self._is_taken_back(request.id):
            self._send(error(request.id, Code.CANCELLED, "cancelled"))
        elif request.method == types.SHUTDOWN:
            self._shutdown = True
            self.stop()
            self._send(answer(request.id, None))
        elif (handler := self.fm.features.get(request.method)) is None:
            self._send(error(request.id, Code.METHOD_NOT_FOUND, f"unknown method {request.method!r}"))
        else:
            self._answer(request, handler)

    def _answer(self, request: Request, handler: Callable[..., Any]) -> None:
        try:
            params = self._structured(request.method, request.params)
        except _WrongParameters as problem:
            self._send(error(request.id, Code.INVALID_PARAMS, str(problem)))
            return
        try:
            result = handler(params)
        except Exception as problem:
            self._send_failure(request, problem)
            return
        if inspect.iscoroutine(result):
            self._start(request, result)
        else:
            self._send_result(request, result)

    def _start(self, request: Request, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[request.id] = task

        def finish(task: asyncio.Task[Any]) -> None:
            del self._tasks[request.id]
            if task.cancelled():
                self._send(error(request.id, Code.CANCELLED, "cancelled"))
            elif (problem := task.exception()) is not None:
                self._send_failure(request, problem)
            else:
                self._send_result(request, task.result())

        task.add_done_callback(finish)

    def _send_result(self, request: Request, result: Any) -> None:
        try:
            message = answer(request.id, self._converter.unstructure(result))
        except Exception as problem:
            self._send_failure(request, problem)
        else:
            self._send(message)

    def _send_failure(self, request: Request, problem: BaseException) -> None:
        if isinstance(problem, RequestFailed):
            self._send(error(request.id, problem.code, str(problem)))
        else:
            logger.error("%s failed", request.method, exc_info=problem)
            self._send(error(request.id, Code.INTERNAL_ERROR, f"internal error: {type(problem).__name__}"))

    # ---- notifications and answers

    def _receive_notification(self, notification: Notification) -> None:
        if (cancelled := cancelled_id(notification)) is not None:
            if task := self._tasks.get(cancelled):
                task.cancel()
        elif not self._shutdown and (handler := self.fm.features.get(notification.method)) is not None:
            try:
                handler(self._structured(notification.method, notification.params))
            except _WrongParameters as problem:
                logger.warning("%s ignored: %s", notification.method, problem)
            except Exception:
                logger.exception("%s failed", notification.method)

    def _receive_response(self, response: Response) -> None:
        result_type = self._result_types.pop(response.id, None)
        asked = self._request_futures.get(response.id)
        if asked is None or asked.cancelled():
            self._request_futures.pop(response.id, None)
            logger.info("an answer to nothing that was asked: %r", response.id)
        elif response.error is not None:
            self._handle_response(response.id, None, _as_error(response.error))
        else:
            try:
                whole = {"jsonrpc": "2.0", "id": response.id, "result": response.result}
                result = self._converter.structure(whole, result_type).result if result_type else None
            except Exception as problem:
                wrong = types.ResponseError(int(Code.INVALID_PARAMS), f"malformed answer: {_reasons(problem)}")
                self._handle_response(response.id, None, wrong)
            else:
                self._handle_response(response.id, result)

    def _structured(self, method: str, params: Any) -> Any:
        """The parameters as lsprotocol's type. Raises _WrongParameters."""
        params_type: Any = types.METHOD_TO_TYPES[method][2]
        if method in RAW or params_type is None:
            return params
        if method == types.TEXT_DOCUMENT_CODE_ACTION:
            params = _without_diagnostics(params)
        try:
            return self._converter.structure(params, params_type)
        except Exception as problem:
            raise _WrongParameters(_reasons(problem)) from problem

    # ---- sending

    def _send_data(self, data: Any) -> None:
        """How pygls sends what it starts itself: notifications and requests to the client."""
        self._send(self._converter.unstructure(data) if attrs.has(type(data)) else data)


# Read by their handlers instead: text changes come with every key, and an offered action is sent back as it was.
RAW = frozenset(
    {
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_CLOSE,
        types.TEXT_DOCUMENT_DID_SAVE,
        types.CODE_ACTION_RESOLVE,
    }
)


class _WrongParameters(Exception):
    """Says which parameter is wrong."""


def strict_converter() -> cattrs.Converter:
    """lsprotocol's converter, without cattrs' habit of turning any value into a string or a number."""
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]

    def exact_string(value: Any, _: type[str]) -> str:
        if not isinstance(value, str):
            raise TypeError(f"expected a string, not {type(value).__name__}")
        return value

    def exact_integer(value: Any, _: type[int]) -> int:
        # Some clients' JSON writers know only floating-point numbers.
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"expected a number, not {type(value).__name__}")
        return value

    converter.register_structure_hook(str, exact_string)
    converter.register_structure_hook(int, exact_integer)
    return converter


def _without_diagnostics(params: Any) -> Any:
    """Code actions are made from burnlint's own findings; what other servers say may be of any form."""
    if isinstance(params, dict) and isinstance(params.get("context"), dict):
        return {**params, "context": {**params["context"], "diagnostics": []}}
    return params


def _reasons(problem: Exception) -> str:
    return "; ".join(cattrs.transform_error(problem, path="params"))


def _as_error(data: Any) -> types.ResponseError:
    code = data.get("code") if isinstance(data, dict) else None
    text = data.get("message") if isinstance(data, dict) else None
    return types.ResponseError(
        code=code if isinstance(code, int) else JsonRpcInternalError.CODE,
        message=text if isinstance(text, str) else repr(data),
    )


def _nowhere(message: dict[str, Any]) -> None:
    """Before a connection there is nobody to talk to."""
