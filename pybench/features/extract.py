"""`extract_features`: from series, or a folder of them, to a table of features."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.progress import Progress
from pybench.features.extraction import Extraction
from pybench.features.representation import Representation
from pybench.features.table import FeatureTable

if TYPE_CHECKING:
    import distributed


def extract_features(
    series: Any,
    representation: str | Representation = "tsfresh",
    n_jobs: int | None = None,
    cache: bool | str | os.PathLike[str] = True,
    *,
    filter: bool = True,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> FeatureTable:
    """Compute the features of series.

    Parameters
    ----------
    series : SeriesSet, Archive, Eligibility or path
        An archive, or the path of one, is read one dataset at a time. All series are used,
        including series with missing values. Features of such a series may be missing; `eligible`
        leaves out datasets with missing values.
    representation : str or Representation
        The name of a representation, such as "tsfresh", "catch22" or "summary", or your own
        `Representation`. Settings of a representation follow its name in brackets, as in
        "minirocket(biases=noise)" or "landmarking(folds=10, seed=1)"; the table keeps this name.
        The module of a representation, such as ``pybench.features.minirocket``, says which settings
        it has.
    n_jobs : int, optional
        Number of processes. None: only this process, or one process per core if the work is
        expected to take more than a few seconds. -1: one process per core. The features do not
        depend on ``n_jobs``.
    cache : bool or path
        Where finished work is stored, so that the computation can be interrupted and resumed, and
        no series is computed twice. True: in the user's cache folder. A path: in this folder.
        False: nothing is stored. Results of a representation without ``versions`` are never stored,
        since pybench could not check later whether they are still valid.
    filter : bool
        Whether to remove columns that are not numeric, and columns that cannot be computed for some
        series, as the paper "Less is more" (ICLR 2022 submission) does. ``.removed`` gives the
        reason for each removed column.
    cluster : str or distributed.Client, optional
        A Dask cluster on which to compute: the address of its scheduler, or a client.
    progress : callable, optional
        Called with a `Progress` before the first chunk and after each chunk. A chunk is a group of
        series of one dataset that are computed and stored together.

    Returns
    -------
    FeatureTable
        One row per series or per dataset. Datasets are in order of first appearance, and the series
        of a dataset are in their original order. Columns are sorted by name.

    Raises
    ------
    ArgumentError
        If an argument is not as above.
    SeriesError
        If there are no series, or a file is malformed.
    ExtraMissing
        If the representation needs a package that is not installed.
    TasksFailed
        If some chunks cannot be computed; all others are finished and stored.
    EnvironmentProblem
        If the cache cannot be written or the cluster does not answer.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> def spread(series):
    ...     return np.array([[np.ptp(x)] for x in series])
    >>> own = pb.Representation("spread", "series", ("spread",), spread)
    >>> toy = pb.series_set([[1, 5, 2], [3, 3, 4]], dataset="toy", split="train")
    >>> pb.extract_features(toy, own).to_frame()["spread"].tolist()
    [4.0, 1.0]
    """
    check.flag("filter", filter)
    run = Extraction(series, representation, cache)
    run.compute(n_jobs, cluster, progress)
    return run.table(filter=filter)
