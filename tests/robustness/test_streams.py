"""Standard output carries frames and nothing else, whatever is printed or sent at once."""

import json
import sys
import textwrap
from pathlib import Path

from helpers.raw import SERVER, RawServer, frame

NOISY = textwrap.dedent(
    """
    import os, subprocess, sys, threading, time
    from codebase_lsp.__main__ import main

    def noise():
        while True:
            print("stray print", flush=True)
            sys.stdout.write("half a line")
            os.write(1, b"stray bytes\\n")
            subprocess.run([sys.executable, "-c", "print('stray child'); import sys; sys.stdin.read()"])
            time.sleep(0.01)

    def streams():
        return [os.fstat(number).st_ino for number in (0, 1)]

    before = streams()

    def begin():
        while any(old == new for old, new in zip(before, streams())):
            time.sleep(0.001)
        noise()

    threading.Thread(target=begin, daemon=True).start()
    sys.argv = ["codebase-lsp", "serve"]
    sys.exit(main())
    """
)
"""The real server in a process in which something prints and starts children that read."""


def test_prints_and_children_reach_standard_error_only(cache: Path, folder: Path) -> None:
    with RawServer(cache, (sys.executable, "-c", NOISY)) as server:
        server.initialize(folder)
        server.until(lambda: server.stderr.count(b"stray child") > 2, "The noise")
        for _ in range(50):
            server.request("codebase/status", {})
        assert server.damaged == []
        assert b"stray print" in server.stderr
        assert b"stray bytes" in server.stderr
        assert server.shut_down() == 0


def test_a_burst_with_cancels_gets_one_answer_each(server: RawServer, folder: Path) -> None:
    server.initialize(folder)
    ids = list(range(10_000, 11_000))
    burst = b""
    for msg_id in ids:
        method = ("workspace/codebaseSearch", "codebase/status", "no/such", "workspace/executeCommand")[
            msg_id % 4
        ]
        params: object = {"query": f"cart {msg_id % 7}", "limit": 3}
        if method == "workspace/executeCommand":
            params = {"command": "codebase.search", "arguments": [{"query": 5 if msg_id % 5 else "mail"}]}
        burst += frame({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params})
        if msg_id % 3 == 0:
            burst += frame({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": msg_id}})
    server.send_bytes(burst)
    server.until(lambda: all(server.answers(msg_id) for msg_id in ids), "An answer to each request")
    assert server.shut_down() == 0
    counts = {msg_id: len(server.answers(msg_id)) for msg_id in ids}
    assert set(counts.values()) == {1}
    codes = {m["error"]["code"] for m in server.received if "error" in m}
    assert codes == {-32800, -32601, -32602}


def test_an_id_in_use_is_refused_and_the_first_request_is_answered(server: RawServer, folder: Path) -> None:
    server.initialize(folder)
    one = frame(
        {"jsonrpc": "2.0", "id": "same", "method": "workspace/codebaseSearch", "params": {"query": "cart"}}
    )
    server.send_bytes(one + one)
    server.until(lambda: len(server.answers("same")) == 2, "Both answers")
    kinds = sorted("error" if "error" in m else "result" for m in server.answers("same"))
    assert kinds == ["error", "result"]


def test_large_messages_travel_both_ways(server: RawServer, tmp_path: Path) -> None:
    """Megabytes in a request, and an answer beyond any pipe's buffer."""
    root = tmp_path / "wide"
    root.mkdir()
    line = "wide_value = 'ünïcödé 𝔘 " + "x" * 60 + "'\n"
    for number in range(120):
        Path(root, f"wide_{number}.py").write_text(f"def wide_{number}():\n" + ("    " + line) * 16, "utf-8")
    server.initialize(root)
    server.wait_until_ready()
    text = "big = 1\n" * 500_000
    item = {"uri": (root / "open.txt").as_uri(), "languageId": "x", "version": 1, "text": text}
    server.notify("textDocument/didOpen", {"textDocument": item})
    found = server.request("workspace/codebaseSearch", {"query": "wide_value", "limit": 200, "mode": "exact"})
    assert len(found["results"]) == 120
    assert len(json.dumps(found)) > 300_000
    assert all("𝔘" in result["snippet"] for result in found["results"])


def test_notifications_and_answers_of_many_threads_stay_whole(server: RawServer, tmp_path: Path) -> None:
    """Progress, status and search answers are made on different threads while indexing."""
    root = tmp_path / "many"
    root.mkdir()
    for number in range(150):
        Path(root, f"m{number}.py").write_text(f"def handler_{number}(request):\n    return {number}\n" * 20)
    capabilities = {"window": {"workDoneProgress": True}, "experimental": {"codebaseStatus": True}}
    server.initialize(root, capabilities=capabilities)
    ids = [server.start("workspace/codebaseSearch", {"query": "handler", "limit": 50}) for _ in range(100)]
    server.wait_until_ready()
    for msg_id in ids:
        assert "result" in server.wait(msg_id)
    assert server.damaged == []
    assert server.shut_down() == 0


def test_standard_error_may_be_closed(cache: Path, folder: Path) -> None:
    script = "import os, sys; os.close(2); from codebase_lsp.__main__ import main; sys.exit(main())"
    with RawServer(cache, (sys.executable, "-c", script, "serve")) as server:
        server.initialize(folder)
        assert server.request("codebase/status", {})["folders"]
        assert server.shut_down() == 0


def test_the_log_holds_no_whole_messages(cache: Path, folder: Path, tmp_path: Path) -> None:
    """pygls would log each body it sends, code and all."""
    log = tmp_path / "logs" / "server.log"
    arguments = ("--log-level", "debug", "--log-file", str(log))
    with RawServer(cache, (*SERVER, *arguments)) as server:
        server.initialize(folder)
        server.wait_until_ready()
        assert server.request("workspace/codebaseSearch", {"query": "ShoppingCart"})["results"]
        assert server.shut_down() == 0
    written = log.read_text("utf-8")
    assert "Indexed" in written
    assert "customer" not in written and b"customer" not in server.stderr


def test_threads_take_turns_often_so_that_messages_do_not_wait(cache: Path) -> None:
    script = (
        "import atexit, sys; from codebase_lsp.__main__ import main;"
        "atexit.register(lambda: sys.stderr.write(f'interval {sys.getswitchinterval()}\\n'));"
        "sys.argv = ['codebase-lsp', 'serve']; sys.exit(main())"
    )
    with RawServer(cache, (sys.executable, "-c", script)) as server:
        server.initialize()
        assert server.shut_down() == 0
        server.until(lambda: b"interval 0.0005" in server.stderr, "The interval")
