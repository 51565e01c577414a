"""Which datasets can be compared with all others by their features, and why others cannot."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import InitVar, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.path import to_read
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.read.archive import Archive, open_archive
from pybench.read.series import read_series
from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    import pandas as pd

CHOICES = ("leave out", "keep")
# The shortest series of the UCR archive's complete datasets of equal length (SmoothSubspace).
SHORTEST_OF_UCR = 15
COLUMNS = (
    "n_series", "n_channels", "n_classes", "smallest_class", "shortest", "longest", "n_missing",
    "reason",
)  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class Eligibility(Result):
    """The datasets that `eligible` keeps, and those that it leaves out, with the reasons.

    Iterating yields the `SeriesSet` of each kept dataset, read one at a time.

    Attributes
    ----------
    kept : tuple of str
        Datasets in the order of the source.
    left_out : dict of str to str
        For each dataset that is left out, the reason.
    checked : DataFrame
        One row per dataset: numbers of series, channels, classes and missing values, size of the
        smallest class, shortest and longest series, and the reason ("" if the dataset is kept).
    """

    schema: ClassVar[str] = "eligibility/1"
    row_names: ClassVar[Mapping[str, str]] = {"checked": "dataset"}

    kept: tuple[str, ...]
    left_out: Mapping[str, str]
    checked: pd.DataFrame
    series: InitVar[SeriesSet | Archive | None] = None

    def __post_init__(self, series: SeriesSet | Archive | None) -> None:
        # Not a field: the data are not part of the report, which can be written and sent.
        object.__setattr__(self, "_series", series)

    @property
    def datasets(self) -> tuple[str, ...]:
        """The datasets that are kept."""
        return self.kept

    def __len__(self) -> int:
        return len(self.kept)

    def __iter__(self) -> Iterator[SeriesSet]:
        return (self.read(name) for name in self.kept)

    def read(self, name: str) -> SeriesSet:
        """Return the series of one kept dataset.

        Raises
        ------
        ArgumentError
            If it is not kept; the message gives the reason if it was left out.
        """
        if name not in self.kept:
            why = f": it was left out, {self.left_out[name]}" if name in self.left_out else ""
            raise ArgumentError(f"there is no eligible dataset `{name}`{why}", found=name)
        source: Any = self._series  # type: ignore[attr-defined]
        found: SeriesSet = (
            source.read(name) if isinstance(source, Archive) else source.select([name])
        )
        return found

    def to_frame(self) -> pd.DataFrame:
        """Return a data frame of all datasets: counts, lengths, and why a dataset is left out."""
        return self.checked.copy()

    def __str__(self) -> str:
        total = len(self.kept) + len(self.left_out)
        lines = [f"{len(self.kept)} of {counted(total, 'dataset')} kept"]
        lines += [f"  {name}: left out, {reason}" for name, reason in self.left_out.items()]
        return lined(lines)


def eligible(
    series: SeriesSet | Archive | str | os.PathLike[str],
    *,
    unequal: str = "leave out",
    missing: str = "leave out",
    min_length: int = SHORTEST_OF_UCR,
    min_class: int = 1,
) -> Eligibility:
    """Determine which datasets can be compared with all others by their features.

    A feature that is undefined for a single series must be removed for all datasets, so a few
    unusual datasets can make many features unusable. On the UCR archive, the defaults leave out the
    15 datasets that the ICLR 2022 submission "Less is more" leaves out.

    Parameters
    ----------
    series : SeriesSet, Archive or path
        Time series; an archive or a folder is read one dataset at a time.
    unequal : {"leave out", "keep"}
        What to do with datasets whose series differ in length.
    missing : {"leave out", "keep"}
        What to do with datasets that have a missing value. Most features of a series with a missing
        value are NaN.
    min_length : int
        Minimum length of every series. The default is the shortest length in UCR datasets with
        series of equal length, so that none of these datasets is excluded. Of tsfresh's 783
        features, 400 are undefined for series of 15 points, 445 for series of 10 points, and 508
        for series of 5 points.
    min_class : int
        Minimum number of series of every class in the training split (in all series if there is no
        split). With 1, every class of the test split must occur in the training split, as in all
        datasets of the UCR archive. Cross-validation needs 2 or more.

    Returns
    -------
    Eligibility
        ``.kept`` lists the datasets that are kept, ``.left_out`` gives the reason for each other
        dataset, and ``.to_frame()`` returns a data frame of all datasets. Iterating yields the kept
        datasets.

    Raises
    ------
    ArgumentError
        If an argument has another value.
    SeriesError
        If a dataset cannot be read.

    Examples
    --------
    >>> import pybench as pb
    >>> s = pb.series_set([[1, 2, 3], [4, 5]], dataset=["even", "odd"], label=["a", "b"])
    >>> print(pb.eligible(s, min_length=3))
    1 of 2 datasets kept
      odd: left out, shorter than 3 points: 2
    """
    check.choice("unequal", unequal, CHOICES)
    check.choice("missing", missing, CHOICES)
    shortest, least = check.count("min_length", min_length), check.count("min_class", min_class)
    source = _source(series)
    rows = {}
    for one in source if isinstance(source, Archive) else source.by_dataset():
        counts = _counts(one)
        rows[one.datasets[0]] = counts
        reasons = []
        if counts["shortest"] != counts["longest"] and unequal == "leave out":
            reasons.append(f"unequal length: {counts['shortest']} to {counts['longest']}")
        if counts["n_missing"] and missing == "leave out":
            reasons.append(counted(counts["n_missing"], "missing value"))
        if counts["shortest"] < shortest:
            reasons.append(f"shorter than {shortest} points: {counts['shortest']}")
        if counts["n_classes"] and counts["smallest_class"] < least:
            reasons.append(f"{counts['smallest_class']} series in a class, fewer than {least}")
        counts["reason"] = "; ".join(reasons)
    return _report(rows, source)


def _report(rows: dict[str, dict[str, Any]], source: SeriesSet | Archive) -> Eligibility:
    import pandas as pd

    kept = tuple(name for name, row in rows.items() if not row["reason"])
    left_out = {name: row["reason"] for name, row in rows.items() if row["reason"]}
    index = pd.Index(list(rows), name="dataset", dtype="str")
    checked = pd.DataFrame(list(rows.values()), index=index, columns=list(COLUMNS))
    return Eligibility(kept, left_out, checked, source)


def _source(series: Any) -> SeriesSet | Archive:
    if isinstance(series, (SeriesSet, Archive)):
        return series
    if isinstance(series, (str, os.PathLike)):
        path = to_read("series", series)
        return open_archive(path) if path.is_dir() else read_series(path)
    expected = "a SeriesSet, an Archive or a path"
    found = type(series).__name__
    hint = "Make one: pybench.read_series or pybench.open_archive."
    raise ArgumentError(
        f"`series` must be {expected}, not {found}", expected=expected, found=found, hint=hint
    )


def _counts(one: SeriesSet) -> dict[str, Any]:
    """Return the counts of one dataset."""
    import numpy as np

    begin, end = one.offsets[0], one.offsets[-1]
    missing = [np.isnan(one.flat(c)[begin:end]).sum() for c in range(len(one.channels))]
    training = one.split == "train"
    labels = one.label[training if training.any() else slice(None)]
    known = [label for label in one.label if label is not None]
    sizes = {label: int((labels == label).sum()) for label in set(known)}
    return {
        "n_series": len(one),
        "n_channels": len(one.channels),
        "n_classes": len(sizes),
        "smallest_class": min(sizes.values(), default=0),
        "shortest": int(one.lengths.min()),
        "longest": int(one.lengths.max()),
        "n_missing": int(np.sum(missing)),
    }
