"""Which features are dropped on which datasets: missing values and constant columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from pybench.base import check
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined
from pybench.features.groups import GROUPS, calculator
from pybench.features.table import FeatureTable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

SHOWN = 5


@dataclass(frozen=True, eq=False, repr=False)
class FeatureReport(Result):
    """Missing and constant features by dataset. Made by `feature_report`.

    Attributes
    ----------
    datasets : tuple of D str
        In the order of the table.
    names : tuple of p str
        The features, as in the table.
    representation : str
        The representation of the features.
    groups : dict of str to str
        The group of each feature, as in the table. If the table has no groups (a CSV file cannot
        store them), only features of tsfresh have a group: each function of tsfresh that computes
        features (a calculator) belongs to one group.
    n_series : (D,) ndarray of int64
        Number of rows of each dataset.
    shortest : (D,) ndarray of float64
        Length of the shortest series of each dataset, if the table has tsfresh's feature
        ``length``; else NaN.
    missing : (D, p) ndarray of float64
        Share of the dataset's series for which the feature is not a finite number, from 0 to 1.
    constant : (D, p) ndarray of bool
        Whether the feature has the same finite value for all series of the dataset; False if the
        dataset has a single series.
    removed : dict of str to str
        The reason for each feature that was removed from the table before the report was made.
    """

    schema: ClassVar[str] = "feature-report/1"

    datasets: tuple[str, ...]
    names: tuple[str, ...]
    representation: str
    groups: Mapping[str, str]
    n_series: npt.NDArray[np.int64]
    shortest: npt.NDArray[np.float64]
    missing: npt.NDArray[np.float64]
    constant: npt.NDArray[np.bool_]
    removed: Mapping[str, str] = field(default_factory=dict)

    @property
    def calculators(self) -> tuple[str, ...]:
        """The calculator of each feature: in tsfresh's names, the part after the channel."""
        return tuple(map(calculator, self.names))

    @property
    def group_names(self) -> tuple[str, ...]:
        """The groups of features: those of the landscape paper in its order, then others."""
        present = set(self.groups.values())
        known = [group for group in dict.fromkeys(GROUPS.values()) if group in present]
        return (*known, *sorted(present - set(known)))

    def by_dataset(self) -> pd.DataFrame:
        """Return one row per dataset.

        Returns
        -------
        pandas.DataFrame
            The index is ``dataset``. The columns ``n_series`` and ``shortest`` are as in
            `FeatureReport`. The other columns are numbers of features: ``missing`` (no value in at
            least one series), ``wholly`` (no value in any series), ``alone`` (missing on this
            dataset only, so that a filter would keep them without this dataset) and ``constant``.
        """
        import pandas as pd

        gaps = self.missing > 0
        return pd.DataFrame(
            {
                "n_series": self.n_series,
                "shortest": self.shortest,
                "missing": gaps.sum(axis=1),
                "wholly": (self.missing == 1).sum(axis=1),
                "alone": gaps[:, gaps.sum(axis=0) == 1].sum(axis=1),
                "constant": self.constant.sum(axis=1),
            },
            index=pd.Index(self.datasets, name="dataset"),
        )

    def by_feature(self) -> pd.DataFrame:
        """Return one row per feature.

        Returns
        -------
        pandas.DataFrame
            The index is ``feature``. The columns are the ``group`` of the feature, and the numbers
            of datasets on which the feature is ``missing`` (in at least one series) or
            ``constant``.
        """
        import pandas as pd

        return pd.DataFrame(
            {
                "group": [self.groups.get(name, "") for name in self.names],
                "missing": (self.missing > 0).sum(axis=0),
                "constant": self.constant.sum(axis=0),
            },
            index=pd.Index(self.names, name="feature"),
        )

    def to_frame(self) -> pd.DataFrame:
        """Return ``missing`` and ``constant`` in one row for each dataset and feature."""
        import pandas as pd

        pairs = pd.MultiIndex.from_product(
            [self.datasets, self.names], names=["dataset", "feature"]
        )
        columns = {"missing": self.missing.ravel(), "constant": self.constant.ravel()}
        return pd.DataFrame(columns, index=pairs)

    def __str__(self) -> str:
        sizes = f"{counted(len(self.names), 'feature')} on {counted(len(self.datasets), 'dataset')}"
        what = f"{self.representation}: " if self.representation else ""
        gaps, constant = self.missing > 0, self.constant
        lines = [
            f"{what}{sizes}, {int(self.n_series.sum())} rows",
            self._sentence("missing", gaps, "without a value in some series"),
            *self._worst(gaps),
            self._sentence("constant", constant, "the same in all series of a dataset"),
            *self._worst(constant),
        ]
        if constant.all(axis=0).any():
            lines.append(
                f"  on every dataset: {counted(int(constant.all(axis=0).sum()), 'feature')}"
            )
        if self.removed:
            lines.append(f"removed before: {counted(len(self.removed), 'feature')}")
        return lined(lines)

    def _sentence(self, word: str, there: npt.NDArray[np.bool_], meaning: str) -> str:
        features, datasets = int(there.any(axis=0).sum()), int(there.any(axis=1).sum())
        if not features:
            return f"{word}: none"
        alone = int((there.sum(axis=0) == 1).sum())
        return (
            f"{word}: {counted(features, 'feature')} {meaning}, on {counted(datasets, 'dataset')}; "
            f"{alone} on one dataset alone"
        )

    def _worst(self, there: npt.NDArray[np.bool_]) -> list[str]:
        """Name the datasets on which most features are dropped."""
        counts = there.sum(axis=1).tolist()
        order = sorted((i for i, n in enumerate(counts) if n), key=lambda i: -counts[i])
        lines = [
            f"  {clipped(self.datasets[i])} {counts[i]}{self._length(i)}" for i in order[:SHOWN]
        ]
        more = len(order) - SHOWN
        return [*lines, f"  and {counted(more, 'more dataset')}"] if more > 0 else lines

    def _length(self, row: int) -> str:
        length = float(self.shortest[row])
        return f" (series of {length:g} values)" if length == length else ""


def feature_report(features: FeatureTable) -> FeatureReport:
    """Report which features are missing or constant on which datasets.

    A filtered table has no missing values. To see why features are removed by the filter, report on
    a table that was extracted with ``filter=False``.

    Parameters
    ----------
    features : FeatureTable
        From `extract_features` or `read_features`.

    Returns
    -------
    FeatureReport
        For each dataset and feature: the share of missing values, and whether the feature is
        constant.

    Raises
    ------
    ArgumentError
        If ``features`` is not a `FeatureTable`.

    Examples
    --------
    >>> import numpy as np
    >>> from pybench.features.table import FeatureTable
    >>> three = np.array(["d", "d", "e"], object), np.array(["train"] * 3, object)
    >>> labels, ids = np.array(["1", "2", "1"], object), np.array([0, 1, 0])
    >>> values = np.array([[1.0, np.nan], [1.0, 0.5], [2.0, 0.5]])
    >>> report = feature_report(FeatureTable(*three, labels, ids, values, ("a", "b"), "mine"))
    >>> report.missing.tolist(), report.constant.tolist()
    ([[0.0, 0.5], [0.0, 0.0]], [[True, False], [False, False]])
    """
    import numpy as np

    check.kind("features", features, FeatureTable, "extract_features(series)")
    shares, constant, counts = [], [], []
    for _, rows in features.by_dataset():
        finite = np.isfinite(rows)
        low = np.where(finite, rows, np.inf).min(axis=0, initial=np.inf)
        high = np.where(finite, rows, -np.inf).max(axis=0, initial=-np.inf)
        counts.append(len(rows))
        shares.append((~finite).sum(axis=0) / len(rows))
        constant.append((low == high) & finite.all(axis=0) & (len(rows) > 1))
    return FeatureReport(
        datasets=features.datasets,
        names=features.names,
        representation=features.representation,
        groups=dict(features.groups) or _groups(features.names),
        n_series=np.array(counts, np.int64),
        shortest=_shortest(features),
        missing=np.array(shares, np.float64).reshape(len(counts), len(features.names)),
        constant=np.array(constant, np.bool_).reshape(len(counts), len(features.names)),
        removed=dict(features.removed),
    )


def _groups(names: Sequence[str]) -> dict[str, str]:
    found = {name: GROUPS.get(calculator(name)) for name in names}
    return {name: group for name, group in found.items() if group}


def _shortest(features: FeatureTable) -> Floats:
    """Return the length of the shortest series of each dataset, from tsfresh's feature."""
    import numpy as np

    name = next((name for name in features.names if name.endswith("__length")), None)
    if name is None:
        return np.full(len(features.datasets), np.nan)
    column = features.column(name)
    return np.array([column[features.dataset == d].min() for d in features.datasets], np.float64)


def joined(reports: Iterable[FeatureReport]) -> FeatureReport:
    """Join the reports of single datasets, all with the same features, into one.

    This allows a report on a table too large for memory, one dataset at a time.
    """
    import numpy as np

    parts = list(reports)
    return replace(
        parts[0],
        datasets=tuple(name for part in parts for name in part.datasets),
        n_series=np.concatenate([part.n_series for part in parts]),
        shortest=np.concatenate([part.shortest for part in parts]),
        missing=np.concatenate([part.missing for part in parts]),
        constant=np.concatenate([part.constant for part in parts]),
    )
