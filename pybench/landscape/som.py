"""Self-organising maps with the numbers of the R package kohonen: R trains them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined, shown_names
from pybench.bridge.engine import build
from pybench.bridge.forms import Columns
from pybench.landscape.rows import Rows, finite_rows
from pybench.landscape.weighting import check_row_weights

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

KERNELS = ("auto", "exact", "warm", "batch", "kohonen")


@dataclass(frozen=True, slots=True, eq=False)
class MapGrid:
    """Positions of the units of a map: unit x + y xdim, x running fastest."""

    xdim: int  #: width
    ydim: int  #: height
    topology: str  #: "hexagonal" or "rectangular"
    neighbourhood: str  #: "bubble" or "gaussian"
    toroidal: bool  #: whether opposite edges are joined
    coordinates: Doubles  #: (units, 2) x and y, from 1; odd rows of hexagons are 0.5 further right


@dataclass(frozen=True, slots=True, eq=False)
class Som(Result):
    """A trained map, and the unit of every row that the map was trained on."""

    codes: Doubles  #: (units, p) code of each unit, in the scale used for training
    units: Ints  #: (n,) unit with the nearest code for each row, 0-based
    distances: Doubles  #: (n,) squared distance of each row from its code
    changes: Doubles  #: (rlen,) per epoch: sqrt(sum of squared distances to the codes / p) / n
    quantization_error: float  #: mean squared distance of a row from its unit's code
    root_quantization_error: float  #: mean distance
    topographic_error: float  #: share of rows whose two units are not neighbours, edges not joined
    topographic_error_torus: float  #: the same with the edges of a toroidal map joined
    explained_variance: float  #: 100 (1 - quantization error / variance), in percent
    grid: MapGrid  #: positions of the units
    rlen: int  #: epochs
    alpha: tuple[float, float]  #: fraction of the distance that a code moves, at start and end
    radius: tuple[float, float]  #: radius in steps of the grid, at start and end
    mode: str  #: "online" or "batch"
    start: str  #: "random" or "pca.sample"
    preset: str | None  #: "kohonen", "paper" or None
    kernel: str  #: training code: "exact", "warm", "batch" (all of pybench) or "kohonen"
    seed: int  #: for R's set.seed()
    center: Doubles | None  #: (p,) subtracted from each feature; None without scaling
    scale: Doubles | None  #: (p,) each feature was divided by; None without scaling
    constant: tuple[str, ...]  #: features that never vary: they cost time and carry no information
    features: tuple[str, ...]  #: (p,) names of the columns, "1" to "p" if they had none

    schema: ClassVar[str] = "som/1"

    def place(self, X: Any, seed: int = 0) -> tuple[Ints, Doubles]:
        """Assign rows to the units of this map; the R equivalent is ``predict()``.

        Parameters
        ----------
        X : array_like, DataFrame or FeatureTable, shape (n, p)
            Rows with the features of the map, in the same order. If the map has a ``center`` and a
            ``scale``, this method scales the rows by them. If not, give rows that are scaled in the
            same way as the training rows.
        seed : int
            Seed for R's set.seed(): if several units are equally near, one is drawn at random, as
            in kohonen.

        Returns
        -------
        units : (n,) ndarray of int
            For each row, the unit whose code is nearest, 0-based.
        distances : (n,) ndarray
            The squared distance of each row from the code of its unit.

        Raises
        ------
        ArgumentError
            Features that differ from those of the map, or values that are not finite numbers.
        RNotFound, RPackageMissing
            As `som`.
        """
        from pybench.bridge.call import call

        rows = finite_rows("X", X)
        self._refuse_others(rows)
        placed = call(
            "bridge_place",
            {
                "codes": self.codes,
                "center": self.center,
                "scale": self.scale,
                "rows": rows.values,
                "seed": check.seed(seed),
            },
        )
        units, distances = (np.array(placed[name], ndmin=1) for name in ("units", "distances"))
        return units.astype(np.int64) - 1, distances

    def to_frame(self) -> pd.DataFrame:
        """Return one row per unit: position, number of rows, mean squared distance to its code."""
        import pandas as pd

        many = np.bincount(self.units, minlength=len(self.codes))
        total = np.bincount(self.units, weights=self.distances, minlength=len(self.codes))
        return pd.DataFrame(
            {
                "unit": np.arange(len(self.codes)),
                "x": self.grid.coordinates[:, 0],
                "y": self.grid.coordinates[:, 1],
                "rows": many,
                "mean_distance": np.where(many > 0, total / np.maximum(many, 1), np.nan),
            }
        )

    def __str__(self) -> str:
        grid, p = self.grid, len(self.features)
        joined = ", toroidal" if grid.toroidal else ""
        lines = [
            f"Self-organising map: {grid.xdim} x {grid.ydim} units, {grid.topology}{joined}, "
            f"{counted(len(self.units), 'row')} of {counted(p, 'variable')}; kernel {self.kernel}",
            f"  {counted(self.rlen, 'epoch')}, {self.mode}, {grid.neighbourhood}, radius "
            f"{self.radius[0]:.4g} to {self.radius[1]:.4g}, start {self.start}, seed {self.seed}",
            f"  quantization error {self.quantization_error:.4g}, topographic error "
            f"{self.topographic_error:.4g}, explained variance {self.explained_variance:.2f}%",
        ]
        if self.constant:
            lines.append(f"  never vary: {shown_names(self.constant)}")
        return lined(lines)

    def _refuse_others(self, rows: Rows) -> None:
        p = len(self.features)
        named = self.features != Rows(self.codes, None).labels
        other = named and rows.names is not None and rows.names != self.features
        if rows.values.shape[1] == p and not other:
            return
        expected, found = counted(p, "column"), counted(rows.values.shape[1], "column")
        raise ArgumentError(
            f"`X` must have the {expected} of the map, in their order, not {found}"
            + (" of other names" if other else ""),
            expected=expected,
            found=found,
        )


def som(
    X: Any,
    xdim: int,
    ydim: int,
    *,
    topology: str = "hexagonal",
    neighbourhood: str = "bubble",
    toroidal: bool = False,
    rlen: int = 100,
    alpha: tuple[float, float] = (0.05, 0.01),
    radius: float | tuple[float, float] | None = None,
    mode: str = "online",
    start: str | None = None,
    preset: str | None = None,
    kernel: str = "auto",
    progress: Callable[[dict[str, Any]], object] | None = None,
    seed: int,
    weights: ArrayLike | None = None,
) -> Som:
    r"""Train a self-organising map.

    A map is a grid of units. Each unit has a code, a point in the space of the rows of `X`; units
    that are close on the grid get similar codes. By default, training draws one row at a time
    and moves the nearest code, and the codes of its neighbours, towards this row. The map is
    trained in R, and its codes are the same, to the last bit, as those of the R package kohonen.
    ``kernel="exact"``, pybench's own implementation, is faster than kohonen and computes the same
    codes, even if several codes are equally near to a row. Only ``kernel="warm"`` and
    ``kernel="batch"`` compute other codes.

    Parameters
    ----------
    X : array_like, DataFrame or FeatureTable, shape (n, p)
        Rows are series and columns are features; all values are finite. Columns are scaled only
        with ``preset="paper"``.
    xdim, ydim : int
        Width and height of the map, >= 1. The map must not have more units than `X` has rows.
    topology : {"hexagonal", "rectangular"}
    neighbourhood : {"bubble", "gaussian"}
        "bubble": all units within the radius move by the same fraction. "gaussian": units that are
        farther away move less.
    toroidal : bool
        Whether opposite edges of the map are joined.
    rlen : int
        Number of epochs, >= 1. With ``mode="online"``, each epoch draws n rows with replacement.
    alpha : two floats
        Learning rate at the start and at the end of training, each in [0, 1]: a code that moves
        towards a row moves by this fraction of its distance to the row. Not used with
        ``mode="batch"``.
    radius : float or two floats, optional
        Radius of the neighbourhood at the start and at the end of training, in steps of the grid. A
        single number is the radius at the start; the radius then decreases to 0. By default, as in
        kohonen, the radius decreases to 0 from the 2/3 quantile of all distances between units.
        With ``neighbourhood="bubble"``, only the nearest code moves while the radius is below 1.
    mode : {"online", "batch"}
        "online": codes move after each row that is drawn. "batch": all codes move once per epoch,
        each to a mean of the rows of the units in its neighbourhood.
    start : {"random", "pca.sample"}, optional
        Initial codes. "random": random rows. "pca.sample": the rows nearest to a regular grid on
        the plane of the first two principal components. By default "random", or "pca.sample" with
        ``preset="paper"``.
    preset : {"kohonen", "paper"}, optional
        None or "kohonen": the arguments are used as they are given. "paper": settings of the paper
        that `map_landscape` follows: radius from 2.65 to -2.65, features scaled to mean 0 and
        variance 1 (inferred), and the start "pca.sample" (inferred). If `radius` or `start` is
        given, its value is used instead.
    kernel : {"auto", "exact", "warm", "batch", "kohonen"}
        The program that trains the map. "kohonen": the R package kohonen. The others are pybench's
        own, for the neighbourhood "bubble" only. "exact": kohonen's codes, to the last bit. "warm",
        for ``mode="online"``, and "batch", for ``mode="batch"``, are faster: they look for the
        nearest unit of a row first where it was the last time. If several units are equally near,
        they take the first one and draw nothing, so that all later draws differ from kohonen's;
        "batch" also adds the rows of each unit up before those of its neighbours, and so differs
        from kohonen in the last bits. "auto": "exact" if possible, otherwise "kohonen".
    progress : callable, optional
        Called with {"done": epochs, "total": epochs, "text": str} while a kernel of pybench trains.
    seed : int
        Seed for R's set.seed(), below 2^31 in absolute value.
    weights : array_like, shape (n,), optional
        How much each row counts: numbers >= 0. Needs ``mode="online"`` and the kernel "exact" or
        "warm". See the Notes. By default, all rows count alike, as in kohonen.

    Returns
    -------
    Som

    Raises
    ------
    ArgumentError
        An argument out of its range, values that are not finite numbers, or more units than rows.
    RNotFound, RVersionUnsupported, RPackageMissing, ExtraMissing
        R is not available, or kohonen is needed and missing; the message says what to install.

    Notes
    -----
    The error measures are defined in `map_quality`.

    With `weights`, each draw takes one number u in (0, 1) of R's generator, as without weights, and
    the first row i for which :math:`w_1 + ... + w_i > u (w_1 + ... + w_n)`; the sums are computed
    in doubles, from the first row on. So a row is drawn with probability
    :math:`w_i / (w_1 + ... + w_n)`; an epoch still consists of n draws. The start "random" draws
    rows without replacement with these probabilities (R's ``sample(prob=)``). For the start
    "pca.sample", the principal axes are those of the rows times :math:`\sqrt{w_i}`, and the grid
    lies between the weighted 2.5 % and 97.5 % quantiles of the scores: the smallest scores such
    that the rows up to them have this share of all weight. All error measures are weighted.

    References
    ----------
    Wehrens, R. and Kruisselbrink, J. (2018). Flexible self-organizing maps in kohonen 3.0. Journal
    of Statistical Software 87(7), 1-18.

    Kohonen, T. (2001). Self-Organizing Maps, third edition. Springer.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> rows = np.random.default_rng(0).normal(size=(60, 4))
    >>> map = pb.som(rows, 4, 3, rlen=20, seed=1)  # doctest: +SKIP
    >>> map.kernel, map.units.shape  # doctest: +SKIP
    ('exact', (60,))
    """
    from pybench.bridge.call import call

    rows = finite_rows("X", X)
    if progress is not None:
        check.function("progress", progress)
    arguments = {
        "X": rows.values if rows.names is None else Columns(rows.values, rows.names),
        "xdim": check.count("xdim", xdim),
        "ydim": check.count("ydim", ydim),
        "topology": topology,
        "neighbourhood": neighbourhood,
        "toroidal": check.flag("toroidal", toroidal),
        "rlen": check.count("rlen", rlen),
        "alpha": alpha,
        "radius": radius,
        "mode": mode,
        "start": start,
        "preset": preset,
        "kernel": kernel,
        "seed": check.seed(seed),
        "weights": check_row_weights(weights, len(rows.values)),
    }
    return build(Som, call("pb_som", arguments, progress=progress), places=("units",))
