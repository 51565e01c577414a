"""Make a checked SeriesSet from arrays, from a reader's buffers, or from several sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pybench.base.errors import SeriesError, refusal
from pybench.base.text import counted, shown, shown_names
from pybench.seriesset.series import KEYS, SeriesSet, whole

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]

SPLITS = ("train", "test")
UNIVARIATE = ("value",)


def series_set(
    series: Iterable[npt.ArrayLike],
    *,
    dataset: str | Sequence[str],
    split: str | Sequence[str] = "",
    label: Sequence[str | None] | None = None,
    channels: Sequence[str] = UNIVARIATE,
    source: str | None = None,
) -> SeriesSet:
    """Make a checked `SeriesSet` from arrays.

    Parameters
    ----------
    series : iterable of arrays
        Arrays of numbers, each of shape (length,) or (channels, length). NaN is a missing value.
    dataset, split : str or sequence of n str
        One value for all rows, or one value per row. A split is "train" or "test", or "" if
        there is none.
    label : sequence of n str or None, optional
        Class labels, kept byte for byte.
    channels : sequence of str
        Names of the channels.
    source : str, optional
        Where the series came from; error messages show it.

    Returns
    -------
    SeriesSet
        One row per series, in order.

    Raises
    ------
    SeriesError
        If a series is empty, has the wrong number of channels, or contains an infinite value or a
        value that is not a number; if names are not text.

    Examples
    --------
    >>> series_set([[1, 2], [3, 4]], dataset="toy").lengths.tolist()
    [2, 2]
    """
    import numpy as np

    cases = [_numbers(case, row, source) for row, case in enumerate(_each(series, source))]
    for row, case in enumerate(cases):
        if case.ndim != 2 or len(case) != len(channels):
            raise refusal(
                f"an array (channels, length) with {counted(len(channels), 'channel')}",
                f"shape {np.shape(case)} in series {row}",
                "Give each series as an array (channels, length), and name the channels.",
                file=source,
                kind=SeriesError,
            )
    offsets = np.zeros(len(cases) + 1, np.int64)
    offsets[1:] = np.cumsum([case.shape[1] for case in cases])
    values = [
        np.concatenate([case[c] for case in cases]) if cases else np.empty(0)
        for c in range(len(channels))
    ]
    return from_buffers(
        offsets, values, dataset=dataset, split=split, label=label, channels=channels, source=source
    )


def from_buffers(
    offsets: npt.NDArray[np.int64],
    values: Sequence[Floats],
    *,
    dataset: str | Sequence[str],
    split: str | Sequence[str] = "",
    label: Sequence[str | None] | None = None,
    channels: Sequence[str] = UNIVARIATE,
    source: str | None = None,
) -> SeriesSet:
    """Make a checked `SeriesSet` from a reader's offsets and values, without a copy.

    Parameters
    ----------
    offsets : (n + 1,) int64
        Where each series begins; the first is 0.
    values : one (offsets[-1],) float64 per channel
        Concatenated values.
    dataset, split, label, channels, source
        As in `series_set`.

    Raises
    ------
    If a series is empty or contains an infinite value, a split is none of "train", "test", "", or
    names and rows do not match.
    """
    import numpy as np
    import pyarrow as pa

    n = len(offsets) - 1
    _refuse_channels(channels, source)
    datasets = _column("dataset", dataset, n, source)
    splits = _column("split", split, n, source)
    labels = pa.nulls(n, pa.string()) if label is None else _texts("label", label, n, source)
    _refuse_bad(offsets, values, splits, source)
    columns = [
        pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(np.ascontiguousarray(column)))
        for column in values
    ]
    table = pa.Table.from_arrays(
        [datasets, splits, labels, pa.array(places(datasets, splits)), *columns],
        names=[*KEYS, *channels],
    )
    return SeriesSet(table, source)


def channel_names(n: int) -> tuple[str, ...]:
    """Return names for unnamed channels: "value" for one, else "channel_1", ..."""
    return UNIVARIATE if n == 1 else tuple(f"channel_{i + 1}" for i in range(n))


def joined(sets: Sequence[SeriesSet], source: str | None = None) -> SeriesSet:
    """Concatenate the series of several sets.

    Raises
    ------
    SeriesError
        If the channels differ, or two sets hold the same split of the same dataset.
    """
    import pyarrow as pa

    if not sets:
        hint = "Give at least one set."
        raise refusal("at least one series", "none", hint, file=source, kind=SeriesError)
    first = sets[0]
    seen: set[tuple[str, str]] = set()
    for other in sets:
        if other.channels != first.channels:
            found = f"{shown_names(first.channels)} and {shown_names(other.channels)}"
            hint = "Read datasets with different channels in separate calls."
            raise refusal("the same channels", found, hint, file=source, kind=SeriesError)
        mine = set(zip(other.dataset, other.split, strict=True))
        if twice := sorted(seen & mine):
            found = f"{shown(twice[0][0])} ({twice[0][1] or 'no split'}) twice"
            raise refusal(
                "every dataset once", found, "Rename one of them.", file=source, kind=SeriesError
            )
        seen |= mine
    return SeriesSet(whole(pa.concat_tables([s.arrow for s in sets])), source)


def places(datasets: pa.DictionaryArray, splits: pa.DictionaryArray) -> npt.NDArray[np.int64]:
    """Return the 0-based place of each row in its dataset and split."""
    import numpy as np

    n = len(datasets)
    one = datasets.indices.to_numpy() * np.int64(len(splits.dictionary)) + splits.indices.to_numpy()
    order = np.argsort(one, kind="stable")
    new = np.diff(one[order], prepend=-1) != 0  # where a dataset and split begins in this order
    begins = np.maximum.accumulate(np.where(new, np.arange(n), 0))
    found = np.empty(n, np.int64)
    found[order] = np.arange(n) - begins
    return found


def _each(series: Any, source: str | None) -> Iterable[npt.ArrayLike]:
    if isinstance(series, Iterable):
        return series
    found, hint = type(series).__name__, "Give a list of arrays."
    raise refusal("arrays", found, hint, file=source, kind=SeriesError)


def _numbers(case: npt.ArrayLike, row: int, source: str | None) -> Floats:
    """Return one series as (channels, length) float64; None is a missing value."""
    import numpy as np

    try:
        found = np.atleast_2d(np.asarray(case))
        if found.dtype.kind in "fiubO":
            return found.astype(np.float64, copy=False)
        what = str(found.dtype)
    except (TypeError, ValueError, OverflowError):
        what = f"{type(case).__name__} of what is not a number, or of unequal lengths,"
    hint = "Give each series as (channels, length) numbers."
    raise refusal("numbers", f"{what} in series {row}", hint, file=source, kind=SeriesError)


def _column(what: str, value: str | Sequence[str], n: int, source: str | None) -> pa.Array:
    """Return one name per row, dictionary encoded; a single name is for all rows."""
    import numpy as np
    import pyarrow as pa

    if isinstance(value, str):
        places = pa.array(np.zeros(n, np.int32))
        return pa.DictionaryArray.from_arrays(places, _texts(what, [value], 1, source))
    column = _texts(what, value, n, source)
    if column.null_count:
        row = column.is_null().index(pa.scalar(True)).as_py()
        hint = "Name it in every row."
        raise refusal(f"a {what} for each series", f"none in series {row}", hint, file=source,
                      kind=SeriesError)  # fmt: skip
    return column.dictionary_encode()


def _texts(what: str, value: Sequence[str | None], n: int, source: str | None) -> pa.Array:
    """Return texts, one per series, in Arrow."""
    import pyarrow as pa

    def bad(found: str, hint: str) -> Exception:
        return refusal(f"one {what} per series", found, hint, file=source, kind=SeriesError)

    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise bad(repr(value), "Give one string per series.")
    texts = list(value)
    if len(texts) != n:
        raise bad(f"{len(texts)} for {n} series", f"Give one {what} per series.")
    try:
        return pa.array(texts, pa.string())
    except (pa.ArrowInvalid, pa.ArrowTypeError, UnicodeEncodeError) as error:
        raise bad(f"what is not text: {error}", "Write it as text.") from error


def _refuse_channels(channels: Sequence[str], source: str | None) -> None:
    """Refuse channel names that a table of the rows cannot hold."""
    names = list(channels)
    if (
        isinstance(channels, str) or not names or len(set(names)) < len(names)
        or not all(isinstance(name, str) for name in names) or set(names) & set(KEYS)
    ):  # fmt: skip
        expected = f"names of channels, all different, none of them {', '.join(KEYS)}"
        raise refusal(expected, repr(channels), "Rename them.", file=source, kind=SeriesError)


def _refuse_bad(
    offsets: npt.NDArray[np.int64],
    values: Sequence[Floats],
    splits: pa.Array,
    source: str | None,
) -> None:
    import numpy as np

    def bad(expected: str, found: str, hint: str) -> Exception:
        return refusal(expected, found, hint, file=source, kind=SeriesError)

    if strange := sorted(set(splits.dictionary.to_pylist()) - {*SPLITS, ""}):
        raise bad('a split "train", "test" or ""', shown(str(strange[0])), "Rename it.")
    empty = np.flatnonzero(np.diff(offsets) < 1)
    if len(empty):
        found = f"none in series {empty[0]}"
        raise bad("at least one value per series", found, "Leave this series out.")
    for column in values:
        if len(column) != offsets[-1]:
            found = f"{len(column)} and {offsets[-1]} values"
            raise bad("channels of equal length", found, "Check the lengths of the channels.")
        infinite = np.flatnonzero(np.isinf(column))
        if len(infinite):
            row = int(np.searchsorted(offsets, infinite[0], side="right")) - 1
            found = f"`{column[infinite[0]]}` in series {row}, place {infinite[0] - offsets[row]}"
            raise bad("finite values", found, "Mark values that are missing as NaN.")
