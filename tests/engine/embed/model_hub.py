"""A model hub for tests: the part of the Hugging Face HTTP interface that a download uses."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from engine.embed.local_server import LocalHandler, LocalServer

REVISION = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class ModelHub:
    """Serves the files of `directory` as `repository`; large ones (`.onnx`) as LFS objects."""

    repository: str
    directory: Path
    damaged: set[str] = field(default_factory=set)
    """Files that arrive with another content than stated."""
    cut_off: set[str] = field(default_factory=set)
    """Files whose connection ends half way."""
    status: int = 0
    """Answer everything with this status,"""
    error_code: str = ""
    """and with this word of the hub for the reason."""
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._server = LocalServer(_Handler, hub=self)
        self.url = self._server.url
        self.close = self._server.close

    def listing(self) -> dict[str, object]:
        siblings: list[dict[str, object]] = []
        for path in sorted(self.directory.rglob("*")):
            if path.is_file():
                content = path.read_bytes()
                item: dict[str, object] = {
                    "rfilename": path.relative_to(self.directory).as_posix(),
                    "size": len(content),
                    "blobId": hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest(),
                }
                if path.suffix == ".onnx":
                    sha256 = hashlib.sha256(content).hexdigest()
                    item["lfs"] = {"sha256": sha256, "size": len(content), "pointerSize": 130}
                siblings.append(item)
        return {"_id": "1", "id": self.repository, "sha": REVISION, "siblings": siblings, "tags": []}


class _Handler(LocalHandler):
    hub: ModelHub

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        hub, path = self.hub, self.path.split("?")[0]
        hub.requests.append(f"{self.command} {path}")
        resolved = f"/{hub.repository}/resolve/{REVISION}/"
        if hub.status:
            self.send_json(hub.status, {}, **({"X_Error_Code": hub.error_code} if hub.error_code else {}))
        elif path in (f"/api/models/{hub.repository}", f"/api/models/{hub.repository}/revision/{REVISION}"):
            self.send_json(200, hub.listing())
        elif path.startswith(resolved) and (hub.directory / path[len(resolved) :]).is_file():
            self._send_file(path[len(resolved) :])
        else:
            self.send_json(404, {}, X_Error_Code="EntryNotFound")

    def _send_file(self, name: str) -> None:
        content = (self.hub.directory / name).read_bytes()
        etag = f'"{hashlib.sha256(content).hexdigest()}"'
        if name in self.hub.damaged:
            content = content[:-1] + bytes([content[-1] ^ 1])
        self.send_response(200)
        self.send_header("X-Repo-Commit", REVISION)
        self.send_header("ETag", etag)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            cut = len(content) // 2 if name in self.hub.cut_off else len(content)
            self.wfile.write(content[:cut])
            self.close_connection = cut < len(content)
