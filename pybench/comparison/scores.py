"""The scores of each method over datasets, summarised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.base.text import strangers
from pybench.comparison.comparates import exact_mean
from pybench.comparison.incomplete import columns_of
from pybench.comparison.ranks import Ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]


def mean_scores(scores: Floats) -> Floats:
    """Return the mean of each column from an exact sum, so that languages agree on ties.

    Missing scores, NaN, are left out.
    """
    return np.array([exact_mean(column) for column in columns_of(scores)])


def scores_of_repeats(t: ResultsTable, dataset: object) -> Floats:
    """Return the scores of the repeats of one dataset, (R, k).

    Raises
    ------
    ArgumentError
        The table lacks this dataset, or does not contain repeats.
    ResultsTableError
        There is only one repeat.
    """
    if not isinstance(dataset, str) or dataset not in t.datasets:
        raise ArgumentError(
            f"`dataset` must be a dataset of the table, not {dataset!r}",
            expected="one of: " + ", ".join(t.datasets),
            found=repr(dataset),
            hint=strangers([dataset], t.datasets),
        )
    if t.by_repeat is None:
        raise ArgumentError(
            "`dataset` needs the scores of each repeat, which the table does not keep",
            expected="a table with its repeats",
            found="their means",
            hint='Read the table with repeats = "keep".',
        )
    repeats: Floats = t.by_repeat[t.datasets.index(dataset)].T
    repeats = repeats[~np.isnan(repeats).any(axis=1)]
    if (found := len(repeats)) < 2:
        raise ResultsTableError(
            f"expected at least 2 repeats, found {found}",
            expected="at least 2 repeats",
            found=str(found),
        )
    return repeats


def lacks_repeats(t: ResultsTable) -> bool:
    """Tell whether a table has no repeats, which show the spread within datasets."""
    return t.by_repeat is None or t.n_repeats < 2


def require_repeats(t: ResultsTable) -> None:
    """Refuse a table without repeats."""
    if lacks_repeats(t):
        raise ResultsTableError(
            "expected at least 2 repeats of each score in the table",
            expected="at least 2 repeats of each score",
            found="means" if t.by_repeat is None else "1 repeat",
            hint='Read the table with repeats = "keep".',
        )


def best_by_mean(t: ResultsTable) -> tuple[str, ...]:
    """Return the methods with the best mean score; several, by name, if tied.

    All if there is no mean, since the datasets have different metrics.
    """
    if t.metrics is not None:
        return t.classifiers
    means = mean_scores(t.scores)
    best = means.max() if t.higher_is_better else means.min()
    return tuple(sorted(t.classifiers[j] for j in np.flatnonzero(means == best)))


def score_summary(table: Ranked) -> pd.DataFrame:
    """Summarise the scores of each method over datasets.

    Parameters
    ----------
    table : Ranked

    Returns
    -------
    pandas.DataFrame, shape (k, 5)
        mean, sd (n - 1), median, best (number of datasets on which it has the best score, shared or
        not), mean_rank; by (mean rank, name). If scores are missing, all are of the scores present,
        and a sixth column n_scores has their number. The first three are NaN if the datasets have
        different metrics.
    """
    import pandas as pd

    t, doubled = table.results, table.doubled
    # In units of a power of two near the largest score: no square over- or underflows.
    exponent = int(np.frexp(np.nanmax(np.abs(t.scores)))[1])
    scores = np.ldexp(t.scores, -exponent)
    # From exact means: equal scores have no deviation.
    squares = np.nansum((scores - mean_scores(scores)) ** 2, axis=0)
    counts = (scores == scores).sum(axis=0)
    moments = [
        np.sqrt(squares / (counts - 1)),
        [np.median(column) for column in columns_of(scores)],
    ]
    with np.errstate(over="ignore"):  # of the largest doubles the deviation may be Inf, as in R
        sd, median = np.ldexp(moments, exponent)
    columns = {
        "mean": mean_scores(t.scores),
        "sd": sd,
        "median": median,
        "best": _best(doubled).sum(axis=0),
        "mean_rank": table.mean_ranks,
        **({"n_scores": counts} if t.n_missing else {}),
    }
    if t.metrics is not None:
        columns |= dict.fromkeys(("mean", "sd", "median"), np.nan)
    frame = pd.DataFrame(columns, index=pd.Index(t.classifiers, name="classifier"))
    order = sorted(range(t.n_classifiers), key=lambda j: (columns["mean_rank"][j], frame.index[j]))
    return frame.iloc[order]


def _best(doubled: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which scores are the best of their dataset; a rank of 0 is that of a missing one."""
    ranks = np.where(doubled > 0, doubled, np.iinfo(np.int32).max)
    return np.asarray((doubled > 0) & (ranks == ranks.min(axis=1, keepdims=True)))
