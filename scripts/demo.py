"""The main job, seen from a client: start the server, let it index, ask, print.

    python scripts/demo.py [FOLDER] [QUESTION]

A language client in a few lines, standard library only. It starts the real
`codebase-lsp serve` process and speaks LSP with it.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import Any

QUESTION = "where are cookies parsed from a header"
NOT_THE_LIBRARY = ["site-packages/", "dist-packages/", "test/", "tests/", "idle_test/"]
"""Left out when the folder is that of Python's standard library."""
RESULTS = 5
SNIPPET_LINES = 6
PATIENCE = 10
"""Looks at a server at rest before it is taken to be done."""
_shown = 0.0
"""When progress was last written, where there is no terminal."""


class Server:
    """One server process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "codebase_lsp", "serve"]
        script = shutil.which("codebase-lsp", path=str(Path(sys.executable).parent))
        self._process = subprocess.Popen(
            [script, "serve"] if script else command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._last_id = 0
        self.indexed = False
        """The progress of the indexing has ended."""

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode("utf-8")
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message. Raises EOFError when the server has gone."""
        assert self._process.stdout is not None
        length = 0
        while (line := self._process.stdout.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not line:
            raise EOFError("The server has ended.")
        return json.loads(self._process.stdout.read(length))

    def request(self, method: str, params: Any = None) -> Any:
        """The result; progress is shown and requests of the server are granted meanwhile."""
        self._last_id += 1
        self.send({"id": self._last_id, "method": method, "params": params})
        while True:
            message = self.receive()
            if "method" in message:
                self._serve(message)
            elif message["id"] == self._last_id:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    def _serve(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self.send({"id": message["id"], "result": None})
        elif message["method"] == "$/progress":
            value = message["params"]["value"]
            self.indexed = self.indexed or value["kind"] == "end"
            show(f"{value.get('percentage', 0)} % {value.get('message') or value.get('title') or ''}")
        elif message["method"] == "window/logMessage" and message["params"]["type"] <= 2:
            sys.stderr.write(f"\nserver: {message['params']['message']}\n")

    def stop(self) -> None:
        self.request("shutdown")
        self.send({"method": "exit"})
        self._process.wait(10)

    def kill(self) -> None:
        self._process.kill()


def show(words: str) -> None:
    """One line that is written over on a terminal; elsewhere a line now and then."""
    global _shown
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words[:100]}")
        sys.stderr.flush()
    elif words and time.monotonic() - _shown > 2.0:
        _shown = time.monotonic()
        sys.stderr.write(f"{words[:100]}\n")
        sys.stderr.flush()


def index(server: Server, folder: Path, exclude: list[str]) -> dict[str, Any]:
    """Open the folder and wait until all of it can be found; returns the last status."""
    capabilities = {"window": {"workDoneProgress": True}}
    server.request(
        "initialize",
        {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": capabilities,
            "initializationOptions": {"exclude": exclude},
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
        },
    )
    server.send({"method": "initialized", "params": {}})
    quiet = 0
    while True:
        status = server.request("codebase/status", {})
        if not status["folders"]:
            raise RuntimeError(f"{folder} cannot be opened; `codebase-lsp doctor` may tell why.")
        # Work that ends before the progress is shown shows none.
        at_rest = status["index"]["state"] in ("ready", "failed", "empty")
        quiet = 0 if not at_rest else quiet + 1
        if server.indexed or quiet > PATIENCE:
            show("")
            return status
        time.sleep(0.2)


def print_results(answer: dict[str, Any], folder: Path) -> None:
    for number, result in enumerate(answer["results"], 1):
        path = result["uri"].removeprefix(folder.as_uri() + "/")
        first = result["range"]["start"]["line"] + 1
        symbol = f"  {result['symbol']['canonicalName']}" if result["symbol"] else ""
        write(f"\n{number}. {path}:{first}{symbol}  ({result['score']:.3f})")
        write(f"   {'; '.join(result['reasons'][:3])}")
        for offset, line in enumerate(result["snippet"].splitlines()[:SNIPPET_LINES]):
            write(f"{first + offset:>6}  {line[:120]}")


def write(line: str) -> None:
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(line.encode(encoding, "replace").decode(encoding) + "\n")


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0] if arguments else sysconfig.get_paths()["stdlib"]).resolve()
    question = arguments[1] if len(arguments) > 1 else QUESTION
    if not folder.is_dir():
        sys.stderr.write(f"{folder} is not a folder.\n")
        return 2
    server = Server()
    try:
        write(f"indexing {folder}")
        started = time.monotonic()
        status = index(server, folder, [] if arguments else NOT_THE_LIBRARY)
        spent = time.monotonic() - started
        write(f"{status['index']['filesDone']} files, {status['index']['chunks']} chunks in {spent:.1f} s")
        write(f"question: {question}")
        answer = server.request("workspace/codebaseSearch", {"query": question, "limit": RESULTS})
        print_results(answer, folder)
        write(f"\nanswered in {answer['timings'].get('total', 0):.0f} ms ({answer['question']['mode']})")
        for warning in answer["warnings"]:
            write(f"warning: {warning}")
        server.stop()
    except (EOFError, RuntimeError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 3
    finally:
        server.kill()
    return 0 if answer["results"] else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
