"""Place a dataset on a landscape: features where it is series, then one joint answer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.landscape.map import Landscape
from pybench.landscape.place import Placement, placed
from pybench.landscape.published import PublishedLandscape, published_landscape
from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def place(
    data: Any,
    landscape: Any = "ucr",
    t: ResultsTable | None = None,
    name: str | None = None,
    threshold: float = 90,
    alpha: float = 0.05,
    confidence: float = 0.95,
    seed: int = 0,
) -> Placement:
    r"""Place a dataset on a landscape: its regions, nearest datasets, and the best methods there.

    Parameters
    ----------
    data : FeatureTable, frame, array_like, shape (n, p), SeriesSet or path
        One dataset. A table has all features of the landscape, not scaled, one row per series. The
        features of series, and of a file or folder of series, are computed first, which needs the
        extra ``series``.
    landscape : str, path or Landscape
        As in `published_landscape`, or a landscape of `map_landscape` that has a map.
    t : ResultsTable, optional
        Scores of methods on the datasets of the landscape. By default, the scores that a published
        landscape contains.
    name : str, optional
        Name of the dataset. By default, the name in the data, or "new".
    threshold : float in (0, 100]
        As in `best_by_region`.
    alpha : float in (0, 1)
        Level of the tests of `best_by_region`.
    confidence : float in (0, 1)
        Confidence level of each single interval of a mean rank.
    seed : int
        Seed of the intervals.

    Returns
    -------
    Placement
        ``newcomer``: as from `newcomer`. ``nearest``: the datasets of the landscape, the nearest
        first. ``best``: as from `best_by_region`. ``intervals``: the result of `rank_intervals` for
        each region with at least 10 % of the series of the dataset and at least 10 representatives
        with scores.

    Raises
    ------
    ArgumentError
        A feature is missing, the features are of another representation or were computed with
        another version of its library, or an argument is out of its range.
    ExtraMissing
        Series are given, and the extra ``series`` is not installed.
    InputError
        A file cannot be read.

    Notes
    -----
    Each series belongs to the unit with the nearest code, so the series of a dataset spread over
    the units. The distance of two datasets is the energy distance of their spreads (Székely and
    Rizzo 2013), :math:`2 E|X - Y| - E|X - X'| - E|Y - Y'|`, where :math:`X` and :math:`X'` are the
    codes of two series of one dataset, drawn with replacement, and :math:`Y` and :math:`Y'` those
    of the other. It is 0 if both datasets spread alike. With few series it is too large on average.

    A series is placed only if all features of the landscape are finite; ``n_unplaced`` counts the
    others. Every series has a nearest unit, even one unlike all series of the landscape. So
    ``outside`` is the percentage of series that are farther from their unit than 99 % of the series
    of the landscape are from theirs.

    That a method is best in a region says how it performed on the datasets of the region that have
    scores. It does not prove that it will be best on the new dataset.

    References
    ----------
    Székely, G. J. and Rizzo, M. L. (2013). Energy statistics: a class of statistics based on
    distances. *Journal of Statistical Planning and Inference*, 143(8), 1249-1272.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> rows = np.random.default_rng(0).normal(size=(40, 3)) + np.repeat([[0.0], [9.0]], 20, axis=0)
    >>> land = pb.map_landscape(rows, 3, dataset=["a"] * 20 + ["b"] * 20, k=2)  # doctest: +SKIP
    >>> pb.place(rows[:20], land).nearest["dataset"].tolist()  # doctest: +SKIP
    ['a', 'b']
    """
    if isinstance(landscape, (str, os.PathLike)):
        landscape = published_landscape(landscape)
    check.kind("landscape", landscape, Landscape, "published_landscape()")
    level, sure = check.level("alpha", alpha), check.level("confidence", confidence)
    percent, start = check.percent("threshold", threshold), check.seed(seed)
    if t is None and isinstance(landscape, PublishedLandscape):
        t = landscape.scores
    features = _features(data, getattr(landscape, "representation", "tsfresh"))
    return placed(features, landscape, t, name, percent, level, sure, start)


def _features(data: Any, representation: str) -> Any:
    """Return the features of series, unfiltered: what is missing for some is missing for them."""
    if not isinstance(data, (SeriesSet, str, os.PathLike)):
        return data
    from pybench.features.extract import extract_features

    return extract_features(data, representation, filter=False)
