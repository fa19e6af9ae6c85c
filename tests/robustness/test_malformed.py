"""Frames and messages no client should send. The server answers what it can and lives on."""

import json
from pathlib import Path

import pytest

from helpers.raw import RawServer, frame_bytes

STATUS = b'{"jsonrpc":"2.0","id":"after","method":"codebase/status","params":{}}'


def lives(server: RawServer) -> bool:
    server.send_bytes(frame_bytes(STATUS))
    return "result" in server.wait("after")


@pytest.mark.parametrize(
    "body",
    [b"{nonsense", b"", b"\xff\xfe\x00", b'{"a": NaN}', b"[" * 100_000, b'"\x00"'],
    ids=["syntax", "empty", "not-utf-8", "nan", "deep", "control-character"],
)
def test_what_is_not_json_is_answered_with_a_parse_error(server: RawServer, body: bytes) -> None:
    server.initialize()
    server.send_bytes(frame_bytes(body))
    assert server.wait(None)["error"]["code"] == -32700
    assert lives(server)


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b'[{"jsonrpc":"2.0","id":1,"method":"codebase/status"}]',
        b"7",
        b"null",
        b'"text"',
        b"{}",
        b'{"jsonrpc":"2.0","id":null,"method":"codebase/status"}',
        b'{"jsonrpc":"2.0","id":{"a":1},"method":"codebase/status"}',
        b'{"jsonrpc":"2.0","id":true,"method":"codebase/status"}',
        b'{"jsonrpc":"2.0","id":1.5,"method":"codebase/status"}',
    ],
)
def test_what_is_not_a_request_is_an_invalid_request(server: RawServer, body: bytes) -> None:
    server.initialize()
    server.send_bytes(frame_bytes(body))
    assert server.wait(None)["error"]["code"] == -32600
    assert lives(server)


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": "codebase/status"},
        {"jsonrpc": "1.0", "method": "codebase/status"},
        {"jsonrpc": "2.0", "method": 5},
    ],
)
def test_an_invalid_request_is_answered_under_its_id(server: RawServer, wrong: dict[str, object]) -> None:
    server.initialize()
    server.send(wrong | {"id": 77})
    assert server.wait(77)["error"]["code"] == -32600
    assert lives(server)


def test_answers_to_nothing_are_ignored(server: RawServer) -> None:
    server.initialize()
    server.send({"jsonrpc": "2.0", "id": 500, "result": {}})
    server.send({"jsonrpc": "2.0", "id": "x", "error": {"code": 1, "message": "m"}})
    server.send({"jsonrpc": "2.0", "id": "x", "error": "odd"})
    server.send({"jsonrpc": "1.0", "id": "x", "result": 1})
    server.send({"id": "x", "result": 1})
    assert lives(server)
    assert [m for m in server.received if "error" in m] == []


def test_header_names_are_read_in_any_case(server: RawServer) -> None:
    server.initialize()
    server.send_bytes(b"content-length:%d\r\n\r\n" % len(STATUS) + STATUS)
    assert "result" in server.wait("after")


def test_other_headers_may_stand_on_either_side(server: RawServer) -> None:
    server.initialize()
    kind = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
    server.send_bytes(kind + b"Content-Length: %d\r\n" % len(STATUS) + kind + b"\r\n" + STATUS)
    assert "result" in server.wait("after")


def test_garbage_between_frames_is_skipped(server: RawServer) -> None:
    server.initialize()
    server.send_bytes(b"hello?\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\n\n" + b"z" * 200_000 + b"\r\n")
    assert lives(server)


@pytest.mark.parametrize("length", [b"many", b"-5", b"", b"0x10", b"99999999999999999999999999"])
def test_a_frame_without_a_usable_length_is_lost_alone(server: RawServer, length: bytes) -> None:
    server.initialize()
    server.send_bytes(b"Content-Length: " + length + b"\r\n\r\n" + b'{"jsonrpc":"2.0","id":1,"method":"x"}')
    assert lives(server)


def test_a_length_beyond_reason_ends_the_connection(server: RawServer) -> None:
    server.initialize()
    server.send_bytes(b"Content-Length: 100000000000\r\n\r\n{}")
    assert server.wait(None)["error"]["code"] == -32700
    assert server.ended() == 1
    assert b"MemoryError" not in server.stderr


def test_objects_inside_params_may_be_called_jsonrpc(server: RawServer) -> None:
    """pygls takes any object with such a key for a message."""
    server.initialize()
    params = {"query": "x", "jsonrpc": "2.0", "filters": {"jsonrpc": "2.0", "id": 3, "method": "shutdown"}}
    assert server.request("workspace/codebaseSearch", params)["results"] == []
    data = {"jsonrpc": "2.0", "id": 3, "method": "shutdown", "type_name": "x", "class": 1}
    assert server.error("no/such/method", data)["code"] == -32601


def test_ids_come_back_as_they_were_sent(server: RawServer) -> None:
    server.initialize()
    for msg_id in ("7", 7, 0, -1, "", "ünï", 2**53):
        server.start("codebase/status", {}, msg_id)
        assert "result" in server.wait(msg_id)
        assert type(server.wait(msg_id)["id"]) is type(msg_id)


def test_half_of_a_surrogate_pair_is_text_like_any_other(server: RawServer, folder: Path) -> None:
    server.initialize(folder)
    item = {
        "uri": (folder / "new.py").as_uri(),
        "languageId": "python",
        "version": 1,
        "text": "x = '\ud83d'\n",
    }
    server.notify("textDocument/didOpen", {"textDocument": item})
    body = json.dumps(
        {"jsonrpc": "2.0", "id": 1000, "method": "workspace/codebaseSearch", "params": {"query": "\ud83d"}}
    )
    server.send_bytes(frame_bytes(body.encode()))
    assert "result" in server.wait(1000)


def test_a_change_of_a_document_never_opened_shows_no_pop_up(server: RawServer) -> None:
    server.initialize()
    document = {"uri": "file:///nowhere.py", "version": 2}
    server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]})
    server.notify("textDocument/didOpen", {"textDocument": 5})
    assert lives(server)
    assert server.notifications("window/showMessage") == []


def test_no_answer_carries_a_traceback(server: RawServer) -> None:
    server.initialize()
    server.error("workspace/codebaseSearch", {"query": 1})
    server.error("workspace/executeCommand", {"command": "none"})
    server.error("workspace/didChangeConfiguration", 5)
    assert not any("traceback" in json.dumps(m).lower() for m in server.received)
