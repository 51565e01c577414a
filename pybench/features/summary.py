"""The summary representation: seven numbers of the values of a series, regardless of order.

The paper on rank-preserving selection does not list its "Summary"; it is read as the transformer of
that name in aeon (``SevenNumberSummary``), whose other sets are available by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.features.eachseries import EachSeries
from pybench.features.representation import Representation, versions_of
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

STATISTICS: dict[str, tuple[str | float, ...]] = {
    "default": ("mean", "std", "min", "max", 0.25, 0.5, 0.75),
    "quantiles": (0.0215, 0.0887, 0.25, 0.5, 0.75, 0.9113, 0.9785),
    "bowley": ("min", "max", 0.1, 0.25, 0.5, 0.75, 0.9),
    "tukey": ("min", "max", 0.125, 0.25, 0.5, 0.75, 0.875),
}


def summary(*, channels: Sequence[str] = UNIVARIATE, statistics: str = "default") -> Representation:
    """Return the representation: seven columns per channel.

    Parameters
    ----------
    channels : sequence of str
        The channels of the series.
    statistics : {"default", "quantiles", "bowley", "tukey"}
        Which seven statistics are computed. "default" means the mean, standard deviation (divisor
        N), minimum, maximum and the three quartiles. The other names select other sets, as in aeon.
        Quantiles are interpolated linearly, as in NumPy.

    Notes
    -----
    If a series has a missing value, all its statistics are NaN. Most series of the UCR archive are
    z-normalised, so their mean and standard deviation are 0 and 1 up to rounding.
    """
    wanted = STATISTICS[check.choice("statistics", statistics, STATISTICS)]
    names = [item if isinstance(item, str) else f"quantile_{item}" for item in wanted]
    compute = EachSeries(partial(_features, wanted=wanted), names, channels)
    return Representation(
        name="summary",
        unit="series",
        names=compute.names,
        compute=compute,
        versions=versions_of("summary"),
        settings={"channels": list(channels), "statistics": statistics},
    )


def _features(x: npt.NDArray[np.float64], *, wanted: tuple[str | float, ...]) -> Sequence[float]:
    import numpy as np

    quantiles = iter(np.quantile(x, [item for item in wanted if isinstance(item, float)]))
    return [getattr(x, item)() if isinstance(item, str) else next(quantiles) for item in wanted]
