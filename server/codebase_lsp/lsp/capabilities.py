"""What the client can do, read once at `initialize` into a frozen value."""

from typing import Any

import attrs
from lsprotocol import types
from pygls.capabilities import get_capability

from ..wire import methods


@attrs.frozen
class ClientFeatures:
    """The few capabilities this server acts on."""

    name: str = "unknown client"
    work_done_progress: bool = False
    """The server may start progress of its own."""
    configuration: bool = False
    """Settings can be pulled."""
    registers_configuration_changes: bool = False
    """`didChangeConfiguration` comes only after it was registered."""
    registers_file_events: bool = False
    """The client sends file events to a server that registered for them."""
    registers_symbols: frozenset[str] = frozenset()
    """Those of the methods of symbols.py that the server may register for later."""
    nests_symbols: bool = False
    """Symbols of a document may hold others."""
    status_notifications: bool = False
    """The client asked for `codebase/didChangeStatus`."""


def client_features(params: types.InitializeParams) -> ClientFeatures:
    """Read the capabilities out of `initialize`."""
    client, info = params.capabilities, params.client_info

    def has(path: str) -> bool:
        return get_capability(client, path, False) is True

    return ClientFeatures(
        name=f"{info.name} {info.version or ''}".strip() if info else "unknown client",
        work_done_progress=has("window.work_done_progress"),
        configuration=has("workspace.configuration"),
        registers_configuration_changes=has("workspace.did_change_configuration.dynamic_registration"),
        registers_file_events=has("workspace.did_change_watched_files.dynamic_registration"),
        registers_symbols=frozenset(
            method
            for method, path in (
                (types.WORKSPACE_SYMBOL, "workspace.symbol.dynamic_registration"),
                (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "text_document.document_symbol.dynamic_registration"),
            )
            if has(path)
        ),
        nests_symbols=has("text_document.document_symbol.hierarchical_document_symbol_support"),
        status_notifications=_member(client.experimental, methods.STATUS_OPT_IN) is True,
    )


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)
