"""How many datasets suffice, and what strategies gain: table 2 of the paper, by metric."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

_RULES = {"by_mean": "", "conservative": "_conservative"}


def guidance(auc: pd.DataFrame, sufficient: pd.DataFrame) -> pd.DataFrame:
    """Return one row per metric; arguments and columns as in `RankPreservation.guidance`."""
    import pandas as pd

    usable = auc[auc["strategy"] != "oracle"]
    reaching = sufficient[sufficient["strategy"] != "oracle"]
    rows = []
    for metric, areas in usable.groupby("metric", sort=False):
        own = reaching[reaching["metric"] == metric]
        target = float(own["target"].iloc[0]) if len(own) else np.nan
        row = {"metric": metric, "target": target, "methods": len(areas)}
        for rule, suffix in _RULES.items():
            sizes = own[rule].to_numpy(float)
            row |= {f"{name}{suffix}": value for name, value in _sizes(sizes).items()}
        rows.append(row | _gains(areas, str(metric)))
    return pd.DataFrame(rows)


def _sizes(sizes: Doubles) -> dict[str, float]:
    """Return how many sizes are finite, and their smallest, median and largest; NaN if none is."""
    good = sizes[np.isfinite(sizes)]
    ends = (good.min(), np.median(good), good.max()) if len(good) else (np.nan,) * 3
    return {"reached": len(good), **dict(zip(("best", "median", "worst"), ends, strict=True))}


def _gains(areas: pd.DataFrame, metric: str) -> dict[str, float]:
    """Return the largest, median and smallest gain in mean area over random, as a share of it."""
    is_random = areas["strategy"] == "random"
    names = ("gain_best", "gain_median", "gain_worst")
    base, others = areas.loc[is_random, "mean"], areas.loc[~is_random, "mean"].to_numpy(float)
    if not len(base) or not len(others):
        return dict.fromkeys(names, np.nan)
    chance = float(base.iloc[0])
    with np.errstate(invalid="ignore", divide="ignore"):  # random choice may have no error at all
        found = (-1.0 if metric in LESS else 1.0) * (others - chance) / chance
    return dict(zip(names, (found.max(), np.median(found), found.min()), strict=True))
