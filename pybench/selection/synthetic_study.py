"""What a representation is worth by its quality: the protocol on synthetic benchmarks (table 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check
from pybench.base.progress import Clock, Progress
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.selection import ranking
from pybench.selection.mantel import correlation, ranking_distances
from pybench.selection.protocol import check_metrics, check_sizes_of, is_part, rank_preservation
from pybench.selection.space import METRICS, distances, space
from pybench.selection.strategies import Own, engine_for, several
from pybench.selection.synthetic import broken_view, synthetic_benchmark, weight
from pybench.selection.trials import ranked

if TYPE_CHECKING:
    import distributed
    import pandas as pd

    from pybench.selection.synthetic import Synthetic

Doubles = NDArray[np.float64]

_COLUMNS = ("view", "signal", "strategy", "metric")


@dataclass(frozen=True, slots=True, eq=False)
class SyntheticStudy(Result):
    """The value of representations of known quality: table 4 of the paper, or a curve."""

    auc: pd.DataFrame  #: view, signal, strategy, metric: mean area, its error, sd, gain over random
    seeds: tuple[int, ...]  #: of the benchmarks
    trials: int  #: of the protocol, per benchmark
    engine: str  #: "python", "r" or "both"
    mantel: pd.DataFrame | None = None  #: view, signal, metric: mean Mantel correlation, its error

    schema: ClassVar[str] = "synthetic-study/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per view, strategy and metric."""
        return self.auc.copy()

    def __str__(self) -> str:
        lines = [
            f"{counted(len(self.seeds), 'synthetic benchmark')}, {self.trials} trials each: areas"
        ]
        for _, row in self.auc.iterrows():
            lines.append(
                f"  {row['view']:8} {row['strategy']:22} {row['metric']:9} {row['mean']:7.3f} "
                f"+- {row['sd']:.3f} (within a benchmark {row['sd_within']:.3f}; means of "
                f"benchmarks {row['low']:.2f} to {row['high']:.2f}){_gain(row)}"
            )
        if self.mantel is not None:
            lines.append("  Mantel correlation of distances in the view and of rankings:")
            for _, row in self.mantel.iterrows():
                lines.append(
                    f"  {row['view']:8} {row['metric']:9} {row['correlation']:.3f}{_error(row)}"
                )
        return lined(lines)


def _gain(row: pd.Series) -> str:
    if row["strategy"] == "random" or "gain" not in row:
        return ""
    error = "" if np.isnan(row["gain_se"]) else f" +- {row['gain_se']:.1%} (standard error)"
    return f"; gain over random {row['gain']:+.1%}{error}"


def _error(row: pd.Series) -> str:
    return "" if np.isnan(row["se"]) else f" +- {row['se']:.3f} (standard error)"


def synthetic_study(
    seeds: Iterable[int] = range(100),
    trials: int = 200,
    *,
    signals: Iterable[float] | None = None,
    strategies: Sequence[str | Own] = ("random", "farthest-first/cosine"),
    sizes: Iterable[int] = range(2, 21),
    pool: float = 0.8,
    metrics: Sequence[str] = ("mae", "spearman"),
    standardize: str = "all",
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    datasets: int = 112,
    models: int = 35,
    repeats: int = 30,
    latent: int = 5,
    dimensions: int = 64,
    dataset_noise: float = 0.02,
    repeat_noise: float = 0.03,
    oracle_noise: float = 0.01,
    engine: str | None = None,
) -> SyntheticStudy:
    r"""Run the protocol of `rank_preservation` on many synthetic benchmarks.

    By default, this is the computation for table 4 of Gusev and Zaytsev (2026), arXiv 2606.27997,
    with a good and a bad representation. With ``signals``, representations of each quality between
    these two show how much a strategy gains if the representation has that quality.

    Parameters
    ----------
    seeds : iterable of int
        One benchmark per seed.
    trials : int
        Number of trials of `rank_preservation` for each benchmark.
    signals : iterable of float, >= 0 and < 1e6, optional
        Weights :math:`\lambda` of the positions of the datasets, one representation for each:
        :math:`\lambda zA + N(0, 1)`, with the same noise for all weights (see
        `synthetic_benchmark`). 0 is noise alone. Default: the two views of table 4, "oracle" and
        "broken"; the latter has the weight 0.15.
    strategies, sizes, pool, metrics, standardize
        As in `rank_preservation`, but ``standardize`` is one way for all views. Random choice is
        always included.
    workers, cluster
        As in `rank_preservation`; one task is one benchmark.
    progress : callable, optional
        Called with a `Progress` before the first benchmark and after each one.
    datasets, models, repeats, latent, dimensions, dataset_noise, repeat_noise, oracle_noise
        As in `synthetic_benchmark`. The view "oracle" alone has ``oracle_noise``.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    SyntheticStudy
        ``auc`` has one row per strategy, view and metric; signals ascend.

        * "view" is the representation: "oracle" or "broken", or the signal as text. Random choice
          does not depend on the view and is listed once, as view "none".
        * "signal" is :math:`\lambda` divided by the standard deviation of the noise of the view:
          0.15 for "broken", 1 / ``oracle_noise`` (100) for "oracle", NaN for "none".
        * "mean" is the area under the curve of the metric over sizes, averaged over trials and
          benchmarks; "se" is its Monte Carlo standard error, the standard deviation of the means of
          benchmarks divided by the root of their number (NaN for one benchmark).
        * "sd" is the standard deviation over the trials of all benchmarks together; "sd_within" is
          the square root of the variance over the trials of one benchmark, averaged over
          benchmarks; "low" and "high" are the 5 % and 95 % quantiles of the means of benchmarks.
        * "gain" is how much better the mean area is than that of random choice on the same
          benchmarks, as a share of the latter; "gain_se" is the Monte Carlo standard error of this
          ratio of means (see Notes).

        ``mantel`` has one row per view and distance ("metric": "cosine" or "euclidean"): the mean
        over benchmarks of the correlation that `mantel` computes, with its standard error "se".

    Raises
    ------
    ArgumentError
        An argument out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Let :math:`c_s` be the mean area of random choice on benchmark s of S, :math:`l_s` how much
    better the strategy is there, and g the gain, :math:`\sum l_s / \sum c_s`. Its standard error is
    the standard deviation of :math:`(l_s - g c_s) / \bar c`, divided by :math:`\sqrt S` (the delta
    method). All signals share the benchmarks, the trials and the noise; so differences between
    signals are more exact than the standard errors say.

    Examples
    --------
    >>> import pybench as pb
    >>> study = pb.synthetic_study(range(2), 5, datasets=30, models=5, repeats=1)
    >>> study.auc["view"].unique().tolist()
    ['none', 'oracle', 'broken']
    >>> curve = pb.synthetic_study(range(2), 5, signals=(0, 0.3, 1), metrics=["mae"], datasets=30,
    ...     models=5, repeats=1)
    >>> curve.auc["signal"].dropna().tolist()
    [0.0, 0.3, 1.0]
    """
    given = check.listed("seeds", seeds, "integers")
    listed = tuple(check.seed(seed) for seed in given)
    check.count("seeds", len(listed), 1)
    shares = None if signals is None else _signals(signals)
    asked = several(strategies)
    chosen = engine_for(asked, engine)
    names = ("random", *(one for one in asked if one != "random"))
    settings = {
        "trials": check.count("trials", trials, 2), "sizes": check_sizes_of(sizes),
        "pool": check.fraction("pool", pool), "metrics": check_metrics(metrics),
        "standardize": standardize,
    }  # fmt: skip
    shape = {
        "datasets": datasets, "models": models, "repeats": repeats, "latent": latent,
        "dimensions": dimensions, "dataset_noise": dataset_noise, "repeat_noise": repeat_noise,
        "oracle_noise": weight("oracle_noise", oracle_noise),
    }  # fmt: skip
    run = _Run(names, settings, shape, shares)
    return engines.answer(
        "synthetic_study",
        {"seeds": listed, "signals": shares, "strategies": names, **settings, **shape},
        engine=chosen,
        kind=SyntheticStudy,
        python=lambda: _study(run, listed, workers, cluster, progress),
    )


def _signals(signals: object) -> tuple[float, ...]:
    """Return the weights, ascending and each once."""
    given = [signals] if isinstance(signals, (int, float)) else signals
    found = [weight("signals", one) for one in check.listed("signals", given, "numbers >= 0")]
    check.count("signals", len(found), 1)
    return tuple(sorted({float(f"{one:.15g}") for one in found}))  # their names tell them apart


Part = tuple["pd.DataFrame", Doubles, Doubles]


def _study(
    run: _Run,
    seeds: tuple[int, ...],
    workers: int | None,
    cluster: Any,
    progress: Callable[[Progress], object] | None,
) -> SyntheticStudy:
    clock = Clock(dict.fromkeys(range(len(seeds)), 1.0), range(len(seeds)), progress, "benchmarks")
    parts: list[Part] = []
    for part in parallel.map(run, seeds, workers=workers, cluster=cluster, sound=run.sound):
        clock.done(len(parts), f"seed {seeds[len(parts)]}")
        parts.append(part)
    frame = run.labelled(parts[0][0])
    areas = np.stack([values for _, values, _ in parts])  # (seeds, rows, trials)
    means = areas.mean(axis=2)
    low, high = np.quantile(means, [0.05, 0.95], axis=0)
    gain, error = _gains(frame, means)
    frame = frame.assign(
        mean=means.mean(axis=0),
        se=_errors(means),
        sd=areas.transpose(1, 0, 2).reshape(len(frame), -1).std(axis=1, ddof=1),
        sd_within=np.sqrt(areas.var(axis=2, ddof=1).mean(axis=0)),
        low=low,
        high=high,
        gain=gain,
        gain_se=error,
    )
    quality = np.stack([values for *_, values in parts])  # (seeds, views * metrics)
    return SyntheticStudy(
        frame, seeds, run.asked["trials"], "python",
        run.qualities().assign(correlation=quality.mean(axis=0), se=_errors(quality)),
    )  # fmt: skip


def _errors(values: Doubles) -> Doubles:
    """Return standard errors of means over benchmarks, (seeds, rows) -> (rows,)."""
    if len(values) < 2:
        return np.full(values.shape[1], np.nan)
    return np.asarray(values.std(axis=0, ddof=1) / np.sqrt(len(values)))


def _gains(frame: pd.DataFrame, means: Doubles) -> tuple[Doubles, Doubles]:
    """Return gains over random choice and their standard errors."""
    is_random = (frame["strategy"] == "random").to_numpy()
    base = {frame["metric"].iloc[row]: row for row in np.flatnonzero(is_random)}
    chance = means[:, [base[metric] for metric in frame["metric"]]]
    lead = np.where(frame["metric"].isin(ranking.LESS), -1.0, 1.0) * (means - chance)
    with np.errstate(invalid="ignore", divide="ignore"):  # random choice may have no error at all
        gain = lead.mean(axis=0) / chance.mean(axis=0)
        return gain, _errors((lead - gain * chance) / chance.mean(axis=0))


@dataclass(frozen=True, slots=True)
class _Run:
    """The protocol on the benchmark of one seed."""

    strategies: tuple[str | Own, ...]
    asked: dict[str, Any]
    shape: dict[str, Any]
    signals: tuple[float, ...] | None

    @property
    def views(self) -> dict[str, float]:
        """Name of each view -> its signal."""
        if self.signals is not None:
            return {f"{signal:.15g}": signal for signal in self.signals}
        noise = self.shape["oracle_noise"]
        return {"oracle": 1 / noise if noise else np.inf, "broken": 0.15}

    def sound(self, _: int, part: Any) -> bool:
        """Return whether a worker answered with areas and correlations; errors mean no."""
        frame, areas, quality = part
        columns = "strategy", "representation", "metric"
        fits = is_part((frame, areas), columns, (self.asked["trials"],))
        return fits and quality.shape == (len(self.views) * len(METRICS),)

    def __call__(self, seed: int) -> Part:
        made = synthetic_benchmark(seed, **self.shape)
        views = self._of(made)
        found = rank_preservation(
            made.table, views, self.strategies, seed=seed, workers=1, engine="python", **self.asked
        )
        results = ranked(made.table, pairs=False)
        theirs = ranking_distances(results.sums / (2 * results.repeats))
        scaled = "none" if self.asked["standardize"] == "none" else "all"
        quality = [
            correlation(distances(place.gram, metric), theirs)
            for view in views.values()
            for place in [space(view, scaled, "error", datasets=results.datasets)]
            for metric in METRICS
        ]
        head = found.auc[["strategy", "representation", "metric"]]
        return head, found.by_trial, np.array(quality)

    def _of(self, made: Synthetic) -> dict[str, pd.DataFrame]:
        if self.signals is None:
            return {"oracle": made.oracle, "broken": made.broken}
        wide = made.oracle.shape[1]
        return {
            name: broken_view(made.latent, made.seed, wide, signal)
            for name, signal in self.views.items()
        }

    def labelled(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return the columns of the rows: view, signal, strategy, metric."""
        view = frame["representation"].replace({"": "none"})
        return frame.assign(view=view, signal=view.map(self.views).astype(float))[list(_COLUMNS)]

    def qualities(self) -> pd.DataFrame:
        """Return the columns of the rows of Mantel correlations: view, signal, metric."""
        import pandas as pd

        rows = [(view, signal, one) for view, signal in self.views.items() for one in METRICS]
        return pd.DataFrame(rows, columns=["view", "signal", "metric"])
