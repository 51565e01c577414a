"""Scale: the protocol on mini-benchmarks drawn from a large one (appendix B of the paper)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.stream import draw, uniforms
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.selection import ranking
from pybench.selection.protocol import (
    check_metrics,
    check_sizes_of,
    is_part,
    method_doubts,
    methods_of,
    rank_preservation,
)
from pybench.selection.regional import in_r
from pybench.selection.space import each_standardized, named
from pybench.selection.strategies import Own, engine_for, several

if TYPE_CHECKING:
    import distributed
    import pandas as pd

    from pybench.table import ResultsTable

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ScaleAnalysis(Result):
    """The gain of strategies over random choice on mini-benchmarks of one size."""

    table: pd.DataFrame  #: strategy, representation, metric: mean, sd, random, gain, won
    benchmarks: int  #: mini-benchmarks drawn, R
    datasets: int  #: number in each
    models: int  #: number in each
    trials: int  #: of the protocol on each
    sizes: tuple[int, ...]  #: numbers of datasets chosen
    seed: int  #: seed of all random draws
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "scale/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per strategy, representation and metric."""
        return self.table.copy()

    def __str__(self) -> str:
        lines = [
            f"{counted(self.benchmarks, 'mini-benchmark')} of {self.datasets} datasets x "
            f"{self.models} models, {self.trials} trials each: gain in area over random"
        ]
        for _, row in self.table.iterrows():
            on = f" on {row['representation']}" if row["representation"] else ""
            lines.append(
                f"  {row['strategy']}{on}, {row['metric']}: {row['gain']:+.1%}, better on "
                f"{row['won']:.0%} of them"
            )
        return lined([*lines, *notes.lines(self.notes)])


def scale_analysis(
    t: ResultsTable,
    embeddings: Mapping[str, Any] | None,
    strategies: Sequence[str] = ("k-means", "farthest-first/cosine", "farthest-first/euclidean"),
    sizes: Iterable[int] = range(2, 21),
    trials: int = 50,
    pool: float = 0.8,
    seed: int = 0,
    *,
    benchmarks: int = 100,
    datasets: int = 30,
    models: int = 9,
    metrics: Sequence[str] = ("mae", "spearman", "ndcg5", "kendall"),
    vary: str = "datasets",
    standardize: str | Mapping[str, str] = "all",
    start: str = "mean",
    ridge: float = 1e-3,
    n_init: int = 10,
    missing: str = "error",
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    engine: str | None = None,
) -> ScaleAnalysis:
    """Run `rank_preservation` on many small parts of a benchmark.

    Each part of the table consists of datasets and models drawn without replacement. The reference
    ranking of a part is the ranking of its models on all its datasets.

    Parameters
    ----------
    t, embeddings, strategies, sizes, trials, pool, seed, metrics, workers, cluster
        As in `rank_preservation`; random choice is always included.
    benchmarks : int
        Number of parts to draw.
    datasets, models : int
        Numbers of datasets and of models in each part. The defaults are those of the benchmark of
        recommender systems in Gusev and Zaytsev (2026), arXiv 2606.27997.
    vary, standardize, start, ridge, n_init, missing
        As in `rank_preservation`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    ScaleAnalysis
        ``table`` describes the area under the curve of each metric against the number of chosen
        datasets. "gain" is how much better the mean area of a strategy is than the mean area of
        random choice, as a share of the mean area of random choice. "won" is the share of the parts
        on which the strategy has the better mean area.

    Raises
    ------
    ResultsTableError, ArgumentError
        For the same reasons as `rank_preservation`; or more datasets or models than the table has.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=40, models=12, repeats=1)
    >>> found = pb.scale_analysis(made.table, {"oracle": made.oracle}, ["farthest-first"],
    ...     sizes=range(2, 9), trials=5, benchmarks=3, datasets=20, models=6)
    >>> found.table["strategy"].unique().tolist()
    ['farthest-first/cosine']
    """
    from pybench.comparison.ranks import require_comparable

    require_comparable(t)
    count = check.count("benchmarks", benchmarks, 1)
    first = check.seed(seed)
    check.room("benchmarks", count, max(t.n_datasets, t.n_classifiers))
    wanted_of = {"datasets": (datasets, t.n_datasets), "models": (models, t.n_classifiers)}
    for name, (wanted, there) in wanted_of.items():
        if check.count(name, wanted, 2) > there:
            raise ArgumentError(
                f"`{name}` must be at most {there}, the number of {name} in the table, not "
                f"{wanted}",
                expected=f"at most {there}",
                found=str(wanted),
            )
    given, listed = named(embeddings), several(strategies)
    chosen = engine_for(listed, engine)
    names = ("random", *(s for s in listed if s != "random"))
    if len(names) == 1:
        raise ArgumentError(
            "`strategies` must name a strategy besides random: each strategy is compared with "
            "random",
            expected="one or more strategies besides random",
            found="none",
        )
    asked = {
        "sizes": check_sizes_of(sizes), "trials": check.count("trials", trials, 2), "pool": pool,
        "metrics": check_metrics(metrics), "vary": vary, "standardize": standardize,
        "start": start, "ridge": ridge, "n_init": n_init, "missing": missing,
    }  # fmt: skip
    places = {name: in_r(one) for name, one in given.items() if chosen != "python"}
    run = _Run(t, given, names, asked)
    part = (int(datasets), int(models))
    return engines.answer(
        "scale_analysis",
        {"t": t, "embeddings": places or None, "strategies": names, "seed": first,
         "benchmarks": count, "datasets": datasets, "models": models, **asked},
        engine=chosen,
        kind=ScaleAnalysis,
        python=lambda: _scale(run, part, count, first, workers, cluster),
    )  # fmt: skip


def _scale(
    run: _Run, part: tuple[int, int], count: int, seed: int, workers: int | None, cluster: Any
) -> ScaleAnalysis:
    t, (datasets, models) = run.t, part
    rows = np.sort(draw(t.n_datasets, datasets, count, seed, "mini-benchmark datasets"), axis=1)
    columns = np.sort(draw(t.n_classifiers, models, count, seed, "mini-benchmark models"), axis=1)
    seeds = np.floor(uniforms(seed, "mini-benchmark", 0, count) * 2**31).astype(int).tolist()
    tasks = list(zip(seeds, rows, columns, strict=True))
    names = "strategy", "representation", "metric"
    answers = parallel.map(
        run, tasks, workers=workers, cluster=cluster,
        sound=lambda _, part: is_part(part, names, ()),
    )  # fmt: skip
    parts = list(answers)
    asked = run.asked
    scaled = each_standardized(asked["standardize"], run.embeddings)
    order = tuple(sorted(t.datasets))
    methods = methods_of(run.embeddings, run.strategies, scaled, asked["missing"], order)
    found = notes.holding({**about_table(t), **method_doubts(methods)})
    means = np.stack([values for _, values in parts])  # (benchmarks, rows)
    return ScaleAnalysis(
        _gains(parts[0][0], means), count, datasets, models, asked["trials"], asked["sizes"], seed,
        found, "python",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Run:
    """The protocol on one part."""

    t: ResultsTable
    embeddings: dict[str, Any]
    strategies: tuple[str | Own, ...]
    asked: dict[str, Any]

    def __call__(self, task: tuple[int, Ints, Ints]) -> tuple[pd.DataFrame, Doubles]:
        seed, rows, columns = task
        # Sorted by name, so that parts do not depend on the order of the table.
        datasets, models = sorted(self.t.datasets), sorted(self.t.classifiers)
        part = self.t.select([datasets[i] for i in rows], [models[j] for j in columns])
        found = rank_preservation(
            part, self.embeddings, self.strategies, seed=seed, workers=1, **self.asked
        )
        return found.auc[["strategy", "representation", "metric"]], found.by_trial.mean(axis=1)


def _gains(frame: pd.DataFrame, means: Doubles) -> pd.DataFrame:
    is_random = (frame["strategy"] == "random").to_numpy()
    base = {
        metric: means[:, is_random & (frame["metric"] == metric).to_numpy()][:, 0]
        for metric in frame["metric"].unique()
    }
    rows = frame.loc[~is_random].reset_index(drop=True)
    values = means[:, ~is_random]
    chance = np.stack([base[metric] for metric in rows["metric"]], axis=1)
    sign = np.where(rows["metric"].isin(ranking.LESS), -1.0, 1.0)
    lead = sign * (values - chance)
    with np.errstate(invalid="ignore", divide="ignore"):  # random choice may have no error at all
        gain = lead.mean(axis=0) / chance.mean(axis=0)
    return rows.assign(
        mean=values.mean(axis=0),
        sd=values.std(axis=0, ddof=1) if len(values) > 1 else np.nan,
        random=chance.mean(axis=0),
        gain=gain,
        won=(lead > 0).mean(axis=0),
    )
