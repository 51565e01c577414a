"""What raises the best that is possible: sweeps over time, sampling, noise and size."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.optimal.benchmark import likelihood_ratios
from pybench.optimal.catalogue import TRAIN, Setting, own_setting, process
from pybench.optimal.optimality import Optimality, optimality
from pybench.optimal.scores import auc

if TYPE_CHECKING:
    import pandas as pd

FINE = 0.01  # longest fine step, as in the paper
#: Figures 5 and 8 of the paper, about its six particles.
OVER = {"end": (2.0, 4.0, 8.0), "dt": (0.4, 0.2, 0.1, 0.05), "diffusion": (1.0, 0.8, 0.4)}

FACTOR = "finite numbers for each factor"
MEASURED = ("classifier", "auc", "lower", "upper", "verdict", "fit_seconds")


@dataclass(frozen=True, slots=True, eq=False)
class Sweep(Result):
    """The two lines, and classifiers, where one thing at a time is another one."""

    table: pd.DataFrame  #: a row per factor and value: AUC of both lines, errors, series' shape
    learners: pd.DataFrame  #: a row per factor, value and classifier: AUC, interval, verdict
    conclusions: tuple[str, ...]  #: what raises the hidden line, in sentences
    process: str  #: its name
    seed: int

    schema: ClassVar[str] = "sweep/1"

    def to_frame(self) -> pd.DataFrame:
        """Return the table."""
        return self.table.copy()

    def __str__(self) -> str:
        return "\n".join([f"What raises the best for {self.process}", *self.conclusions])


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
    seed: int = 0,
    workers: int | None = 1,
    **parameters: Any,
) -> Sweep:
    """Vary time, sampling, noise or size of a process, one at a time, and say what helps.

    Parameters
    ----------
    name : str
        A process, as `process` takes it.
    over : mapping, optional
        Factor -> values: ``end`` (length in time), ``dt`` (time between observations), ``train``
        (training paths of both classes, for classifiers alone: a likelihood ratio learns nothing),
        or a parameter of the process: ``diffusion``, ``agents``, ``dimension``. End, dt and noise
        of the paper's figures if not given.
    end, dt : float
        Where they are not varied.
    train : int
        Where it is not varied.
    paths : int
        Of each class, for the two lines.
    classifiers : optional
        As in `pybench.optimality`, which measures them at every value.
    runs : int
        Of classifiers.
    seed : int
        All settings are of the same random numbers, so that differences are sharper than errors.
    workers : int, optional
        Processes that fit classifiers; the same numbers for any.
    parameters
        By name, of the process where they are not varied.

    Returns
    -------
    Sweep

    Raises
    ------
    ArgumentError
        No such process or parameter; fewer than two values; ``end`` no multiple of ``dt``;
        ``train`` without classifiers.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.sweep("constant", {"end": (1, 4), "dt": (0.1, 0.5)}, paths=500)
    >>> found.conclusions[-1].split(":")[0]
    'Longer beats denser'
    """
    import pandas as pd

    factors = _checked(OVER if over is None else over, classifiers)
    start = check.seed(seed)
    rest = {"end": end, "dt": dt, "train": train, **parameters}
    # All are made before the first is computed: what cannot be made is said at once.
    made = [
        (factor, value, _setting(name, f"{factor} = {value:g}", {**rest, factor: value}))
        for factor, values in factors.items()
        for value in values
    ]
    rows, learners = [], []
    for factor, value, one in made:
        place = {"factor": factor, "value": value}
        rows.append({**place, **_lines(one, paths, start)})
        if classifiers is not None:
            found = optimality(one, classifiers, runs=runs, seed=start, workers=workers)
            learners += [{**place, **row} for row in _measured(found)]
    table = pd.DataFrame(rows)
    fitted = pd.DataFrame(learners, columns=["factor", "value", *MEASURED])
    moving = [factor for factor in factors if factor != "train"]  # the lines learn nothing
    said = [_sentence(factor, table[table["factor"] == factor]) for factor in moving]
    if {"end", "dt"} <= set(factors):
        said.append(_longer_or_denser(table))
    for (moved, who), part in fitted.groupby(["factor", "classifier"], sort=False):
        said.append(_learned(moved, who, part))
    return Sweep(
        table=table, learners=fitted, conclusions=tuple(said), process=str(name), seed=start
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
                f"`over` has fewer than two values of {factor}",
                expected="two or more",
                found=str(len(values)),
            )
    if "train" in factors and classifiers is None:
        raise ArgumentError(
            "the training size moves classifiers alone: a likelihood ratio learns nothing",
            expected="classifiers",
            found="none",
            hint='For example classifiers="random forest".',
        )
    return factors


def _setting(name: str, called: str, given: dict[str, Any]) -> Setting:
    end, dt = (check.number(n, given.pop(n), "a number > 0", 0.0, math.inf) for n in ("end", "dt"))
    train = check.count("train", given.pop("train"), 2)
    length = round(end / dt)
    if length < 1 or not math.isclose(length * dt, end, rel_tol=1e-9):
        raise ArgumentError(
            f"`end` = {end:g} is no multiple of `dt` = {dt:g}",
            expected="a whole number of intervals",
            found=f"{end / dt:g}",
        )
    steps = max(1, math.ceil(dt / FINE - 1e-9))
    points = np.arange(length + 1) * dt
    return own_setting(called, process(name, **given), points, substeps=steps, train=train)


def _lines(one: Setting, paths: int, seed: int) -> dict[str, Any]:
    ratios = likelihood_ratios(one, paths=paths, seed=seed)
    hidden, numerical = (auc(*ratios.of(line)) for line in ("lrt_hidden", "lrt_numerical"))
    return {
        "d": one.process.dimension,
        "L": one.length,
        "hidden": hidden.value,
        "hidden_se": hidden.se,
        "numerical": numerical.value,
        "numerical_se": numerical.se,
    }


def _measured(found: Optimality) -> list[dict[Hashable, Any]]:
    rows = found.verdicts[found.verdicts["statistic"] == "auc"]
    said = rows.rename(columns={"score": "auc", "score_lower": "lower", "score_upper": "upper"})
    return said[list(MEASURED)].to_dict("records")


def _learned(factor: Any, who: Any, part: pd.DataFrame) -> str:
    ordered = part.sort_values("value")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    apart = low["upper"] < high["lower"] or high["upper"] < low["lower"]
    word = "moves" if apart else "does not surely move"
    return (
        f"{factor} from {low['value']:g} to {high['value']:g} {word} the AUC of {who}: "
        f"{low['auc']:.3f} ({low['verdict']}) to {high['auc']:.3f} ({high['verdict']})."
    )


def _sentence(factor: str, part: pd.DataFrame) -> str:
    ordered = part.sort_values("value")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    if factor == "dt":
        error = math.hypot(high["numerical_se"], low["numerical_se"])
        return (
            f"dt from {low['value']:g} to {high['value']:g} does not move the best AUC, which is "
            f"of the fine path; LRT numerical {low['numerical']:.3f} to {high['numerical']:.3f} "
            f"(error of the change {error:.3f})."
        )
    change = high["hidden"] - low["hidden"]
    error = math.hypot(high["hidden_se"], low["hidden_se"])
    word = "raises" if change > 2 * error else "lowers" if change < -2 * error else "does not move"
    return (
        f"{factor} from {low['value']:g} to {high['value']:g} {word} the best AUC: "
        f"{low['hidden']:.3f} to {high['hidden']:.3f} (error of the change {error:.3f}); "
        f"LRT numerical {low['numerical']:.3f} to {high['numerical']:.3f}."
    )


def _longer_or_denser(table: pd.DataFrame) -> str:
    """Compare on what is observed: the fine path is the same, however densely it is looked at."""
    gains, variance = {}, 0.0
    for factor, falling in (("end", False), ("dt", True)):
        part = table[table["factor"] == factor].sort_values("value", ascending=not falling)
        first, last = part.iloc[0], part.iloc[-1]
        ratio = last["value"] / first["value"]
        gains[factor] = last["numerical"] - first["numerical"], max(ratio, 1 / ratio)
        variance += first["numerical_se"] ** 2 + last["numerical_se"] ** 2
    longer, denser = gains["end"], gains["dt"]
    apart, error = longer[0] - denser[0], math.sqrt(variance)
    verdict = "Longer and denser cannot be told apart"
    if abs(apart) > 2 * error:
        verdict = "Longer beats denser" if apart > 0 else "Denser beats longer"
    return (
        f"{verdict}: {longer[1]:g} times the time adds {longer[0]:+.3f} to the AUC of LRT "
        f"numerical, {denser[1]:g} times the points {denser[0]:+.3f} (error of the difference "
        f"{error:.3f}). The best AUC, of the fine path, is the same for any points."
    )
