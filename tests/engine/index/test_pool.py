"""Worker processes: order, crashes, cancellation, and that none is left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.index.pool import WorkerPool
from codebase_lsp.errors import Cancelled
from helpers import worker_tasks


@pytest.fixture
def pool():
    made = WorkerPool(2)
    yield made
    made.close()


def batches(count: int) -> list[list[int]]:
    return [[2 * i, 2 * i + 1] for i in range(count)]


def alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_results_come_in_order(pool: WorkerPool) -> None:
    results = list(pool.map(worker_tasks.double, batches(20), CancelToken(), lambda _: None))
    assert results == [[4 * i, 4 * i + 2] for i in range(20)]


def test_a_task_that_kills_its_worker_costs_only_itself(pool: WorkerPool) -> None:
    results = list(pool.map(worker_tasks.double_or_die, batches(12), CancelToken(), lambda task: -task))
    flat = [number for batch in results for number in batch]
    assert flat == [-13 if i == 13 else 2 * i for i in range(24)]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system has no signal masks")
def test_an_interrupt_from_the_terminal_reaches_the_parent_alone(pool: WorkerPool) -> None:
    blocked = pool.map(worker_tasks.blocks_interrupts, batches(1), CancelToken(), lambda _: None)
    assert list(blocked) == [[1]]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_an_error_of_the_work_itself_is_raised(pool: WorkerPool) -> None:
    with pytest.raises(ValueError, match="bug"):
        list(pool.map(worker_tasks.fail, batches(3), CancelToken(), lambda _: None))


def test_a_cancelled_run_ends_at_once(pool: WorkerPool) -> None:
    token = CancelToken()
    threading.Timer(0.5, token.cancel).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        list(pool.map(worker_tasks.sleep_long, batches(4), token, lambda _: None))
    assert time.monotonic() - started < 50, "it did not wait for the work"


def test_a_closed_pool_can_be_used_again(pool: WorkerPool) -> None:
    list(pool.map(worker_tasks.double, batches(1), CancelToken(), lambda _: None))
    pool.close()
    assert list(pool.map(worker_tasks.double, [[1]], CancelToken(), lambda _: None)) == [[2]]


KILLED_PARENT = """
import os, signal, sys
sys.path.insert(0, {tests!r})
from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.index.pool import WorkerPool
from helpers import worker_tasks

if __name__ == "__main__":
    pool = WorkerPool(1)
    [[pid]] = pool.map(worker_tasks.process_id, [[0]], CancelToken(), lambda _: None)
    sys.stdout.write(str(pid))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(KILLED_PARENT.format(tests=str(Path(__file__).parents[2])))
    done = subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, timeout=60)
    pid = int(done.stdout)
    deadline = time.monotonic() + 10
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(pid)


WITHOUT_MAIN_MODULE = """
import logging, os, sys
sys.path.insert(0, {tests!r})
from codebase_lsp.engine.cancel import CancelToken
from codebase_lsp.engine.index.pool import WorkerPool
from helpers import worker_tasks

os.unlink(__file__)
logging.basicConfig(format="LOG %(message)s")
pool = WorkerPool(2)
for _ in range(2):
    batches = [[2 * i, 2 * i + 1] for i in range(20)]
    done = pool.map(worker_tasks.double, batches, CancelToken(), lambda task: -1)
    sys.stdout.write(f"{{[number for batch in done for number in batch]}}\\n")
    pool.close()
"""


def test_where_no_worker_can_start_the_work_is_done_here_with_one_warning(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(WITHOUT_MAIN_MODULE.format(tests=str(Path(__file__).parents[2])))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == [str([2 * i for i in range(40)])] * 2, done.stderr
    assert "FileNotFoundError" in done.stderr, "the workers really could not start"
    assert done.stderr.count("LOG") == done.stderr.count("LOG worker processes do not start") == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="with one processor no library takes more")
@pytest.mark.parametrize(("own_choice", "threads"), [(None, 0), ("2", 1)])
def test_a_worker_computes_with_one_thread_unless_the_person_says_otherwise(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, own_choice: str | None, threads: int
) -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
        if own_choice:
            monkeypatch.setenv(name, own_choice)
    batch = next(pool.map(worker_tasks.threads_after_a_product, [[0]], CancelToken(), lambda _: None))
    assert batch == [threads], "threads beside the one that asks"
