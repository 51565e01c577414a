"""Tasks on a Dask cluster; the only module that uses Dask.

A task of Dask costs milliseconds in its scheduler and its client, so short tasks go together, as a
batch. A worker answers a batch after a fraction of a second, even if tasks of it are left: these go
to whichever worker is free.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError, EnvironmentProblem, PybenchError, TasksFailed
from pybench.base.extras import require
from pybench.base.text import without_controls
from pybench.parallel.processes import (
    Answer,
    Guard,
    Placed,
    Task,
    answered,
    ended,
    in_processes,
    opened,
    report,
)

if TYPE_CHECKING:
    import distributed

Sound = Callable[[int, Any], bool]  # place, answer -> can it be the answer? Errors mean no.

AHEAD = 2  # batches sent to a cluster at once, per thread
BATCH_SECONDS, MOST = 0.1, 64  # what a batch should take; tasks in a batch
CONNECT_SECONDS = 10
SAID = 200  # characters of a worker's error that a message shows
ASK_SECONDS, DESERTED_SECONDS = 5.0, 45.0  # interval for counting workers; longest time without any


def on_cluster(
    function: Callable[[Task], Answer],
    tasks: Iterable[Task],
    cluster: str | distributed.Client,
    guard: Guard[Answer] | None = None,
    sound: Sound | None = None,
) -> Placed[Answer]:
    """Compute on a cluster; arguments and results as in `completed`."""
    dask = require("distributed", "dask", "computing on a cluster")
    gone = OSError, TimeoutError, dask.CancelledError
    if guard is not None and guard.apart:
        function = partial(_apart, function, guard)
    with _client(dask, cluster) as client:
        coming = enumerate(tasks)
        results = dask.as_completed(loop=client.loop)
        sent: dict[Any, list[tuple[int, Task]]] = {}
        left: deque[tuple[int, Task]] = deque()
        suspects: deque[tuple[int, Task]] = deque()
        lost: dict[int, list[int]] = {}
        watch = _Watch(client)
        failure: Exception | None = None
        size = 1

        def send(batch: list[tuple[int, Task]]) -> None:
            future = client.submit(_on_workers, function, batch, pure=False)
            sent[future.key] = batch
            results.add(future)

        try:
            room = AHEAD * max(1, sum(client.nthreads().values()))
            while True:
                while len(sent) < room and (batch := _next_tasks(left, coming, size)):
                    send(batch)
                alone = not sent and bool(suspects)
                if alone:
                    send([suspects.popleft()])
                if not sent:
                    break
                future = _next(results, watch)
                batch = sent.pop(future.key)
                place = batch[0][0]
                try:
                    seconds, found = _of_batch(_found(future, watch), len(batch))
                except dask.KilledWorker:
                    # Dask blames all tasks that its worker held. Alone, a task is to blame itself.
                    if not alone:
                        suspects.extend(batch)
                    elif guard is None:
                        lost[place] = [-9]
                    else:
                        yield place, guard.failed(ended([-9]))
                    continue
                except Exception as error:
                    if future.status != "error" and isinstance(error, gone):
                        raise
                    if len(batch) == 1:
                        raise _wrong(place, _said(error)) from error
                    suspects.extend(batch)
                    continue
                left.extend(batch[len(found) :])
                size = max(1, min(MOST, int(BATCH_SECONDS * len(found) / max(seconds, 1e-6))))
                for (place, _), one in zip(batch, found, strict=False):
                    answer, failure = _answer(place, one, guard, sound)
                    if failure is not None:
                        break
                    yield place, answer
                if failure is not None:
                    break
        except gone as error:
            raise _no_cluster(cluster, error) from error
        finally:
            with suppress(Exception):  # the scheduler may be gone, and with it the tasks
                client.cancel(results.futures)
        if failure is not None:  # not above, where it could look like one of the cluster
            raise failure
        report(lost)


class _Watch:
    """Checks a cluster from time to time, so that one without workers is not waited for."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.asked, self.deserted = time.monotonic(), 0.0

    def look(self) -> None:
        """Raise TimeoutError if there have been no workers for too long."""
        now = time.monotonic()
        if now - self.asked < ASK_SECONDS:
            return
        self.asked = now
        if self.client.nthreads():
            self.deserted = 0.0
            return
        self.deserted = self.deserted or now
        if now - self.deserted >= DESERTED_SECONDS:
            raise TimeoutError(f"it has had no workers for {DESERTED_SECONDS:g} s")


def _next_tasks(
    left: deque[tuple[int, Task]], coming: Iterator[tuple[int, Task]], size: int
) -> list[tuple[int, Task]]:
    """Return the tasks of the next batch: first those that an earlier one has left."""
    again = [left.popleft() for _ in range(min(size, len(left)))]
    return again or list(itertools.islice(coming, size))


def _next(results: Any, watch: _Watch) -> Any:
    """Return the next finished future."""
    pause = 0.001
    while not results.has_ready():
        time.sleep(pause)
        pause = min(0.05, 1.5 * pause)
        watch.look()
    return next(results)


def _found(future: Any, watch: _Watch) -> Any:
    """Return the result of a finished future; its worker may have died since, with the result."""
    while True:
        try:
            return future.result(timeout=ASK_SECONDS)
        except TimeoutError:
            if future.status == "error":  # of the worker
                raise
            watch.look()


def _of_batch(found: Any, tasks: int) -> tuple[float, list[Any]]:
    """Return the seconds and the answers of a batch; the worker may be anybody's."""
    seconds, answers = found
    sound = type(seconds) is float and 0.0 <= seconds < math.inf and type(answers) is list
    if not (sound and 1 <= len(answers) <= tasks):
        raise ValueError(f"expected answers to at most {tasks} tasks, found something else")
    return seconds, answers


def _on_workers(
    function: Callable[[Task], Answer], batch: list[tuple[int, Task]]
) -> tuple[float, list[tuple[int, bytes]]]:
    """Return how long the tasks of a batch took, and their answers: those that were in time."""
    begin, seconds, answers = time.perf_counter(), 0.0, []
    for place, task in batch:
        if seconds > 2 * BATCH_SECONDS:
            break
        answers.append(_on_worker(function, place, task))
        seconds = time.perf_counter() - begin
    return seconds, answers


def _on_worker(function: Callable[[Task], Answer], place: int, task: Task) -> tuple[int, bytes]:
    """Return the place of the task with its coded answer, so that answers cannot be confused."""
    import threadpoolctl

    from pybench.bridge.children import children

    # For good: threads of one worker that set and reset it would interfere with each other.
    threadpoolctl.threadpool_limits(1)
    children.allow(_threads())
    return place, answered(lambda: function(task))


def _threads() -> int:
    """Return how many tasks this worker of a cluster computes at once."""
    import distributed

    return int(distributed.get_worker().state.nthreads)


def _answer(
    place: int, found: Any, guard: Guard[Any] | None, sound: Sound | None
) -> tuple[Any, Exception | None]:
    """Return the answer to a task, or its error; the worker may be anybody's."""
    if not (isinstance(found, tuple) and [type(one) for one in found] == [int, bytes]):
        raise _wrong(place, f"an object of type {type(found).__name__}")
    if found[0] != place:
        raise _wrong(place, "the answer to another task")
    try:
        answer, error = opened(found[1])
    except Exception as problem:
        raise _wrong(place, f"what cannot be unpickled ({_said(problem)})") from problem
    if error is None and not _is_sound(sound, place, answer):
        kind = type(answer).__name__
        raise _wrong(place, f"an object of type {kind}, which is not a result of this task")
    # With a guard, failures of the function are answers: an error is one of the worker.
    mine = isinstance(error, PybenchError) or (guard is None and isinstance(error, Exception))
    if error is not None and not mine:
        raise _wrong(place, _said(error)) from error
    return answer, error  # type: ignore[return-value]


def _is_sound(sound: Sound | None, place: int, answer: Any) -> bool:
    try:
        return sound is None or bool(sound(place, answer))
    except Exception:  # of another type than the check expects
        return False


def _wrong(place: int, found: str) -> TasksFailed:
    found = without_controls(found)
    error = TasksFailed(
        f"a worker of the cluster answered task number {place} with {found}",
        expected="what the task returns",
        found=found,
        hint="Check that the workers have the same versions of all packages, and that you trust "
        "them.",
    )
    error.tasks = (place,)
    return error


def _said(error: BaseException) -> str:
    """Return the kind and text of an error, which may refuse to give its text."""
    kind = type(error).__name__
    try:
        return f"{kind}: {error}"[:SAID]
    except Exception:
        return kind


def _apart(function: Callable[[Task], Answer], guard: Guard[Answer], task: Task) -> Answer:
    """Compute one task of a Dask worker in a separate process, which the guard may end."""
    ((_, answer),) = in_processes(function, [task], 1, guard)
    return answer


@contextmanager
def _client(dask: Any, cluster: Any) -> Iterator[Any]:
    if isinstance(cluster, dask.Client):
        yield cluster
        return
    if not isinstance(cluster, str):
        raise ArgumentError(
            f"`cluster` must be the address of a Dask scheduler, or a Dask client, not {cluster!r}",
            expected='such as "tcp://10.0.0.1:8786"',
            found=repr(cluster),
        )
    try:
        client = dask.Client(cluster, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise _no_cluster(cluster, error) from error
    with client:
        yield client


def _no_cluster(cluster: object, error: BaseException) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"the Dask cluster {cluster} does not answer: {error or type(error).__name__}",
        expected="a scheduler that runs, with workers",
        found=type(error).__name__,
        hint="Start it (dask scheduler, dask worker), or leave out the cluster, and call again.",
    )
