"""Many tasks: here, in processes of our own, or on a Dask cluster; the same bytes everywhere.

The processes are started by ``subprocess`` and never import the user's script, so a script needs no
main guard, and notebooks, standard input and Dask's daemonic workers will do. Each holds one task
at a time: if one is killed, it is known which task died with it. They die with their parent.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.parallel.cluster import on_cluster
from pybench.parallel.processes import Answer, Guard, Placed, Task, in_processes

if TYPE_CHECKING:
    import distributed


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
        Asked for one by one, as workers become free; results wait for those before them.
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
    guard: Guard[Answer] | None = None,
) -> Placed[Answer]:
    """Give (place of the task, result) as they come; arguments and errors as in `map`.

    A task that kills its workers is reported by `TasksFailed` (``.tasks``) after all others are
    done; with a guard it has an answer like the others, when it is set aside. Closing what this
    returns ends the workers.
    """
    if cluster is not None:
        return on_cluster(function, tasks, cluster, guard)
    workers = cores() if workers is None else check.count("workers", workers)
    if workers == 1 and (guard is None or not guard.apart):
        return _here(function, tasks)
    return in_processes(function, tasks, workers, guard)


def cores() -> int:
    """Return how many cores this process may use, limits of containers counted."""
    import joblib

    if os.name != "posix":  # descriptors cannot be handed to a child as we do
        return 1
    return max(1, int(joblib.cpu_count()))


def _here(function: Callable[[Task], Answer], tasks: Iterable[Task]) -> Placed[Answer]:
    """Call the function with BLAS on one thread, as workers do: sums may depend on it."""
    import threadpoolctl

    loaded, pools = 0, None
    for place, task in enumerate(tasks):
        if pools is None or loaded != len(sys.modules):  # what a task imports may bring a BLAS
            loaded, pools = len(sys.modules), threadpoolctl.ThreadpoolController()
        with pools.limit(limits=1):
            answer = function(task)
        yield place, answer
