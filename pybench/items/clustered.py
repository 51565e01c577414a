"""Standard errors of weighted means over clustered items, and their degrees of freedom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.items.table import ItemTable, weighted_means

Floats = NDArray[np.float64]

ERRORS = ("CR2", "CR1")
# Differences, and errors of them, up to this, relative to the scores, are rounding noise.
_NOISE = 4 * float(np.finfo(np.float64).eps)
_CANCELLED = 1e-4  # share of the squares below which a difference of products has lost digits


@dataclass(frozen=True, slots=True)
class Design:
    """What weights and clusters alone decide, for every pair alike."""

    order: NDArray[np.intp]  #: (n,) the items, cluster by cluster
    starts: NDArray[np.intp]  #: (G,) where in `order` each cluster begins
    weights: Floats  #: (n,) in that order
    factors: Floats  #: (n,) a: multipliers of the residuals, in that order
    df: float  #: degrees of freedom

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return len(self.starts)

    def even_share(self) -> float:
        """Return (sum_g s_g)^2 / sum_g s_g^2 / G of the clusters' weights s_g: 1 if all are equal.

        Items that are clusters of their own have the share 1, whatever their weights.
        """
        if self.n_clusters == len(self.order):
            return 1.0
        sizes = self.sums(self.weights)
        return float(sizes.sum() ** 2 / (sizes**2).sum() / len(sizes))

    def sums(self, rows: Floats) -> Floats:
        """Return the sums over clusters of rows in `order`, (G, ...)."""
        if self.n_clusters == len(self.order):
            return rows
        return np.asarray(np.add.reduceat(rows, self.starts, axis=0))


def design(items: ItemTable, se: str, *, clustered: bool = True) -> Design:
    """Return the factors of the residuals and the degrees of freedom.

    Parameters
    ----------
    items : ItemTable
        Of at least two clusters.
    se : {"CR2", "CR1"}
    clustered : bool
        False: each item is a cluster, whatever the table says.

    Notes
    -----
    CR2 (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018) multiplies the residuals of cluster g
    by B_g^(-1/2), where B_g is the covariance matrix of these residuals if all differences are
    independent with variance 1. For a weighted mean, B_g differs from the identity only in the
    plane of 1 and w_g, so that its root has a closed form.
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
    sizes = np.diff(np.append(starts, n)).astype(np.float64)
    if se == "CR1":
        count = len(starts)
        return Design(order, starts, weights, weights * np.sqrt(count / (count - 1)), count - 1.0)
    factors = _bell_mccaffrey(weights, starts, sizes)
    return Design(order, starts, weights, factors, _satterthwaite(weights, factors, starts))


def _bell_mccaffrey(weights: Floats, starts: NDArray[np.intp], sizes: Floats) -> Floats:
    """Return a = B_g^(-1/2) w_g of each cluster, in one vector.

    In the orthonormal basis of 1 and w_g - mean(w_g), B_g is ((c, -r), (-r, 1)); its determinant is
    delta^2, and the inverse of its root is ((1 + delta, r), (r, c + delta)) / (delta t).
    """
    total, squares = weights.sum(), (weights**2).sum()
    sums = np.add.reduceat(weights, starts)
    mean = sums / sizes
    off = weights - np.repeat(mean, sizes.astype(np.intp))
    spread = np.add.reduceat(off**2, starts)
    corner = 1 - 2 * sums / total + squares * sizes / total**2
    delta = np.sqrt(corner - sizes * spread / total**2)
    scale = delta * np.sqrt(corner + 1 + 2 * delta)
    level = ((1 + delta) * mean + spread / total) / scale
    slope = (sums / total + corner + delta) / scale
    each = sizes.astype(np.intp)
    return np.asarray(np.repeat(level, each) + np.repeat(slope, each) * off)


def _satterthwaite(weights: Floats, factors: Floats, starts: NDArray[np.intp]) -> float:
    """Return the degrees of freedom of SE^2 if all differences have one variance.

    SE^2 S^2 is the sum of squares of p_g'd with p_g = a_g - w (1'a_g) / S; so the degrees of
    freedom are (sum_g p_g'p_g)^2 / sum_gh (p_g'p_h)^2, and the matrix of all p_g'p_h is a diagonal
    one plus one of rank 2.
    """
    total, squares = weights.sum(), (weights**2).sum()
    own = np.add.reduceat(factors**2, starts)
    ones = np.add.reduceat(factors, starts) / total
    cross = np.add.reduceat(factors * weights, starts)
    low = -2 * cross * ones + squares * ones**2
    oo, oc, cc = ones @ ones, ones @ cross, cross @ cross
    norm = 2 * (cc * oo + oc**2) - 4 * squares * oc * oo + squares**2 * oo**2
    trace = (own + low).sum()
    return float(trace**2 / ((own**2).sum() + 2 * (own * low).sum() + norm))


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
    sums = plan.sums((items.scores[plan.order] - means) * plan.factors[:, None])
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
