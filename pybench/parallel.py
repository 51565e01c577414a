"""Many tasks: here, in processes of our own, or on a Dask cluster; the same bytes everywhere.

The processes are started by ``subprocess`` and never import the user's script, so a script needs no
main guard, and notebooks, standard input and Dask's daemonic workers will do. Each holds one task
at a time: if one is killed, it is known which task died with it. They die with their parent.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, TypeVar

from pybench.base import check
from pybench.base.errors import ArgumentError, EnvironmentProblem, TasksFailed
from pybench.base.extras import require
from pybench.base.text import counted, shown_numbers

if TYPE_CHECKING:
    import distributed

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Placed = Generator[tuple[int, Answer], None, None]

ATTEMPTS = 3  # a task that kills its worker as often is set aside
NO_START = 70  # exit status of a worker that cannot import what it needs
AHEAD = 2  # tasks sent to a cluster at once, per thread of it
BLAS_THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS",
)  # fmt: skip
_SERVE = f"""
import json, sys
sys.path[:] = json.loads(sys.argv[1])
try:
    from pybench import parallel
    import cloudpickle
except BaseException as error:
    sys.stderr.write(f"pybench worker: {{error!r}}\\n")
    sys.exit({NO_START})
parallel.serve(int(sys.argv[2]), int(sys.argv[3]))
"""


def map(
    function: Callable[[Task], Answer],
    tasks: Iterable[Task],
    *,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
) -> Iterator[Answer]:
    """Give the results of a function on each task, in the order of the tasks.

    Parameters
    ----------
    function : callable
        Of one task. BLAS has one thread in it, wherever it runs, so that the bytes are the same.
    tasks : iterable
        Asked for one by one, as workers become free.
    workers : int, optional
        Processes; 1 computes here, None takes one a core.
    cluster : str or distributed.Client, optional
        A Dask cluster, by the address of its scheduler or as a client; ``workers`` is not used.

    Raises
    ------
    ArgumentError
        If ``workers`` is no whole number >= 1.
    EnvironmentProblem
        If there is no such cluster, or workers cannot be started.
    TasksFailed
        In place of the result of a task that killed its worker three times.
    Exception
        What the function raises, with the text of its traceback as a note.

    Examples
    --------
    >>> list(map(abs, [-1, 2, -3], workers=1))
    [1, 2, 3]
    """
    waiting: dict[int, Answer] = {}
    due = 0
    with closing(completed(function, tasks, workers=workers, cluster=cluster)) as answers:
        for place, answer in answers:
            waiting[place] = answer
            while due in waiting:
                yield waiting.pop(due)
                due += 1


def completed(
    function: Callable[[Task], Answer],
    tasks: Iterable[Task],
    *,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
) -> Placed[Answer]:
    """Give (place of the task, result) as they come; arguments and errors as in `map`.

    A task that kills its workers is reported by `TasksFailed` (``.tasks``) after all others are
    done. Closing what this returns ends the workers.
    """
    if cluster is not None:
        return _on_cluster(function, tasks, cluster)
    workers = cores() if workers is None else check.count("workers", workers)
    if workers == 1:
        return ((place, _alone(function, task)) for place, task in enumerate(tasks))
    return _in_processes(function, tasks, workers)


def cores() -> int:
    """Return how many cores this process may use, limits of containers counted."""
    import joblib

    if os.name != "posix":  # descriptors cannot be handed to a child as we do
        return 1
    return max(1, int(joblib.cpu_count()))


def _alone(function: Callable[[Task], Answer], task: Task) -> Answer:
    """Call the function with BLAS on one thread, as workers do: sums may depend on it."""
    import threadpoolctl

    with threadpoolctl.threadpool_limits(1):
        return function(task)


# ---- processes of our own -----------------------------------------------------------------------


class _Worker:
    """A process that computes one task at a time, and the task that it has in hand."""

    def __init__(self) -> None:
        ours, theirs = connection.Pipe()
        with theirs:
            self.channel = ours
            numbers = [str(theirs.fileno()), str(os.getpid())]
            try:
                self.process = subprocess.Popen(
                    [sys.executable, "-c", _SERVE, json.dumps(sys.path), *numbers],
                    # It ends when this pipe does; Ctrl-C in the terminal is for the parent alone.
                    stdin=subprocess.PIPE, stdout=2, pass_fds=[theirs.fileno()],
                    start_new_session=True, env={**os.environ, **dict.fromkeys(BLAS_THREADS, "1")},
                )  # fmt: skip
            except OSError as error:
                ours.close()
                raise _no_worker(error.strerror or str(error)) from error
        self.place = -1

    def give(self, place: int, work: bytes) -> None:
        """Hand over a task; that the worker is gone shows when its answer is due."""
        self.place = place
        with suppress(OSError):
            self.channel.send_bytes(work)

    def take(self) -> bytes | None:
        """Return the answer; None if the worker died over it."""
        try:
            return self.channel.recv_bytes()
        except (EOFError, OSError):
            return None

    def end(self) -> int:
        """End the process, at once; return its exit status."""
        self.channel.close()
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()
        self.process.kill()
        return self.process.wait()


def _in_processes(
    function: Callable[[Task], Answer], tasks: Iterable[Task], workers: int
) -> Placed[Answer]:
    coder = _coder()
    coming = ((place, _coded(coder, function, task)) for place, task in enumerate(tasks))
    again: deque[tuple[int, bytes]] = deque()
    deaths: dict[int, list[int]] = {}
    busy: dict[Any, tuple[_Worker, bytes]] = {}
    idle: list[_Worker] = []
    try:
        while True:
            while len(busy) < workers and (work := _next(again, coming)):
                worker = idle.pop() if idle else _Worker()
                busy[worker.channel] = worker, work[1]
                worker.give(*work)
            if not busy:
                break
            for channel in connection.wait(list(busy)):
                worker, code = busy.pop(channel)
                answer = worker.take()
                if answer is not None:
                    idle.append(worker)
                    yield worker.place, _opened(coder.loads(answer))
                    continue
                died = deaths.setdefault(worker.place, [])
                died.append(_collected(worker))
                if len(died) < ATTEMPTS:
                    again.append((worker.place, code))
    finally:
        for worker in [*idle, *(one for one, _ in busy.values())]:
            worker.end()
    _report({place: status for place, status in deaths.items() if len(status) == ATTEMPTS})


def _coded(coder: Any, function: Callable[[Task], Answer], task: Task) -> bytes:
    try:
        return bytes(coder.dumps((function, task)))
    except Exception as error:
        raise ArgumentError(
            f"the function or a task cannot be sent to another process: {error}",
            expected="what pickle takes",
            found=type(error).__name__,
            hint="Use one process: workers=1 or n_jobs=1.",
        ) from error


def _next(
    again: deque[tuple[int, bytes]], coming: Iterator[tuple[int, bytes]]
) -> tuple[int, bytes] | None:
    return again.popleft() if again else next(coming, None)


def _collected(worker: _Worker) -> int:
    """Return how a worker ended that closed its channel."""
    try:
        status = worker.process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        return worker.end()
    worker.end()
    if status == NO_START:
        raise _no_worker("see its message above")
    return status


def _no_worker(why: str) -> EnvironmentProblem:
    hint = "Use one process: workers=1, n_jobs=1 or --jobs 1."
    return EnvironmentProblem(f"a worker process cannot start: {why}", hint=hint)


def _report(lost: dict[int, list[int]]) -> None:
    if not lost:
        return
    ends = {status for statuses in lost.values() for status in statuses}
    causes = sorted(f"signal {-status}" if status < 0 else f"exit {status}" for status in ends)
    error = TasksFailed(
        f"{counted(len(lost), 'task')} ended the worker process {ATTEMPTS} times "
        f"({', '.join(causes)}): number {shown_numbers(sorted(lost))}",
        expected="workers that live",
        found=", ".join(causes),
        hint="Signal 9 is mostly lack of memory: use fewer workers. The other tasks are done.",
    )
    error.tasks = tuple(sorted(lost))
    raise error


def serve(descriptor: int, parent: int) -> None:
    """Compute tasks until the parent is gone: what a worker process runs."""
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    coder = _coder()
    channel = connection.Connection(descriptor)
    while True:
        try:
            work = channel.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)
        channel.send_bytes(_answered(coder, work))


def _answered(coder: Any, work: bytes) -> bytes:
    """Return (result, None) or (None, error), coded."""
    try:
        function, task = coder.loads(work)
        return bytes(coder.dumps((function(task), None)))
    except BaseException as error:
        import traceback

        error.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
        try:
            coder.loads(coded := coder.dumps((None, error)))
            return bytes(coded)
        except Exception:  # an error that cannot be sent, or not be made again
            stand_in = RuntimeError(f"{type(error).__name__}: {error}")
            stand_in.add_note(error.__notes__[-1])
            return bytes(coder.dumps((None, stand_in)))


def _opened(answer: tuple[Any, BaseException | None]) -> Any:
    result, error = answer
    if error is not None:
        raise error
    return result


def _die_with(parent: int) -> None:
    """End this process when the parent closes our standard input or dies, in mid-task too."""
    import select

    while os.getppid() == parent:
        readable, _, _ = select.select([0], [], [], 1.0)
        if readable and not os.read(0, 1):
            break
    os._exit(0)


def _coder() -> Any:
    """Return what turns functions and tasks into bytes for our own workers, never for a file.

    It sends functions of a script or notebook by value, which the workers could not import.
    """
    import cloudpickle

    return cloudpickle


# ---- Dask ---------------------------------------------------------------------------------------


def _on_cluster(
    function: Callable[[Task], Answer], tasks: Iterable[Task], cluster: str | distributed.Client
) -> Placed[Answer]:
    dask = require("distributed", "dask", "computing on a cluster")
    with _client(dask, cluster) as client:
        coming = enumerate(tasks)
        results = dask.as_completed(with_results=False)
        places: dict[Any, int] = {}
        lost: dict[int, list[int]] = {}
        try:
            room = AHEAD * max(1, sum(client.nthreads().values()))
            while True:
                for place, task in itertools.islice(coming, room - len(places)):
                    future = client.submit(_on_worker, function, task, pure=False)
                    places[future.key] = place
                    results.add(future)
                if not places:
                    break
                future = next(results)
                place = places.pop(future.key)
                try:
                    answer = future.result()
                except dask.KilledWorker:
                    lost[place] = [-9]
                    continue
                yield place, answer
        except (OSError, TimeoutError, dask.CancelledError) as error:
            raise _no_cluster(cluster, error) from error
        finally:
            with suppress(Exception):  # the scheduler may be gone, and with it the tasks
                client.cancel(results.futures)
        _report(lost)


def _on_worker(function: Callable[[Task], Answer], task: Task) -> Answer:
    import threadpoolctl

    # For good: threads of one worker that set it and set it back would get in each other's way.
    threadpoolctl.threadpool_limits(1)
    return function(task)


@contextmanager
def _client(dask: Any, cluster: Any) -> Iterator[Any]:
    if isinstance(cluster, dask.Client):
        yield cluster
        return
    if not isinstance(cluster, str):
        raise ArgumentError(
            f"`cluster` must be the address of a Dask scheduler or a client, not {cluster!r}",
            expected='such as "tcp://10.0.0.1:8786"',
            found=repr(cluster),
        )
    try:
        client = dask.Client(cluster, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise _no_cluster(cluster, error) from error
    with client:
        yield client


def _no_cluster(cluster: object, error: BaseException) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"the Dask cluster {cluster} does not answer: {error or type(error).__name__}",
        expected="a scheduler that runs, with workers",
        found=type(error).__name__,
        hint="Start it (dask scheduler, dask worker), or leave out the cluster.",
    )
