"""ItemTable: items x methods, with runs, clusters, weights and datasets of the items."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base.errors import ArgumentError, refusal
from pybench.base.names import distinct_names, refuse_look_alikes
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined, shown, strangers
from pybench.table import (
    ResultsTable,
    check_direction,
    check_metric,
    results_table,
)

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Places = npt.NDArray[np.intp]

#: Columns of a frame of items that hold no scores, in this order.
COLUMNS = ("dataset", "item", "run", "cluster", "weight")
_SHOWN = 20


@dataclass(frozen=True, slots=True, eq=False)
class ItemTable(Result):
    """Scores of methods on single items, as `read_items` returns them."""

    items: tuple[str, ...]  #: the n rows; an item occurs once, or once in each dataset
    classifiers: tuple[str, ...]  #: the k methods
    scores: npt.NDArray[np.float64]  #: (n, k) finite, means over runs
    higher_is_better: bool  #: True if higher scores are better
    metric: str | None = None  #: name of the metric, for display
    by_run: npt.NDArray[np.float64] | None = None  #: (n, k, R) scores of R >= 2 runs, or None
    clusters: tuple[str, ...] | None = None  #: the cluster of each item; None: each is its own
    weights: npt.NDArray[np.float64] | None = None  #: (n,) > 0; None: all items count alike
    datasets: tuple[str, ...] | None = None  #: the dataset (benchmark) of each item, if named
    source: str | None = None  #: the file or folder that the table came from
    format: str = "frame"  #: layout that was read: "frame", "csv", "lm-eval", "inspect", "run"

    schema: ClassVar[str] = "item-table/1"

    def __post_init__(self) -> None:
        check_direction(self.higher_is_better)
        check_metric(self.metric)
        check_metric(file := self.source, "source")
        names = distinct_names("method", self.classifiers, file)
        n = len(self.items)
        if n < 1:
            raise refusal("at least one item", "none", "The table is empty.", file=file)
        object.__setattr__(self, "items", tuple(self.items))
        object.__setattr__(self, "classifiers", names)
        for field in ("clusters", "datasets"):
            if (labels := getattr(self, field)) is not None:
                _of_length(field, len(labels), n, file)
                refuse_look_alikes(list(dict.fromkeys(labels)), file)
                object.__setattr__(self, field, tuple(labels))
        _refuse_twice(self.items, self.datasets, file)
        shapes = {"scores": (n, len(names)), "weights": (n,)}
        if self.by_run is not None:
            shapes["by_run"] = (n, len(names), int(np.shape(self.by_run)[-1]))
        for field, shape in shapes.items():
            if (values := getattr(self, field)) is not None:
                object.__setattr__(self, field, _finite(field, values, shape, self, file))
        if self.weights is not None and (self.weights <= 0).any():
            place = int((self.weights <= 0).argmax())
            found = f"{self.weights[place]:g} for item {shown(self.items[place])}"
            hint = "Leave out items that must not count."
            raise refusal("weights above 0", found, hint, file=file)

    @property
    def n_items(self) -> int:
        """Number of items, n."""
        return len(self.items)

    @property
    def n_classifiers(self) -> int:
        """Number of methods, k."""
        return len(self.classifiers)

    @property
    def n_runs(self) -> int:
        """Number of runs of each method on each item, R."""
        return 1 if self.by_run is None else int(self.by_run.shape[2])

    @property
    def n_clusters(self) -> int:
        """Number of clusters; without clusters, that of items."""
        return self.n_items if self.clusters is None else len(set(self.clusters))

    def select(self, dataset: str | None = None) -> ItemTable:
        """Return the items of one dataset.

        Parameters
        ----------
        dataset : str, optional
            Name of a dataset (benchmark) of the table; None returns the whole table.

        Raises
        ------
        ArgumentError
            If no item is of this dataset.

        Examples
        --------
        >>> import pandas as pd
        >>> import pybench as pb
        >>> rows = {"dataset": ["x", "y"], "item": ["1", "1"], "a": [1, 0], "b": [0, 0]}
        >>> pb.read_items(pd.DataFrame(rows), higher_is_better=True).select("y").scores.tolist()
        [[0.0, 0.0]]
        """
        if dataset is None:
            return self
        known = list(dict.fromkeys(self.datasets or ()))
        if dataset not in known:
            named = "one of: " + ", ".join(known) if known else "None: the items name no dataset"
            raise ArgumentError(
                f"`dataset` must be a dataset of the items, not {dataset!r}",
                expected=named,
                found=repr(dataset),
                hint=strangers([dataset], known) if known else None,
            )
        return self._rows(np.flatnonzero([own == dataset for own in self.datasets or ()]))

    def _rows(self, rows: Places) -> ItemTable:
        def some(values: Any) -> Any:
            if values is None:
                return None
            return values[rows] if isinstance(values, np.ndarray) else [values[i] for i in rows]

        fields = ("items", "scores", "by_run", "clusters", "weights", "datasets")
        parts = {field: some(getattr(self, field)) for field in fields}
        head = (self.higher_is_better, self.metric, self.source, self.format)
        return ItemTable(
            classifiers=self.classifiers,
            **dict(zip(("higher_is_better", "metric", "source", "format"), head, strict=True)),  # type: ignore[arg-type]
            **parts,
        )

    def to_results(self) -> ResultsTable:
        """Return a results table: for each dataset, the mean score of each method over its items.

        Weights are used; runs become repeats. The mean is the exact sum, rounded once, divided by
        the number of items and runs or by the sum of their weights.

        Returns
        -------
        ResultsTable
            Datasets in order of first appearance.

        Raises
        ------
        ArgumentError
            If the items name no dataset.

        Examples
        --------
        >>> import pandas as pd
        >>> import pybench as pb
        >>> rows = {"dataset": ["x", "x", "y"], "item": ["1", "2", "1"], "a": [1, 0, 1]}
        >>> rows["b"] = [0, 0, 1]
        >>> t = pb.read_items(pd.DataFrame(rows), higher_is_better=True, metric="accuracy")
        >>> t.to_results().scores.tolist()
        [[0.5, 0.0], [1.0, 1.0]]
        """
        if self.datasets is None:
            raise ArgumentError(
                "the items name no dataset, which would be the rows of a results table",
                expected="a column of datasets",
                found="none",
                hint='Give read_items() a column with the dataset of each item: dataset="NAME".',
            )
        names = list(dict.fromkeys(self.datasets))
        places = {name: number for number, name in enumerate(names)}
        codes = np.array([places[name] for name in self.datasets])
        cube = self.scores[:, :, None] if self.by_run is None else self.by_run
        weights = np.ones(self.n_items) if self.weights is None else self.weights
        means = np.empty((len(names), self.n_classifiers, cube.shape[2]))
        overall = np.empty(means.shape[:2])
        for row in range(len(names)):
            own = codes == row
            cells, total = weights[own, None, None] * cube[own], math.fsum(weights[own])
            for j in range(self.n_classifiers):
                overall[row, j] = math.fsum(cells[:, j].ravel()) / (total * cube.shape[2])
                means[row, j] = [math.fsum(run) / total for run in cells[:, j].T]
        return results_table(
            overall,
            names,
            self.classifiers,
            higher_is_better=self.higher_is_better,
            metric=self.metric,
            by_repeat=means if self.n_runs > 1 else None,
            source=self.source,
        )

    def to_frame(self) -> pd.DataFrame:
        """Return one row per item, or per item and run: names, cluster, weight, scores.

        Examples
        --------
        >>> import pandas as pd
        >>> import pybench as pb
        >>> rows = pd.DataFrame({"item": ["1", "2"], "a": [1.0, 0.0], "b": [0.5, 0.0]})
        >>> pb.read_items(rows, higher_is_better=True).to_frame().equals(rows)
        True
        """
        import pandas as pd

        runs = self.n_runs
        given = (self.datasets, self.items, None, self.clusters, self.weights)
        columns: dict[str, Any] = {}
        for name, values in zip(COLUMNS, given, strict=True):
            if values is not None:
                columns[name] = np.repeat(np.asarray(values), runs)
            elif name == "run" and runs > 1:
                columns[name] = np.tile([str(run + 1) for run in range(runs)], self.n_items)
        scores = self.scores[:, :, None] if self.by_run is None else self.by_run
        for j, name in enumerate(self.classifiers):
            column = name
            while column in columns:  # a method may be called as a column of names
                column += "_"
            columns[column] = scores[:, j].ravel()
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        direction = "higher" if self.higher_is_better else "lower"
        metric = "scores" if self.metric is None else clipped(self.metric)
        head = (
            f"Scores of {counted(self.n_classifiers, 'method')} on "
            f"{counted(self.n_items, 'item')}: {metric}, {direction} is better"
        )
        return lined([head, *self._told(), *self._means()])

    def _told(self) -> Iterator[str]:
        if self.n_runs > 1:
            yield f"  means over {self.n_runs} runs"
        if self.clusters is not None:
            sizes = sorted(np.unique(self.clusters, return_counts=True)[1].tolist())
            yield (
                f"  {counted(len(sizes), 'cluster')}, the smallest of {counted(sizes[0], 'item')}, "
                f"the largest of {sizes[-1]}"
            )
        if self.weights is not None:
            low, high = float(self.weights.min()), float(self.weights.max())
            yield f"  weights from {low:.4g} to {high:.4g}"
        if self.datasets is not None:
            yield f"  of {counted(len(set(self.datasets)), 'dataset')}"

    def _means(self) -> Iterator[str]:
        means = weighted_means(self)
        names = [clipped(name) for name in self.classifiers[:_SHOWN]]
        width = max(map(len, names))
        yield f"  mean over {'items' if self.weights is None else 'weighted items'}:"
        for name, mean in zip(names, means.tolist(), strict=False):
            yield f"    {name:{width}}  {mean:.4g}"
        if self.n_classifiers > _SHOWN:
            yield f"    and {counted(self.n_classifiers - _SHOWN, 'method')} more"


def weighted_means(items: ItemTable) -> Floats:
    """Return the mean score of each method: the exact sum over items and runs, divided once."""
    cube = items.scores[:, :, None] if items.by_run is None else items.by_run
    weights = np.ones(items.n_items) if items.weights is None else items.weights
    if items.weights is not None:
        cube = weights[:, None, None] * cube
    whole = np.array_equal(cube, np.rint(cube)) and np.abs(cube).max() * cube.size < 2**53
    columns = np.moveaxis(cube, 1, 0).reshape(items.n_classifiers, -1)
    sums = columns.sum(axis=1) if whole else np.array([math.fsum(column) for column in columns])
    return np.asarray(sums / (math.fsum(weights) * cube.shape[2]))


def _of_length(field: str, length: int, n: int, file: str | None) -> None:
    if length != n:
        hint = "Give one for each item."
        raise refusal(f"{n} {field}", str(length), hint, file=file)


def _refuse_twice(items: Sequence[str], datasets: Sequence[str] | None, file: str | None) -> None:
    """Refuse an item that occurs twice, in one dataset if datasets are named."""
    keys: Any = items if datasets is None else list(zip(datasets, items, strict=True))
    if len(set(keys)) == len(items):
        return
    seen = set()
    for key in keys:
        if key in seen:
            name = key if datasets is None else key[1]
            hint = "Give each item its own name, or the dataset of each item."
            raise refusal("every item once", f"{shown(name)} twice", hint, file=file)
        seen.add(key)


def _finite(
    field: str, values: Any, shape: tuple[int, ...], table: ItemTable, file: str | None
) -> Floats:
    """Return finite numbers of a shape as a read-only array, without negative zeros."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != shape:
        expected = f"`{field}` of shape {shape}"
        raise refusal(expected, str(array.shape), "Give one row per item.", file=file)
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        place = bad[0]
        found = f"`{array[tuple(place)]}` for item {shown(table.items[place[0]])}"
        if len(shape) > 1:
            found += f" and method {shown(table.classifiers[place[1]])}"
        raise refusal("a finite number", found, "Correct it, or leave out the item.", file=file)
    array = array + 0.0
    array.flags.writeable = False
    return array
