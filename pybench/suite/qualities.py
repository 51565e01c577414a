"""Measured qualities of a dataset, under OpenML's names where the definition is the same."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.read.numbers import number_or_none
from pybench.read.tabular import DataTable, Variable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

CLASSES = ("occurring", "declared")


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of rows per class."""

    sizes: tuple[int, ...]  #: ascending
    rows: int

    @property
    def qualities(self) -> dict[str, float]:
        """Qualities of the class sizes; without rows that have a class, only their number."""
        if not any(self.sizes):
            return {"NumberOfClasses": float(len(self.sizes))}
        least, most = float(self.sizes[0]), float(self.sizes[-1])
        shares = [size / self.rows for size in self.sizes if size]
        return {
            "NumberOfClasses": float(len(self.sizes)),
            "MinorityClassSize": least,
            "MajorityClassSize": most,
            "MinorityClassPercentage": 100.0 * least / self.rows,
            "MajorityClassPercentage": 100.0 * most / self.rows,
            "MinorityToMajority": least / most,
            # Rounded once, so that neither the machine nor the language decides the last bit.
            "ClassEntropy": -math.fsum(share * math.log2(share) for share in shares) + 0.0,
        }


def counts(labels: list[str | None], levels: tuple[str, ...] = ()) -> Counts:
    """Count the rows of each class that occurs and of each given level, which may have none.

    Rows without a class are not counted for any class.
    """
    found = Counter(label for label in labels if label is not None)
    sizes = {**dict.fromkeys(levels, 0), **found}
    return Counts(tuple(sorted(sizes.values())), len(labels))


#: Qualities that a regression does not have.
OF_CLASSES = (
    "NumberOfClasses",
    "MinorityClassSize",
    "MajorityClassSize",
    "MinorityClassPercentage",
    "MajorityClassPercentage",
    "MinorityToMajority",
    "ClassEntropy",
)


def of_numbers(target: Sequence[float] | npt.NDArray[np.float64]) -> dict[str, float]:
    """Return the qualities of numbers to predict; rows without a finite number do not count.

    Returns
    -------
    dict of str to float
        ``TargetMean``; ``TargetStandardDeviation``, ``TargetSkewness`` and ``TargetKurtosis``: the
        standard deviation, the third and the fourth standardised moment (a normal distribution has
        the kurtosis 3), all with divisor n; ``TargetDistinctShare``: different numbers divided by
        rows. A quality is absent if it is not defined: moments of equal numbers.

    Examples
    --------
    >>> of_numbers([0.0, 0.0, 3.0, 3.0])["TargetKurtosis"]
    1.0
    """
    import numpy as np

    values = np.asarray(target, np.float64)
    values = values[np.isfinite(values)]
    if not len(values):
        return {}
    found = {
        "TargetMean": float(values.mean()),
        "TargetDistinctShare": len(np.unique(values)) / len(values),
    }
    if values.min() == values.max():
        return {**found, "TargetStandardDeviation": 0.0}
    deviations = values - values.mean()
    deviation = float(np.sqrt((deviations**2).mean()))
    scaled = deviations / deviation
    found |= {
        "TargetStandardDeviation": deviation,
        "TargetSkewness": float((scaled**3).mean()),
        "TargetKurtosis": float((scaled**4).mean()),
    }
    return {name: value for name, value in found.items() if np.isfinite(value)}


def of_table(
    table: DataTable,
    target: str,
    ignore: tuple[str, ...] = (),
    classes: str = "occurring",
    type: str = "classification",
) -> dict[str, float]:
    """Return the qualities of a table.

    Parameters
    ----------
    table : DataTable
    target : str
    ignore : tuple of str
        Columns that are not features.
    classes : {"occurring", "declared"}
        Whether a class that is declared in the file but has no rows counts, as on OpenML.
    type : {"classification", "regression"}
        A regression has the qualities of `of_numbers` in place of those of classes.

    Returns
    -------
    dict of str to float
        ``NumberOfFeatures`` counts all columns, including the target and ignored ones, as OpenML
        does; ``NumberOfSymbolicFeatures`` does not count the target, as in OpenML's record of
        dataset 2 (later records do). ``Dimensionality`` is features divided by rows.
        ``NumberOfOneHotFeatures`` counts the columns of the features after one-hot encoding: one
        per numeric column, one per level that occurs; it is absent if a feature is a text.
    """
    goal = table.variable(target)
    features = [v for v in table.variables if v.name != target and v.name not in ignore]
    others = [v for v in table.variables if v.name != target]
    missing = [missing_of(v) for v in table.variables]
    rows = table.n_rows
    if type == "regression":
        of_target = of_numbers(goal.values) if goal.type == "numeric" else {}  # type: ignore[arg-type]
    else:
        of_target = counts(goal.texts(), goal.levels if classes == "declared" else ()).qualities
    found = {
        "NumberOfInstances": float(rows),
        "NumberOfFeatures": float(len(table.variables)),
        "NumberOfNumericFeatures": float(sum(v.type == "numeric" for v in others)),
        "NumberOfSymbolicFeatures": float(sum(v.type == "nominal" for v in others)),
        "NumberOfMissingValues": float(sum(int(m.sum()) for m in missing)),
        "NumberOfInstancesWithMissingValues": float(_any(missing, rows)),
        "Dimensionality": len(table.variables) / rows,
        **of_target,
        "SparseFormat": float(table.sparse),
    }
    if all(v.type != "text" for v in features):
        found["NumberOfOneHotFeatures"] = float(sum(map(_one_hot, features)))
    return found


def of_series(series: SeriesSet, type: str = "classification") -> dict[str, float]:
    """Return the qualities of a set of series.

    Parameters
    ----------
    series : SeriesSet
    type : {"classification", "regression"}

    Returns
    -------
    dict of str to float
        As for a table whose features are the values of each channel at each time (of the longest
        series) and the target; and ``NumberOfChannels``, ``MinLength``, ``MaxLength``.
    """
    import numpy as np

    rows, lengths = len(series), series.lengths
    lacking = np.zeros(rows, np.int64)
    for channel in range(len(series.channels)):
        flat = series.flat(channel)[series.offsets[0] : series.offsets[-1]]
        lacking += np.add.reduceat(np.isnan(flat), series.offsets[:-1] - series.offsets[0])
    points = float(len(series.channels) * lengths.max())
    labels = list(series.label)
    if type == "regression":
        values = [None if label is None else number_or_none(label) for label in labels]
        of_target = of_numbers([np.nan if value is None else value for value in values])
    else:
        of_target = counts(labels).qualities
    return {
        "NumberOfInstances": float(rows),
        "NumberOfFeatures": points + 1.0,
        "NumberOfNumericFeatures": points,
        "NumberOfSymbolicFeatures": 0.0,
        "NumberOfMissingValues": float(lacking.sum()),
        "NumberOfInstancesWithMissingValues": float((lacking > 0).sum()),
        "Dimensionality": (points + 1.0) / rows,
        **of_target,
        "SparseFormat": 0.0,
        "NumberOfOneHotFeatures": points,
        "NumberOfChannels": float(len(series.channels)),
        "MinLength": float(lengths.min()),
        "MaxLength": float(lengths.max()),
    }


def missing_of(variable: Variable) -> npt.NDArray[np.bool_]:
    """Return which values are missing."""
    import numpy as np

    if variable.type == "numeric":
        return np.isnan(np.asarray(variable.values, np.float64))
    return np.array([text is None for text in variable.values], bool)


def _any(missing: list[npt.NDArray[np.bool_]], rows: int) -> int:
    import numpy as np

    return int(np.any(missing, axis=0).sum()) if missing else 0 * rows


def _one_hot(variable: Variable) -> int:
    if variable.type == "numeric":
        return 1
    return len({text for text in variable.values if text is not None})
