"""Series in memory: arrays and lists of arrays, frames as aeon and sktime use them, Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError, SeriesError, refusal
from pybench.base.text import shown
from pybench.read.frame import is_pandas_frame
from pybench.read.grid import text_of
from pybench.read.rectangle import rectangle_set
from pybench.seriesset.build import channel_names, series_set
from pybench.seriesset.series import KEYS, SeriesSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

LONG = ("id", "time")  # columns of tsfresh's long frames: the row's series, and the time
# Names of columns other than values; numbers in them would be read as points in time.
NO_VALUES = frozenset({*KEYS, "time", "kind", "class", "target"})
EXACT = 2**53


def read_container(
    source: Any, dataset: str | None, split: str | None, label: Any, trailing_nan: str
) -> SeriesSet:
    """Return the series of an object in memory; see `read_series`."""
    import numpy as np

    if label is None and _is_pair(source):
        source, label = source
    if isinstance(source, SeriesSet) and label is None:
        return source.select(None if dataset is None else [dataset], split)
    if is_pandas_frame(source) and not _has_lists(source):
        return _frame(source, _needed(dataset), split or "", label, trailing_nan)
    if is_pandas_frame(source) or hasattr(source, "__arrow_c_stream__"):
        return _table(source, dataset, split, label)
    if isinstance(source, np.ndarray) and source.dtype != object:
        labels = _labels(label, len(source))
        return _array(source, _needed(dataset), split or "", labels, trailing_nan)
    if isinstance(source, (list, np.ndarray)):
        return _list(list(source), _needed(dataset), split or "", label)
    expected = "a path, an Archive, a frame, an Arrow table or stream, an array or a list of arrays"
    found = type(source).__name__
    raise ArgumentError(f"`source` must be {expected}, not {found}", expected=expected, found=found)


def _is_pair(source: Any) -> bool:
    """Return whether this is series with labels, as aeon's and sktime's loaders return them."""
    import numpy as np

    if not (isinstance(source, tuple) and len(source) == 2 and hasattr(source[0], "__len__")):
        return False
    series, labels = source
    if np.ndim(labels) != 1:
        return False
    if isinstance(series, list):  # a list of series, not of the values of one
        return bool(series) and np.ndim(series[0]) > 0
    return is_pandas_frame(series) or (isinstance(series, np.ndarray) and series.ndim != 1)


def _table(source: Any, dataset: str | None, split: str | None, label: Any) -> SeriesSet:
    from pybench.read.lists import read_table

    if label is not None:
        hint = "Put the labels into the column `label`."
        raise ArgumentError("`label` can be given only with arrays, not with a table", hint=hint)
    series = read_table(source, dataset=dataset, split=split)
    return series.select(None if dataset is None else [dataset], split)


def _array(
    source: npt.NDArray[Any], dataset: str, split: str, label: Any, trailing_nan: str
) -> SeriesSet:
    """Read (n, length) or (n, channels, length) numbers."""
    import numpy as np

    if source.ndim not in (2, 3) or 0 in source.shape:
        expected = "(series, length) or (series, channels, length)"
        raise _refused(expected, f"shape {source.shape}", "Change the shape of the array.")
    _check_numbers(source, "the array")
    cube = np.asarray(source, np.float64).reshape(len(source), -1, source.shape[-1])
    channels = channel_names(cube.shape[1])
    return rectangle_set(
        [np.ascontiguousarray(cube[:, c]).reshape(-1) for c in range(len(channels))],
        cube.shape[2],
        trailing_nan=trailing_nan,
        dataset=dataset,
        split=split,
        label=label,
        channels=channels,
    )


def _list(
    source: Sequence[Any],
    dataset: str,
    split: str,
    label: Any,
    channels: Sequence[str] | None = None,
) -> SeriesSet:
    """Read arrays of (channels, length) or (length,)."""
    import numpy as np

    if not source:
        raise _refused("at least one series", "none", "The list is empty.")
    cases = []
    for row, item in enumerate(source):
        if is_pandas_frame(item):
            hint = (
                "A row is a point in time in sktime and a channel in aeon: give arrays of "
                "(channels, length), or one frame with an index of (instance, time)."
            )
            raise _refused("arrays", f"a frame in series {row}", hint)
        case = np.atleast_2d(np.asarray(item))
        _check_numbers(case, f"series {row}")
        cases.append(case)
        if case.ndim != 2 or len(case) != len(cases[0]):
            found = f"shape {case.shape} in series {row}"
            expected = f"{len(cases[0])} x length, as in series 0"
            raise _refused(expected, found, "Give all series the same channels.")
    n = len(cases[0])
    names = channel_names(n) if n == 1 or channels is None else channels
    labels = _labels(label, len(source))
    return series_set(cases, dataset=dataset, split=split, label=labels, channels=names)


def _frame(
    frame: pd.DataFrame, dataset: str, split: str, label: Any, trailing_nan: str
) -> SeriesSet:
    """Read a frame of (instance, time) rows, of nested series, or of one row per series."""
    import pandas as pd

    if len(frame) == 0 or len(frame.columns) == 0:
        hint = "Check how the data frame was made."
        raise _refused("at least one series", "an empty frame", hint)
    if set(LONG) < set(frame.columns):
        frame = frame.set_index(list(LONG))
    names = [str(name) for name in frame.columns]
    if strange := [name for name in names if name.lower() in NO_VALUES]:
        hint = "Take the column out; `dataset`, `split` and `label` are arguments."
        raise _refused("columns of values alone", shown(strange[0]), hint)
    if isinstance(frame.index, pd.MultiIndex):
        return _list(list(_instances(frame)), dataset, split, label, names)
    if all(map(pd.api.types.is_object_dtype, frame.dtypes)):
        cases = [_case(frame, row) for row in range(len(frame))]
        return _list(cases, dataset, split, label, names)
    wide = frame.to_numpy()
    _check_numbers(wide, "the frame")
    return _array(wide, dataset, split, _labels(label, len(wide)), trailing_nan)


def _instances(frame: pd.DataFrame) -> Iterable[npt.NDArray[Any]]:
    """Yield (channels, length) of each instance, its rows collected and in order of time."""
    import pandas as pd

    if frame.index.nlevels != 2:
        found = f"{frame.index.nlevels} levels"
        hint = "Give the index two levels, instance and time."
        raise _refused("an index of (instance, time)", found, hint)
    names = frame.index.get_level_values(0)
    begins = [0, *(row for row in range(1, len(names)) if names[row] != names[row - 1])]
    if len(begins) != names.nunique():
        hint = "Sort the frame by its index."
        expected = "all rows of an instance next to each other"
        raise _refused(expected, "an instance in two places", hint)
    for begin, end in zip(begins, [*begins[1:], len(names)], strict=True):
        case = frame.iloc[begin:end].droplevel(0)
        _check_time(pd.Index(case.index), str(names[begin]))
        yield case.to_numpy().T


def _case(frame: pd.DataFrame, row: int) -> npt.NDArray[Any]:
    """Return one row of nested series as (channels, length)."""
    import numpy as np
    import pandas as pd

    cells: dict[str, Any] = {str(name): frame.iloc[row, i] for i, name in enumerate(frame.columns)}
    lengths: set[int] = set()
    for name, cell in cells.items():
        if not isinstance(cell, pd.Series):
            found = f"{type(cell).__name__} in row {row}, column {shown(name)}"
            raise _refused("a pandas Series in every cell", found, "Convert the frame.")
        _check_time(cell.index, f"row {row}")
        lengths.add(len(cell))
    if len(lengths) != 1:
        found = f"lengths {min(lengths)} and {max(lengths)} in row {row}"
        hint = "Make the channels of each series equally long."
        raise _refused("channels of equal length", found, hint)
    return np.stack([cell.to_numpy() for cell in cells.values()])


def _check_time(index: pd.Index[Any], where: str) -> None:
    """Refuse times that do not ascend: the values would be in the wrong order."""
    if not (index.is_monotonic_increasing and index.is_unique):
        hint = "Sort the values by time."
        raise _refused("times that rise", f"times in {shown(where)} that do not", hint)


def _has_lists(frame: pd.DataFrame) -> bool:
    """Return whether a frame has a column of lists, arrays or Arrow lists."""
    import numpy as np
    import pandas as pd

    for name in frame.columns:
        column = frame[name]
        if isinstance(column, pd.Series) and len(column):
            if isinstance(column.dtype, pd.ArrowDtype) and "list" in str(column.dtype):
                return True
            if column.dtype == object and isinstance(column.iloc[0], (list, tuple, np.ndarray)):
                return True
    return False


def _check_numbers(values: npt.NDArray[Any], where: str) -> None:
    if values.dtype.kind not in "fiu" or values.dtype.itemsize > 8:
        found = f"{values.dtype} in {where}"
        raise _refused("numbers", found, "Convert the values to float64.")
    if values.dtype.kind in "iu" and values.dtype.itemsize == 8:
        large = (values > EXACT) | (values < -EXACT if values.dtype.kind == "i" else False)
        if large.any():
            found = f"{values[large][0]} in {where}"
            raise _refused("integers that a double holds", found, "Convert them to float64.")


def _labels(label: Any, n: int) -> list[str | None] | None:
    """Return labels as texts, integers as their digits."""
    if label is None:
        return None
    found = label.tolist() if hasattr(label, "tolist") else list(label)
    if len(found) != n:
        raise _refused(
            "one label per series", f"{len(found)} for {n} series", "Give one label per series."
        )
    labels = [None if value is None else text_of(value) for value in found]
    for row, (text, value) in enumerate(zip(labels, found, strict=True)):
        if text is None and value is not None:
            found_there = f"{type(value).__name__} in row {row}"
            raise _refused("labels as text or integers", found_there, "Convert the labels.")
    return labels


def _needed(dataset: str | None) -> str:
    if dataset is None:
        hint = 'For example dataset="GunPoint".'
        raise ArgumentError("`dataset` must be given, to name series in memory", hint=hint)
    return dataset


def _refused(expected: str, found: str, hint: str) -> Exception:
    return refusal(expected, found, hint, kind=SeriesError)
