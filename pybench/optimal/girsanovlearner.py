"""A classifier that knows the family of the diffusions, but not the coefficients of the drifts."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.optimal.catalogue import Setting, require_process
from pybench.optimal.driftbasis import Basis, basis_of, refuse_basis
from pybench.optimal.noise import Floats, Noise, Scalar
from pybench.optimal.processes import Process

PENALTIES = tuple(float(c) for c in np.logspace(-3, 3, 7))  # C of logistic regression
FOLDS = 5
LINEAR = 3.0  # quartile ranges: where noise depends on the state, tails are heavy
TIMES = ("channel", "even")


class Girsanov(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Logistic regression on Girsanov's statistics of paths; see `pybench.optimal.girsanov`."""

    series = True

    def __init__(
        self,
        process: str | Setting | Process | None = None,
        basis: Any = None,
        degree: int = 3,
        bins: int = 6,
        space: int = 2,
        times: str = "channel",
    ) -> None:
        self.process, self.basis = process, basis
        self.degree, self.bins, self.space = degree, bins, space
        self.times = times

    def fit(self, X: Floats, y: Any) -> Girsanov:
        """Learn the coefficients from paths (n, d + 1, L + 1), the times as last channel."""
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import GridSearchCV
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import FunctionTransformer, RobustScaler, StandardScaler
        from sklearn.utils.multiclass import check_classification_targets
        from sklearn.utils.validation import validate_data

        X, y = validate_data(self, X, y, allow_nd=True, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, counts = np.unique(y, return_counts=True)
        if len(self.classes_) < 2:
            raise ArgumentError(
                "the labels must have two classes or more, not 1 class",
                expected="labels of two classes or more",
                found="1",
            )
        paths, times = self._paths(X)
        process = None if self.process is None else require_process(self.process)
        if process is not None and process.dimension != paths.shape[1]:
            raise ArgumentError(
                f"the paths have {paths.shape[1]} coordinates, but {process!r} has "
                f"{process.dimension}",
                expected=f"{process.dimension} coordinates",
                found=str(paths.shape[1]),
            )
        self.basis_ = basis_of(process, self.basis, self.degree, self.bins, self.space, paths)
        self.noise_ = Scalar(1.0, paths.shape[1]) if process is None else process.noise
        last: Any = LogisticRegression(solver="newton-cholesky", max_iter=1000)
        if (folds := min(FOLDS, *counts.tolist())) > 1:
            last = GridSearchCV(last, {"C": PENALTIES}, cv=folds, scoring="neg_log_loss")
        tamed = FunctionTransformer(_compressed)
        self.model_ = make_pipeline(RobustScaler(), tamed, StandardScaler(), last)
        self.model_.fit(integrals(paths, times, self.basis_, self.noise_), y)
        return self

    def statistics(self, X: Floats) -> Floats:
        """Return Girsanov's statistics of paths, (n, J + J (J + 1) / 2)."""
        from sklearn.utils.validation import check_is_fitted, validate_data

        check_is_fitted(self)
        X = validate_data(self, X, reset=False, allow_nd=True, dtype=np.float64)
        return integrals(*self._paths(X), self.basis_, self.noise_)

    def decision_function(self, X: Floats) -> Floats:
        """Return log odds of the second class, (n,); (n, classes) for more than two classes."""
        return np.asarray(self._from("decision_function", X))

    def predict_proba(self, X: Floats) -> Floats:
        """Return probabilities of the classes, (n, classes)."""
        return np.asarray(self._from("predict_proba", X))

    def predict(self, X: Floats) -> NDArray[Any]:
        """Return the most likely class of each path, (n,)."""
        return np.asarray(self._from("predict", X))

    def _from(self, method: str, X: Floats) -> Any:
        given = self.statistics(X)
        return getattr(self.model_, method)(given)

    def _paths(self, X: Floats) -> tuple[Floats, Floats]:
        """Return paths (n, d, L + 1) and their times (L + 1,)."""
        kind = check.choice("times", self.times, TIMES)
        if X.shape[-1] < 2:
            raise ArgumentError(
                "a path needs two or more observed points; each row of `X` has 1 feature(s)",
                expected="two or more points",
                found=str(X.shape),
            )
        if X.ndim == 2:
            X, kind = X[:, None], "even"
        if X.ndim != 3:
            raise ArgumentError(
                f"`X` must be paths (n, channels, time), or (n, time) for one coordinate, not an "
                f"array {X.shape}",
                expected="(n, channels, time) or (n, time)",
                found=str(X.shape),
            )
        if kind == "even":
            return X, np.arange(X.shape[2], dtype=np.float64)
        times = X[0, -1]
        if X.shape[1] < 2 or (X[:, -1] != times).any() or not (np.diff(times) > 0).all():
            raise ArgumentError(
                "the last channel of `X` does not hold the times: it must ascend and be the same "
                "in all paths",
                expected="(n, d + 1, L + 1) with the times as last channel",
                found=str(X.shape),
                hint='For paths without times, observed at even times, give times="even".',
            )
        return X[:, :-1], times


def girsanov(
    process: str | Setting | Process | None = None,
    *,
    basis: Any = None,
    degree: int = 3,
    bins: int = 6,
    space: int = 2,
    times: str = "channel",
) -> Girsanov:
    r"""Return a classifier that knows the family of the diffusions, but not their coefficients.

    The drifts of the classes are taken to be sums of known functions with unknown coefficients. The
    classifier computes Girsanov's statistics of each path from these functions, and then fits a
    logistic regression. `pybench.optimality` has this classifier under the name "girsanov". A study
    names its class: ``pybench.optimal.girsanovlearner.Girsanov``.

    Parameters
    ----------
    process : str, Setting or Process, optional
        A process or setting, or the name of one: its family gives the functions and the noise. The
        coefficients of its drifts are not used. Default: no family; the noise is constant.
    basis : {"polynomial", "distances"} or list of callables, optional
        The functions. Default: those of the family of ``process`` (see Notes), and "polynomial"
        where the family has none.

        * "polynomial": powers of a coordinate, from 0 to ``degree``. Each coordinate has its own
          coefficients, and its drift depends on no other coordinate.
        * "distances": attraction of agents, a step function of their distance with ``bins`` steps.
          Each step has as many of the distances in the training paths as each other step.
        * A list of functions of (t, x): t is the time, and x holds the states of n paths, an array
          (d, n). Each returns an array (d, n), as in `pybench.optimal.BasisDrift`.
    degree : int from 0 to 20
        Highest power of "polynomial".
    bins : int from 2 to 100
        Number of distance bins of "distances".
    space : int
        Number of coordinates per agent of "distances". If ``process`` is a
        `pybench.optimal.Particles`, its own number is used.
    times : {"channel", "even"}
        "channel": the last channel of the paths holds the times of observation, as in
        `pybench.optimality`. "even": there are no times; paths are observed at the times 0, 1, 2
        and so on. Paths given as rows (n, L + 1) are always of one coordinate and even.

    Returns
    -------
    Girsanov
        An estimator of scikit-learn with the methods ``fit(X, y)``, ``predict(X)``,
        ``predict_proba(X)``, ``decision_function(X)`` and ``statistics(X)``. X has the shape
        (n, d + 1, L + 1): n paths of d coordinates and the times. There may be more than two
        classes.

    Raises
    ------
    ArgumentError
        An unknown process or basis, or a number out of range. When the classifier is fitted: paths
        with another number of coordinates than the process, times that do not ascend or that
        differ between paths, labels of a single class, or statistics that are not finite.

    Notes
    -----
    Let the drift of class y be :math:`b_y = \sum_j \theta_{yj} f_j` and the noise
    :math:`\Sigma = \sigma \sigma^T`. By Girsanov's theorem, the log likelihood ratio of a path that
    is observed without gaps is

    .. math:: \sum_j (\theta_{1j} - \theta_{0j}) \int f_j^T \Sigma^{-1} dX - \frac12 \sum_{jk}
        (\theta_{1j} \theta_{1k} - \theta_{0j} \theta_{0k}) \int f_j^T \Sigma^{-1} f_k \, dt

    (Liptser and Shiryaev, Statistics of Random Processes, 2001, chapter 7). So it is linear in
    J + J (J + 1) / 2 statistics, which do not depend on the coefficients. Here these integrals are
    sums over the observed points, with :math:`f_j` and :math:`\Sigma` at the start of each
    interval. At coarse times the best weights of such sums differ from the weights in the formula;
    the regression learns them, so the classifier can be better than "LRT numerical".

    The functions of the families are: constant drift and Ornstein-Uhlenbeck: 1 and x, with one
    coefficient per coordinate; potentials: powers, the same in all coordinates; linear and
    nonlinear drift: x, cos(pi x) and sin(pi t); `pybench.optimal.BasisDrift`: its own functions;
    particles: "distances"; `pybench.optimal.Hamiltonian`: powers of a position, and the momentum.

    The statistics are centred at their medians and divided by three quartile ranges; then their
    inverse hyperbolic sine is taken, which compresses only extreme values, and they are
    standardised. The penalty of the regression (ridge) is chosen from seven values by
    cross-validation in five folds.

    Examples
    --------
    >>> import pybench as pb
    >>> seen = pb.simulate("d-d6", 300, seed=1)
    >>> model = pb.optimal.girsanov("d-d6").fit(seen.with_time(), seen.label)
    >>> model.statistics(seen.with_time()).shape
    (600, 27)
    >>> new = pb.simulate("d-d6", 300, seed=2)
    >>> model.score(new.with_time(), new.label) > 0.7
    True
    """
    if process is not None:
        require_process(process)
    check.choice("times", times, TIMES)
    refuse_basis(basis, degree, bins, space)
    return Girsanov(process, basis, degree, bins, space, times)


def _compressed(z: Floats) -> Floats:
    """Return nearly linear values up to about three quartile ranges, logarithmic ones beyond."""
    return np.arcsinh(z / LINEAR)


def integrals(paths: Floats, times: Floats, basis: Basis, noise: Noise) -> Floats:
    """Return Girsanov's statistics of paths (n, d, L + 1), (n, J + J (J + 1) / 2).

    First the J stochastic integrals of the functions of the basis, then the time integrals of
    their products, f_1 f_1, f_1 f_2, ..., f_J f_J. Both are scaled by the noise.
    """
    total: Floats | float = 0.0
    with np.errstate(over="ignore", invalid="ignore"):  # refused below
        for place, (now, then) in enumerate(pairwise(times.tolist())):
            x = np.ascontiguousarray(paths[:, :, place].T)
            move = paths[:, :, place + 1].T - x
            # As drifts 0 and a, a move b in no time has the log ratio a' Sigma^-1 b.
            inner = partial(noise.at(now, x).log_ratio, np.zeros_like(x), dt=0.0)
            values = basis(now, x)
            first = [inner(value, move) for value in values]
            products = [
                inner(value, other) * (then - now)
                for k, value in enumerate(values)
                for other in values[k:]
            ]
            total = total + np.array([*first, *products])
    found = np.ascontiguousarray(np.transpose(total))
    if not np.isfinite(found).all():
        raise ArgumentError(
            "Girsanov's statistics of some paths are not finite",
            expected="finite statistics",
            found="infinity or NaN",
            hint="Use functions that are finite at all observed states, such as lower powers.",
        )
    return found
