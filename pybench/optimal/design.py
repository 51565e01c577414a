"""What raises the best that is possible: sweeps over time, sampling, noise and size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.optimal.benchmark import likelihood_ratios
from pybench.optimal.catalogue import own_setting, process
from pybench.optimal.scores import auc

if TYPE_CHECKING:
    import pandas as pd

FINE = 0.01  # longest fine step, as in the paper
#: Figures 5 and 8 of the paper, about its six particles.
OVER = {"end": (2.0, 4.0, 8.0), "dt": (0.4, 0.2, 0.1, 0.05), "diffusion": (1.0, 0.8, 0.4)}


@dataclass(frozen=True, slots=True, eq=False)
class Sweep(Result):
    """The two lines where one thing at a time is another one."""

    table: pd.DataFrame  #: a row per factor and value: AUC of both lines, errors, series' shape
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
    paths: int = 1000,
    seed: int = 0,
    **parameters: Any,
) -> Sweep:
    """Vary time, sampling, noise or size of a process, one at a time, and say what helps.

    Parameters
    ----------
    name : str
        A process, as `process` takes it.
    over : mapping, optional
        Factor -> values: ``end`` (length in time), ``dt`` (time between observations), or a
        parameter of the process: ``diffusion``, ``agents``, ``dimension``. End, dt and noise of
        the paper's figures if not given.
    end, dt : float
        Where they are not varied.
    paths : int
        Of each class.
    seed : int
        All settings are of the same random numbers, so that differences are sharper than errors.
    parameters
        By name, of the process where they are not varied.

    Returns
    -------
    Sweep

    Raises
    ------
    ArgumentError
        No such process or parameter; fewer than two values; ``end`` no multiple of ``dt``.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.sweep("constant", {"end": (1, 4), "dt": (0.1, 0.5)}, paths=500)
    >>> print(found.conclusions[-1])
    Longer beats denser: 4 times the time adds 0.173 to the AUC, 5 times the points +0.000.
    """
    import pandas as pd

    factors = dict(OVER if over is None else over)
    start = check.seed(seed)
    rows = []
    for factor, values in factors.items():
        if len(values) < 2:
            raise ArgumentError(
                f"`over` has fewer than two values of {factor}",
                expected="two or more",
                found=str(len(values)),
            )
        for value in values:
            given = {"end": end, "dt": dt, **parameters, factor: value}
            rows.append({"factor": factor, "value": value, **_lines(name, given, paths, start)})
    table = pd.DataFrame(rows)
    said = [_sentence(factor, table[table["factor"] == factor]) for factor in factors]
    if {"end", "dt"} <= set(factors):
        said.append(_longer_or_denser(table))
    return Sweep(table=table, conclusions=tuple(said), process=str(name), seed=start)


def _lines(name: str, given: dict[str, Any], paths: int, seed: int) -> dict[str, Any]:
    end, dt = float(given.pop("end")), float(given.pop("dt"))
    length = round(end / dt)
    if length < 1 or not math.isclose(length * dt, end, rel_tol=1e-9):
        raise ArgumentError(
            f"`end` = {end:g} is no multiple of `dt` = {dt:g}",
            expected="a whole number of intervals",
            found=f"{end / dt:g}",
        )
    made = process(name, **given)
    steps = max(1, math.ceil(dt / FINE - 1e-9))
    one = own_setting("sweep", made, np.arange(length + 1) * dt, substeps=steps)
    ratios = likelihood_ratios(one, paths=paths, seed=seed)
    hidden, numerical = (auc(*ratios.of(line)) for line in ("lrt_hidden", "lrt_numerical"))
    return {
        "d": made.dimension,
        "L": length,
        "hidden": hidden.value,
        "hidden_se": hidden.se,
        "numerical": numerical.value,
        "numerical_se": numerical.se,
    }


def _sentence(factor: str, part: pd.DataFrame) -> str:
    ordered = part.sort_values("value")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    change = high["hidden"] - low["hidden"]
    error = math.hypot(high["hidden_se"], low["hidden_se"])
    word = "raises" if change > 2 * error else "lowers" if change < -2 * error else "does not move"
    return (
        f"{factor} from {low['value']:g} to {high['value']:g} {word} the best AUC: "
        f"{low['hidden']:.3f} to {high['hidden']:.3f} (error of the change {error:.3f}); "
        f"LRT numerical {low['numerical']:.3f} to {high['numerical']:.3f}."
    )


def _longer_or_denser(table: pd.DataFrame) -> str:
    gains = {}
    for factor, falling in (("end", False), ("dt", True)):
        part = table[table["factor"] == factor].sort_values("value", ascending=not falling)
        first, last = part.iloc[0], part.iloc[-1]
        ratio = last["value"] / first["value"]
        gains[factor] = last["hidden"] - first["hidden"], ratio if ratio > 1 else 1 / ratio
    longer, denser = gains["end"], gains["dt"]
    verdict = "Longer beats denser" if longer[0] > denser[0] else "Denser is not beaten by longer"
    return (
        f"{verdict}: {longer[1]:g} times the time adds {longer[0]:.3f} to the AUC, "
        f"{denser[1]:g} times the points {denser[0]:+.3f}."
    )
