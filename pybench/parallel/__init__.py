"""Many tasks: here, in worker processes, or on a Dask cluster; the same bytes everywhere.

The processes are started by ``subprocess`` and never import the user's script, so a script needs no
main guard; notebooks, standard input and Dask's daemonic workers work too. Each process holds one
task at a time. So if a process is killed, it is known which task it held. Idle processes wait for
the next call, for a minute at most. The processes end when their parent process ends.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, redirect_stdout
from typing import TYPE_CHECKING

from pybench.base import check, system
from pybench.parallel.cluster import Sound, on_cluster
from pybench.parallel.processes import Answer, Guard, Placed, Task, in_processes

if TYPE_CHECKING:
    import distributed


def map(
    function: Callable[[Task], Answer],
    tasks: Iterable[Task],
    *,
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    sound: Sound | None = None,
) -> Iterator[Answer]:
    """Yield the results of a function on each task, in the order of the tasks.

    Parameters
    ----------
    function : callable
        A function of one task. The linear algebra library (BLAS) uses one thread in each call,
        wherever the function runs, so that the results are the same to the last bit.
    tasks : iterable
        Consumed one by one as workers become free; results wait for those before them.
    workers : int, optional
        Processes; 1 computes here, None takes one per core. On Windows, all is computed here.
    cluster : str or distributed.Client, optional
        A Dask cluster, by the address of its scheduler or as a client; ``workers`` is not used.
    sound : callable, optional
        Takes the place of a task and what a worker of the cluster answered, and returns whether
        this can be the answer: workers of a cluster may be those of somebody else.

    Raises
    ------
    ArgumentError
        If ``workers`` is not a whole number >= 1.
    EnvironmentProblem
        If there is no such cluster, or workers cannot be started.
    TasksFailed
        In place of the result of a task that killed its worker three times, or that a worker of
        the cluster answered with something else than what the task returns.
    Exception
        The exception of the function, with the text of its traceback as a note.

    Examples
    --------
    >>> list(map(abs, [-1, 2, -3], workers=1))
    [1, 2, 3]
    """
    waiting: dict[int, Answer] = {}
    due = 0
    with closing(
        completed(function, tasks, workers=workers, cluster=cluster, sound=sound)
    ) as answers:
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
    guard: Guard[Answer] | None = None,
    sound: Sound | None = None,
    here: Callable[[float], bool] | None = None,
) -> Placed[Answer]:
    """Yield (place of the task, result) as they finish; arguments and errors as in `map`.

    With ``here``, processes are not started before it pays: the first tasks are computed in this
    process, while ``here`` returns True when it is told the seconds that the last task took.

    A task that kills its workers is given up. Without a guard, `TasksFailed` reports such tasks
    (``.tasks``) after all other tasks are done. With a guard, such a task gets a substitute result
    as soon as it is given up. If a worker of a cluster answers something else than the task
    returns, `TasksFailed` is raised at once. With a guard, an error on a cluster that is not one of
    pybench's counts as such an answer. Closing the returned iterator before its end ends the
    workers.
    """
    if cluster is not None:
        return on_cluster(function, tasks, cluster, guard, sound)
    workers = usable(workers)
    if workers == 1 and (guard is None or not guard.apart):
        return _here(function, tasks)
    if here is not None:
        return _here_first(function, iter(tasks), workers, guard, here)
    return in_processes(function, tasks, workers, guard)


def usable(workers: int | None) -> int:
    """Return a number of workers, by default one per core; 1 where no worker can be started."""
    asked = cores() if workers is None else check.count("workers", workers)
    return asked if system.passes_files() else 1


def cores() -> int:
    """Return how many cores this process may use, limits of containers included."""
    import joblib

    return max(1, int(joblib.cpu_count())) if system.passes_files() else 1


def _here(function: Callable[[Task], Answer], tasks: Iterable[Task]) -> Placed[Answer]:
    """Call the function with BLAS on one thread, as workers do: sums may depend on it."""
    import threadpoolctl

    loaded, pools = 0, None
    for place, task in enumerate(tasks):
        if pools is None or loaded != len(sys.modules):  # imports may load a BLAS
            loaded, pools = len(sys.modules), threadpoolctl.ThreadpoolController()
        with pools.limit(limits=1):
            answer = function(task)
        yield place, answer


def _here_first(
    function: Callable[[Task], Answer],
    tasks: Iterator[Task],
    workers: int,
    guard: Guard[Answer] | None,
    here: Callable[[float], bool],
) -> Placed[Answer]:
    """Compute the first tasks here and the others in processes; see `completed`."""

    def quietly(task: Task) -> Answer:
        with redirect_stdout(sys.stderr):  # as in other processes
            return function(task)

    done = 0
    with closing(_here(quietly, tasks)) as answers:
        begin = time.perf_counter()
        for place, answer in answers:
            seconds, done = time.perf_counter() - begin, place + 1
            yield place, answer
            if not here(seconds):
                break
            begin = time.perf_counter()
    yield from in_processes(function, tasks, workers, guard, done)
