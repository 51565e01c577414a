"""Features on one scale, ready for a map; unusable columns are left out by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.result import Result
from pybench.base.text import by_reason, clipped, counted, lined, shown_names
from pybench.landscape.extended import extended_sum
from pybench.landscape.rows import row_datasets
from pybench.landscape.weighting import ALIKE, quantiles, row_weights, weights_of

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Texts = NDArray[np.object_]

SCALES = ("z", "robust", "none")
KEYS = ("dataset", "split", "label", "id")
LARGEST = 1e300
_NOISE = 1e-13  # relative to the largest value: some hundred units in the last place
_SAFE = 2.0**400  # sums of squares of numbers up to this size do not overflow
_NORMAL_IQR = 1.3489795003921634  # interquartile range of a normal law of variance 1
_LIMIT = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Scaling(Result):
    """How columns were scaled, and which were left out."""

    features: tuple[str, ...]  #: (p,) columns that are used; "1", "2", ... if they have no names
    center: Doubles  #: (p,) subtracted from each column
    spread: Doubles  #: (p,) each column is then divided by it
    left_out: Mapping[str, str]  #: column that is not used -> reason
    scale: str  #: "z", "robust" or "none"
    n_rows: int  #: number of rows from which center and spread were computed
    named: bool  #: whether the columns have names
    weights: str = "instance"  #: what counted alike in center and spread: "instance" or "dataset"

    schema: ClassVar[str] = "scaling/1"

    def apply(self, table: Any) -> Doubles:
        """Scale other rows in the same way; the R equivalent is ``predict()``.

        Parameters
        ----------
        table : FeatureTable, frame, Arrow table or array_like
            A table with all columns that are used; other columns are ignored. If the original table
            had no column names, this table must have the same columns in the same order.

        Returns
        -------
        (n, p) ndarray

        Raises
        ------
        ArgumentError
            A column or a value is missing.
        """
        only = self.features if self.named else ()
        values, names, _ = opened("table", table, None, only)
        return self._scaled(values[:, self.places(values.shape[1], names)])

    def to_frame(self) -> pd.DataFrame:
        """Return one row per column that is used: center and spread."""
        import pandas as pd

        columns = {"center": self.center, "spread": self.spread}
        return pd.DataFrame(columns, index=list(self.features))

    def left_out_by_reason(self) -> dict[str, list[str]]:
        """Return the columns that are not used, by reason."""
        return by_reason(self.left_out)

    def __str__(self) -> str:
        lines = [
            f"{counted(len(self.features), 'feature')} of {counted(self.n_rows, 'row')}, "
            f"{self._said()}"
        ]
        for reason, names in self.left_out_by_reason().items():
            lines.append(f"  left out, {reason}: {shown_names(names)}")
        return lined(lines)

    def _said(self) -> str:
        if self.weights == "instance" or self.scale == "none":
            return _SAID[self.scale]
        return _SAID[self.scale].removesuffix(_DIVISOR) + ALIKE[self.weights]

    def places(
        self, width: int, names: tuple[str, ...] | None, argument: str = "table"
    ) -> list[int]:
        """Return where the columns that are used are among those of a table; refuse others."""
        known = names if names is not None and self.named else _numbered(width)
        wide = len(self.features) + len(self.left_out)
        missing = [name for name in self.features if name not in known]
        if missing or (known is not names and width != wide):
            found = f"no {shown_names(missing)}" if missing else counted(width, "column")
            used = f"the {counted(len(self.features), 'feature')} of the landscape"
            expected = used if self.named else counted(wide, "column")
            raise ArgumentError(
                f"`{argument}` must have {expected}, found {found}",
                column=missing[0] if missing else None,
                expected=expected,
                found=found,
                hint="Compute the same representation as for the landscape.",
            )
        at = {name: place for place, name in enumerate(known)}
        return [at[name] for name in self.features]

    def _scaled(self, values: Doubles) -> Doubles:
        bad = ~(np.abs(values) <= LARGEST)
        if bad.any():
            row, column = np.argwhere(bad)[0]
            name, found = self.features[column], f"{values[row, column]:g}"
            raise ArgumentError(
                f"`table` must hold finite numbers; row {row} (from 0), column '{clipped(name)}' "
                f"is {found}",
                column=name,
                expected="finite numbers",
                found=found,
                hint="Leave out such rows, or replace such values by numbers.",
            )
        return scaled(values, self.center, self.spread, self.scale)


_DIVISOR = " (divisor n - 1)"
_SAID = {
    "z": "each scaled to mean 0 and variance 1" + _DIVISOR,
    "robust": "each by its median and interquartile range, clipped to between -5 and 5",
    "none": "as they are",
}


@dataclass(frozen=True, slots=True, eq=False)
class ScaledFeatures(Result):
    """Features ready for a map."""

    values: Doubles  #: (n, p) scaled; column after column in memory
    dataset: Texts | None  #: (n,) the dataset of each row, None if not known
    scaling: Scaling  #: how columns were scaled, and those that were left out

    schema: ClassVar[str] = "scaled-features/1"

    def to_frame(self) -> pd.DataFrame:
        """Return the scaled features, the dataset of each row as the index."""
        import pandas as pd

        index = None if self.dataset is None else pd.Index(self.dataset, name="dataset")
        return pd.DataFrame(self.values, index=index, columns=list(self.scaling.features))

    def __str__(self) -> str:
        return str(self.scaling)


def scale_features(
    features: Any,
    scale: bool | str = True,
    *,
    dataset: Sequence[str] | None = None,
    unusable: str = "drop",
    weights: str = "instance",
) -> ScaledFeatures:
    r"""Bring features to a common scale, so that a map can be trained on them.

    Distances between rows are sums over columns, so a column with values in the hundreds would
    outweigh a column with values in the hundredths. The paper on landscapes (see `map_landscape`)
    does not say how it scales features; we infer that it uses "z".

    Parameters
    ----------
    features : FeatureTable, frame, Arrow table or array_like, shape (n, p)
        Rows are instances. The index of a frame is not a feature, but its level ``dataset`` names
        the dataset of each row. If a frame has a column ``dataset``, then it and the columns
        ``split``, ``label`` and ``id`` are not features.
    scale : bool or {"z", "robust", "none"}
        One of:

        * "z" or True: subtract the mean and divide by the standard deviation with divisor n - 1.
          The result is the same to the last bit as with R's ``scale()``.
        * "robust" (not from the paper that `map_landscape` follows): subtract the median and divide
          by the interquartile range / 1.34898, which estimates the standard deviation of normal
          data. If the interquartile range is 0, divide by the standard deviation. Then clip values
          to [-5, 5], so that a single outlying row does not compress a whole column.
        * "none" or False: no scaling.
    dataset : sequence of str, shape (n,), optional
        The dataset of each row, if the table does not name it.
    unusable : {"drop", "refuse"}
        How to treat unusable columns: "drop" leaves them out, "refuse" raises an error. A column is
        unusable if it has a value that is missing, infinite or above 1e300 in absolute value.
        Unless ``scale`` is "none", a column is also unusable if it is constant up to rounding, that
        is, if its range is at most 1e-13 times its largest absolute value. An example is the
        autocorrelation at lag 0, which is always 1.
    weights : {"instance", "dataset"}
        "instance": each row counts alike. "dataset": each dataset counts alike, however many rows
        it has, so that no large dataset determines the scale. A row counts 1 / (number of rows of
        its dataset). With "z", the center is then the mean over datasets of their means, and the
        square of the spread is the mean over datasets of the mean squared distance of their rows
        from the center (no divisor n - 1). With "robust", a quantile is the smallest value such
        that the rows up to it have this share of all weight. If all datasets have equally many
        rows, the result is that of "instance", to the last bit.

    Returns
    -------
    ScaledFeatures

    Raises
    ------
    ArgumentError
        No numeric table, fewer than two rows, no usable column, an unusable column with
        "refuse", or weights "dataset" for a table that does not name its datasets.

    Notes
    -----
    Sums are computed in a fixed order in extended precision, so that Python and R get the same
    numbers to the last bit. Values whose squares would overflow or underflow are first divided by a
    power of two, which is exact.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [5.0, 5.0, 5.0]})
    >>> scaled = pb.scale_features(frame)
    >>> scaled.values[:, 0].tolist(), dict(scaled.scaling.left_out)
    ([-1.0, 0.0, 1.0], {'b': 'never varies'})
    """
    if isinstance(features, ScaledFeatures):
        own = dataset is None
        rows = len(features.values)
        return features if own else replace(features, dataset=row_datasets(dataset, rows))
    method = scale_of(scale)
    check.choice("unusable", unusable, ("drop", "refuse"))
    weights_of(weights)
    values, names, found = opened("features", features, dataset)
    times = row_weights(weights, found)
    labels = _numbered(values.shape[1]) if names is None else names
    if len(values) < 2 or len(set(labels)) < len(labels):
        raise ArgumentError(
            f"`features` must have at least two rows, and columns with different names, not "
            f"{counted(len(values), 'row')} and {counted(len(set(labels)), 'different name')}",
            expected="two rows or more",
            found=counted(len(values), "row"),
        )
    left_out: dict[str, str] = {}
    kept, centers, spreads = [], [], []
    for place, name in enumerate(labels):
        column = np.ascontiguousarray(values[:, place])
        if reason := _reason(column, method):
            left_out[name] = reason
            continue
        center, spread = _MEASURES[method](column, times)
        kept.append(place)
        centers.append(center)
        spreads.append(spread)
    refuse_unusable(left_out, not kept or (unusable == "refuse" and bool(left_out)))
    scaling = Scaling(
        features=tuple(labels[place] for place in kept),
        center=_fixed(np.array(centers)),
        spread=_fixed(np.array(spreads)),
        left_out=left_out,
        scale=method,
        n_rows=len(values),
        named=names is not None,
        weights=weights,
    )
    ready = scaled(values[:, kept], scaling.center, scaling.spread, method)
    return ScaledFeatures(_fixed(ready), found, scaling)


def scale_of(scale: object) -> str:
    """Return the name of a way to scale."""
    if isinstance(scale, bool):
        return "z" if scale else "none"
    return check.choice("scale", scale, SCALES)


def opened(
    name: str, table: Any, dataset: Sequence[str] | None, only: tuple[str, ...] = ()
) -> tuple[Doubles, tuple[str, ...] | None, Texts | None]:
    """Return values, names of columns and datasets of rows, each None if there are none.

    If a frame has the columns `only`, the others are ignored.
    """
    named: Any = None
    table = as_frame(table)
    if hasattr(table, "representation") and hasattr(table, "names"):  # a FeatureTable
        values, names, named = table.values, tuple(table.names), table.dataset
    elif hasattr(table, "columns") and hasattr(table, "index"):  # a pandas frame
        values, names, named = _of_frame(name, table, only)
    else:
        values, names = _matrix(name, table), None
    if dataset is not None:
        named = dataset
    return values, names, None if named is None else row_datasets(named, len(values))


def scaled(values: Doubles, center: Doubles, spread: Doubles, method: str) -> Doubles:
    """Return columns minus their centers, divided by their spreads; a new column-major array."""
    out: Doubles = np.array(values, dtype=np.float64, order="F")
    if method == "none":
        return out
    out -= center
    out /= spread
    return np.clip(out, -_LIMIT, _LIMIT, out=out) if method == "robust" else out


# ---- one column ---------------------------------------------------------------------------------


def _reason(column: Doubles, method: str) -> str:
    bad = int((~(np.abs(column) <= LARGEST)).sum())
    return unusable(bad, float(column.min()), float(column.max()), method)


def unusable(bad: int, low: float, high: float, method: str, most: str = "1e300") -> str:
    """Return why a column cannot be used, or nothing; `bad`: rows without a value up to `most`."""
    if bad:
        return f"no finite value up to {most} on {counted(bad, 'row')}"
    if method == "none":
        return ""
    if low == high:
        return "never varies"
    # Half of each first: the range of doubles may overflow.
    if high / 2 - low / 2 <= _NOISE / 2 * max(-low, high):
        return "varies by rounding alone"
    return ""


def _z(column: Doubles, weights: Doubles | None) -> tuple[float, float]:
    """Return mean and standard deviation; without weights, with the bits of R's scale()."""
    unit = _unit(column)
    part = column / unit
    if weights is not None:
        total = extended_sum(weights)
        mean = extended_sum(part * weights) / total
        apart = part - mean
        return mean * unit, math.sqrt(extended_sum(apart * apart * weights) / total) * unit
    mean = extended_sum(part, len(part))
    apart = part - mean
    return mean * unit, math.sqrt(extended_sum(apart * apart) / (len(part) - 1)) * unit


def _robust(column: Doubles, weights: Doubles | None) -> tuple[float, float]:
    if weights is None:
        ordered = np.sort(column)
        low, middle, high = (_quantile(ordered, share) for share in (0.25, 0.5, 0.75))
    else:
        low, middle, high = quantiles(column, weights, (0.25, 0.5, 0.75))
    spread = (high - low) / _NORMAL_IQR
    return middle, spread if spread > 0 else _z(column, weights)[1]


_MEASURES: Mapping[str, Callable[[Doubles, Doubles | None], tuple[float, float]]] = {
    "z": _z, "robust": _robust, "none": lambda _column, _weights: (0.0, 1.0)
}  # fmt: skip


def _unit(column: Doubles) -> float:
    """Return a power of two that makes squares safe, usually 1."""
    largest = float(np.abs(column).max())
    return 1.0 if 1 / _SAFE < largest < _SAFE else 2.0 ** math.floor(math.log2(largest))


def _quantile(ordered: Doubles, share: float) -> float:
    """Return R's quantile of type 7."""
    at = (len(ordered) - 1) * share
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (at - low) * (ordered[high] - ordered[low]))


# ---- tables -------------------------------------------------------------------------------------


def _numbered(width: int) -> tuple[str, ...]:
    return tuple(str(place + 1) for place in range(width))


def _fixed(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def _of_frame(name: str, frame: Any, only: tuple[str, ...]) -> tuple[Doubles, tuple[str, ...], Any]:
    named = None
    if "dataset" in frame.columns:
        named = frame["dataset"]
        frame = frame.drop(columns=[key for key in KEYS if key in frame.columns])
    elif "dataset" in (frame.index.names or ()):
        named = frame.index.get_level_values("dataset")
    if only and set(only) <= set(frame.columns):
        frame = frame[list(only)]
    return _matrix(name, frame), tuple(map(str, frame.columns)), named


def _matrix(name: str, table: Any) -> Doubles:
    try:
        if hasattr(table, "columns"):
            strange = [str(n) for n, kind in table.dtypes.items() if kind.kind not in "fiub"]
            matrix = np.empty(0) if strange else table.to_numpy(np.float64, na_value=np.nan)
        else:
            matrix = np.asarray(table)
    except (TypeError, ValueError):
        matrix = np.empty(0)
    if matrix.ndim == 2 and matrix.size and matrix.dtype.kind in "biuf":
        return matrix.astype(np.float64, copy=False)
    expected = "a table of features or a matrix of numbers"
    found = f"a {type(table).__name__}"
    hint = "Give features only; names of datasets go into a column named dataset."
    message = f"`{name}` must be {expected}, not {found}"
    raise ArgumentError(message, expected=expected, found=found, hint=hint)


def refuse_unusable(left_out: Mapping[str, str], refused: bool) -> None:
    """Raise an error that names the columns that are left out, if that is refused."""
    if not refused:
        return
    first, reason = next(iter(left_out.items()))
    raise ArgumentError(
        f"`features` has {counted(len(left_out), 'column')} that no map can use; the first is "
        f"'{clipped(first)}' ({reason})",
        column=first,
        expected="columns of finite numbers that vary",
        found=reason,
        hint='Leave such columns out, as unusable="drop" does. At least one column must be left.',
    )
