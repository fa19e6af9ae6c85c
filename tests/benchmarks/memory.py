"""How much memory a process and its workers take, from /proc (0 where it is missing)."""

import os
import resource
import threading
import time
from pathlib import Path
from types import TracebackType


def resident_mb(process: int | str = "self") -> float:
    """Resident memory, in MB; pages that processes share count for each."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * resource.getpagesize() / 1e6


def _family() -> list[int]:
    """This process and all that descend from it."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rsplit(") ", 1)[1].split()[1])
        except (OSError, IndexError, ValueError):
            continue
    found = {os.getpid()}
    while new := {child for child, parent in parents.items() if parent in found} - found:
        found |= new
    return sorted(found)


class PeakMemory:
    """Within a `with` block: `mb` is the most that this process and its workers took together."""

    mb = 0.0

    def __enter__(self) -> "PeakMemory":
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def _run(self) -> None:
        while not self._stop.is_set():
            self.mb = max(self.mb, sum(resident_mb(process) for process in _family()))
            time.sleep(0.1)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()
