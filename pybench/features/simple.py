"""Simple features of a dataset: its size and the balance of its classes.

Source: "Benchmarking on Tasks That Matter" (arXiv 2606.27997), section 5.2, "Simple Features".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybench.features.representation import Representation, versions_of
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

NAMES = ("class_entropy", "class_gini", "multiclass", "size")


def simple(*, channels: Sequence[str] = UNIVARIATE) -> Representation:
    """Return the representation: four columns, one row per dataset.

    ``size``
        Number of series, of both splits.
    ``class_gini``
        Gini index of the classes: 1 minus the sum of the squared shares of the classes. It is 0 for
        one class, and 1 - 1/c for c classes of equal size.
    ``class_entropy``
        Entropy of the classes in nats: minus the sum of share * log(share). It is 0 for one class,
        and log(c) for c classes of equal size.
    ``multiclass``
        1 for more than two classes, else 0. Numeric here, so no filter removes it.

    Parameters
    ----------
    channels : sequence of str
        Ignored: the values of the series are not used.

    Notes
    -----
    All columns except the size are NaN if a series has no label. The paper (arXiv 2606.27997) gives
    no formulas. It lists a "Gini index" next to entropy, so pybench computes the Gini index of
    decision trees.
    """
    return Representation(
        name="simple",
        unit="dataset",
        names=NAMES,
        compute=_simple,
        versions=versions_of("simple"),
        settings={"channels": list(channels)},
    )


def _simple(series: SeriesSet) -> npt.NDArray[np.float64]:
    import numpy as np

    size = len(series)
    classes = Counter(series.label)
    if None in classes:
        return np.array([[np.nan, np.nan, np.nan, size]])
    shares = np.sort(np.array(list(classes.values()), np.float64) / size)
    entropy, gini = -np.sum(shares * np.log(shares)), 1 - np.sum(shares**2)
    return np.array([[entropy + 0.0, gini, len(classes) > 2, size]])
