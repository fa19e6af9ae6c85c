"""JSON-RPC on top of pygls: every request is answered exactly once, whatever arrives.

pygls' own loop is not used. It structures every object inside a message, loses requests
whose params do not fit, serves requests before `initialize`, and puts tracebacks into
answers. Here a parsed message comes in through `receive`, which checks it from the outside
in. The private methods of pygls overridden here are why its version is pinned; each has
an end-to-end test.
"""

import asyncio
import contextvars
import json
import logging
import uuid
from collections.abc import Callable, Generator
from concurrent.futures import Future
from functools import partial
from typing import Any

from cattrs import transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound
from pygls.protocol import LanguageServerProtocol, lsp_method

from ..wire import methods
from .failures import INVALID_PARAMS, INVALID_REQUEST, NOT_INITIALIZED, to_response_error
from .framing import frame

log = logging.getLogger(__name__)


class EncodedResult(str):
    """A result that is JSON text already, encoded off the event loop."""

    __slots__ = ()


class CodebaseProtocol(LanguageServerProtocol):
    """The protocol of one connection."""

    def receive(self, message: object) -> None:
        """Take one parsed message. Called on the event loop."""
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self._refuse_shape(message)
        elif "method" not in message:
            self._receive_response(message)
        elif not isinstance(message["method"], str):
            self._refuse_shape(message)
        elif "id" not in message:
            self._receive_notification(message)
        elif _is_id(message["id"]):
            self._receive_request(message)
        else:
            self.answer_error(None, INVALID_REQUEST, "The id of a request must be a string or a number.")

    def answer_error(
        self, msg_id: int | str | None, code: int, text: str, data: dict[str, Any] | None = None
    ) -> None:
        """Send an error response; `msg_id` is None when the id could not be read."""
        self._send_response(msg_id, error=types.ResponseError(code=code, message=text, data=data))

    # Incoming

    def _refuse_shape(self, message: object) -> None:
        """Not JSON-RPC 2.0. What looks like a response is not answered."""
        msg_id = None
        if isinstance(message, dict):
            if "method" not in message and ("result" in message or "error" in message):
                log.warning("Ignored a response that is not JSON-RPC 2.0.")
                return
            msg_id = message.get("id") if _is_id(message.get("id")) else None
        kind = "Batches are not supported." if isinstance(message, list) else "Not a JSON-RPC 2.0 message."
        self.answer_error(msg_id, INVALID_REQUEST, kind)

    def _receive_request(self, message: dict[str, Any]) -> None:
        msg_id, method = message["id"], message["method"]
        if refusal := self._refusal(msg_id, method):
            self.answer_error(msg_id, *refusal)
            return
        try:
            self._get_handler(method)
            params = self._structure(method, message)
        except JsonRpcMethodNotFound as error:
            self._send_response(msg_id, error=error.to_response_error())
        except Exception as error:
            self.answer_error(msg_id, INVALID_PARAMS, _readable(error), {"kind": "badRequest"})
        else:
            contextvars.copy_context().run(self._handle_request, msg_id, method, params)

    def _receive_notification(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if method != types.EXIT and (self._shutdown or self._workspace is None):
            log.info("Dropped %s outside initialize and shutdown.", method)
            return
        try:
            params = self._structure(method, message)
        except Exception as error:
            log.warning("Ignored %s: %s", method, _readable(error))
            return
        contextvars.copy_context().run(self._handle_notification, method, params)

    def _receive_response(self, message: dict[str, Any]) -> None:
        msg_id: Any = message.get("id")
        if not _is_id(msg_id):
            log.warning("Ignored a message that is neither request, notification nor response.")
            return
        result_type = self._result_types.pop(msg_id, None)
        if "error" in message:
            error = message["error"] if isinstance(message["error"], dict) else {}
            failure = JsonRpcException(str(error.get("message") or "unknown"), _code(error.get("code")))
            self._handle_response(msg_id, error=failure.to_response_error())
            return
        try:
            result = self._converter.structure(message, result_type).result if result_type else None
        except Exception as error:
            failure = JsonRpcException(f"The client's answer does not fit: {_readable(error)}")
            self._handle_response(msg_id, error=failure.to_response_error())
        else:
            self._handle_response(msg_id, result)

    def _structure(self, method: str, message: dict[str, Any]) -> Any:
        """The params as lsprotocol types; as they came for methods that are not LSP's."""
        message_type = self.get_message_type(method)
        if message_type is None:
            return message.get("params")
        return getattr(self._converter.structure(message, message_type), "params", None)

    def _refusal(self, msg_id: int | str, method: str) -> tuple[int, str] | None:
        """Code and text when the request may not be served now."""
        if self._shutdown:
            return INVALID_REQUEST, "The server was shut down."
        if self._workspace is None and method != types.INITIALIZE:
            return NOT_INITIALIZED, "The first request must be initialize."
        if self._workspace is not None and method == types.INITIALIZE:
            return INVALID_REQUEST, "The server is initialized already."
        if msg_id in self._request_futures:
            return INVALID_REQUEST, f"A request with the id {msg_id!r} is not answered yet."
        return None

    # Handling: overrides of pygls

    def _handle_request(self, msg_id: int | str, method_name: str, params: Any) -> None:
        self._ctx_msg_id.set(msg_id)
        self._execute_handler(
            msg_id,
            self._get_handler(method_name),
            args=(params,),
            callback=partial(self._send_handler_result, msg_id=msg_id),
        )

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name == types.CANCEL_REQUEST:
            self._handle_cancel_notification(params.id)
            return
        try:
            handler = self._get_handler(method_name)
        except JsonRpcMethodNotFound:
            log.debug("Ignored the notification %s.", method_name)
            return
        # pygls keeps the future of every notification for ever under a made-up id.
        key = f"notification {uuid.uuid4()}"
        check = partial(self._check_notification, key=key, method=method_name)
        self._execute_handler(key, handler, args=(params,), callback=check)

    def _check_notification(self, future: "Future[Any]", *, key: str, method: str) -> None:
        self._request_futures.pop(key, None)
        if not future.cancelled() and (error := future.exception()) is not None:
            log.error("Handling %s failed.", method, exc_info=error)

    def _handle_cancel_notification(self, msg_id: int | str) -> None:
        # lsprotocol lets any value through as an id.
        future = self._request_futures.get(msg_id) if _is_id(msg_id) else None
        if future is not None:
            future.cancel()

    def _handle_response(
        self, msg_id: int | str, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        """Late answers to requests that were given up, or never made, are dropped."""
        future = self._request_futures.get(msg_id)
        if isinstance(future, asyncio.Future):  # The id of a request of the client's own.
            return
        if future is None or future.done():
            self._request_futures.pop(msg_id, None)
            return
        super()._handle_response(msg_id, result, error)

    def _send_handler_result(self, future: "Future[Any]", *, msg_id: int | str) -> None:
        self._request_futures.pop(msg_id, None)
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        if error is None:
            self._send_response(msg_id, result=future.result())
        else:
            self._send_response(msg_id, error=to_response_error(error))

    # Outgoing: overrides of pygls

    def _send_response(
        self, msg_id: int | str | None, result: Any = None, error: types.ResponseError | None = None
    ) -> None:
        head: dict[str, Any] = {"jsonrpc": self.VERSION, "id": msg_id}
        if error is None and isinstance(result, EncodedResult):
            self._write(f'{json.dumps(head)[:-1]}, "result": {result}}}')
            return
        try:
            outcome = {"result": result} if error is None else {"error": _error_object(error)}
            body = json.dumps(head | outcome, default=self._serialize_message)
        except Exception as failure:
            log.error("The answer to request %r cannot be written as JSON.", msg_id, exc_info=failure)
            body = json.dumps(head | {"error": _error_object(to_response_error(failure))})
        self._write(body)

    def _send_data(self, data: Any) -> None:
        """Notifications and requests to the client."""
        try:
            body = json.dumps(data, default=self._serialize_message)
        except Exception as error:
            log.error("A message to the client cannot be written as JSON.", exc_info=error)
            return
        self._write(body)

    def _write(self, body: str) -> None:
        if self.writer is None:
            return
        try:
            self.writer.write(frame(body))
        except (OSError, ValueError):  # Broken pipe, or closed already.
            self._server.request_stop("The client no longer reads.")  # pyright: ignore

    # Methods of LSP that pygls answers otherwise

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        result = yield from super().lsp_initialize(params)
        result.capabilities.experimental = {
            key: {"version": methods.VERSION} for key in methods.CAPABILITIES.values()
        }
        self._server.symbols.announce(result.capabilities, params.initialization_options)  # pyright: ignore
        return result

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """A command is its request under another name; a coroutine, so that it can be cancelled."""
        handler: Callable[[Any], Any] | None = self.fm.commands.get(params.command)
        if handler is None:
            raise JsonRpcException(f"There is no command {params.command!r}.", code=INVALID_PARAMS)
        arguments = list(params.arguments or [])
        if len(arguments) > 1:
            raise JsonRpcException("A command takes one argument, the params.", code=INVALID_PARAMS)
        return await handler(arguments[0] if arguments else None)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._server.request_stop("The client sent exit.")  # pyright: ignore


def _is_id(value: object) -> bool:
    return isinstance(value, (int, str)) and not isinstance(value, bool)


def _code(value: object) -> int:
    return value if isinstance(value, int) else -32603


def _error_object(error: types.ResponseError) -> dict[str, Any]:
    fields: dict[str, Any] = {"code": error.code, "message": error.message}
    return fields if error.data is None else fields | {"data": error.data}


def _readable(error: Exception) -> str:
    """One sentence about a message that could not be structured."""
    try:
        return "; ".join(transform_error(error, path="$"))
    except Exception:
        return str(error)
