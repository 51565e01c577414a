"""Caveats about a table itself: datasets left out, direction, scales, the size of a rope."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from pybench.base.metricname import higher_is_better_of
from pybench.base.text import shown_names
from pybench.comparison.incomplete import n_common, spread

if TYPE_CHECKING:
    from pybench.table import ResultsTable

#: The notes of `about_table`, which every result of a table carries.
ABOUT_TABLE = (
    "dropped-rows",
    "filled-scores",
    "pairwise-complete",
    "unequal-repeats",
    "suspicious-direction",
    "mixed-scales",
    "several-metrics",
)
LARGEST_SCORE_OF_ONE, SMALL_ROPE = 1.5, 0.02


def about_table(t: ResultsTable) -> dict[str, bool | str]:
    """Return the notes on a table, with details if there are any."""
    named = [t.metric] if t.metrics is None else list(dict.fromkeys(t.metrics))
    stated = {higher_is_better_of(one) for one in named}
    return {
        "dropped-rows": t.left_out(),
        "filled-scores": t.filled_in(),
        "pairwise-complete": _pairwise(t),
        "unequal-repeats": t.unequal_repeats(),
        "suspicious-direction": (not t.higher_is_better) in stated,
        "mixed-scales": t.metrics is None and has_mixed_scales(t),
        "several-metrics": "" if t.metrics is None else _counts(t.metrics),
    }


def _pairwise(t: ResultsTable) -> str:
    """Return the numbers of datasets of the pairs if scores are missing, as text; else ""."""
    common = n_common(t)
    return "" if common is None else f"{spread(common)} of {t.n_datasets}"


def _counts(metrics: tuple[str, ...]) -> str:
    """Return on how many datasets each metric is used, as text."""
    return shown_names([f"{name} ({n})" for name, n in Counter(metrics).items()])


def has_mixed_scales(t: ResultsTable) -> bool:
    """Return whether a fifth of the datasets and another fifth have different scales.

    All scores of the one are negative and all of the other positive; or, if higher is better, at
    most 1 and above 1.5 (fractions and percentages); or, in a table that goes beyond 100, each
    score of the one is at most a tenth of each of the other in size.
    """
    fifth = -(-t.n_datasets // 5)
    low, high = np.nanmin(t.scores, axis=1), np.nanmax(t.scores, axis=1)
    small, large = np.nanmin(np.abs(t.scores), axis=1), np.nanmax(np.abs(t.scores), axis=1)
    signs = min((high < 0).sum(), (low > 0).sum()) >= fifth
    percent = min((high <= 1).sum(), (low > LARGEST_SCORE_OF_ONE).sum()) >= fifth
    sizes = large.max() > 100 and np.sort(large)[fifth - 1] <= np.sort(small)[-fifth] / 10
    return bool(t.n_datasets > 1 and (signs or (t.higher_is_better and percent) or sizes))


def rope_doubt(t: ResultsTable, rope: float | None) -> dict[str, bool]:
    """Return whether a rope does not fit the scores: percentages, or as wide as the largest."""
    if not rope:
        return {}
    sizes = np.abs(t.scores)
    beyond = float(np.nanmedian(sizes)) > LARGEST_SCORE_OF_ONE
    return {"rope-scale": bool((rope <= SMALL_ROPE and beyond) or 0 < np.nanmax(sizes) <= rope)}
