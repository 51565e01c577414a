"""Synthetic benchmarks with known representations (section 6.4 of the paper)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check
from pybench.base.result import Result
from pybench.base.stream import uniforms
from pybench.base.text import lined
from pybench.bridge import engine as engines
from pybench.selection.protocol import is_part, rank_preservation
from pybench.table import ResultsTable, results_table

if TYPE_CHECKING:
    import distributed
    import pandas as pd

Doubles = NDArray[np.float64]

_STRATEGIES = ("random", "farthest-first/cosine")
_METRICS = ("mae", "spearman")
_DATASET_NOISE, _FOLD_NOISE = 0.02, 0.03
_ORACLE_NOISE, _BROKEN_SIGNAL = 0.01, 0.15


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
) -> Synthetic:
    r"""Make a synthetic benchmark and two representations of it, a good and a bad one.

    Parameters
    ----------
    seed : int
    datasets, models, repeats, latent, dimensions : int
        Numbers of datasets, models and repeats, and numbers of dimensions of the latent space and
        of the representations; the defaults are those of the paper (see Notes).

    Returns
    -------
    Synthetic
        A benchmark with two representations. ``oracle`` contains the positions of the datasets in
        the latent space, with little noise; in ``broken``, noise hides these positions almost
        completely.

    Raises
    ------
    ArgumentError
        A size out of its range.

    Notes
    -----
    The position :math:`z_i` of dataset i and the position :math:`u_m` of model m in the latent
    space are standard normal. The error of model m on dataset i is :math:`|z_i - u_m|^2` plus noise
    of the dataset (sd 0.02) and of the repeat (sd 0.03). As printed in the paper, both noises are
    the same for all models. So they never change a rank, and all repeats have the same ranks. Let A
    be a matrix with entries from :math:`N(0, 1)/\sqrt{latent}`, and z the matrix with the rows
    :math:`z_i`. The representation ``oracle`` is :math:`zA + N(0, 0.01^2)`, and ``broken`` is
    :math:`0.15\,zA + N(0, 1)`. See Gusev and Zaytsev (2026), arXiv 2606.27997, section 6.4.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=20, models=4, repeats=2)
    >>> made.table.n_datasets, made.oracle.shape
    (20, (20, 64))
    """
    import pandas as pd

    n = check.count("datasets", datasets, 2)
    m = check.count("models", models, 2)
    folds = check.count("repeats", repeats, 1)
    inner = check.count("latent", latent, 1)
    outer = check.count("dimensions", dimensions, 1)
    start = check.seed(seed)
    shape = {"datasets": n, "models": m}
    views = ({"datasets": n, "dimensions": outer}, {"latent": inner, "dimensions": outer})
    for made in ({**shape, "repeats": folds}, {**shape, "latent": inner}, *views):
        largest = max(made, key=made.__getitem__)
        check.room(largest, made[largest], math.prod(made.values()) // made[largest])
    z, u = _normals(start, "datasets", n, inner), _normals(start, "models", m, inner)
    errors = ((z[:, None] - u) ** 2).sum(axis=2)
    folded = _DATASET_NOISE * _normals(start, "noise of datasets", n, 1)
    folded = folded + _FOLD_NOISE * _normals(start, "noise of repeats", n, folds)
    scores = errors[:, :, None] + folded[:, None, :]
    seen = z @ (_normals(start, "view", inner, outer) / np.sqrt(inner))
    width = len(str(n - 1))
    names = [f"dataset {i:0{width}d}" for i in range(n)]
    oracle = seen + _ORACLE_NOISE * _normals(start, "oracle", n, outer)
    broken = _BROKEN_SIGNAL * seen + _normals(start, "broken", n, outer)
    table = results_table(
        scores.mean(axis=2), names, [f"model {j}" for j in range(m)], higher_is_better=False,
        metric="error", by_repeat=scores, n_repeats=folds,
    )  # fmt: skip
    z.flags.writeable = False
    return Synthetic(
        table, pd.DataFrame(oracle, index=names), pd.DataFrame(broken, index=names), z, start
    )


def _normals(seed: int, name: str, rows: int, columns: int) -> Doubles:
    """Draw normal numbers by rows, the same in both languages."""
    from scipy.special import ndtri

    u = uniforms(seed, f"synthetic {name}", 0, rows * columns)
    return np.asarray(ndtri(np.maximum(u, 2.0**-54)).reshape(rows, columns))


@dataclass(frozen=True, slots=True, eq=False)
class SyntheticStudy(Result):
    """Table 4 of the paper: the value of a good and of a bad representation."""

    auc: pd.DataFrame  #: view, strategy, metric: mean, sd, sd within seeds, 5-95 % of seed means
    seeds: tuple[int, ...]  #: of the benchmarks
    trials: int  #: of the protocol, per benchmark
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "synthetic-study/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per view, strategy and metric."""
        return self.auc.copy()

    def __str__(self) -> str:
        lines = [f"{len(self.seeds)} synthetic benchmarks, {self.trials} trials each: areas"]
        for _, row in self.auc.iterrows():
            lines.append(
                f"  {row['view']:8} {row['strategy']:22} {row['metric']:9} {row['mean']:7.3f} "
                f"+- {row['sd']:.3f} (within a benchmark {row['sd_within']:.3f}; means of "
                f"benchmarks {row['low']:.2f} to {row['high']:.2f})"
            )
        return lined(lines)


def synthetic_study(
    seeds: Iterable[int] = range(100),
    trials: int = 200,
    *,
    standardize: str = "all",
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    datasets: int = 112,
    models: int = 35,
    repeats: int = 30,
    latent: int = 5,
    dimensions: int = 64,
    engine: str | None = None,
) -> SyntheticStudy:
    """Run the protocol of `rank_preservation` on many synthetic benchmarks.

    This is the computation for table 4 of Gusev and Zaytsev (2026), arXiv 2606.27997.

    Parameters
    ----------
    seeds : iterable of int
        One benchmark per seed.
    trials : int
        Number of trials of `rank_preservation` for each benchmark.
    standardize : {"all", "pool", "none"}
        As in `rank_preservation`.
    workers, cluster
        As in `rank_preservation`.
    datasets, models, repeats, latent, dimensions : int
        As in `synthetic_benchmark`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    SyntheticStudy
        In ``auc``, "view" is the representation, "oracle" or "broken". Random choice does not
        depend on the view and is listed once, as view "none". "sd" is the standard deviation over
        the trials of all benchmarks together; "sd_within" is the square root of the variance over
        the trials of one benchmark, averaged over benchmarks.

    Raises
    ------
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Examples
    --------
    >>> import pybench as pb
    >>> study = pb.synthetic_study(range(2), 5, datasets=30, models=5, repeats=1)
    >>> study.auc["view"].unique().tolist()
    ['none', 'oracle', 'broken']
    """
    given = check.listed("seeds", seeds, "integers")
    listed = tuple(check.seed(seed) for seed in given)
    check.count("seeds", len(listed), 1)
    times = check.count("trials", trials, 2)
    sizes = {"datasets": datasets, "models": models, "repeats": repeats, "latent": latent,
             "dimensions": dimensions}  # fmt: skip
    run = _Run(times, standardize, sizes)
    return engines.answer(
        "synthetic_study",
        {"seeds": listed, "trials": times, "standardize": standardize, **sizes},
        engine=engine,
        kind=SyntheticStudy,
        python=lambda: _study(run, listed, workers, cluster),
    )


def _study(run: _Run, seeds: tuple[int, ...], workers: int | None, cluster: Any) -> SyntheticStudy:
    columns = "view", "strategy", "metric"
    answers = parallel.map(
        run, seeds, workers=workers, cluster=cluster,
        sound=lambda _, part: is_part(part, columns, (run.trials,)),
    )  # fmt: skip
    parts = list(answers)
    areas = np.stack([values for _, values in parts])  # (seeds, rows, trials)
    frame = parts[0][0]
    means = areas.mean(axis=2)
    low, high = np.quantile(means, [0.05, 0.95], axis=0)
    spread = {
        "mean": means.mean(axis=0),
        "sd": areas.transpose(1, 0, 2).reshape(len(frame), -1).std(axis=1, ddof=1),
        "sd_within": np.sqrt(areas.var(axis=2, ddof=1).mean(axis=0)),
        "low": low,
        "high": high,
    }
    return SyntheticStudy(frame.assign(**spread), seeds, run.trials, "python")


@dataclass(frozen=True, slots=True)
class _Run:
    """The protocol on the benchmark of one seed."""

    trials: int
    standardize: str
    sizes: dict[str, int]

    def __call__(self, seed: int) -> tuple[pd.DataFrame, Doubles]:
        made = synthetic_benchmark(seed, **self.sizes)
        views: dict[str, Any] = {"oracle": made.oracle, "broken": made.broken}
        found = rank_preservation(
            made.table, views, _STRATEGIES, trials=self.trials, seed=seed, metrics=_METRICS,
            standardize=self.standardize, workers=1,
        )  # fmt: skip
        frame = found.auc[["representation", "strategy", "metric"]]
        frame = frame.rename(columns={"representation": "view"}).replace({"view": {"": "none"}})
        return frame, found.by_trial
