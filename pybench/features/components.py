"""Principal components of rows of numbers, with fixed signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

NEAR = 1e-6  # loadings whose relative difference is smaller count as equal


def scores(matrix: Floats, dimensions: int | None = None) -> Floats:
    """Return the rows in the basis of their singular vectors, largest singular value first.

    Parameters
    ----------
    matrix : (n, p) float64
        Finite.
    dimensions : int, optional
        Number of columns to return, by default the rank of the matrix. Columns beyond the rank are
        zero.

    Returns
    -------
    (n, dimensions) float64
        Distances and angles between rows are kept if ``dimensions`` is at least the rank.

    Notes
    -----
    In each component, the first of the largest loadings is positive.
    """
    import numpy as np

    left, sizes, right = np.linalg.svd(matrix, full_matrices=False)
    tolerance = max(matrix.shape) * np.finfo(float).eps * sizes.max(initial=0)
    rank = int(np.sum(sizes > tolerance))
    sizes, right = sizes[:rank], right[:rank]
    wanted = rank if dimensions is None else dimensions
    kept = min(rank, wanted)
    rows = np.zeros((len(matrix), wanted))
    rows[:, :kept] = (left[:, :rank] * sizes * settled_signs(right))[:, :kept]
    return rows


def settled_signs(loadings: Floats) -> Floats:
    """Return the sign of the first of the largest loadings of each row; near ties count as ties."""
    import numpy as np

    sizes = np.abs(loadings)
    large = sizes >= (1 - NEAR) * sizes.max(axis=1, initial=0, keepdims=True)
    signs: Floats = np.sign(loadings[np.arange(len(loadings)), large.argmax(axis=1)])
    return signs
