"""The times of a simulation: observed points, and the fine steps between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError

Floats = NDArray[np.float64]

SCHEMES = ("euler", "milstein")


@dataclass(frozen=True, slots=True, eq=False)
class TimeGrid:
    """Observed times, ascending from t_0, and the steps within each interval."""

    times: Floats  #: (L + 1,)
    substeps: NDArray[np.int64]  #: (L,) steps of the scheme in each interval
    scheme: str = "euler"  #: or "milstein"
    late: bool = False  #: the drift of a step is taken at its end, as in the authors' code

    @property
    def length(self) -> int:
        """L, the number of observed intervals."""
        return len(self.substeps)


def grid(times: Any, substeps: Any = 10, scheme: str = "euler") -> TimeGrid:
    """Check times (L + 1,) and return their grid."""
    points = check.numbers("times", times)
    if points.ndim != 1 or len(points) < 2 or not (np.diff(points) > 0).all():
        raise ArgumentError(
            "`times` must be two or more ascending numbers",
            expected="t_0 < t_1 < ... < t_L",
            found=f"shape {points.shape}" if points.ndim != 1 else "times that do not ascend",
        )
    if not np.isfinite(points).all():
        raise ArgumentError("`times` must be finite", expected="numbers", found="inf or NaN")
    several = isinstance(substeps, Iterable) and getattr(substeps, "ndim", 1) > 0
    listed = list(substeps) if several and not isinstance(substeps, str) else [substeps]
    counts = [check.count("substeps", one) for one in listed]
    if len(counts) not in (1, len(points) - 1):
        raise ArgumentError(
            f"`substeps` must be one number, or {len(points) - 1}: one per interval",
            expected=f"1 or {len(points) - 1} numbers",
            found=str(len(counts)),
        )
    every = np.broadcast_to(np.array(counts, np.int64), len(points) - 1)
    return TimeGrid(points, every, check.choice("scheme", scheme, SCHEMES))
