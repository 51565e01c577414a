"""How far from the best: the rule that turns gaps between a classifier and two lines into words."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

VERDICTS = ("optimal", "near optimal", "between the lines", "suboptimal", "at chance", "above")

RULE = (
    "Gaps are a classifier's score less that of a likelihood ratio on the same test paths; their "
    "95 % interval is by Student's t over the runs (by DeLong's error with one run), never "
    "narrower than +-2 * 0.5 / sqrt(m), m test paths. at chance: the interval of the AUC holds "
    "0.5. optimal: the interval of the gap to LRT hidden holds 0. above: it lies above 0, which "
    "nobody can be for long. suboptimal: the interval of the gap to LRT numerical lies below 0. "
    "Otherwise between the lines; near optimal, where the two lines are no farther apart than "
    "twice that smallest half-width. crossed: LRT numerical is above LRT hidden."
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A mean over runs, and its interval."""

    mean: float
    half: float  #: half the width of the interval

    @property
    def lower(self) -> float:
        """Lower end."""
        return self.mean - self.half

    @property
    def upper(self) -> float:
        """Upper end."""
        return self.mean + self.half

    def holds(self, value: float) -> bool:
        """Whether the interval holds a value."""
        return self.lower <= value <= self.upper


def finest(test: int) -> float:
    """Return the smallest half-width that m test paths allow: two errors of a rate near 1/2."""
    return 2 * 0.5 / math.sqrt(test)


def gap(values: Floats, single: float, test: int) -> Gap:
    """Return mean and interval of one value a run; ``single`` is the error of a single one."""
    from scipy.special import ndtri, stdtrit

    runs = len(values)
    if runs > 1:
        half = float(stdtrit(runs - 1, 0.975)) * float(values.std(ddof=1)) / math.sqrt(runs)
    else:
        half = float(ndtri(0.975)) * single
    return Gap(float(values.mean()), max(half, finest(test)))


def verdict(auc: Gap, to_hidden: Gap, to_numerical: Gap, test: int) -> str:
    """Return what the rule says of a classifier."""
    if auc.holds(0.5):
        return "at chance"
    if to_hidden.holds(0.0):
        return "optimal"
    if to_hidden.lower > 0:
        return "above"
    if to_numerical.upper < 0:
        return "suboptimal"
    apart = to_numerical.mean - to_hidden.mean
    return "near optimal" if apart <= 2 * finest(test) else "between the lines"
