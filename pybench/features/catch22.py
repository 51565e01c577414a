"""The catch22 representation: the 22 (or 24) features of pycatch22, as the library computes them.

Source: Lubba et al. (2019), "catch22: CAnonical Time-series CHaracteristics", Data Mining and
Knowledge Discovery 33.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.extras import require
from pybench.features.eachseries import EachSeries
from pybench.features.representation import Representation, versions_of
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def catch22(
    *, channels: Sequence[str] = UNIVARIATE, catch24: bool = False, mask_nans: bool = False
) -> Representation:
    """Return the representation: 22 columns per channel, named as in pycatch22.

    Parameters
    ----------
    channels : sequence of str
        The channels of the series.
    catch24 : bool
        Whether to add mean and standard deviation, which all the others ignore.
    mask_nans : bool
        What to do with a feature that cannot be estimated, for example for a constant or a very
        short series. False: the value is NaN, so that a filter names and removes the feature. True:
        the library's fixed value at the end of the feature's range. In the UCR archive, this
        concerns only the two features ``SC_FluctAnal``, in series of fewer than about 90 values.

    Notes
    -----
    For a series with a missing value, all features are NaN, whether ``mask_nans`` is true or not.
    The same holds if the values of the series are so small or so large that their variance is not a
    normal double. The library's z-normalisation cannot handle such series; pycatch22 1.0.2 ends the
    process for some of them.

    aeon's ``Catch22`` implements the definitions of catch22 before version 1.0. In this version,
    the definitions changed to those of hctsa; 6 of the 22 features of aeon agree with them
    (docs/errata.md).
    """
    check.flag("catch24", catch24)
    check.flag("mask_nans", mask_nans)
    library = require("pycatch22", "series", "the catch22 representation")
    names = [feature["name"] for feature in library.feature_table(catch24)]
    compute = EachSeries(
        partial(_features, catch24=catch24, mask_nans=mask_nans, missing=len(names)),
        names,
        channels,
    )
    return Representation(
        name="catch22",
        unit="series",
        names=compute.names,
        compute=compute,
        versions=versions_of("catch22"),
        settings={"channels": list(channels), "catch24": catch24, "mask_nans": mask_nans},
    )


def _features(
    x: npt.NDArray[np.float64], *, catch24: bool, mask_nans: bool, missing: int
) -> Sequence[float]:
    import numpy as np
    import pycatch22

    variance = np.var(x)
    constant = np.ptp(x) == 0
    if not (constant or np.finfo(np.float64).tiny <= variance < np.inf):  # NaN as well
        return [np.nan] * missing
    values: list[float] = pycatch22.catch22_all(x, catch24=catch24, mask_nans=mask_nans)["values"]
    return values
