"""Metafeatures: every dataset, of any kind, described by its size and its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    import pandas as pd

    from pybench.suite.data import TaskData
    from pybench.suite.manifest import Manifest

NAME, OF_REGRESSIONS = "size and classes", "size and target"


def name_of(frame: pd.DataFrame) -> str:
    """Return the name of metafeatures: as embeddings of classifications, or of regressions."""
    return OF_REGRESSIONS if "skewness of the target" in frame.columns else NAME


def metafeatures(suite: Manifest) -> pd.DataFrame:
    """Return one row per task: logarithms of sizes, and what the target is like.

    Parameters
    ----------
    suite : Suite

    Returns
    -------
    pandas.DataFrame
        Indexed by task. The features of series are their values: channels times the longest
        length. Of classes: the logarithm of their number, the share of the largest class, and the
        entropy divided by its maximum (1 if all classes have the same size). Of numbers to predict:
        their skewness and kurtosis, and the share of different ones.
    """
    import pandas as pd

    from pybench.suite.data import load_data

    rows = {task.name: _row(load_data(suite, task)) for task in suite.tasks}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("dataset")


def _row(data: TaskData) -> dict[str, float]:
    import numpy as np

    cases = len(data.y)
    if isinstance(data.X, SeriesSet):
        features = len(data.X.channels) * int(data.X.lengths.max())
    else:
        features = data.X.shape[1]
    first, *others = (_of_classes(data.y) if data.classes else _of_numbers(data.y)).items()
    return {
        "log cases": float(np.log(cases)),
        "log features": float(np.log(features)),
        **dict([first]),
        "log cases per feature": float(np.log(cases / features)),
        **dict(others),
    }


def _of_classes(labels: Any) -> dict[str, float]:
    import numpy as np

    counts = np.unique(np.asarray(labels, dtype=str), return_counts=True)[1]
    share = counts / counts.sum()
    return {
        "log classes": float(np.log(len(counts))),
        "largest class": float(share.max()),
        "entropy of classes": float(-(share * np.log(share)).sum() / np.log(len(share))),
    }


def _of_numbers(target: Any) -> dict[str, float]:
    from pybench.suite.qualities import of_numbers

    found = of_numbers(target)
    return {
        "skewness of the target": found["TargetSkewness"],
        "kurtosis of the target": found["TargetKurtosis"],
        "different targets": found["TargetDistinctShare"],
    }
