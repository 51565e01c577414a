"""The map of an embedding: principal components of datasets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.frame import by_dataset
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined
from pybench.features.components import settled_signs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

SAID = {"ranks": "as ranks", "variance": "each scaled to variance 1", "none": "not scaled"}
SHOWN = 3


@dataclass(frozen=True, eq=False, repr=False)
class EmbeddingMap(Result):
    """Datasets on their first principal components. Made by `embedding_map`.

    Attributes
    ----------
    datasets : tuple of n str
        In the order of the embedding.
    coordinates : (n, d) ndarray of float64
        Coordinates of each dataset; columns have mean 0 and descending variance.
    variance : (d,) ndarray of float64
        Share of the total variance on each axis, from 0 to 1.
    features : tuple of p str
        The columns that were used.
    loadings : (p, d) ndarray of float64
        Weight of each feature on each axis; each column has Euclidean length 1.
    left_out : dict of str to str
        For each column that was dropped, the reason.
    scale : {"ranks", "variance", "none"}
        How features of different units were made comparable.
    """

    schema: ClassVar[str] = "embedding-map/1"

    datasets: tuple[str, ...]
    coordinates: npt.NDArray[np.float64]
    variance: npt.NDArray[np.float64]
    features: tuple[str, ...]
    loadings: npt.NDArray[np.float64]
    left_out: Mapping[str, str] = field(default_factory=dict)
    scale: str = "ranks"

    def to_frame(self) -> pd.DataFrame:
        """Return the coordinates, with datasets as the index and the columns PC1, PC2, ..."""
        import pandas as pd

        index = pd.Index(self.datasets, name="dataset")
        return pd.DataFrame(self.coordinates.copy(), index=index, columns=axis_names(self))

    def __str__(self) -> str:
        n, p = len(self.datasets), len(self.features)
        scaled = SAID[self.scale]
        lines = [f"{counted(n, 'dataset')} by {counted(p, 'feature')}, {scaled}"]
        for at, name in enumerate(axis_names(self)):
            sizes = abs(self.loadings[:, at]).round(6).tolist()  # ties up to rounding: by name
            order = sorted(range(p), key=lambda i: (-sizes[i], self.features[i]))
            heaviest = ", ".join(
                f"{'-' if self.loadings[i, at] < 0 else '+'}{clipped(self.features[i])}"
                for i in order[:SHOWN]
            )
            lines.append(f"{name}: {self.variance[at]:.1%} of the variance; most: {heaviest}")
        if self.left_out:
            lines.append(f"not used: {counted(len(self.left_out), 'feature')} (see .left_out)")
        return lined(lines)


def axis_names(result: EmbeddingMap) -> list[str]:
    """Return PC1, PC2, ..."""
    return [f"PC{i + 1}" for i in range(len(result.variance))]


def embedding_map(embedding: Any, dimensions: int = 2, scale: str = "ranks") -> EmbeddingMap:
    """Project datasets onto the principal components of their features.

    A feature that is constant over the datasets carries no information, and a feature that is
    missing for a dataset cannot place this dataset. Both kinds of features are dropped, and listed
    with the reason.

    Parameters
    ----------
    embedding : frame or Arrow table
        One row per dataset and one column per feature, as `dataset_embedding` returns them. The
        datasets are named by the index or by a column ``dataset``.
    dimensions : int
        Number of axes, at most the number of datasets minus one and at most the number of features.
    scale : {"ranks", "variance", "none"}
        "ranks" replaces each value of a feature by its rank among the datasets (equal values get
        their mean rank) and then scales every feature to variance 1. So a few datasets with extreme
        values, such as series that were never normalised, do not compress all others into one
        corner. "variance" scales every feature to variance 1. "none" keeps the values as they are.

    Returns
    -------
    EmbeddingMap
        The coordinates, the share of variance on each axis, and the loadings. On each axis, the
        loading with the largest absolute value (the first of them, if several are equal) is
        positive, so that signs are fixed.

    Raises
    ------
    ArgumentError
        If the embedding is not a numeric frame, has fewer than two datasets that differ, or allows
        fewer axes than requested.

    Notes
    -----
    The method is the singular value decomposition of the centred matrix; variances have the divisor
    n. Reference: Pearson, K. (1901). On lines and planes of closest fit to systems of points in
    space. Philosophical Magazine 2(11), 559-572.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [2.0, 4.0, 6.5], "c": 1.0}, list("def"))
    >>> placed = embedding_map(frame, 1)
    >>> placed.coordinates.shape, placed.left_out
    ((3, 1), {'c': 'constant'})
    """
    import numpy as np
    import pandas as pd

    values, datasets, names = _matrix(embedding)
    check.choice("scale", scale, SAID)
    dimensions = check.count("dimensions", dimensions)
    left_out = {name: why for name, why in zip(names, map(_reason, values.T), strict=True) if why}
    kept = np.array([name not in left_out for name in names], bool)
    most = min(len(datasets) - 1, int(kept.sum()))
    if dimensions > most:
        raise ArgumentError(
            f"`dimensions` must be at most {most}, not {dimensions}",
            expected=f"at most {most}",
            found=str(dimensions),
            hint=f"{counted(len(datasets), 'dataset')} and {counted(int(kept.sum()), 'feature')} "
            "that distinguish them span no more dimensions.",
        )
    used = values[:, kept]
    if scale == "ranks":
        used = pd.DataFrame(used).rank(axis=0).to_numpy()
    centred = used - used.mean(axis=0)
    if scale != "none":
        centred = centred / centred.std(axis=0)
    left, size, right = np.linalg.svd(centred, full_matrices=False)
    sign = settled_signs(right)[:dimensions]
    return EmbeddingMap(
        datasets=datasets,
        coordinates=left[:, :dimensions] * size[:dimensions] * sign,
        variance=size[:dimensions] ** 2 / (size**2).sum(),
        features=tuple(name for name in names if name not in left_out),
        loadings=(right[:dimensions] * sign[:, None]).T.copy(),
        left_out=left_out,
        scale=scale,
    )


def _matrix(embedding: object) -> tuple[Floats, tuple[str, ...], tuple[str, ...]]:
    import numpy as np
    import pandas as pd

    hint = "Make one: pybench.dataset_embedding(features)."
    frame = by_dataset(embedding)
    if not isinstance(frame, pd.DataFrame):
        found = type(embedding).__name__
        expected = "a table with a row per dataset"
        message = f"`embedding` must be {expected}, not {found}"
        raise ArgumentError(message, expected=expected, found=found, hint=hint)
    strange = [str(n) for n, kind in frame.dtypes.items() if kind.kind not in "fiub"]
    if strange:
        message = f"`embedding` must hold numbers, which column {strange[0]!r} does not"
        raise ArgumentError(message, expected="numbers", found=strange[0], hint=hint)
    check.row_names("embedding", frame.index)
    values = frame.to_numpy(np.float64, na_value=np.nan)
    return values, tuple(map(str, frame.index)), tuple(map(str, frame.columns))


def _reason(column: Floats) -> str:
    import numpy as np

    gaps = int((~np.isfinite(column)).sum())
    if gaps:
        return f"no finite value on {counted(gaps, 'dataset')}"
    return "constant" if (column == column[:1]).all() else ""
