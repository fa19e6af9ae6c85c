"""Settings: where they come from, what happens to bad ones."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from codebase_lsp.engine.settings import Settings
from codebase_lsp.lsp.settings import resolve
from codebase_lsp.wire.codec import camel_case
from helpers.harness import Harness

PULLS = {"workspace": {"configuration": True}}
PULL = "workspace/configuration"


def test_nothing_sent_means_the_defaults() -> None:
    for nothing in ([], [None], [{}], [None, {"codebase": {}}], [{"model": None}]):
        assert resolve(nothing) == (Settings(), [])


def another(group: Any) -> Any:
    """The same settings with a value other than its default in every one."""
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(group):
        now = getattr(group, field.name)
        if dataclasses.is_dataclass(now):
            changes[field.name] = another(now)
        elif isinstance(now, tuple):
            changes[field.name] = ("gen/",)
        elif isinstance(now, bool):
            changes[field.name] = not now
        else:
            changes[field.name] = now + 1 if isinstance(now, (int, float)) else "other"
    return dataclasses.replace(group, **changes)


def as_json(group: Any) -> Any:
    if dataclasses.is_dataclass(group):
        return {camel_case(f.name): as_json(getattr(group, f.name)) for f in dataclasses.fields(group)}
    return list(group) if isinstance(group, tuple) else group


def test_groups_are_merged_name_by_name() -> None:
    sources = [
        {"modelOptions": {"baseUrl": "http://a", "queryPrefix": ""}},
        {"modelOptions": {"baseUrl": "http://b"}},
    ]
    settings, faults = resolve(sources)
    assert faults == []
    assert (settings.model_options.base_url, settings.model_options.query_prefix) == ("http://b", "")


def test_every_setting_can_be_sent() -> None:
    wanted = another(Settings())
    settings, faults = resolve([as_json(wanted)])
    assert faults == []
    assert settings == wanted
    assert not any(
        getattr(wanted, f.name) == getattr(Settings(), f.name) for f in dataclasses.fields(Settings)
    )


def test_later_sources_win_name_by_name() -> None:
    settings, faults = resolve([{"workers": 2, "chunkChars": 900}, {"codebase": {"workers": 3}}])
    assert (settings.workers, settings.chunk_chars, faults) == (3, 900, [])


@pytest.mark.parametrize(
    "sent",
    [
        {"workers": "two"},
        {"workers": 0},
        {"workers": 2.5},
        {"workers": True},
        {"workers": [1]},
        {"searchSeconds": float("inf")},
        {"searchSeconds": -1},
        {"exclude": "gen/"},
        {"exclude": [1]},
        {"model": 1},
        {"model": " "},
        {"maxFileBytes": 10**30},
        {"noSuchSetting": 1},
        {"modelOptions": "x"},
        {"modelOptions": {"baseUrl": 1}},
        {"modelOptions": {"timeout": 0}},
        {"modelOptions": {"noSuchOption": 1}},
    ],
)
def test_what_does_not_fit_stays_at_its_default_and_is_told(sent: dict[str, Any]) -> None:
    settings, faults = resolve([sent | {"chunkChars": 900}])
    assert settings == dataclasses.replace(Settings(), chunk_chars=900)
    (fault,) = faults
    assert next(iter(sent)) in fault


@pytest.mark.parametrize("sent", [5, "x", [1]])
def test_what_is_no_object_is_told(sent: Any) -> None:
    settings, faults = resolve([sent])
    assert settings == Settings() and len(faults) == 1


def test_whole_numbers_may_come_as_floats() -> None:
    """Lua has one kind of number."""
    assert resolve([{"workers": 2.0, "searchSeconds": 3}])[0].workers == 2
    assert type(resolve([{"workers": 2.0}])[0].workers) is int


async def test_initialization_options_reach_the_engine(client: Harness, shop: Path) -> None:
    await client.initialize(shop, initializationOptions={"chunkChars": 900})
    assert client.doubles["shop"].settings.chunk_chars == 900
    assert len(client.opened) == 1


async def test_the_section_is_pulled_and_wins(client: Harness, shop: Path) -> None:
    client.replies[PULL] = [{"chunkChars": 800}]
    options = {"chunkChars": 900, "workers": 1}
    await client.initialize(shop, capabilities=PULLS, initializationOptions=options)
    await client.until(lambda: client.doubles["shop"].settings.chunk_chars == 800)
    assert client.doubles["shop"].settings.workers == 1
    assert client.sent(PULL) == [{"items": [{"section": "codebase"}]}]
    await client.until(lambda: client.doubles["shop"].state == "ready")
    assert [double.state for double in client.opened] == ["empty", "ready"], "indexed once"


async def test_a_change_is_pulled_once_and_opens_the_folder_again(client: Harness, shop: Path) -> None:
    client.replies[PULL] = [None]
    await client.initialize(shop, capabilities=PULLS)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    client.open(shop / "cart.py", "unsaved")
    await client.until(lambda: client.doubles["shop"].buffers)
    client.replies[PULL] = [{"chunkChars": 700}]
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    await client.until(lambda: client.doubles["shop"].settings.chunk_chars == 700)
    await client.until(lambda: client.doubles["shop"].buffers == {"cart.py": "unsaved"})
    assert len(client.sent(PULL)) == 2
    await client.until(lambda: "close" in client.opened[0].calls)


async def test_settings_pushed_by_older_clients_are_taken(client: Harness, shop: Path) -> None:
    await client.initialize(shop)
    client.notify("workspace/didChangeConfiguration", {"settings": {"codebase": {"chunkChars": 600}}})
    await client.until(lambda: client.doubles["shop"].settings.chunk_chars == 600)


async def test_the_same_settings_open_nothing_again(client: Harness, shop: Path) -> None:
    client.replies[PULL] = [{}]
    await client.initialize(shop, capabilities=PULLS)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    await client.until(lambda: len(client.sent(PULL)) == 2)
    await client.request("codebase/status", {})
    assert len(client.opened) == 1


@pytest.mark.parametrize("reply", ["odd", [5], {"a": 1}, None, []])
async def test_odd_answers_of_the_client_mean_the_defaults(client: Harness, shop: Path, reply: Any) -> None:
    client.replies[PULL] = reply
    await client.initialize(shop, capabilities=PULLS)
    await client.until(lambda: client.doubles["shop"].state == "ready")
    assert client.doubles["shop"].settings == Settings()


async def test_a_client_that_never_answers_does_not_stop_searches(client: Harness, shop: Path) -> None:
    client.replies[PULL] = ...
    await client.initialize(shop, capabilities=PULLS)
    assert (await client.request("workspace/codebaseSearch", {"query": "price"}))["results"]


async def test_changes_are_registered_where_the_client_wants_that(client: Harness, shop: Path) -> None:
    capabilities = {
        "workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}
    }
    client.replies |= {PULL: [None], "client/registerCapability": None}
    await client.initialize(shop, capabilities=capabilities)
    await client.until(lambda: client.sent("client/registerCapability"))
    (params,) = client.sent("client/registerCapability")
    assert params["registrations"][0]["method"] == "workspace/didChangeConfiguration"


async def test_a_bad_setting_is_logged_once_and_shows_no_pop_up(client: Harness, shop: Path) -> None:
    import logging

    logger = logging.getLogger("codebase_lsp")
    logger.addHandler(client.server.client_log)
    try:
        await client.initialize(shop, initializationOptions={"workers": "two"})
        await client.until(lambda: client.doubles["shop"].state == "ready")
        client.notify("workspace/didChangeConfiguration", {"settings": {"codebase": {}}})
        await client.request("codebase/status", {})
    finally:
        logger.removeHandler(client.server.client_log)
    told = [p["message"] for p in client.sent("window/logMessage") if "workers" in p["message"]]
    assert len(told) == 1
    assert client.sent("window/showMessage") == []
