"""Results of the protocol: curves, areas, sufficient sizes, significance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import notes
from pybench.base.result import Result, format_p
from pybench.base.text import counted, lined
from pybench.comparison.adjust import adjusted
from pybench.comparison.signedrank import exact_pvalues, normal_pvalues, signed_ranks
from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

# Areas that differ by less are equal: the same sums in another order.
_DIGITS = 9
#: What is ranked: one score per dataset, or each of its repeats or folds.
RANKED = ("means", "folds")
# Trials up to which p-values are exact.
_EXACT = 200


@dataclass(frozen=True, slots=True, eq=False)
class RankPreservation(Result):
    """How well strategies keep the ranking on all datasets, by number of datasets chosen."""

    auc: pd.DataFrame  #: strategy, representation, metric: mean and sd over trials of the area
    curves: pd.DataFrame  #: strategy, representation, metric, size: mean, low, high over trials
    sufficient: pd.DataFrame  #: smallest size that meets the target, by mean and conservatively
    significance: pd.DataFrame  #: by metric: the best against each other one, by trial
    by_trial: NDArray[np.float64]  #: (rows of `auc`, trials) areas
    sizes: tuple[int, ...]  #: numbers of datasets chosen, ascending
    trials: int  #: T
    pool: float  #: fraction of the datasets or models available in a trial
    vary: str  #: what is drawn in a trial: "datasets" or "models"
    n_pool: int  #: datasets or models in a trial
    n_datasets: int  #: of the reference, N
    n_classifiers: int  #: models, M
    n_repeats: int  #: most repeats or folds of a dataset that were ranked separately
    confidence: float  #: share of the trials between low and high of the curves
    seed: int  #: seed of all random draws
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    ranked: str = ""  #: "folds", ranked separately, or "means": one score per dataset

    schema: ClassVar[str] = "rank-preservation/1"

    def __post_init__(self) -> None:
        if not self.ranked:  # a file of an earlier version
            object.__setattr__(self, "ranked", RANKED[self.n_repeats > 1])

    def to_frame(self) -> pd.DataFrame:
        """Return the areas: one row per strategy, representation and metric."""
        return self.auc.copy()

    def guidance(self) -> pd.DataFrame:
        """Return how many datasets suffice, and what strategies gain, over all methods.

        A method is a strategy on a representation. The strategy "oracle" is left out, since it
        knows the results; an embedding of past results is not left out.

        Returns
        -------
        pandas.DataFrame
            One row per metric, with the columns

            * "target": the value that counts as sufficient; NaN if the metric has none;
            * "methods": number of methods, random choice included; "reached": how many of them
              reach the target by their mean over trials with one of the sizes;
            * "best", "median", "worst": smallest, median and largest of the sizes that suffice by
              the mean, over the methods that reach the target (NaN if none does);
            * "reached_conservative", "best_conservative", "median_conservative" and
              "worst_conservative": the same where the worse end of the interval of the trials
              reaches the target;
            * "gain_best", "gain_median", "gain_worst": largest, median and smallest gain in mean
              area over random choice, as a share of the area of random choice; positive is better
              for every metric. NaN if random choice was not judged.

            The best method is picked on the trials by which it is judged, so that "best" and
            "gain_best" promise too much for other datasets.

        Notes
        -----
        Table 2 of Gusev and Zaytsev (2026), arXiv 2606.27997, has these sizes for two metrics.

        Examples
        --------
        >>> import pybench as pb
        >>> made = pb.synthetic_benchmark(0, datasets=30, models=6, repeats=1)
        >>> found = pb.rank_preservation(made.table, {"oracle": made.oracle},
        ...     ["random", "farthest-first"], range(2, 21), trials=20)
        >>> found.guidance().set_index("metric").loc["mae", ["best", "worst"]].tolist()
        [2.0, 2.0]
        """
        from pybench.selection.guidance import guidance

        return guidance(self.auc, self.sufficient)

    def __str__(self) -> str:
        lines = [
            f"Ranking of {self.n_classifiers} models on {self.sizes[0]} to {self.sizes[-1]} of "
            f"{counted(self.n_datasets, 'dataset')}: {self.trials} trials with {self.n_pool} "
            f"{self.vary}; engine {self.engine}",
            f"  ranked: {self.ranked} of each dataset",
            "  area under the curve over sizes, mean and sd over trials:",
        ]
        for metric, rows in self.auc.groupby("metric", sort=False):
            order = rows["mean"].to_numpy() * (1 if metric in LESS else -1)
            lines.append(f"  {metric} ({'less' if metric in LESS else 'more'} is better)")
            for place in np.argsort(order, kind="stable")[:5]:
                row = rows.iloc[place]
                lines.append(f"    {row['mean']:8.3f} +- {row['sd']:<7.3f} {_label(row)}")
        beside = self.significance[self.significance["strategy"] == "random"]
        for _, row in beside.iterrows():
            lines.append(
                f"  {row['metric']}: {row['best']} against random: gain {row['gain']:.3f}, "
                f"one-sided p {format_p(row['pvalue'])} (Wilcoxon, Holm)"
            )
        if len(beside):
            lines.append(
                "  p can be far too small: the best was picked on these trials, which share "
                f"{self.vary}; find_representation tests a gain"
            )
        return lined([*lines, *notes.lines(self.notes)])


def _label(row: Mapping[str, str]) -> str:
    return row["strategy"] + (f" on {row['representation']}" if row["representation"] else "")


def areas(values: Doubles, sizes: Sequence[int]) -> Doubles:
    """Integrate over sizes by the trapezoidal rule, (..., K) -> (...)."""
    return np.asarray(np.trapezoid(values, np.asarray(sizes, float), axis=-1))


def labelled(
    methods: Sequence[tuple[str, str]], metrics: Sequence[str], **columns: Doubles
) -> pd.DataFrame:
    """Return a frame with one row per method and metric; columns (methods, metrics)."""
    import pandas as pd

    rows = [(strategy, place, metric) for strategy, place in methods for metric in metrics]
    frame = pd.DataFrame(rows, columns=["strategy", "representation", "metric"])
    return frame.assign(**{name: values.ravel() for name, values in columns.items()})


def curves(
    values: Doubles,
    methods: Sequence[tuple[str, str]],
    metrics: Sequence[str],
    sizes: Sequence[int],
    confidence: float,
) -> pd.DataFrame:
    """Summarise (methods, metrics, T, K) by size: mean and central interval of the trials."""
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail], axis=2)
    frame = labelled(methods, metrics)
    frame = frame.loc[frame.index.repeat(len(sizes))].reset_index(drop=True)
    frame["size"] = np.tile(np.asarray(sizes), len(methods) * len(metrics))
    return frame.assign(mean=values.mean(axis=2).ravel(), low=low.ravel(), high=high.ravel())


def sufficient(frame: pd.DataFrame, targets: Mapping[str, float]) -> pd.DataFrame:
    """Find the smallest size whose mean, and whose worse end, meets the target.

    Rounding may change a mean of equal numbers; such differences do not count.

    Returns
    -------
    pandas.DataFrame
        strategy, representation, metric, target, by_mean, conservative; inf where no size does.
    """
    import pandas as pd

    rows = []
    for labels, part in frame.groupby(["strategy", "representation", "metric"], sort=False):
        strategy, place, metric = map(str, labels)
        if metric not in targets:
            continue
        sign = -1.0 if metric in LESS else 1.0
        meets = [
            np.round(sign * (part[column].to_numpy() - targets[metric]), _DIGITS) >= 0
            for column in ("mean", "high" if metric in LESS else "low")
        ]
        sizes = part["size"].to_numpy(float)
        found = [float(sizes[good.argmax()]) if good.any() else np.inf for good in meets]
        rows.append((strategy, place, metric, float(targets[metric]), *found))
    names = ["strategy", "representation", "metric", "target", "by_mean", "conservative"]
    return pd.DataFrame(rows, columns=names)


def significance(
    by_trial: Doubles, methods: Sequence[tuple[str, str]], metrics: Sequence[str]
) -> pd.DataFrame:
    """Compare the best method with each other one, trial by trial.

    Parameters
    ----------
    by_trial : (methods, metrics, T) float
        Areas.

    Returns
    -------
    pandas.DataFrame
        metric, best, best_representation, strategy, representation, gain (mean, > 0 where the best
        is better), pvalue_raw of the one-sided signed-rank test, pvalue by Holm within the metric.
    """
    import pandas as pd

    parts = []
    for at, metric in enumerate(metrics):
        upward = by_trial[:, at] * (-1.0 if metric in LESS else 1.0)
        best = int(np.round(upward.mean(axis=1), _DIGITS).argmax())
        others = [i for i in range(len(methods)) if i != best]
        if not others:
            continue
        gaps = np.round(upward[best] - upward[others], _DIGITS)
        raw = paired_pvalues(gaps)
        columns = {
            "metric": metric,
            "best": methods[best][0],
            "best_representation": methods[best][1],
            "strategy": [methods[i][0] for i in others],
            "representation": [methods[i][1] for i in others],
            "gain": gaps.mean(axis=1),
            "pvalue_raw": raw,
            "pvalue": adjusted(raw, "holm"),
        }
        parts.append(pd.DataFrame(columns))
    if not parts:
        texts = ["metric", "best", "best_representation", "strategy", "representation"]
        numbers = ["gain", "pvalue_raw", "pvalue"]
        none = {**dict.fromkeys(texts, np.array([], str)), **dict.fromkeys(numbers, np.zeros(0))}
        return pd.DataFrame(none)
    return pd.concat(parts, ignore_index=True)


def paired_pvalues(gaps: Doubles) -> Doubles:
    """Test whether paired differences (P, T) are above 0: one-sided signed-rank p-values."""
    ranks = signed_ranks(gaps, "wilcox")
    small = ranks.signed <= _EXACT
    pvalues = np.empty(len(gaps))
    if small.any():
        pvalues[small] = exact_pvalues(ranks.of(small), "greater")[0]
    if not small.all():
        pvalues[~small] = normal_pvalues(ranks.of(~small), "greater", False)[0]
    return pvalues
