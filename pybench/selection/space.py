"""Positions of datasets: an embedding, standardised, and what strategies read from it.

Strategies see only inner products and distances. These are n x n, whatever the number of columns,
and those of a pool are a block of them, so thousands of columns cost nothing after the first
product.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame, by_dataset
from pybench.base.text import clipped, counted, shown
from pybench.comparison.ranks import require_comparable
from pybench.selection.trials import ranked
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

METRICS = ("cosine", "euclidean")
STANDARDIZE = ("all", "pool", "none")
#: Relative size of rounding noise: values that differ by less count as equal.
NOISE = 1e-9
# Columns that vary by less than this, relative to their largest value, are constant.
_CONSTANT = 1e-12
# Numbers of at most 1, minus their mean, count as 0 below this.
_ROUNDED = 1e-15
# Range of numbers whose inner products, and products of two of them, do not over- or underflow.
_SMALLEST, _LARGEST = 1e-70, 1e70
# Squared distances below this, relative to the squared lengths, count as 0.
_SAME = 1e-12
_LEAST_APART = 1e-6  #: relative to the largest number; its square is the limit `_SAME`


@dataclass(frozen=True, slots=True)
class Space:
    """An embedding of datasets, with rows sorted by name so that row order decides no tie."""

    datasets: tuple[str, ...]  #: (n,) sorted
    columns: tuple[str, ...]  #: (p,) columns that were kept
    values: Doubles  #: (n, p) as given
    standardize: str  #: "all", "pool" or "none"
    dropped: tuple[str, ...]  #: columns with missing values, left out
    past: bool = False  #: the columns are mean ranks of a `ResultsTable`
    _kept: dict[str, Doubles] = field(default_factory=dict, repr=False, compare=False)

    def coordinates(self, rows: Ints | None = None) -> Doubles:
        """Return standardised coordinates of all datasets, or of the rows of a pool."""
        if self.standardize == "none":
            return self.values if rows is None else self.values[rows]
        if self.standardize == "pool":
            return standardized(self.values if rows is None else self.values[rows])
        everything = standardized(self.values)
        return everything if rows is None else everything[rows]

    def grams(self, pools: Ints) -> Doubles:
        """Return inner products within each pool (T, m) of rows, (T, m, m)."""
        if self.standardize == "pool":
            return np.array([gram(self.coordinates(rows)) for rows in pools])
        return self.gram[pools[:, :, None], pools[:, None, :]]

    @property
    def gram(self) -> Doubles:
        """Inner products of all datasets, (n, n), computed once."""
        if "gram" not in self._kept:
            self._kept["gram"] = gram(self.coordinates())
            self._kept["gram"].flags.writeable = False
        return self._kept["gram"]


def standardized(values: Doubles) -> Doubles:
    """Bring each column to mean 0 and variance 1 (divisor n); a constant column becomes 0."""
    size = np.abs(values).max(axis=0)
    scaled = values / np.where(size > 0, size, 1.0)  # squares of huge values overflow
    constant = np.ptp(scaled, axis=0) <= _CONSTANT
    centred = scaled - scaled.mean(axis=0)
    centred = centred - centred.mean(axis=0)  # the mean of a column far from 0 is rounded
    centred[np.abs(centred) <= _ROUNDED] = 0.0  # a row at the mean has no direction
    spread = np.sqrt((centred**2).mean(axis=0))
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, spread))


def constant_columns(values: Doubles) -> NDArray[np.bool_]:
    """Return which columns have only one value."""
    size = np.abs(values).max(axis=0)
    return np.asarray(np.ptp(values / np.where(size > 0, size, 1.0), axis=0) <= _CONSTANT)


def gram(coordinates: Doubles) -> Doubles:
    """Return all inner products, exactly symmetric."""
    product = coordinates @ coordinates.T
    return np.asarray((product + product.T) / 2)


def distances(grams: Doubles, metric: str) -> Doubles:
    """Compute distances from inner products, (..., m, m).

    Parameters
    ----------
    grams : (..., m, m) float
    metric : {"cosine", "euclidean"}
        "cosine": 1 minus the cosine of the angle between two vectors, in [0, 2]. A vector of length
        0 has the distance 1 from every other vector. "euclidean": the length of the difference.

    Returns
    -------
    (..., m, m) float
        Exactly 0 if points are equal up to rounding.
    """
    squares = np.diagonal(grams, axis1=-2, axis2=-1)
    m = grams.shape[-1]
    if metric == "cosine":
        lengths = np.sqrt(squares)
        products = lengths[..., :, None] * lengths[..., None, :]
        empty = products == 0
        apart = 1 - grams / np.where(empty, 1.0, products)
        apart[apart <= _SAME] = 0.0
        apart[empty] = 1.0
    else:
        sums = squares[..., :, None] + squares[..., None, :]
        apart = sums - 2 * grams
        apart[apart <= _SAME * sums] = 0.0
        apart = np.sqrt(apart)
    apart[..., np.arange(m), np.arange(m)] = 0.0
    return np.asarray(apart)


def first_best(values: Doubles, scale: Doubles | float, noise: float = NOISE) -> Ints:
    """Return the place of the largest value along the last axis.

    Parameters
    ----------
    values : (..., m) float, or -inf for what may not be chosen
    scale : (...) float
    noise : float
        Values within this multiple of the scale of the largest count as ties: the first one wins.
    """
    largest = values.max(axis=-1, keepdims=True)
    slack = noise * np.asarray(scale)[..., None]
    return np.asarray((values >= largest - slack).argmax(axis=-1))


def least_scale(metric: str) -> float:
    """Return the least scale of `first_best` for distances: cosines are rounded as 1 is."""
    return _SAME / NOISE if metric == "cosine" else 0.0


def space(
    embedding: Any, standardize: str, missing: str, *, datasets: Sequence[str] | None = None
) -> Space:
    """Check an embedding and sort its rows by name.

    Parameters
    ----------
    embedding : table or ResultsTable
        One row per dataset, named by the index or by a column ``dataset``; numeric columns. Of a
        `ResultsTable`, the mean ranks of the models on each dataset.
    standardize : {"all", "pool", "none"}
    missing : {"error", "drop"}
        What to do with columns with missing values.
    datasets : sequence of str, optional
        Return these rows only, and require all of them.
    """
    frame = _frame(embedding)
    names = [str(name) for name in frame.index]
    if datasets is not None:
        names = _require_all(names, datasets)
        frame = frame.loc[names]
    order = sorted(range(len(names)), key=names.__getitem__)
    values = _numbers(frame)[order]
    absent = np.isnan(values).any(axis=0)
    columns = [str(column) for column in frame.columns]
    if absent.any() and missing == "error":
        column = int(absent.argmax())
        row = int(np.isnan(values[:, column]).argmax())
        raise ArgumentError(
            f"`embedding` has missing values in {counted(int(absent.sum()), 'column')}, the first "
            f"for dataset {shown(names[order[row]])}",
            column=columns[column],
            expected="a number in every cell",
            found="a missing value",
            hint='Leave such columns out with missing="drop".',
        )
    kept = np.flatnonzero(~absent)
    if not len(kept):
        raise ArgumentError(
            "every column of `embedding` has missing values",
            expected="at least one complete column",
            found=f"{counted(len(columns), 'column')} with missing values",
        )
    values = np.ascontiguousarray(values[:, kept])
    if standardize == "none":
        _require_squares(values)
    return Space(
        tuple(names[i] for i in order),
        tuple(columns[i] for i in kept),
        values,
        standardize,
        tuple(columns[i] for i in np.flatnonzero(absent)),
        isinstance(embedding, ResultsTable),
    )


def named(embeddings: Any) -> dict[str, Any]:
    """Return embeddings by name, tables as frames; {} for None.

    A single frame is refused: it has no name.
    """
    if embeddings is None:
        return {}
    if isinstance(embeddings, Mapping):
        return {name: as_frame(one) for name, one in embeddings.items()}
    expected = "a mapping of name to embedding"
    found = type(embeddings).__name__
    raise ArgumentError(
        f"`embeddings` must be {expected}, not {found}",
        expected=expected,
        found=found,
        hint='Give each embedding a name, for example {"looks": embedding}.',
    )


def each_standardized(given: Any, names: Iterable[str]) -> dict[str, str]:
    """Return how each embedding is standardised, from one way or a mapping of name to way.

    Names that a mapping lacks have "all".
    """
    names = list(names)
    if not isinstance(given, Mapping):
        return dict.fromkeys(names, check.choice("standardize", given, STANDARDIZE))
    for name, how in given.items():
        check.choice("standardize", name, names)
        check.choice("standardize", how, STANDARDIZE)
    return {name: given.get(name, STANDARDIZE[0]) for name in names}


def _require_squares(values: Doubles) -> None:
    """Refuse values that would make inner products infinite, all 0, or all alike."""
    size = float(np.abs(values).max())
    if size and not _SMALLEST <= size <= _LARGEST:
        raise ArgumentError(
            f"`embedding` has numbers up to {size:.3g}, whose products are beyond double precision",
            expected=f"numbers whose largest size is 0, or from {_SMALLEST:g} to {_LARGEST:g}",
            found=f"{size:.3g}",
            hint="Standardise the columns, or give them in another unit.",
        )
    apart = float(np.abs(values - values[0]).max())
    if 0 < apart < size * _LEAST_APART:
        raise ArgumentError(
            f"`embedding` has numbers up to {size:.3g} that differ by {apart:.3g} at most, a "
            "difference that rounding removes from their products",
            expected=f"datasets that are equal, or differ by at least {_LEAST_APART:g} of the "
            "largest size",
            found=f"{apart / size:.3g} of it",
            hint="Standardise the columns, or subtract their means.",
        )


def _frame(embedding: Any) -> pd.DataFrame:
    import pandas as pd

    if isinstance(embedding, ResultsTable):
        require_comparable(embedding)
        results = ranked(embedding, pairs=False)
        ranks = results.sums / (2 * results.repeats)
        return pd.DataFrame(ranks, list(results.datasets), list(embedding.classifiers))
    frame = by_dataset(embedding)
    if not isinstance(frame, pd.DataFrame):
        raise ArgumentError(
            f"`embedding` must be a table of numbers with a row per dataset, not "
            f"{type(embedding).__name__}",
            expected="a frame with a column `dataset`, or indexed by it",
            found=type(embedding).__name__,
            hint="Make one: pybench.dataset_embedding(features).",
        )
    check.row_names("embedding", frame.index)
    names = pd.Index([str(name) for name in frame.index])
    if len(frame) < 2 or not len(frame.columns) or not names.is_unique:
        twice = names[names.duplicated()]
        found = f"{shown(twice[0])} twice" if len(twice) else f"shape {frame.shape}"
        raise ArgumentError(
            "`embedding` must have at least two datasets, of different names, and at least one "
            f"column, not {found}",
            expected="two rows or more of different names, and one column or more",
            found=found,
        )
    return frame.set_axis(names, axis=0)


def _require_all(names: list[str], datasets: Sequence[str]) -> list[str]:
    absent = sorted(set(datasets) - set(names))
    if absent:
        raise ArgumentError(
            f"an embedding lacks {counted(len(absent), 'dataset')} of the table; the first is "
            f"{shown(absent[0])}",
            expected="every dataset of the table",
            found=f"{len(absent)} missing",
            hint="Use the datasets that both have: t.select(datasets=...).",
        )
    return list(datasets)


def _numbers(frame: pd.DataFrame) -> Doubles:
    for place, kind in enumerate(frame.dtypes):
        if kind.kind not in "biuf":
            raise ArgumentError(
                f"`embedding` must hold numbers, not {clipped(repr(frame.iloc[0, place]))}",
                column=str(frame.columns[place]),
                expected="numbers",
                found=str(kind),
                hint="Leave the column out, or encode it as numbers: pybench.metadata_embedding.",
            )
    values = frame.to_numpy(np.float64, na_value=np.nan)
    if np.isinf(values).any():
        row, place = np.argwhere(np.isinf(values))[0]
        raise ArgumentError(
            f"`embedding` is infinite for dataset {shown(str(frame.index[row]))}",
            column=str(frame.columns[place]),
            expected="finite numbers",
            found="inf",
        )
    return values


def for_r(embedding: Any) -> Any:
    """Return an embedding as R takes it: names in a column; anything else unchanged."""
    import pandas as pd

    frame = as_frame(embedding)
    named = isinstance(frame, pd.DataFrame) and not isinstance(frame.index, pd.RangeIndex)
    if not named or "dataset" in frame.columns:
        return frame
    columns = {str(name): frame[name].to_numpy() for name in frame.columns}
    return pd.DataFrame({"dataset": [str(name) for name in frame.index], **columns})


def doubts(where: Space) -> dict[str, bool]:
    """Return which notes apply to an embedding."""
    apart = distances(where.gram, "euclidean")
    np.fill_diagonal(apart, np.inf)
    return {
        "constant-features": bool(constant_columns(where.values).any()),
        "incomplete-features": bool(where.dropped),
        "zero-vectors": bool((np.diagonal(where.gram) == 0).any()),
        "equal-datasets": bool((apart == 0).any()),
        "past-results": where.past,
    }


def check_metric(metric: object) -> str:
    """Return the name of a metric."""
    return check.choice("metric", metric, METRICS)
