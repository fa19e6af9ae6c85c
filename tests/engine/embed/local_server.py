"""What the HTTP servers of these tests have in common: a port of this machine, threads, no log."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class LocalHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send_json(self, status: int, value: object, **headers: str) -> None:
        self.send_bytes(status, json.dumps(value).encode(), **headers)

    def send_bytes(self, status: int, content: bytes, **headers: str) -> None:
        """The head and, unless only that was asked for, the content; `_` in names of headers is `-`."""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on standard error."""


class LocalServer:
    """Serves from the moment it is made until `close`."""

    def __init__(self, handler: type[LocalHandler], port: int = 0, **bound: object) -> None:
        """At `port`, or any that is free; `bound` are attributes that every handler has."""
        self._http = ThreadingHTTPServer(("127.0.0.1", port), type("Bound", (handler,), bound))
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
