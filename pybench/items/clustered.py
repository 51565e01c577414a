"""Standard errors of weighted means over clustered items, and their degrees of freedom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import refusal
from pybench.items.table import ItemTable, weighted_means

Floats = NDArray[np.float64]

ERRORS = ("auto", "CR2", "CR3", "CR1")
#: Below this share of clusters (see `Design.even`), CR2 rejects too often; "auto" then is "CR3".
EVEN = 0.6
# Differences, and errors of them, up to this, relative to the scores, are rounding noise.
_NOISE = 4 * float(np.finfo(np.float64).eps)
_CANCELLED = 1e-4  # share of the squares below which a difference of products has lost digits


@dataclass(frozen=True, slots=True)
class Design:
    """What weights and clusters alone decide, for every pair alike."""

    se: str  #: "CR2", "CR3" or "CR1"
    order: NDArray[np.intp]  #: (n,) the items, cluster by cluster
    starts: NDArray[np.intp]  #: (G,) where in `order` each cluster begins
    weights: Floats  #: (n,) w, in that order
    level: Floats  #: (G,) the multipliers of the residuals are a = level + slope w
    slope: Floats  #: (G,)
    df: float  #: degrees of freedom
    even: float  #: (sum_g s_g)^2 / sum_g s_g^2 / G of the clusters' weights s_g: 1 if all are equal

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.starts)

    def sums(self, rows: Floats) -> Floats:
        """Return the sums over clusters of rows in `order`, (G, ...)."""
        if self.n_clusters == len(self.order):
            return rows
        return np.asarray(np.add.reduceat(rows, self.starts, axis=0))

    def residual_sums(self, residuals: Floats) -> Floats:
        """Return sum_{i in g} a_i e_i of residuals e in `order`, whose weighted sum is 0, (G, k).

        The weighted sum of the heaviest cluster is minus that of all others: if it has almost all
        the weight, its own residuals have no digits.
        """
        weighted = self.sums(residuals * self.weights[:, None])
        heavy = self.sums(self.weights).argmax()
        weighted[heavy] = 0.0
        weighted[heavy] = -weighted.sum(axis=0)
        weighted *= self.slope[:, None]
        if self.level.any():
            weighted += self.level[:, None] * self.sums(residuals)
        return weighted


def design(items: ItemTable, se: str, *, clustered: bool = True) -> Design:
    """Return the factors of the residuals and the degrees of freedom.

    Parameters
    ----------
    items : ItemTable
        Of at least two clusters.
    se : {"auto", "CR2", "CR3", "CR1"}
        "auto" is "CR3" where the share `even` is below 0.6, and else "CR2".
    clustered : bool
        False: each item is a cluster, whatever the table says.

    Raises
    ------
    ResultsTableError
        Weights so uneven that their squares are not finite, or vanish.

    Notes
    -----
    CR2 (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018) multiplies the residuals of cluster g
    by B_g^(-1/2), where B_g is the covariance matrix of these residuals if all differences are
    independent with variance 1. For a weighted mean, B_g differs from the identity only in the
    plane of 1 and w_g, so that its root has a closed form. CR3 multiplies them by (I - H_g)^(-1),
    where H_g are the rows and columns of g of the matrix that gives the mean: for a weighted mean,
    a = w S / (S - s_g), and a sum of residuals is S times the change of the mean without g.
    """
    n = items.n_items
    if items.clusters is None or not clustered:
        codes = np.arange(n)
    else:
        places: dict[str, int] = {}  # by first appearance: random signs then are R's too
        codes = np.array([places.setdefault(name, len(places)) for name in items.clusters])
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    weights = np.ones(n) if items.weights is None else items.weights[order]
    count, sizes = len(starts), np.diff(np.append(starts, n)).astype(np.float64)
    with np.errstate(all="ignore"):
        sums, own = np.add.reduceat(weights, starts), np.add.reduceat(weights**2, starts)
        even = float(sums.sum() ** 2 / (sums**2).sum() / count)
        if se == "auto":
            se = "CR3" if even < EVEN else "CR2"
        if se == "CR1":
            level, slope = np.zeros(count), np.full(count, np.sqrt(count / (count - 1)))
            df = count - 1.0
        elif se == "CR3":
            level = np.zeros(count)
            slope, df = _jackknife(sums, own)
        else:
            level, slope, df = _bell_mccaffrey(weights, starts, sizes)
        finite = np.isfinite([(weights**2).sum() * weights.sum(), level.sum(), slope.sum(), df])
    if not finite.all():
        found = f"weights from {weights.min():g} to {weights.max():g}"
        hint = "Leave out items that must not count, and choose a smaller unit of the weights."
        raise refusal("weights that are less uneven", found, hint, file=items.source)
    return Design(se, order, starts, weights, level, slope, df, even)


def _bell_mccaffrey(
    weights: Floats, starts: NDArray[np.intp], sizes: Floats
) -> tuple[Floats, Floats, float]:
    """Return level and slope of a = B_g^(-1/2) w_g of each cluster, and the degrees of freedom.

    In the orthonormal basis of 1 and w_g - mean(w_g), B_g is ((c, -r), (-r, 1)); its determinant is
    delta^2, and the inverse of its root is ((1 + delta, r), (r, c + delta)) / (delta t). All is
    written without differences of a cluster's weight and the total: a heavy cluster has no digits
    there.
    """
    total, squares = weights.sum(), (weights**2).sum()
    sums, own = np.add.reduceat(weights, starts), np.add.reduceat(weights**2, starts)
    rest, other = _others(sums), _others(own)
    delta = np.sqrt((rest / total) ** 2 + sizes * other / total**2)
    off = weights - np.repeat(sums / sizes, sizes.astype(np.intp))
    corner = delta**2 + sizes * np.add.reduceat(off**2, starts) / total**2
    scale = delta * np.sqrt(corner + 1 + 2 * delta)
    slope = (sums / total + corner + delta) / scale
    level = (rest * (own / total) - sums * (other / total)) / (total * scale)
    ones = (level * sizes + slope * sums) / total
    cross = level * sums + slope * own
    heavy = int(sums.argmax())
    beyond = squares * ones[heavy] - cross[heavy]
    return level, slope, _satterthwaite(squares, own, ones, cross, heavy, beyond)


def _jackknife(sums: Floats, own: Floats) -> tuple[Floats, float]:
    """Return the slope of a = w_g S / (S - s_g) of each cluster, and the degrees of freedom.

    Here p_g is w_g on the items of g, and -w s_g / (S - s_g) on all others.
    """
    rest, other = _others(sums), _others(own)
    ones, heavy = sums / rest, int(sums.argmax())
    slope, trace = 1 + ones, own + other * ones**2
    beyond = other[heavy] * ones[heavy] - own[heavy]
    df = _satterthwaite(own.sum(), trace, ones, slope * own, heavy, beyond)
    return slope, df if other.all() else np.nan


def _others(values: Floats) -> Floats:
    """Return the sum of all other values for each, with its digits also beside a large one."""
    rest = values.sum() - values
    large = values.argmax()
    rest[large] = np.delete(values, large).sum()
    return np.asarray(rest)


def _satterthwaite(
    squares: float, own: Floats, ones: Floats, cross: Floats, heavy: int, beyond: float
) -> float:
    """Return the degrees of freedom of SE^2 if all differences have one variance.

    SE^2 S^2 is the sum of squares of p_g'd with p_g = a_g - w (1'a_g) / S; so the degrees of
    freedom are (sum_g p_g'p_g)^2 / sum_gh (p_g'p_h)^2. `own` is p_g'p_g; by the definition of CR2,
    this is w_g'w_g. Else p_g'p_h has rank 2 with the vectors `ones` and `cross`; its sum of squares
    leaves out the heaviest cluster, which is added, with `beyond` = squares ones - cross of it.
    """
    beside = beyond * ones - ones[heavy] * cross
    beside[heavy] = 0.0
    o, c = ones.copy(), cross.copy()
    o[heavy] = c[heavy] = 0.0
    oo, oc, cc = o @ o, o @ c, c @ c
    both = 2 * (cc * oo + oc**2) - 4 * squares * oc * oo + squares**2 * oo**2
    diagonal = squares * o**2 - 2 * c * o
    apart = both - (diagonal**2).sum() + 2 * (beside**2).sum()
    return max(1.0, float(own.sum() ** 2 / ((own**2).sum() + apart)))


@dataclass(frozen=True, slots=True)
class Estimates:
    """Means, differences of all pairs in table order, and their standard errors."""

    means: Floats  #: (k,)
    mean_errors: Floats  #: (k,)
    gaps: Floats  #: (m,) > 0 if the first method is better
    errors: Floats  #: (m,) 0 if all differences are equal but for rounding


def estimates(items: ItemTable, plan: Design) -> Estimates:
    """Return means and differences with their standard errors.

    Notes
    -----
    With the sums U_gj = sum_{i in g} a_i (x_ij - mean_j), the squared error of a difference times
    S^2 is sum_g (U_gj - U_gl)^2, here from the products of all columns. Where these products almost
    cancel, the differences are squared themselves.
    """
    means = weighted_means(items)
    total = plan.weights.sum()
    sums = plan.residual_sums(items.scores[plan.order] - means)
    products = sums.T @ sums
    own = np.diag(products)
    first, second = np.triu_indices(len(own), 1)
    both = own[first] + own[second]
    squares = both - 2 * products[first, second]
    for pair in np.flatnonzero(squares < _CANCELLED * both):
        squares[pair] = ((sums[:, first[pair]] - sums[:, second[pair]]) ** 2).sum()
    sizes = np.abs(items.scores).max(axis=0)
    noise = _NOISE * np.maximum(sizes[first], sizes[second])
    errors = np.sqrt(squares) / total
    sign = 1.0 if items.higher_is_better else -1.0
    return Estimates(
        means=means,
        mean_errors=_but_noise(np.sqrt(own) / total, _NOISE * sizes),
        gaps=_but_noise(sign * (means[first] - means[second]), noise),
        errors=_but_noise(errors, noise),
    )


def _but_noise(values: Floats, noise: Floats) -> Floats:
    return np.where(np.abs(values) <= noise, 0.0, values)
