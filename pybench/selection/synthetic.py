"""Made-up benchmarks in which it is known what a representation sees (section 6.4 of the paper)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check
from pybench.base.result import Result
from pybench.base.stream import stream
from pybench.selection.protocol import rank_preservation
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
    """A benchmark whose ranking follows from where datasets and models lie, and two views of it."""

    table: ResultsTable  #: errors, lower is better, with repeats
    oracle: pd.DataFrame  #: (datasets, dimensions) a view that shows where datasets lie
    broken: pd.DataFrame  #: a view that noise outweighs
    latent: Doubles  #: (datasets, latent) where they lie
    seed: int  #: of all draws

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
    r"""Make a benchmark, a representation that sees its geometry and one that hardly does.

    Parameters
    ----------
    seed : int
    datasets, models, repeats, latent, dimensions : int
        Sizes; the paper's are the defaults.

    Returns
    -------
    Synthetic

    Raises
    ------
    ArgumentError
        A size out of its range.

    Notes
    -----
    :math:`z_i, u_m \sim N(0, I)` in the latent space; the error of model m on dataset i is
    :math:`|z_i - u_m|^2` plus noise of the dataset (sd 0.02) and of the repeat (sd 0.03). As the
    paper prints it, both noises are the same for all models, so they never change a rank, and all
    repeats rank alike. With A of entries :math:`N(0, 1)/\sqrt{latent}` the oracle view is
    :math:`zA + N(0, 0.01^2)`, the broken one :math:`0.15\,zA + N(0, 1)`. Gusev and Zaytsev (2026),
    arXiv 2606.27997, section 6.4.

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
    rng = stream(check.seed(seed), "synthetic benchmark")
    z, u = rng.normal(size=(n, inner)), rng.normal(size=(m, inner))
    errors = ((z[:, None] - u) ** 2).sum(axis=2)
    shift = _DATASET_NOISE * rng.normal(size=n)
    folded = shift[:, None] + _FOLD_NOISE * rng.normal(size=(n, folds))
    scores = errors[:, :, None] + folded[:, None, :]
    seen = z @ (rng.normal(size=(inner, outer)) / np.sqrt(inner))
    width = len(str(n - 1))
    names = [f"dataset {i:0{width}d}" for i in range(n)]
    oracle = seen + _ORACLE_NOISE * rng.normal(size=seen.shape)
    broken = _BROKEN_SIGNAL * seen + rng.normal(size=seen.shape)
    table = results_table(
        scores.mean(axis=2), names, [f"model {j}" for j in range(m)], higher_is_better=False,
        metric="error", by_repeat=scores, n_repeats=folds,
    )  # fmt: skip
    z.flags.writeable = False
    return Synthetic(
        table, pd.DataFrame(oracle, index=names), pd.DataFrame(broken, index=names), z, int(seed)
    )


@dataclass(frozen=True, slots=True, eq=False)
class SyntheticStudy(Result):
    """Table 4 of the paper: what a good and a bad representation are worth."""

    auc: pd.DataFrame  #: view, strategy, metric: mean, sd, sd within seeds, 5-95 % of seed means
    seeds: tuple[int, ...]  #: of the benchmarks
    trials: int  #: of the protocol, per benchmark

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
        return "\n".join(lines)


def synthetic_study(
    seeds: Iterable[int] = range(100),
    trials: int = 200,
    *,
    standardize: str = "all",
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    **sizes: int,
) -> SyntheticStudy:
    """Run the protocol on many synthetic benchmarks: Table 4 of the paper.

    Parameters
    ----------
    seeds : iterable of int
        One benchmark each.
    trials : int
        Of the protocol, for each.
    standardize : {"all", "pool", "none"}
        As in `rank_preservation`.
    workers, cluster
        As in `rank_preservation`.
    sizes : int
        Keyword arguments, as in `synthetic_benchmark`.

    Returns
    -------
    SyntheticStudy
        Random does not depend on the view and is listed once, as view "none". "sd" is that of
        single trials over all benchmarks, "sd_within" the root mean variance within one.

    Raises
    ------
    ArgumentError
        An argument out of its range.

    Examples
    --------
    >>> import pybench as pb
    >>> study = pb.synthetic_study(range(2), 5, datasets=30, models=5, repeats=1)
    >>> study.auc["view"].unique().tolist()
    ['none', 'oracle', 'broken']
    """
    import pandas as pd

    listed = tuple(check.seed(seed) for seed in seeds)
    check.count("seeds", len(listed), 1)
    times = check.count("trials", trials, 2)
    parts = list(
        parallel.map(_Run(times, standardize, sizes), listed, workers=workers, cluster=cluster)
    )
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
    frame = frame.assign(**spread)
    return SyntheticStudy(pd.DataFrame(frame), listed, times)


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
