"""How well farthest-first covers the datasets: the covering radius and its bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.frame import as_frame
from pybench.base.options import engine_or_default
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.selection.farthest import radii, starts, traversal
from pybench.selection.pools import STARTS
from pybench.selection.space import (
    NOISE,
    STANDARDIZE,
    Space,
    check_metric,
    distances,
    doubts,
    for_r,
    least_scale,
    space,
)

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Covering(Result):
    """The covering radius of the farthest-first order, and bounds on it."""

    table: pd.DataFrame  #: one row per size: dataset, radius, least, bound
    metric: str  #: "cosine" or "euclidean"
    start: str  #: rule used for the first dataset: "mean" or "distance"
    diameter: float  #: largest distance; with the cosine, of directions as points on a sphere
    dimension: int  #: dimension of the smallest flat that contains the points
    n_datasets: int  #: n
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "covering/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per number of datasets."""
        return self.table.copy()

    def __str__(self) -> str:
        radius = self.table["radius"].to_numpy()
        half = np.flatnonzero(radius <= radius[0] / 2)
        works = np.flatnonzero(self.table["bound"].to_numpy() < radius[0])
        lines = [
            f"Farthest-first ({self.metric}, start by {self.start}) over "
            f"{counted(self.n_datasets, 'dataset')} in {counted(self.dimension, 'dimension')}",
            f"  covering radius {radius[0]:.4g} with one dataset, half of it with "
            f"{half[0] + 1 if len(half) else 'none'}",
            "  the bound of lemma A.3 is "
            + (f"below it from {works[0] + 1} datasets on" if len(works) else "never below it"),
        ]
        return lined([*lines, *notes.lines(self.notes)])


def covering(
    embedding: Any,
    metric: str = "cosine",
    *,
    start: str = "mean",
    standardize: bool = True,
    missing: str = "error",
    engine: str | None = None,
) -> Covering:
    r"""Compute the covering radius of the farthest-first order, with its bounds.

    Parameters
    ----------
    embedding : frame or Arrow table
        As in `select`.
    metric : {"cosine", "euclidean"}
    start, standardize, missing
        As in `select`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    Covering
        ``table`` has one row per number t of datasets. "radius" is the largest distance of a
        dataset from the nearest of the first t datasets of the order; "least" is a lower bound on
        the radius of any choice of t datasets; "bound" is the upper bound of lemma A.3 (see Notes).

    Raises
    ------
    ArgumentError
        For the same reasons as `select`.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The first t datasets and the dataset farthest from them have pairwise distances of at least the
    radius. For any choice of t datasets, one of these t + 1 datasets is at least half the radius
    away from all chosen ones (Gonzalez 1985). Half the radius, the column "least", is therefore a
    lower bound for any choice.

    A comparison of volumes gives an upper bound. Let :math:`\Delta` be the diameter of the points,
    and p (n - 1 or less) the dimension of the smallest flat (affine subspace) that contains them.
    Then the radius is :math:`r_t \le 2 \Delta / (t^{1/p} - 1)` (lemma A.3 of Gusev and Zaytsev
    2026, arXiv 2606.27997). This upper bound is below the diameter only for :math:`t > 3^p`, that
    is, in 5 dimensions from 244 datasets on.

    With the metric "cosine", these arguments hold for the directions as points on a sphere. There,
    the squared distance of two points is 2 (1 - cosine), twice their cosine distance. So "least" is
    then a quarter of the radius. A zero vector counts as a separate direction.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> place = pd.DataFrame({"x": [0, 1, 5, 6, 9], "y": [1, 0, 3, 4, 0]}, list("abcde"))
    >>> pb.covering(place, "euclidean").table["radius"].round(3).tolist()
    [2.787, 2.587, 0.686, 0.686, 0.0]
    """
    check_metric(metric)
    check.choice("start", start, STARTS)
    check.choice("missing", missing, ("error", "drop"))
    scaled = STANDARDIZE[0] if check.flag("standardize", standardize) else STANDARDIZE[-1]
    embedding = as_frame(embedding)
    place = None if engine_or_default(engine) == "python" else for_r(embedding)
    return engines.answer(
        "covering",
        {"embedding": place, "metric": metric, "start": start, "standardize": standardize,
         "missing": missing},
        engine=engine,
        kind=Covering,
        python=lambda: _covering(space(embedding, scaled, missing), metric, start),
    )  # fmt: skip


def _covering(where: Space, metric: str, start: str) -> Covering:
    import pandas as pd

    apart, order, begun = ordered(where, metric, start)
    chords = np.sqrt(2 * apart) if metric == "cosine" else apart
    diameter, dimension = float(chords.max()), flat_dimension(chords)
    radius, size = radii(apart, order), np.arange(1, len(order) + 1)
    bound = volume_bound(diameter, dimension, size)
    table = pd.DataFrame(
        {
            "size": size,
            "dataset": [where.datasets[i] for i in order],
            "radius": radius,
            "least": radius / (4 if metric == "cosine" else 2),
            "bound": bound**2 / 2 if metric == "cosine" else bound,
        }
    )
    return Covering(
        table, metric, begun, diameter, dimension, len(order), notes.holding(doubts(where)),
        "python",
    )  # fmt: skip


def ordered(where: Space, metric: str, start: str) -> tuple[Doubles, Ints, str]:
    """Return distances, the farthest-first order of all datasets, and the start rule used."""
    grams = where.gram[None]
    apart = distances(grams, metric)
    first, replaced = starts(grams, apart, metric, start)
    order = traversal(apart, first, apart.shape[-1], least_scale(metric))[0]
    return apart[0], order, "distance" if replaced[0] else start


def flat_dimension(chords: Doubles) -> int:
    """Return the dimension of the smallest flat that contains points of these distances."""
    squares = chords**2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    values = np.abs(np.linalg.eigvalsh(centred))
    return int((values > NOISE * max(values.max(), np.finfo(float).tiny)).sum())


def volume_bound(diameter: float, dimension: int, size: Ints) -> Doubles:
    """Return lemma A.3's bound on the covering radius; inf where it is uninformative."""
    if dimension == 0:
        return np.zeros(len(size))
    room = np.expm1(np.log(size) / dimension)
    return np.where(room > 0, 2 * diameter / np.where(room > 0, room, 1.0), np.inf)
