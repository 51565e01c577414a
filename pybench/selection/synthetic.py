"""Synthetic benchmarks with known representations (section 6.4 of the paper)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.result import Result
from pybench.base.stream import uniforms
from pybench.table import ResultsTable, results_table

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

# Deviations and weights of views are below this: products of features must not overflow.
_LARGEST = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Synthetic(Result):
    """A benchmark ranked by positions of datasets and models, and two representations of it."""

    table: ResultsTable  #: errors, lower is better, with repeats
    oracle: pd.DataFrame  #: (datasets, dimensions) a view that shows the positions of datasets
    broken: pd.DataFrame  #: a view dominated by noise
    latent: Doubles  #: (datasets, latent) their true positions
    seed: int  #: seed of all random draws

    schema: ClassVar[str] = "synthetic/1"

    def to_frame(self) -> pd.DataFrame:
        """Return the errors."""
        return self.table.to_frame()

    def __str__(self) -> str:
        return (
            f"Synthetic benchmark {self.seed}: {self.table.n_datasets} datasets x "
            f"{self.table.n_classifiers} models x {self.table.n_repeats} repeats, views of "
            f"{self.oracle.shape[1]} features"
        )


def synthetic_benchmark(
    seed: int = 0,
    *,
    datasets: int = 112,
    models: int = 35,
    repeats: int = 30,
    latent: int = 5,
    dimensions: int = 64,
    dataset_noise: float = 0.02,
    repeat_noise: float = 0.03,
    oracle_noise: float = 0.01,
    signal: float = 0.15,
) -> Synthetic:
    r"""Make a synthetic benchmark and two representations of it, a good and a bad one.

    Parameters
    ----------
    seed : int
    datasets, models, repeats, latent, dimensions : int
        Numbers of datasets, models and repeats, and numbers of dimensions of the latent space and
        of the representations; the defaults, here and below, are those of the paper (see Notes).
    dataset_noise, repeat_noise : float, >= 0 and < 1e6
        Standard deviations of the noise of the errors: of each dataset, and of each repeat of a
        dataset.
    oracle_noise : float, >= 0 and < 1e6
        Standard deviation of the noise of the representation ``oracle``.
    signal : float, >= 0 and < 1e6
        Weight :math:`\lambda` of the positions in the representation ``broken``, whose noise has
        standard deviation 1.

    Returns
    -------
    Synthetic
        A benchmark with two representations. ``oracle`` contains the positions of the datasets in
        the latent space, with little noise; in ``broken``, noise hides these positions almost
        completely.

    Raises
    ------
    ArgumentError
        An argument out of its range.

    Notes
    -----
    The position :math:`z_i` of dataset i and the position :math:`u_m` of model m in the latent
    space are standard normal. The error of model m on dataset i is :math:`|z_i - u_m|^2` plus noise
    of the dataset and of the repeat. As printed in the paper, both noises are the same for all
    models. So they never change a rank, whatever their size, and all repeats have the same ranks.
    Let A be a matrix with entries from :math:`N(0, 1)/\sqrt{latent}`, and z the matrix with the
    rows :math:`z_i`. The representation ``oracle`` is zA plus noise, :math:`zA + N(0, 0.01^2)` by
    default, and ``broken`` is :math:`\lambda zA + N(0, 1)`. See Gusev and Zaytsev (2026), arXiv
    2606.27997, section 6.4.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=20, models=4, repeats=2)
    >>> made.table.n_datasets, made.oracle.shape
    (20, (20, 64))
    """
    n = check.count("datasets", datasets, 2)
    m = check.count("models", models, 2)
    folds = check.count("repeats", repeats, 1)
    inner = check.count("latent", latent, 1)
    outer = check.count("dimensions", dimensions, 1)
    of_dataset = weight("dataset_noise", dataset_noise)
    of_repeat = weight("repeat_noise", repeat_noise)
    of_oracle, share = weight("oracle_noise", oracle_noise), weight("signal", signal)
    start = check.seed(seed)
    shape = {"datasets": n, "models": m}
    views = ({"datasets": n, "dimensions": outer}, {"latent": inner, "dimensions": outer})
    for made in ({**shape, "repeats": folds}, {**shape, "latent": inner}, *views):
        largest = max(made, key=made.__getitem__)
        check.room(largest, made[largest], math.prod(made.values()) // made[largest])
    z, u = _normals(start, "datasets", n, inner), _normals(start, "models", m, inner)
    errors = ((z[:, None] - u) ** 2).sum(axis=2)
    folded = of_dataset * _normals(start, "noise of datasets", n, 1)
    folded = folded + of_repeat * _normals(start, "noise of repeats", n, folds)
    scores = errors[:, :, None] + folded[:, None, :]
    table = results_table(
        scores.mean(axis=2), _names(n), [f"model {j}" for j in range(m)], higher_is_better=False,
        metric="error", by_repeat=scores, n_repeats=folds,
    )  # fmt: skip
    z.flags.writeable = False
    oracle = _view(z, start, outer, "oracle", 1.0, of_oracle)
    return Synthetic(table, oracle, broken_view(z, start, outer, share), z, start)


def weight(name: str, value: object) -> float:
    """Return a standard deviation, or the weight of the positions in a view."""
    if check.not_negative(name, value) == 0.0:
        return 0.0
    return check.number(name, value, "a number >= 0 and < 1e6", 0.0, _LARGEST)


def broken_view(z: Doubles, seed: int, dimensions: int, signal: float) -> pd.DataFrame:
    """Return positions times a weight plus noise of sd 1, the same noise for each weight."""
    return _view(z, seed, dimensions, "broken", signal, 1.0)


def _view(
    z: Doubles, seed: int, dimensions: int, name: str, signal: float, noise: float
) -> pd.DataFrame:
    import pandas as pd

    n, inner = z.shape
    seen = z @ (_normals(seed, "view", inner, dimensions) / np.sqrt(inner))
    values = signal * seen + noise * _normals(seed, name, n, dimensions)
    return pd.DataFrame(values, index=_names(n))


def _names(n: int) -> list[str]:
    width = len(str(n - 1))
    return [f"dataset {i:0{width}d}" for i in range(n)]


def _normals(seed: int, name: str, rows: int, columns: int) -> Doubles:
    """Draw normal numbers by rows, the same in both languages."""
    from scipy.special import ndtri

    u = uniforms(seed, f"synthetic {name}", 0, rows * columns)
    return np.asarray(ndtri(np.maximum(u, 2.0**-54)).reshape(rows, columns))
