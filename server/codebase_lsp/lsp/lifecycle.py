"""From `initialize` to `shutdown`: folders and settings of the client."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from ..wire import methods
from . import watching
from .capabilities import client_features
from .convert import uri_of_path
from .folders import Folder
from .indexing import index_folder
from .settings import resolve

if TYPE_CHECKING:
    from .server import CodebaseServer

log = logging.getLogger(__name__)

_PULL_SECONDS = 5.0


def initialize(ls: "CodebaseServer", params: types.InitializeParams) -> None:
    """Remember the client; its folders are opened at `initialized`."""
    ls.client = client_features(params)
    ls.initialization_options = params.initialization_options
    log.info("Client: %s, process %s.", ls.client.name, params.process_id)
    if params.process_id is not None:
        ls.watch_parent(params.process_id)
    root_uri = params.root_uri
    if root_uri is None and params.root_path and Path(params.root_path).is_absolute():
        root_uri = uri_of_path(Path(params.root_path))
    named = [folder.uri for folder in params.workspace_folders or []]
    ls.first_folders = named or ([root_uri] if root_uri else [])


def initialized(ls: "CodebaseServer", _params: types.InitializedParams) -> None:
    ls.client_log.start()
    ls.spawn(_begin(ls))


async def _begin(ls: "CodebaseServer") -> None:
    """Open at once, so that searches are answered; index when the settings are known."""
    _apply(ls, [])
    opened = ls.folders.change(ls.first_folders, ())
    pulled = await _pull(ls)
    if not _apply(ls, pulled):
        _take_up(ls, opened)
    await _register(ls)


def did_change_workspace_folders(ls: "CodebaseServer", params: types.DidChangeWorkspaceFoldersParams) -> None:
    removed = [folder.uri for folder in params.event.removed]
    added = [folder.uri for folder in params.event.added]
    _take_up(ls, ls.folders.change(added, removed))
    ls.status_changes.soon()


def did_change_configuration(ls: "CodebaseServer", params: types.DidChangeConfigurationParams) -> None:
    ls.spawn(_reconfigure(ls, params.settings))


async def _reconfigure(ls: "CodebaseServer", pushed: Any) -> None:
    section = pushed.get(methods.CONFIGURATION_SECTION) if isinstance(pushed, dict) else None
    _apply(ls, await _pull(ls) or ([section] if section is not None else []))


def shutdown(ls: "CodebaseServer", _params: None) -> None:
    """Answered at once; work is told to stop and folders close meanwhile."""
    ls.closing = ls.folders.close()


def _take_up(ls: "CodebaseServer", folders: list[Folder]) -> None:
    for folder in folders:
        ls.documents.folder_opened(folder)
        ls.spawn(index_folder(ls, folder))


def _apply(ls: "CodebaseServer", configuration: list[Any]) -> bool:
    """Use these settings; True if that opened the folders again."""
    settings, faults = resolve([ls.initialization_options, *configuration])
    for fault in faults:
        if fault not in ls.reported_faults:
            ls.reported_faults.add(fault)
            log.warning("%s", fault)
    if settings == ls.settings:
        return False
    before, ls.settings = ls.settings, settings
    ls.spawn(ls.symbols.follow_settings())
    if replace(settings, symbols=before.symbols) == before:  # nothing that a folder works with
        return False
    ls.chat.configure(settings.expansion)
    reopened = ls.folders.reopen(settings)
    _take_up(ls, reopened)
    return bool(reopened)


async def _pull(ls: "CodebaseServer") -> list[Any]:
    """The client's section; nothing if it has none or does not answer."""
    if not ls.client.configuration:
        return []
    item = types.ConfigurationItem(section=methods.CONFIGURATION_SECTION)
    asked = ls.workspace_configuration_async(types.ConfigurationParams(items=[item]))
    try:
        answer = await asyncio.wait_for(asked, _PULL_SECONDS)
    except Exception as error:
        log.warning("The client did not tell its settings: %s", error or type(error).__name__)
        return []
    return [value for value in answer or [] if value is not None]


async def _register(ls: "CodebaseServer") -> None:
    """Ask for what the client sends only to servers that registered for it."""
    wanted: list[types.Registration] = []
    if ls.client.registers_configuration_changes:
        options = types.DidChangeConfigurationRegistrationOptions(section=methods.CONFIGURATION_SECTION)
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        wanted.append(types.Registration("codebase-configuration", method, options))
    if ls.client.registers_file_events:
        wanted.append(watching.registration())
    if not wanted:
        return
    try:
        asked = ls.client_register_capability_async(types.RegistrationParams(wanted))
        await asyncio.wait_for(asked, _PULL_SECONDS)
    except Exception as error:
        log.info("Changes will not be told by the client: %s", error or type(error).__name__)
