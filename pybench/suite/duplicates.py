"""Find equal rows within a dataset and between datasets, in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pybench.seriesset.series import SeriesSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

_BLOCK = 2**22  # numbers in a block of correlations


def row_keys(x: pd.DataFrame | SeriesSet) -> list[bytes]:
    """Return a key for each row: keys are equal if all values except the class are equal.

    Numbers are compared by value (0 equals -0, missing equals missing), names by their text; column
    names do not matter.
    """
    if isinstance(x, SeriesSet):
        rows = (x.values(row) for row in range(len(x)))
        return [
            _key(_plain(values).tobytes() + bytes(str(values.shape), "ascii")) for values in rows
        ]
    import numpy as np

    columns = [_codes(x[name]) for name in x.columns]
    table = np.ascontiguousarray(np.column_stack(columns))
    return [_key(row.tobytes()) for row in table]


def _key(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _plain(values: Floats) -> Floats:
    """Return doubles with a single bit pattern for zero and for missing values."""
    import numpy as np

    plain = values + 0.0
    plain[np.isnan(plain)] = np.nan
    return plain


def _codes(column: pd.Series) -> Ints:
    """Return a column as 64 bits per value."""
    import numpy as np

    if column.dtype == np.float64:
        return _plain(column.to_numpy()).view(np.int64)
    texts = [None if text != text else text for text in column.astype(object)]
    known = {
        text: int.from_bytes(hashlib.sha256(str(text).encode()).digest()[:8], "little", signed=True)
        for text in set(texts)
        if text is not None
    }
    return np.array([known.get(text, 0) for text in texts], np.int64)


def near_pairs(one: SeriesSet, other: SeriesSet, tolerance: float) -> Iterator[tuple[int, int]]:
    """Yield pairs of series that differ only in level and scale.

    Parameters
    ----------
    one, other : SeriesSet
        Sets with the same length and number of channels; otherwise there are no pairs.
    tolerance : float
        Series form a pair if their correlation, with all channels standardised, is above
        1 - tolerance.

    Yields
    ------
    (int, int)
        Rows of both sets: each row of ``one`` at most once, with the row most similar to it.
    """
    import numpy as np

    lengths = {*one.lengths.tolist(), *other.lengths.tolist()}
    if len(lengths) != 1 or len(one.channels) != len(other.channels):
        return
    a, b = _standard(one), _standard(other)
    step = max(1, _BLOCK // max(1, len(b)))
    for begin in range(0, len(a), step):
        alike = a[begin : begin + step] @ b.T
        best = alike.argmax(axis=1)
        for row in np.flatnonzero(alike[np.arange(len(best)), best] > 1 - tolerance):
            yield begin + int(row), int(best[row])


def _standard(series: SeriesSet) -> Floats:
    """Return (n, channels * length) rows of norm 1, with centred, scaled channels; 0 if flat."""
    import numpy as np

    values = np.nan_to_num(series.to_numpy())
    values = values - values.mean(axis=2, keepdims=True)
    norm = np.sqrt(np.sum(values**2, axis=2, keepdims=True))
    flat = norm <= 1e-12 * np.sqrt(values.shape[2])
    unit = np.where(flat, 0.0, values / np.where(flat, 1.0, norm))
    rows: Floats = unit.reshape(len(unit), -1) / np.sqrt(values.shape[1])
    return rows
