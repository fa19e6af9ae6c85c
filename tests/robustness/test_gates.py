"""What may be asked when: before `initialize`, twice, after `shutdown`."""

from pathlib import Path

from helpers.raw import RawServer


def test_request_before_initialize_is_refused(server: RawServer) -> None:
    assert server.error("workspace/codebaseSearch", {"query": "x"})["code"] == -32002
    assert server.error("shutdown")["code"] == -32002


def test_unknown_method_before_initialize_is_refused_the_same_way(server: RawServer) -> None:
    assert server.error("no/such/method")["code"] == -32002


def test_notification_before_initialize_is_dropped(server: RawServer, folder: Path) -> None:
    item = {"uri": "file:///a.py", "languageId": "python", "version": 1, "text": ""}
    server.notify("textDocument/didOpen", {"textDocument": item})
    server.initialize(folder)
    assert server.shut_down() == 0


def test_second_initialize_is_refused_and_the_first_one_holds(server: RawServer) -> None:
    server.initialize()
    assert (
        server.error("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["code"] == -32600
    )
    assert server.request("codebase/status", {})["folders"] == []


def test_initialize_with_bad_params_is_answered_and_can_be_repeated(server: RawServer) -> None:
    error = server.error("initialize", {"processId": "seven", "rootUri": None, "capabilities": {}})
    assert error["code"] == -32602
    assert "process" in error["message"]
    server.initialize()


def test_request_after_shutdown_is_refused(server: RawServer) -> None:
    server.initialize()
    server.request("shutdown")
    assert server.error("codebase/status", {})["code"] == -32600
    assert server.error("shutdown")["code"] == -32600
    server.notify("exit")
    assert server.ended() == 0


def test_unknown_method_is_not_found(server: RawServer) -> None:
    server.initialize()
    assert server.error("textDocument/hover", {"bad": 1})["code"] == -32601
    assert server.error("$/whatever")["code"] == -32601
    assert server.error("", {})["code"] == -32601


def test_unknown_notification_is_ignored(server: RawServer) -> None:
    server.initialize()
    server.notify("$/whatever", {"jsonrpc": 1})
    server.notify("also/unknown")
    assert server.shut_down() == 0
