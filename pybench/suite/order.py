"""Do the rows of a table follow an order of time, or stand in groups? Evidence from their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybench.base.stream import stream
from pybench.base.text import shown, shown_names
from pybench.read.tabular import Variable
from pybench.suite.trivial import coded

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

ORDERS = 999  #: random orders that the order of the rows is compared with
LEVEL = 1 / (ORDERS + 1)  #: of the test: significant if no random order reaches the order given
ALIKE = 0.5  #: mean correlation of consecutive rows from which the test decides
ROWS = 1000  #: rows that the test takes, from the first one
LEAST = 20  #: fewest pairs of consecutive rows of a class for a test
_USUAL = 0.9  #: a column with a larger share of one value is not looked at as a sort key
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?")


def order_of(
    variables: Sequence[Variable], labels: Sequence[str | None], name: str, seed: int = 0
) -> tuple[bool | None, str]:
    """Look for an order of time, or groups, in the order of the rows.

    Parameters
    ----------
    variables : sequence of Variable
        The columns besides the target, also those that are not features.
    labels : sequence of str or None
        The class of each row.
    name : str
        Name of the dataset, for the draw of random orders.
    seed : int

    Returns
    -------
    holds : bool or None
        True if dates ascend or descend with the rows, or if consecutive rows of a class are
        significantly alike with a mean correlation of at least `ALIKE`, and no column explains this
        by sorting. None otherwise: a small correlation, as in measurements that drift, excludes no
        dataset, and rows that were shuffled may belong to groups as well.
    reason : str
        The evidence, with its numbers.

    Notes
    -----
    A permutation test of serial correlation (Wald and Wolfowitz, 1943) for all columns at once, on
    the first `ROWS` rows: the statistic is the mean over the columns of the correlation of
    consecutive rows of the same class, by ranks centred within the class. Comparison within a class
    is needed because many files are sorted by class. The level is 1/1000 per dataset: the test is
    significant if none of 999 orders, random within each class, reaches the statistic.
    """
    for dates in filter(_are_dates, variables):
        texts = [text for text in dates.values if text is not None]
        if texts in (sorted(texts), sorted(texts, reverse=True)):
            span = f"from {texts[0]} to {texts[-1]}"
            return True, f"the dates in {shown(dates.name)} run {span} in the order of the rows"
    groups = _rows_by_class(labels[:ROWS])
    columns = {one.name: coded(one)[:ROWS] for one in variables if one.type != "text"}
    if sum(len(rows) - 1 for rows in groups) < LEAST or not columns:
        return None, "there are too few rows to examine their order"
    alike, reached = _serial(list(columns.values()), groups, stream(seed, "order of rows", name))
    if reached:
        p = (reached + 1) / (ORDERS + 1)
        return None, (
            "consecutive rows of a class are not significantly more alike than in random orders "
            f"(p = {p:.3f}, level {LEVEL:g})"
        )
    found = (
        f"consecutive rows of a class are more alike (mean correlation {alike:.2f}) than in any of "
        f"{ORDERS} random orders (p = {LEVEL:g})"
    )
    keys = [key for key, values in columns.items() if _sorted_by(values, groups)]
    if keys:
        return None, f"{found}; the rows are sorted by {shown_names(keys)}"
    return True if alike >= ALIKE else None, f"{found}, as in an order of time or in groups"


def _are_dates(variable: Variable) -> bool:
    """Return whether a column has dates of the form of ISO 8601, and at least two different."""
    if variable.type == "numeric":
        return False
    texts = {str(text) for text in variable.values if text is not None}
    return len(texts) > 1 and all(_DATE.fullmatch(text) for text in texts)


def _rows_by_class(labels: Sequence[str | None]) -> list[Ints]:
    import numpy as np

    rows: dict[str | None, list[int]] = {}
    for row, label in enumerate(labels):
        rows.setdefault(label, []).append(row)
    return [np.array(found, np.int64) for found in rows.values()]


def _serial(
    columns: Sequence[Floats], groups: Sequence[Ints], draws: np.random.Generator
) -> tuple[float, int]:
    """Return the mean correlation of consecutive rows, and how many random orders reach it."""
    import numpy as np

    x = np.column_stack([_ranks(values, groups) for values in columns])
    products = x @ x.T
    total = np.trace(products)
    if total == 0.0:  # all columns are constant within the classes
        return 0.0, ORDERS
    found = sum(products[rows[:-1], rows[1:]].sum() for rows in groups)
    drawn = np.zeros(ORDERS)
    for rows in groups:
        orders = draws.permuted(np.tile(rows, (ORDERS, 1)), axis=1)
        drawn += products[orders[:, :-1], orders[:, 1:]].sum(axis=1)
    # Sums in another order differ by rounding: what is equal must count as reached.
    return float(found / total), int((drawn >= found - 1e-9 * total).sum())


def _ranks(values: Floats, groups: Sequence[Ints]) -> Floats:
    """Return ranks centred within each class, scaled to norm 1; missing values are in the middle.

    A column that is constant within each class becomes zero.
    """
    import numpy as np
    from scipy.stats import rankdata

    ranks = np.zeros(len(values))
    for rows in groups:
        known = rows[~np.isnan(values[rows])]
        if len(known):
            ranks[known] = rankdata(values[known]) - (len(known) + 1) / 2
    norm = float(np.sqrt(ranks @ ranks))
    return ranks if norm == 0.0 else ranks / norm


def _sorted_by(values: Floats, groups: Sequence[Ints]) -> bool:
    """Return whether a column explains the order: ascending, descending or in blocks per class."""
    import numpy as np

    plain = np.where(np.isnan(values), np.inf, values)
    _, counts = np.unique(plain, return_counts=True)
    if counts.max() > _USUAL * len(plain):
        return False
    return all(_in_order(plain[rows]) for rows in groups)


def _in_order(values: Floats) -> bool:
    """Return whether values ascend or descend, or whether equal values always stand together."""
    import numpy as np

    steps = np.flatnonzero(values[1:] != values[:-1])
    blocks, different = len(steps) + 1, len(np.unique(values))
    if blocks == different and different <= len(values) / 2:
        return True
    rising = values[1:] >= values[:-1]
    return bool(rising.all() or (values[1:] <= values[:-1]).all())
