"""What raises the score of the optimal classifier: sweeps over time, sampling, noise and size."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import lined
from pybench.optimal.catalogue import TRAIN, Setting, own_setting, process
from pybench.optimal.likelihood import WHICH, is_observed, observed_line
from pybench.optimal.optimality import Optimality, optimality
from pybench.optimal.scores import Floats, Score, auc, paired_error
from pybench.optimal.simulation import simulated
from pybench.optimal.verdicts import MARGIN, Words

if TYPE_CHECKING:
    import pandas as pd

FINE = 0.01  # longest fine step, as in the paper
#: The values of figures 5 and 8 of the paper, which show its six particles.
OVER = {"end": (2.0, 4.0, 8.0), "dt": (0.4, 0.2, 0.1, 0.05), "diffusion": (1.0, 0.8, 0.4)}

FACTOR = "finite numbers for each factor"
LINES = ("hidden", "numerical", "observed")
Line = dict[str, Floats]  # line -> ratios of class 0, then of class 1
Ratios = dict[tuple[str, float], Line]  # by factor and value

MEASURED = ("classifier", "auc", "lower", "upper", "verdict", "runs_needed", "fit_seconds")


@dataclass(frozen=True, slots=True, eq=False)
class Sweep(Result):
    """AUC of likelihood ratios and of classifiers when one factor at a time is varied."""

    table: pd.DataFrame  #: one row per factor and value: AUC of the lines, errors, series' shape
    learners: pd.DataFrame  #: one row per factor, value and classifier: AUC, interval, verdict
    conclusions: tuple[str, ...]  #: what changes the lines, in sentences
    process: str  #: its name
    seed: int

    schema: ClassVar[str] = "sweep/2"

    def to_frame(self) -> pd.DataFrame:
        """Return the table."""
        return self.table.copy()

    def __str__(self) -> str:
        rule = "a change is shown if it exceeds two standard errors"
        return lined(
            [f"What raises the best possible AUC for {self.process}: {rule}", *self.conclusions]
        )


def sweep(
    name: str = "particles",
    over: Mapping[str, Sequence[float]] | None = None,
    *,
    end: float = 2.0,
    dt: float = 0.1,
    train: int = TRAIN,
    paths: int = 1000,
    classifiers: Any = None,
    runs: int = 5,
    observed: str = "quick",
    seed: int = 0,
    workers: int | None = 1,
    **parameters: Any,
) -> Sweep:
    """Vary one factor of a process at a time, such as time or noise; report what raises the AUC.

    The AUC of the exact likelihood ratio of the observed points measures how much information these
    points contain. Only where this ratio is computed does the result say which of two changes helps
    more: a path that is longer by some factor, or points that are denser by the same factor. See
    ``observed``.

    LRT numerical, the likelihood ratio by Euler steps between the observed points, does not measure
    this information: its AUC also depends on the error of these steps, which is smaller if points
    are denser.

    Parameters
    ----------
    name : str
        A process, as `process` takes it.
    over : mapping, optional
        The values of each factor that is varied. Default: the values of ``end``, ``dt`` and
        ``diffusion`` in the figures of arXiv 2301.13112. A factor is one of:

        * ``end``: length in time;
        * ``dt``: time between observations;
        * ``train``: number of training paths, both classes together; only for classifiers, because
          a likelihood ratio is not trained;
        * ``diffusion``, ``agents`` or ``dimension``: a parameter of the process.
    end, dt : float
        Length of a path in time, and time between two observations, while another factor is varied.
    train : int
        Number of training paths, while another factor is varied.
    paths : int
        Number of paths per class for the likelihood ratios.
    classifiers : optional
        The classifiers to measure at every value, given as in `pybench.optimality`.
    runs : int
        Number of runs of the classifiers.
    observed : {"quick", "all"}
        As in `pybench.optimality`, for each value and, if there are classifiers, for each of their
        fits.
    seed : int
        Seed. All values of a factor use the same random numbers, so differences between their AUCs
        are more precise than the standard errors of single AUCs suggest.
    workers : int, optional
        Number of processes that fit classifiers. The results do not depend on this number.
    parameters
        Keyword arguments of the process, for parameters that are not varied.

    Returns
    -------
    Sweep
        ``.table`` has three AUCs per value of a factor. They are the AUCs of LRT hidden (the
        likelihood ratio of the whole path), of LRT numerical, and of the exact likelihood ratio of
        the observed points (``observed``; NaN if this ratio is not computed). Nine in ten of its
        log ratios have an estimated error of at most ``observed_error`` (by random bridges, a
        standard error). ``.conclusions`` says in words what raises the AUC.

    Raises
    ------
    ArgumentError
        No such process or parameter; fewer than two values; ``end`` is not a multiple of ``dt``;
        ``train`` without classifiers.

    Examples
    --------
    >>> import pybench as pb
    >>> over = {"end": (1, 2), "dt": (0.1, 0.2)}
    >>> found = pb.optimal.sweep("constant", over, end=1, dt=0.2, paths=500)
    >>> found.conclusions[-1].partition(": ")[2].partition(" (")[0]
    'longer adds more'
    """
    import pandas as pd

    factors = _checked(OVER if over is None else over, classifiers)
    start = check.seed(seed)
    check.choice("observed", observed, WHICH)
    rest = {"end": end, "dt": dt, "train": train, **parameters}
    # Make all settings before computing the first, so errors in them come at once.
    made = [
        (factor, value, _setting(name, f"{factor} = {value:g}", {**rest, factor: value}))
        for factor, values in factors.items()
        for value in values
    ]
    rows, learners = [], []
    ratios: Ratios = {}
    given: dict[str, Any] = {"runs": runs, "observed": observed, "seed": start, "workers": workers}
    for factor, value, one in made:
        place = {"factor": factor, "value": value}
        ratios[factor, value], error = _ratios(one, paths, start, observed)
        rows.append({**place, **_lines(one, ratios[factor, value]), "observed_error": error})
        if classifiers is not None:
            found = optimality(one, classifiers, **given)
            learners += [{**place, **row} for row in _measured(found)]
    fitted = pd.DataFrame(learners, columns=["factor", "value", *MEASURED])
    moving = [factor for factor in factors if factor != "train"]  # the lines are not trained
    said = [_sentence(factor, factors[factor], ratios) for factor in moving]
    said += _longer_or_denser(factors, rest, ratios)
    for (moved, who), part in fitted.groupby(["factor", "classifier"], sort=False):
        said.append(_learned(moved, who, part))
    return Sweep(
        table=pd.DataFrame(rows),
        learners=fitted,
        conclusions=tuple(said),
        process=str(name),
        seed=start,
    )


def _checked(over: Any, classifiers: Any) -> dict[str, Sequence[float]]:
    given = check.mapping("over", over, "a mapping of factors to values")
    factors: dict[str, Sequence[float]] = {
        name: check.listed("over", values, FACTOR) for name, values in given.items()
    }
    for factor, values in factors.items():
        for value in values:
            check.number("over", value, FACTOR, -math.inf, math.inf)
        if len(values) < 2:
            raise ArgumentError(
                f"`over` must have at least two values of {factor}, not {len(values)}",
                expected="two or more",
                found=str(len(values)),
            )
    if "train" in factors and classifiers is None:
        raise ArgumentError(
            "`over` varies `train`, which affects only classifiers: likelihood ratios are not "
            "trained",
            expected="classifiers",
            found="none",
            hint='Give `classifiers`, such as classifiers="random forest".',
        )
    return factors


def _setting(name: str, called: str, given: dict[str, Any]) -> Setting:
    end, dt = (check.number(n, given.pop(n), "a number > 0", 0.0, math.inf) for n in ("end", "dt"))
    train = check.count("train", given.pop("train"), 2)
    length = round(end / dt)
    if length < 1 or not math.isclose(length * dt, end, rel_tol=1e-9):
        raise ArgumentError(
            f"`end` must be a multiple of `dt` = {dt:g}, not {end:g}",
            expected="a whole number of intervals",
            found=f"{end / dt:g}",
        )
    steps = max(1, math.ceil(dt / FINE - 1e-9))
    points = np.arange(length + 1) * dt
    return own_setting(called, process(name, **given), points, substeps=steps, train=train)


def _ratios(one: Setting, paths: int, seed: int, which: str) -> tuple[Line, float]:
    """Return the ratios of class 0, then of class 1, by each line, and the observed one's error."""
    process, grid = one.process, one.grid
    known, error = is_observed(process, grid, which), math.nan
    count = check.count("paths", paths, 2)
    check.room("paths", count, process.dimension * (grid.length + 1) if known else 4)
    parts = simulated(process, grid, count, seed, keep=known)
    found = {
        name.removeprefix("lrt_"): np.concatenate([part.ratios[name] for part in parts])
        for name in parts[0].ratios
    }
    if known:
        seen = [part.paths for part in parts if part.paths is not None]
        if line := observed_line(process, grid, np.concatenate(seen), which, seed):
            found["observed"], error = line
    return found, error


def _lines(one: Setting, ratios: Line) -> dict[str, Any]:
    row: dict[str, Any] = {"d": one.process.dimension, "L": one.length}
    for line in LINES:
        score = _auc(ratios[line]) if line in ratios else None
        row[line], row[f"{line}_se"] = (score.value, score.se) if score else (math.nan, math.nan)
    return row


def _auc(ratios: Floats) -> Score:
    zero, one = np.split(ratios, 2)
    return auc(zero, one)


def _change(first: Floats, second: Floats) -> tuple[float, float, float]:
    """Return both AUCs and the error of their difference, on paths with the same random numbers."""
    label = np.repeat([0, 1], len(first) // 2)
    return _auc(first).value, _auc(second).value, paired_error(label, first, second)


def _measured(found: Optimality) -> list[dict[Hashable, Any]]:
    rows = found.verdicts[found.verdicts["statistic"] == "auc"]
    said = rows.rename(columns={"score": "auc", "score_lower": "lower", "score_upper": "upper"})
    return said[list(MEASURED)].to_dict("records")


def _learned(factor: Any, who: Any, part: pd.DataFrame) -> str:
    ordered, words = part.sort_values("value"), Words(MARGIN)
    low, high = ordered.iloc[0], ordered.iloc[-1]
    apart = low["upper"] < high["lower"] or high["upper"] < low["lower"]
    word = "moves" if apart else "is not shown to change"
    scores = [f"{one['auc']:.3f}, {words.verdict(one.to_dict())}" for one in (low, high)]
    return (
        f"{factor} from {low['value']:g} to {high['value']:g} {word} the AUC of {who}: "
        f"{' to '.join(scores)}."
    )


def _sentence(factor: str, values: Sequence[float], ratios: Ratios) -> str:
    low, high = min(values), max(values)
    ends = ratios[factor, low], ratios[factor, high]
    exact = all("observed" in one for one in ends)
    best, what = ("observed", "what is observed") if exact else ("hidden", "the whole path")
    first, last, error = _change(ends[0][best], ends[1][best])
    hidden, numerical = (
        f"{_auc(ends[0][line]).value:.3f} to {_auc(ends[1][line]).value:.3f}"
        for line in ("hidden", "numerical")
    )
    rest = f"of the whole path {hidden}."
    if not exact:
        rest = (
            f"LRT numerical {numerical}, which includes Euler's error: the best AUC of what is "
            "observed is not computed."
        )
    return (
        f"{factor} from {low:g} to {high:g} {_moved(last - first, error)} the best AUC of {what}: "
        f"{first:.3f} to {last:.3f} (standard error of the change {error:.3f}); {rest}"
    )


def _moved(change: float, error: float) -> str:
    if change == 0:
        return "does not move"
    if abs(change) <= 2 * error:
        return "is not shown to change"
    return "raises" if change > 0 else "lowers"


def _longer_or_denser(
    factors: Mapping[str, Sequence[float]], rest: Mapping[str, Any], ratios: Ratios
) -> list[str]:
    """Compare a longer time with denser points, by the same factor and from the same setting."""
    end, dt = rest["end"], rest["dt"]
    pairs = [
        (longer, denser)
        for longer in factors.get("end", ())
        for denser in factors.get("dt", ())
        if longer > end and math.isclose(longer / end, dt / denser, rel_tol=1e-9)
    ]
    base = ratios.get(("end", end)) or ratios.get(("dt", dt)) or {}
    if not pairs or "observed" not in base:
        return []
    longer, denser = max(pairs)
    if any("observed" not in ratios[pair] for pair in (("end", longer), ("dt", denser))):
        return []
    here = _auc(base["observed"]).value
    parts = ratios["end", longer]["observed"], ratios["dt", denser]["observed"]
    gained, other, error = _change(*parts)
    verdict = "which of the two adds more is undecided"
    if abs(gained - other) > 2 * error:
        verdict = "longer adds more" if gained > other else "denser adds more"
    return [
        f"From end {end:g} and dt {dt:g}, {longer / end:g} times the time adds "
        f"{gained - here:+.3f} to the best AUC of what is observed, and {longer / end:g} times the "
        f"points add {other - here:+.3f}: {verdict} (standard error of the difference {error:.3f})."
    ]
