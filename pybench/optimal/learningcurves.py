"""How the gap to the optimal classifier shrinks with the number of training paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.path import to_write
from pybench.base.progress import Progress
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.optimal.catalogue import setting as named_setting
from pybench.optimal.classifierrun import Answer, ClassifierRun
from pybench.optimal.estimators import named
from pybench.optimal.likelihood import WHICH
from pybench.optimal.optimality import refuse_unmade, solved
from pybench.optimal.scores import Floats
from pybench.optimal.verdicts import Gap, gap
from pybench.store.inside import inside

if TYPE_CHECKING:
    import distributed
    import pandas as pd

SIZES = (100, 200, 400, 800, 1600, 3200)
RATES = np.linspace(0.5, 1.0, 51)  # powers of the number of paths
FEWEST = 3  # sizes, for the three numbers of a curve
CEILINGS = {"lrt_exact_chain": "LRT observed", "lrt_hidden": "LRT hidden"}  # the first known one


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve(Result):
    """Gap of classifiers to the best AUC against the number of training paths."""

    table: pd.DataFrame  #: one row per classifier and size: AUC, gap, estimation error
    limits: pd.DataFrame  #: one row per classifier: approximation error, rate
    runs: pd.DataFrame  #: one row per classifier, size and run: AUC on test and training paths
    best: float  #: mean AUC of the ceiling over the runs
    effective: float  #: effective sample size of a path: 2 z(best)^2
    ceiling: str  #: the likelihood ratio that is the ceiling: "LRT observed" or "LRT hidden"
    setting: str
    sizes: tuple[int, ...]
    classifiers: tuple[str, ...]
    n_runs: int
    seed: int

    schema: ClassVar[str] = "learning-curve/1"

    def to_frame(self) -> pd.DataFrame:
        """Return the table."""
        return self.table.copy()

    def __str__(self) -> str:
        said = [
            f"Learning curves in {self.setting}: {counted(self.n_runs, 'run')}, seed {self.seed}; "
            "95 % intervals",
            f"  The ceiling is the AUC of {self.ceiling}, {self.best:.3f}: the effective sample "
            f"size of a path is {self.effective:.2f}.",
        ]
        for row in self.limits.to_dict("records"):
            own = self.table[self.table["classifier"] == row["classifier"]].to_dict("records")
            steps = [
                f"after {one['size']} paths AUC {one['auc']:.3f} ({one['train_auc']:.3f} on "
                f"training paths), estimation error {_interval(one, 'estimation')}"
                for one in (own[0], own[-1])
            ]
            said.append(
                f"  {row['classifier']}: {'; '.join(steps)}; approximation error "
                f"{_interval(row, 'approximation')}"
            )
        return lined(said)


def _interval(row: dict[Any, Any], name: str) -> str:
    mean, lower, upper = (row[f"{name}{end}"] for end in ("", "_lower", "_upper"))
    return f"{mean:.3f} ({lower:.3f} to {upper:.3f})"


def learning_curve(
    setting: Any,
    classifiers: Any,
    *,
    sizes: Iterable[int] = SIZES,
    runs: int = 10,
    test: int | None = None,
    observed: str = "quick",
    seed: int = 0,
    out: str | Path | None = None,
    workers: int | None = 1,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> LearningCurve:
    r"""Measure how the gap to the best AUC shrinks with the number of training paths.

    Parameters
    ----------
    setting : str or Setting
        A setting, as in `pybench.optimality`.
    classifiers : str, estimator, list or mapping
        Classifiers, as in `pybench.optimality`.
    sizes : ints
        Three or more numbers of training paths, over both classes; even numbers.
    runs : int
        Number of runs, two or more. Each simulates new paths. Within a run, a smaller training set
        is a part of each larger one, and all classifiers and sizes are tested on the same paths.
    test : int, optional
        Number of test paths, over both classes. Default: that of the setting, usually 500.
    observed, seed, out, workers, cluster, progress
        As in `pybench.optimality`.

    Returns
    -------
    LearningCurve
        ``.table`` has the AUC on test paths and on training paths, the gap and the estimation error
        of each classifier and size. ``.limits`` has the approximation error of each classifier.

    Raises
    ------
    ArgumentError
        No such setting or classifier; fewer than three sizes, an odd one, or one given twice.
    TasksFailed
        A classifier fails.

    Notes
    -----
    The ceiling is the AUC of the exact likelihood ratio of the observed points ("LRT observed") or,
    where it is not computed, that of the whole path ("LRT hidden"). Then the gap also contains what
    the observed points do not show. A gap is the AUC of a classifier less that of the ceiling on
    the same test paths. Without its sign, it is the sum of two errors:

    * the *approximation error*, the part that remains after any number of training paths;
    * the *estimation error*, the part that is due to the number of training paths.

    The sum is taken to be :math:`a + b n^{-r}` for n training paths, so a is the approximation
    error. The rate r lies between 1/2 (the worst case in bounds that hold for any distribution) and
    1 (a smooth family with a fixed number of parameters). The three numbers are fitted to the means
    over runs by least squares with weights n. The 95 % intervals are Student's t intervals over the
    runs; those of the two errors are unions over all rates that the runs do not exclude (t-test of
    the score of r). In simulations with 5 and 10 runs, at least 94 % of these intervals contain the
    true approximation error if the formula holds. They do not cover an error of the formula itself.

    The *effective sample size* of a path is :math:`2 z^2`, where :math:`\Phi(z)` is the AUC. So
    many independent normal observations, whose means in the two classes are one standard deviation
    apart, give the same AUC. For constant drift it is
    :math:`|\theta_1 - \theta_0|^2 T / \sigma^2`: proportional to the length in time and, with the
    same drifts in all coordinates, to the dimension. The term is that of arXiv 2301.13112, which
    does not define it. The effective sample size of a classifier says how much of it is used.

    Examples
    --------
    >>> import pybench as pb
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = pb.optimal.learning_curve("a-T1", GaussianNB(), sizes=(50, 100, 200), runs=5)
    >>> found.table["size"].tolist()
    [50, 100, 200]
    """
    one = named_setting(setting)
    makers = named(classifiers)
    listed = _checked(sizes)
    count, start = check.count("runs", runs, 2), check.seed(seed)
    tested = one.test if test is None else check.count("test", test, 2)
    one = replace(one, train=listed[-1], test=tested)
    folder = None if out is None else to_write("out", out).absolute()
    check.choice("observed", observed, WHICH)
    refuse_unmade([one], makers)
    tasks = [
        ClassifierRun(one, run, name, make, start, size, observed=observed)
        for name, make in makers.items()
        for size in listed
        for run in range(count)
    ]
    with inside(folder):
        answers = solved(tasks, folder, workers, cluster, progress)
    rows, ceiling = _collected(tasks, answers)
    return curve_of(rows, ceiling, one.name, start)


def _checked(sizes: Any) -> tuple[int, ...]:
    listed = sorted(check.count("sizes", one, 2) for one in check.listed("sizes", sizes, "numbers"))
    if len(set(listed)) != len(listed) or len(listed) < FEWEST or any(one % 2 for one in listed):
        raise ArgumentError(
            f"`sizes` must be {FEWEST} or more different even numbers, not {sizes!r}",
            expected=f"{FEWEST} or more different even numbers",
            found=repr(sizes),
            hint="Half of the training paths are from each class.",
        )
    return tuple(listed)


def _collected(tasks: list[ClassifierRun], answers: list[Answer]) -> tuple[pd.DataFrame, str]:
    """Return a row per task, and the name of the ceiling."""
    import pandas as pd

    # The line of observed points may be missing in a run whose noise no grid resolves.
    line = next(one for one in CEILINGS if all(one in answer["scores"] for answer in answers))
    rows = [
        {
            "classifier": task.classifier,
            "size": task.size,
            "run": task.run,
            "auc": answer["scores"][task.classifier]["auc"][0],
            "train_auc": answer["train"]["auc"][0],
            "best": answer["scores"][line]["auc"][0],
            "fit_seconds": answer["fit_seconds"],
        }
        for task, answer in zip(tasks, answers, strict=True)
    ]
    return pd.DataFrame(rows), CEILINGS[line]


def curve_of(runs: pd.DataFrame, ceiling: str, setting: str, seed: int) -> LearningCurve:
    """Return the learning curves of runs, a row per classifier, size and run in this order."""
    import pandas as pd

    classifiers = tuple(dict.fromkeys(runs["classifier"]))
    sizes = tuple(int(size) for size in dict.fromkeys(runs["size"]))
    count = int(runs["run"].nunique())
    best = float(runs["best"].mean())
    table, limits = [], []
    for name in classifiers:
        own = runs[runs["classifier"] == name]
        losses = (own["best"] - own["auc"]).to_numpy().reshape(len(sizes), count).T
        parts, rate = errors(losses, sizes)
        limits.append({"classifier": name, **_ends("approximation", parts[0]), "rate": rate})
        for size, part, loss in zip(sizes, parts[1:], losses.T, strict=True):
            here = own[own["size"] == size]
            auc = float(here["auc"].mean())
            table.append(
                {
                    "classifier": name,
                    "size": size,
                    "auc": auc,
                    "train_auc": float(here["train_auc"].mean()),
                    **_ends("gap", gap(-loss)),
                    **_ends("estimation", part),
                    "effective": effective_size(auc),
                    "fit_seconds": float(here["fit_seconds"].median()),
                }
            )
    return LearningCurve(
        table=pd.DataFrame(table),
        limits=pd.DataFrame(limits),
        runs=runs,
        best=best,
        effective=effective_size(best),
        ceiling=ceiling,
        setting=setting,
        sizes=sizes,
        classifiers=classifiers,
        n_runs=count,
        seed=seed,
    )


def _ends(name: str, found: Gap | Interval) -> dict[str, float]:
    return {name: found.mean, f"{name}_lower": found.lower, f"{name}_upper": found.upper}


def effective_size(auc: float) -> float:
    """Return 2 z^2 with Phi(z) = AUC: infinite for 1, and 0 for an AUC of at most 1/2."""
    from scipy.special import ndtri

    return 2 * float(ndtri(max(auc, 0.5))) ** 2


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval."""

    mean: float
    lower: float
    upper: float


def errors(losses: Floats, sizes: tuple[int, ...]) -> tuple[list[Interval], float]:
    """Return the approximation error, then the estimation error at each size; and the rate.

    ``losses`` are (runs, sizes): the AUC of the ceiling less that of the classifier. For a given
    rate both errors are linear in the losses, so each run has its own, and the interval is
    Student's. The rate is judged by a score test: the curve's derivative by the rate, less what the
    curve explains, must not be shown to be in the losses. Intervals are unions over all rates that
    pass.
    """
    n = np.array(sizes, np.float64)
    weight = n / n.sum()
    misfits, parts, passed = [], [], []
    for rate in RATES:
        power = (n / n[0]) ** -rate
        design = np.stack([np.ones_like(n), power])
        solve = np.linalg.solve(design * weight @ design.T, design * weight)
        fit = np.outer(power, solve[1])  # of the estimation errors
        rest = losses.mean(axis=0) @ (np.eye(len(n)) - solve[0] - fit).T
        misfits.append(float(weight @ rest**2))
        slope = power * np.log(n)
        score = gap(losses @ (weight * (slope - design.T @ (solve @ slope))))
        passed.append(score.lower <= 0 <= score.upper)
        parts.append([gap(losses @ row) for row in (solve[0], *fit)])
    best = int(np.argmin(misfits))
    kept = [part for part, held in zip(parts, passed, strict=True) if held] or [parts[best]]
    found = [
        Interval(
            parts[best][k].mean,
            min(parts[best][k].lower, *(part[k].lower for part in kept)),
            max(parts[best][k].upper, *(part[k].upper for part in kept)),
        )
        for k in range(len(n) + 1)
    ]
    return found, float(RATES[best])
