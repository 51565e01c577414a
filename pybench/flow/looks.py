"""What datasets look like by their size and classes alone: a place for each, of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    import pandas as pd

    from pybench.suite.data import TaskData
    from pybench.suite.manifest import Manifest

NAME = "size and classes"


def looks(suite: Manifest) -> pd.DataFrame:
    """Return a row a task: logarithms of its sizes, its largest class, the entropy of its classes.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    pandas.DataFrame
        Indexed by task. Features of series are values: channels times the longest length. The
        entropy is over its maximum, so 1 where all classes are of one size.
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
