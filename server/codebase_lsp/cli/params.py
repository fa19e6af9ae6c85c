"""Arguments as params of a request, so that the command line accepts exactly what the server does."""

from typing import TypeVar

from ..errors import BadRequest
from ..wire.codec import BadParams, decode

Params = TypeVar("Params")


def decoded(cls: type[Params], sent: dict[str, object]) -> Params:
    """Raises BadRequest."""
    try:
        return decode(cls, sent)
    except BadParams as error:
        raise BadRequest(str(error).removeprefix("$.")) from None
