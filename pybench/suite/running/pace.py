"""Where the first jobs of a run are done: in this process, while starting others would not pay.

To start a worker takes more than a second of a core, mostly for imports. A hundred fits of naive
Bayes take less.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import numpy as np

from pybench.parallel.processes import has_kept
from pybench.store.fingerprint import roots
from pybench.suite.running.jobs import Job, Outcome, Work
from pybench.suite.running.plan import RunPlan

SMALL = 2000  # rows of a task
WORTH_SECONDS, KEPT_SECONDS = 4.0, 1.0  # of jobs that are left; the latter if workers are there
DECIDE = 3  # jobs in a row
FIRST_SECONDS = 2.0  # what the first job may need besides: imports, reading data
#: Packages whose errors are exceptions, and end no process.
_TRUSTED = {"sklearn", "numpy", "scipy", "pandas", "pybench", "builtins"}


def are_harmless(plan: RunPlan, jobs: Iterable[Job]) -> bool:
    """Return whether jobs may be done in this process, although other processes are allowed.

    A job in another process costs only itself, if it crashes or needs too much memory. So jobs of
    code that is not scikit-learn's, and jobs on larger tasks, are always done there.
    """
    pairs = {(job.estimator, job.task) for job in jobs}
    described = (plan.about["estimators"][name]["pipeline"] for name in {name for name, _ in pairs})
    small = all(plan.cost(task) <= SMALL for task in {task for _, task in pairs})
    return small and all(roots(one) <= _TRUSTED for one in described)


def as_elsewhere(compute: Callable[[Work], Outcome], work: Work) -> Outcome:
    """Do a job with the settings of NumPy and scikit-learn that it finds in another process."""
    from sklearn import config_context

    settings = config_context(
        assume_finite=False, transform_output="default", enable_metadata_routing=False,
        skip_parameter_validation=False, array_api_dispatch=False, working_memory=1024,
    )  # fmt: skip
    with settings, np.errstate(divide="warn", over="warn", under="ignore", invalid="warn"):
        return compute(work)


class Pace:
    """Says after each job whether the next one is done in this process, too.

    Parameters
    ----------
    jobs : int
        How many there are.
    """

    def __init__(self, jobs: int) -> None:
        self._left = jobs
        self._last = deque([0.0] * DECIDE, maxlen=DECIDE)
        self._worth = KEPT_SECONDS if has_kept() else WORTH_SECONDS

    def __call__(self, seconds: float) -> bool:
        """Return whether the jobs that are left take less time than is worth other processes.

        Parameters
        ----------
        seconds : float
            What the last job took. Only three slow ones in a row count: the first one imports, and
            other programs may disturb one.

        Examples
        --------
        >>> pace = Pace(200)
        >>> pace(1.3), pace(0.1), pace(0.1)
        (True, True, False)
        """
        self._left -= 1
        self._last.append(seconds)
        each = max(min(self._last), seconds - FIRST_SECONDS)
        return self._left * each < self._worth
