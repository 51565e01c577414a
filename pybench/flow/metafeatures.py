"""Metafeatures: every dataset, of any kind, described by its size and classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    import pandas as pd

    from pybench.suite.data import TaskData
    from pybench.suite.manifest import Manifest

NAME = "size and classes"


def metafeatures(suite: Manifest) -> pd.DataFrame:
    """Return one row per task: logarithms of sizes, share of the largest class, entropy of classes.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    pandas.DataFrame
        Indexed by task. The features of series are their values: channels times the longest
        length. The entropy is divided by its maximum: 1 if all classes have the same size.
    """
    import pandas as pd

    from pybench.suite.data import load_data

    rows = {task.name: _row(load_data(suite, task)) for task in suite.tasks}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset")


def _row(data: TaskData) -> dict[str, float]:
    import numpy as np

    counts = np.unique(np.asarray(data.y, dtype=str), return_counts=True)[1]
    cases, share = len(data.y), counts / counts.sum()
    if isinstance(data.X, SeriesSet):
        features = len(data.X.channels) * int(data.X.lengths.max())
    else:
        features = data.X.shape[1]
    return {
        "log cases": float(np.log(cases)),
        "log features": float(np.log(features)),
        "log classes": float(np.log(len(counts))),
        "log cases per feature": float(np.log(cases / features)),
        "largest class": float(share.max()),
        "entropy of classes": float(-(share * np.log(share)).sum() / np.log(len(share))),
    }
