"""Errors to JSON-RPC: one table from what the project raises to the codes clients see.

Every answer to a failed request carries `data.kind`, a stable word. Tracebacks and the
paths in them stay in the log.
"""

import asyncio
import logging
from typing import Any

from lsprotocol.types import ResponseError
from pygls.exceptions import JsonRpcException

from ..errors import BadRequest, Cancelled, CodebaseError
from ..wire.codec import BadParams

log = logging.getLogger(__name__)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
REQUEST_FAILED = -32803
REQUEST_CANCELLED = -32800


def to_response_error(error: BaseException) -> ResponseError:
    """The answer to a request whose handler raised `error`."""
    match error:
        case asyncio.CancelledError() | Cancelled():
            return _made(REQUEST_CANCELLED, "The request was cancelled.", kind=Cancelled.kind)
        case BadParams():
            return _made(INVALID_PARAMS, str(error), kind=BadRequest.kind, field=error.path)
        case BadRequest():
            field = f"$.{error.field}" if error.field else "$"
            return _made(INVALID_PARAMS, str(error), kind=error.kind, field=field)
        case CodebaseError():
            return _made(REQUEST_FAILED, str(error), kind=error.kind)
        case JsonRpcException():
            return error.to_response_error()
        case _:
            log.error("A request failed unexpectedly.", exc_info=error)
            text = f"Unexpected {type(error).__name__}; the server's log has the details."
            return _made(INTERNAL_ERROR, text, kind="internal")


def _made(code: int, text: str, **data: Any) -> ResponseError:
    return ResponseError(code=code, message=text, data=data)
