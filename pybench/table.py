"""ResultsTable: datasets x methods, one metric, one direction; the input of every comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from pybench.base import check
from pybench.base.errors import ArgumentError, refusal
from pybench.base.labels import spelled
from pybench.base.names import distinct_names, listed, texts
from pybench.base.printable import FootRow, Sheet, sheet_of
from pybench.base.result import Result
from pybench.base.tables import NONE
from pybench.base.text import clipped, corner, counted, lined, shown, shown_names

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ResultsTable(Result):
    """Scores of methods on datasets, as `read_results`, `results_table` or a run returns them.

    Every results table has at least one dataset and one method, with unique names. Its scores are
    finite, except that a missing score is NaN. Its arrays are read-only; an array given to the
    constructor is copied, unless it is read-only and owns its memory.

    Attributes
    ----------
    datasets : tuple of str
        The N rows.
    classifiers : tuple of str
        The k columns.
    scores : (N, k) ndarray of float64
        One score per dataset and method, in the unit of ``metric``; the mean over repeats if there
        are any.
    higher_is_better : bool
        True if higher scores are better.
    metric : str or None
        Name of the metric, for display; of several metrics, all names with commas between.
    by_repeat : (N, k, R) ndarray of float64 or None
        Scores of the repeats or folds, if kept; NaN for repeats that a dataset lacks.
    n_repeats : int
        Number R of repeats per score; the largest number if some scores have fewer repeats; 1
        without repeats.
    n_available : (N, k) ndarray of int64 or None
        For each score, how many repeats the score is the mean of; None if every score is the mean
        of R repeats.
    filled : (N, k) ndarray of bool or None
        Which scores were missing and have been filled in; None if there are none.
    filled_by : str or None
        What they were filled in with: "worst" or "impute:<method>", see `read_results`.
    dropped : tuple of str
        Datasets that were left out because a score was missing.
    source : str or None
        The file that the table came from.
    metrics : tuple of str or None
        The metric of each dataset, if the datasets have different metrics, such as AUC for some and
        the negative log loss for others; None if all have the same. `higher_is_better` is true of
        all of them. Scores of different metrics are never averaged or subtracted: such a table can
        be analysed by tests of ranks and signs only.
    """

    schema: ClassVar[str] = "results-table/1"

    datasets: tuple[str, ...]
    classifiers: tuple[str, ...]
    scores: npt.NDArray[np.float64]
    higher_is_better: bool
    metric: str | None = None
    by_repeat: npt.NDArray[np.float64] | None = None
    dropped: tuple[str, ...] = ()
    source: str | None = None
    n_repeats: int = 1
    n_available: npt.NDArray[np.int64] | None = None
    filled: npt.NDArray[np.bool_] | None = None
    filled_by: str | None = None
    metrics: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        check_direction(self.higher_is_better)
        check_metric(self.metric)
        check_metric(file := self.source, "source")
        if not isinstance(self.n_repeats, int) or self.n_repeats < 1:
            raise ArgumentError("`n_repeats` must be a whole number >= 1", expected=">= 1")
        checked: dict[str, Any] = {
            "datasets": distinct_names("dataset", self.datasets, file),
            "classifiers": distinct_names("method", self.classifiers, file),
            "dropped": texts("dataset", listed("dropped", self.dropped), file),
        }
        names = checked["datasets"], checked["classifiers"]
        checked["scores"] = _numbers("scores", self.scores, *names, file)
        _refuse_empty(checked["scores"], *names, file)
        if self.by_repeat is not None:
            checked["by_repeat"] = _numbers("by_repeat", self.by_repeat, *names, file)
            checked["n_repeats"] = checked["by_repeat"].shape[2]
        if self.n_available is not None:
            counts = _numbers("n_available", self.n_available, *names, file).astype("int64")
            counts.flags.writeable = False
            checked["n_available"] = counts if (counts < self.n_repeats).any() else None
        if self.filled is not None:
            check_metric(self.filled_by, "filled_by")
            cells = _numbers("filled", self.filled + 0, *names, file) > 0
            cells.flags.writeable = False
            checked["filled"] = cells if cells.any() else None
        if checked.get("filled") is None:
            checked |= {"filled": None, "filled_by": None}
        if self.metrics is not None:
            checked |= _metrics(self.metrics, checked["datasets"], file)
        for field, value in checked.items():
            object.__setattr__(self, field, value)

    @property
    def n_datasets(self) -> int:
        """Number of datasets, N."""
        return len(self.datasets)

    @property
    def n_classifiers(self) -> int:
        """Number of methods, k."""
        return len(self.classifiers)

    @property
    def n_missing(self) -> int:
        """Number of missing scores; 0 unless missing scores were kept."""
        return int((self.scores != self.scores).sum())

    def select(
        self,
        datasets: Sequence[str] | None = None,
        classifiers: Sequence[str] | None = None,
        metric: str | None = None,
    ) -> ResultsTable:
        """Return a table of the given datasets and methods, in the given order.

        Parameters
        ----------
        datasets, classifiers : sequence of str, optional
            Names in the table; all of them by default.
        metric : str, optional
            Only datasets with this metric, one of ``metrics``.

        Raises
        ------
        ArgumentError
            If a name or a metric is not in the table.
        ResultsTableError
            If a name is repeated, or none is given.

        Examples
        --------
        >>> from pybench.table import results_table
        >>> t = results_table([[1, 2], [3, 4]], ["d", "e"], ["a", "b"], higher_is_better=True)
        >>> t.select(classifiers=["b"]).scores.tolist()
        [[2.0], [4.0]]
        """
        rows = _positions("datasets", self.datasets, datasets)
        if metric is not None:
            every = self.metrics or (self.metric,) * self.n_datasets
            known = tuple(str(name) for name in dict.fromkeys(every) if name is not None)
            check.choice("metric", metric, known)
            rows = [row for row in rows if every[row] == metric]
        columns = _positions("classifiers", self.classifiers, classifiers)
        return results_table(
            self.scores[rows][:, columns],
            [self.datasets[i] for i in rows],
            [self.classifiers[j] for j in columns],
            higher_is_better=self.higher_is_better,
            metric=self.metric,
            by_repeat=None if self.by_repeat is None else self.by_repeat[rows][:, columns],
            dropped=self.dropped,
            source=self.source,
            n_repeats=self.n_repeats,
            missing=self.n_missing > 0,
            n_available=None if self.n_available is None else self.n_available[rows][:, columns],
            filled=None if self.filled is None else self.filled[rows][:, columns],
            filled_by=self.filled_by,
            metrics=None if self.metrics is None else [self.metrics[i] for i in rows],
        )

    def left_out(self) -> str:
        """Return the number and the names of the datasets left out, as text; "" if none were."""
        n = len(self.dropped)
        return f"{n} of {self.n_datasets + n}: {shown_names(self.dropped)}" if n else ""

    def unequal_repeats(self) -> str:
        """Return the number of scores that are means of fewer than R repeats, as text; "" if 0."""
        if (counts := self.n_available) is None:
            return ""
        fewer = (counts < self.n_repeats).sum()
        return f"{fewer} of {counts.size} scores, the fewest {counts.min()} of {self.n_repeats}"

    def filled_in(self) -> str:
        """Return number, origin and places of the scores that were filled in; "" if none were."""
        if (cells := self.filled) is None:
            return ""
        by = f"the score of {shown((self.filled_by or '').partition(':')[2])}"
        by = "the worst score of the dataset" if self.filled_by == "worst" else by
        rows, columns = cells.nonzero()
        where = [
            f"{self.datasets[i]}, {self.classifiers[j]}" for i, j in zip(rows, columns, strict=True)
        ]
        return f"{len(rows)} of {cells.size} scores, by {by}: {shown_names(where)}"

    def to_frame(self) -> pd.DataFrame:
        """Return the scores as a data frame: datasets as index, one column per method."""
        import pandas as pd

        index = pd.Index(self.datasets, name="dataset", dtype="str")
        columns = pd.Index(self.classifiers, dtype="str")
        return pd.DataFrame(self.scores.copy(), index=index, columns=columns)

    def _sheet(self, letters: bool) -> Sheet:
        scores, higher = self.to_frame(), self.higher_is_better
        best = scores.eq(scores.max(axis=1) if higher else scores.min(axis=1), axis=0)
        metric = "scores" if self.metric is None else spelled(self.metric)
        names = "dataset"
        while names in self.classifiers:  # the columns of a table have different names
            names += "s"
        sheet = sheet_of(scores.rename_axis(index=names))
        sheet.key, sheet.heads = names, {names: "dataset"}
        sheet.bold = {name: best[name].tolist() for name in self.classifiers}
        sheet.bold_note = "Bold: the best of each row, before rounding."
        sheet.notes = [("", f"Values: {metric}, {'higher' if higher else 'lower'} is better.")]
        if filled := self.filled_in():
            sheet.notes.append(("", f"Filled in, not measured: {filled}."))
        sheet.scores = self.classifiers
        if self.n_missing:
            sheet.notes.append(("", f"{NONE}: no score; so there are no mean ranks."))
            return sheet
        sheet.notes.append(("", "Rank 1 is best; equal scores share the average rank."))
        ranks = scores.rank(axis=1, ascending=not higher).mean()
        for name, form, row, low in (
            ("mean", "", scores.mean(), not higher),
            ("mean rank", ".2f", ranks, True),
        )[self.metrics is not None :]:  # no mean of scores of different metrics
            first = row.eq(row.min() if low else row.max())
            sheet.foot.append(FootRow(name, form, row.tolist(), first.tolist()))
        return sheet

    def to_arrow(self) -> pa.Table:
        """Return a pyarrow table: ``dataset``, then one column per method; null if missing."""
        import pyarrow as pa

        scores = (pa.array(column, from_pandas=True) for column in self.scores.T)  # NaN -> null
        columns = [pa.array(self.datasets, pa.string()), *scores]
        return pa.Table.from_arrays(columns, names=["dataset", *self.classifiers])

    def __reduce__(self) -> tuple[object, ...]:
        # Through the constructor: unpickled arrays would be writable; workers get tables this way.
        return (ResultsTable, tuple(getattr(self, item.name) for item in fields(self)))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ResultsTable):
            return NotImplemented
        return all(
            _same(getattr(self, item.name), getattr(other, item.name))
            for item in fields(self)
            if item.name != "source"
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        rows = counted(self.n_datasets, "dataset")
        return f"<ResultsTable: {rows} x {counted(self.n_classifiers, 'method')}>"

    def __str__(self) -> str:
        direction = "higher" if self.higher_is_better else "lower"
        metric = "scores" if self.metric is None else clipped(self.metric)
        lines = [
            f"Results of {counted(self.n_classifiers, 'method')} on "
            f"{counted(self.n_datasets, 'dataset')}: {metric}, {direction} is better"
        ]
        if self.n_repeats > 1:
            lines.append(f"means over {self.n_repeats} repeats")
        if fewer := self.unequal_repeats():
            lines.append(f"of fewer repeats: {fewer}")
        if self.n_missing:
            lines.append(f"{counted(self.n_missing, 'score')} missing (NA)")
        lines.extend(corner(self.datasets, self.classifiers, self.scores))
        if self.dropped:
            lines.append(f"left out for missing scores: {self.left_out()}")
        if filled := self.filled_in():
            lines.append(f"filled in, not measured: {filled}")
        return lined(lines)


def results_table(
    scores: npt.ArrayLike,
    datasets: Sequence[str],
    classifiers: Sequence[str],
    *,
    higher_is_better: bool,
    metric: str | None = None,
    by_repeat: npt.ArrayLike | None = None,
    dropped: Iterable[str] = (),
    source: str | None = None,
    n_repeats: int = 1,
    missing: bool = False,
    n_available: npt.ArrayLike | None = None,
    filled: npt.ArrayLike | None = None,
    filled_by: str | None = None,
    metrics: Iterable[str] | None = None,
) -> ResultsTable:
    """Make a checked `ResultsTable` from arrays.

    Parameters
    ----------
    scores : (N, k) array of finite numbers
        Rows are datasets. Copied; negative zeros become zeros.
    datasets, classifiers : sequences of N and of k different str
        Names, kept unchanged.
    higher_is_better : bool
        True if higher scores are better.
    metric, by_repeat, dropped, source, n_repeats, n_available, filled, filled_by, metrics
        As in `ResultsTable`; with ``by_repeat``, its third dimension gives the number of repeats.
    missing : bool
        Whether scores may be missing, as NaN.

    Raises
    ------
    ArgumentError
        If ``higher_is_better`` is not a bool or ``metric`` not a str.
    ResultsTableError
        If a name occurs twice or looks like another, a shape does not fit, a score is not finite,
        there is no dataset or no method, or one of them has no score.

    Examples
    --------
    >>> t = results_table([[0.5, 0.25]], ["iris"], ["tree", "forest"], higher_is_better=True)
    >>> t.n_datasets, t.n_classifiers
    (1, 2)
    """
    given: tuple[Any, ...] = (datasets, classifiers, scores, higher_is_better, metric, by_repeat)
    given += (dropped, source, n_repeats, n_available, filled, filled_by, metrics)
    table = ResultsTable(*given)
    for array in (table.scores, table.by_repeat):
        if array is not None and not missing:
            some = (array == array).any(axis=1, keepdims=True)  # a dataset may have fewer repeats
            _refuse_where(some & (array != array), array, table.datasets, table.classifiers, source)
    return table


def check_direction(higher_is_better: object) -> bool:
    """Return a direction; refuse what is not a bool."""
    if higher_is_better is None:
        raise ArgumentError(
            "`higher_is_better` must be given: true for a score such as accuracy, false for an "
            "error",
            expected="true or false",
            found="nothing",
        )
    if not isinstance(higher_is_better, bool):
        raise ArgumentError("`higher_is_better` must be true or false", expected="true or false")
    return higher_is_better


def check_metric(metric: object, argument: str = "metric") -> None:
    """Refuse a metric, or another optional string, that is not a string."""
    if not (metric is None or isinstance(metric, str)):
        raise ArgumentError(f"`{argument}` must be a string", expected="a string")


def _metrics(
    given: object, datasets: tuple[str, ...], file: str | None
) -> dict[str, str | tuple[str, ...] | None]:
    """Return the metric of each dataset, None if it is the same for all, and the name of all."""
    names = texts("metric", listed("metrics", given), file)
    if len(names) != len(datasets):
        found, hint = counted(len(names), "metric"), "Give one metric per dataset."
        raise refusal(counted(len(datasets), "metric"), found, hint, file=file)
    distinct = list(dict.fromkeys(names))
    return {"metric": ", ".join(distinct), "metrics": names if len(distinct) > 1 else None}


def _numbers(
    argument: str,
    values: npt.ArrayLike,
    datasets: tuple[str, ...],
    classifiers: tuple[str, ...],
    file: str | None,
) -> Floats:
    """Return read-only finite numbers (or NaN) of the right shape, without -0."""
    import numpy as np

    if isinstance(values, np.ma.MaskedArray):  # a masked value is not a score
        values = np.where(values.mask, np.nan, values.data)
    try:
        array = np.asarray(values)
        found = str(array.dtype)
    except (TypeError, ValueError):  # for example, rows of unequal lengths
        array, found = np.empty(0, object), type(values).__name__
    if array.dtype.kind not in "fiu":
        hint = "Convert them to float64 first."
        raise refusal(f"`{argument}` as numbers", found, hint, file=file)
    shape, dimensions = (len(datasets), len(classifiers)), 3 if argument == "by_repeat" else 2
    if array.ndim != dimensions or array.shape[:2] != shape or 0 in array.shape:
        expected = f"`{argument}` of shape {shape}" + (" by repeats" if dimensions == 3 else "")
        hint = "Give one row per dataset, one column per method."
        raise refusal(expected, str(array.shape), hint, file=file)
    if not _settled(array):
        array = np.array(array, dtype=np.float64, order="C")
        array += 0.0
    _refuse_where(np.isinf(array), array, datasets, classifiers, file)
    array.flags.writeable = False
    return array


def _settled(array: npt.NDArray[Any]) -> bool:
    """Return whether doubles need no copy: nobody can write to them, and none is -0."""
    import numpy as np

    whole = array if array.base is None else array.base
    if not isinstance(whole, np.ndarray) or whole.base is not None or whole.flags.writeable:
        return False
    fits = array.dtype == np.float64 and array.flags.c_contiguous and not array.flags.writeable
    return bool(fits and not (np.signbit(array) & (array == 0)).any())


def _refuse_where(
    bad: npt.NDArray[np.bool_],
    array: Floats,
    datasets: tuple[str, ...],
    classifiers: tuple[str, ...],
    file: str | None,
) -> None:
    """Refuse an array with an invalid number."""
    if bad.any():
        first = tuple(int(place[0]) for place in bad.nonzero())
        names = shown(datasets[first[0]]), shown(classifiers[first[1]])
        place = f"for dataset {names[0]} and method {names[1]}"
        hint = "Correct the score, or leave it out as missing."
        raise refusal("a finite number", f"`{array[first]}` {place}", hint, file=file)


def _refuse_empty(
    scores: Floats, datasets: tuple[str, ...], classifiers: tuple[str, ...], file: str | None
) -> None:
    """Refuse a dataset or a method whose scores are all missing."""
    absent = scores != scores
    for what, names, axis in (("dataset", datasets, 1), ("method", classifiers, 0)):
        empty = [name for name, none in zip(names, absent.all(axis=axis), strict=True) if none]
        if empty:
            hint = f"Leave out the {what}."
            found = f"none for {shown_names(empty)}"
            raise refusal(f"at least one score for every {what}", found, hint, file=file)


def _positions(what: str, names: tuple[str, ...], wanted: Sequence[str] | None) -> list[int]:
    wanted = names if wanted is None else listed(what, wanted)
    places = {name: i for i, name in enumerate(names)}
    unknown = [str(name) for name in wanted if not isinstance(name, str) or name not in places]
    if unknown:
        raise ArgumentError(
            f"`{what}` must be names of the table, not {shown_names(unknown)}",
            expected=shown_names(names),
            found=shown_names(unknown),
        )
    return [places[name] for name in wanted]


def _same(one: Any, other: Any) -> bool:
    if one is None or other is None or not hasattr(one, "shape"):
        return bool(one is other or (one is not None and one == other))
    same = (one == other) | ((one != one) & (other != other)) if one.shape == other.shape else None
    return bool(same is not None and same.all())
