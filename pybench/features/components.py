"""Fewer columns for rows of numbers, with signs that nobody has to guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

NEAR = 1e-6  # loadings closer than this share count as equally large


def scores(matrix: Floats, dimensions: int | None = None) -> Floats:
    """Return the rows in the basis of their singular vectors, largest singular value first.

    Parameters
    ----------
    matrix : (n, p) float64
        Finite.
    dimensions : int, optional
        Columns to return, zeros where the rank of the matrix is lower; as many as the rank, if
        left out.

    Returns
    -------
    (n, dimensions) float64
        Distances and angles between rows are kept, if ``dimensions`` is at least the rank.

    Notes
    -----
    The first of the largest loadings of each component is positive.
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
    """Return, a row each, the sign of the first of the largest loadings; nearly equal ones tie."""
    import numpy as np

    sizes = np.abs(loadings)
    large = sizes >= (1 - NEAR) * sizes.max(axis=1, initial=0, keepdims=True)
    signs: Floats = np.sign(loadings[np.arange(len(loadings)), large.argmax(axis=1)])
    return signs
