"""Recommender data as 18 numbers: size, activity, inequality, popularity bias and long tail.

Source: the columns that describe the 30 datasets of Shevchenko et al. (2024), "From variability to
stability: advancing RecSys benchmarking practices", after Deldjoo et al. (2021), "Explaining
recommender systems fairness and accuracy through the lens of data characteristics".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.text import shown, shown_names
from pybench.features.representation import Representation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Codes = npt.NDArray[np.int64]

NAMES = (
    "Nu", "Ni", "Nr", "SpaceSize", "Shape", "Density", "Rpu", "Rpi", "Ginii", "Giniu", "APB",
    "StPB", "SkPB", "KuPB", "LTavg", "LTstd", "LTsk", "LTku",
)  # fmt: skip


def interactions(*, user: str = "user", item: str = "item") -> Representation:
    r"""Return the representation of recommender data: 18 columns, one row per dataset.

    Parameters
    ----------
    user, item : str
        Columns of the users and of the items. A row is one interaction; other columns (ratings,
        times) are not used.

    Notes
    -----
    With U users, I items and R rows, :math:`c_i` and :math:`c_u` rows of an item and of a user:

    - *Nu*, *Ni*, *Nr*: U, I and R. *SpaceSize*: U I. *Shape*: U / I. *Density*: R / (U I).
      *Rpu*, *Rpi*: R / U and R / I.
    - *Ginii*, *Giniu*: inequality of :math:`c_i`, and of :math:`c_u`:
      :math:`1 - 2 \sum_k (n + 1 - k) c_{(k)} / ((n + 1) R)` for n numbers in ascending order.
    - *APB*, *StPB*, *SkPB*, *KuPB*: over users, mean, standard deviation (divisor U - 1), skewness
      and excess kurtosis (both by moments) of the popularity bias. That of a user is the mean over
      the user's rows of the popularity of the item: the share of all users that have it.
    - *LTavg*, *LTstd*, *LTsk*, *LTku*: the same of the share of long-tail items among the different
      items of a user. Items are sorted by descending :math:`c_i`, ties by name; the long tail
      begins with the item that brings the rows so far above 80 %.

    What is not defined is NaN, such as the skewness if all users are alike.
    """
    return Representation(
        name="interactions",
        unit="dataset",
        names=NAMES,
        compute=_Interactions(user, item),
        settings={"user": user, "item": item},
    )


class _Interactions:
    """One row for a dataset."""

    def __init__(self, user: str, item: str) -> None:
        self.user, self.item = user, item

    def __call__(self, data: Any) -> Floats:
        import numpy as np

        frame = as_frame(data)
        users, n_users = _codes(frame, self.user)
        items, n_items = _codes(frame, self.item)
        rows = len(users)
        by_user, by_item = np.bincount(users), np.bincount(items)
        pairs = np.unique(users * n_items + items)
        own_users, own_items = np.divmod(pairs, n_items)
        popularity = np.bincount(own_items, minlength=n_items) / n_users
        bias = np.bincount(users, popularity[items]) / by_user
        tail = np.bincount(own_users, _long_tail(by_item)[own_items]) / np.bincount(own_users)
        return np.array([[
            n_users, n_items, rows, n_users * n_items, n_users / n_items,
            rows / (n_users * n_items), rows / n_users, rows / n_items, _gini(by_item),
            _gini(by_user), *_moments(bias), *_moments(tail),
        ]])  # fmt: skip


def _codes(frame: Any, column: str) -> tuple[Codes, int]:
    """Return the place of each row's user or item among the sorted names, and their number."""
    import numpy as np
    import pandas as pd

    if not isinstance(frame, pd.DataFrame) or column not in frame.columns:
        found = shown_names([str(name) for name in getattr(frame, "columns", ())]) or (
            type(frame).__name__
        )
        raise ArgumentError(
            f"interactions must be a table with a column {shown(column)}, not {found}",
            expected=f"a column {column}",
            found=found,
            hint='Name your columns: embed_datasets(data, "interactions", user=..., item=...).',
        )
    values = frame[column]
    if len(values) == 0 or values.isna().any():
        found = "no row" if len(values) == 0 else f"{int(values.isna().sum())} missing"
        raise ArgumentError(
            f"interactions must name a user and an item in every row, found {found}",
            column=column,
            expected="one row or more without missing values",
            found=found,
        )
    codes, names = pd.factorize(values, sort=True)
    return np.asarray(codes, np.int64), len(names)


def _gini(counts: Codes) -> float:
    import numpy as np

    n = len(counts)
    left = np.arange(n, 0, -1)  # n + 1 - k
    return float(1 - 2 * (left * np.sort(counts)).sum() / ((n + 1) * counts.sum()))


def _long_tail(counts: Codes) -> npt.NDArray[np.bool_]:
    """Return which items are outside the popular ones, which have up to 80 % of the rows."""
    import numpy as np

    order = np.argsort(-counts, kind="stable")
    tail = np.empty(len(counts), bool)
    tail[order] = 5 * np.cumsum(counts[order]) > 4 * counts.sum()
    return tail


def _moments(values: Floats) -> tuple[float, float, float, float]:
    """Return mean, standard deviation, skewness and excess kurtosis."""
    import numpy as np

    mean = values.mean()
    gaps = values - mean
    second = (gaps**2).mean()
    spread = float(np.sqrt((gaps**2).sum() / (len(values) - 1))) if len(values) > 1 else np.nan
    if second <= (1e-12 * np.abs(values).max()) ** 2:
        return float(mean), spread, np.nan, np.nan
    skewness, kurtosis = (gaps**3).mean() / second**1.5, (gaps**4).mean() / second**2 - 3
    return float(mean), spread, float(skewness), float(kurtosis)
