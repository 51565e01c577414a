"""A hand-picked subset: how it compares with random subsets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.stream import draw
from pybench.base.text import counted, lined, shown
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import require_comparable
from pybench.selection import ranking
from pybench.selection.protocol import check_metrics
from pybench.selection.trials import ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

#: Quantiles of the random subsets that are kept.
PERCENTS = tuple(range(0, 101, 5))


@dataclass(frozen=True, slots=True, eq=False)
class SubsetQuality(Result):
    """How well a subset preserves the ranking, compared with random subsets of the same size."""

    table: pd.DataFrame  #: metric: value, share of random subsets that are worse, their quantiles
    random: pd.DataFrame  #: metric, percent (0, 5, ... 100): that quantile of the random subsets
    names: tuple[str, ...]  #: the subset
    trials: int  #: random subsets
    n_datasets: int  #: of the table, N
    seed: int  #: seed of the random draws
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    confidence: float = 0.95  #: share of the random subsets between `low` and `high`

    schema: ClassVar[str] = "subset-quality/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per metric."""
        return self.table.copy()

    def __str__(self) -> str:
        size = len(self.names)
        lines = [
            f"{size} of {counted(self.n_datasets, 'dataset')}, beside {self.trials} random "
            f"subsets of {size}:"
        ]
        for _, row in self.table.iterrows():
            lines.append(
                f"  {row['metric']:12} {row['value']:8.4f}: better than {row['better_than']:.1%} "
                f"of random ones (the middle {100 * self.confidence:.4g}% of them: "
                f"{row['low']:.4f} to {row['high']:.4f})"
            )
        return lined([*lines, *notes.lines(self.notes)])


def subset_quality(
    t: ResultsTable,
    names: Sequence[str],
    trials: int = 1000,
    seed: int = 0,
    *,
    metrics: Sequence[str] = ranking.METRICS[:-1],
    confidence: float = 0.95,
    engine: str | None = None,
) -> SubsetQuality:
    """Measure how well a subset of datasets preserves the ranking, however the subset was chosen.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 2 models on N datasets.
    names : sequence of str
        Datasets of the table, each once.
    trials : int
        Number of random subsets of the same size, drawn from all datasets.
    seed : int
    metrics : sequence of str
        As in `rank_preservation`.
    confidence : float in (0, 1)
        Share of the random subsets between the values "low" and "high" of ``table``; by default the
        middle 95 %.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    SubsetQuality
        In ``table``, "better_than" is the share of random subsets that are worse than the given
        subset; ties count half.

    Raises
    ------
    ResultsTableError, ArgumentError
        For the same reasons as `rank_preservation`; or names that are not in the table or are
        repeated.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> t = pb.read_results(np.random.default_rng(0).normal(size=(20, 4)) + np.arange(4),
    ...     datasets=[f"d{i}" for i in range(20)], classifiers=list("abcd"), higher_is_better=True)
    >>> pb.subset_quality(t, ["d1", "d7", "d9"], 200).table["metric"].tolist()
    ['mae', 'spearman', 'kendall', 'ndcg5', 'mrr']
    """
    times = check.count("trials", trials, 1)
    level = check.level("confidence", confidence)
    start = check.seed(seed)
    judged = check_metrics(metrics)
    require_comparable(t)
    picked = _picked(names, t.datasets)
    check.room("trials", times, t.n_datasets)
    return engines.answer(
        "subset_quality",
        {"t": t, "names": picked, "trials": times, "seed": start, "metrics": judged,
         "confidence": level},
        engine=engine,
        kind=SubsetQuality,
        python=lambda: _quality(t, picked, times, start, judged, level),
    )  # fmt: skip


def _picked(names: Sequence[str], datasets: Sequence[str]) -> tuple[str, ...]:
    listed = check.listed("names", names, "datasets of the table, each once")
    picked = tuple(str(name) for name in listed)
    strange = [name for name in picked if name not in datasets]
    if strange or len(set(picked)) < len(picked) or not picked:
        found = f"{shown(strange[0])}, which is not" if strange else repr(picked)
        raise ArgumentError(
            f"`names` must be datasets of the table, each once, not {found}",
            expected="datasets of the table, each once",
            found=found,
        )
    return picked


def _quality(
    t: ResultsTable,
    picked: tuple[str, ...],
    times: int,
    start: int,
    judged: tuple[str, ...],
    level: float,
) -> SubsetQuality:
    import pandas as pd

    results = ranked(t, pairs=False)
    size = len(picked)
    own = np.array([[results.datasets.index(name) for name in picked]])
    name = f"random selection of {size}"
    rows = np.concatenate([own, draw(len(results.datasets), size, times, start, name)])
    sums = results.sums[rows].sum(axis=1)[:, None]
    values = ranking.scores(sums, [size], results.reference, judged)[:, :, 0]
    sign = np.where([metric in ranking.LESS for metric in judged], -1.0, 1.0)[:, None]
    lead = np.round(sign * (values[:, :1] - values[:, 1:]), 12)
    tail = (1 - level) / 2
    low, high = np.quantile(values[:, 1:], [tail, 1 - tail], axis=1)
    frame = pd.DataFrame(
        {
            "metric": judged,
            "value": values[:, 0],
            "better_than": ((lead > 0) + (lead == 0) / 2).mean(axis=1),
            "random": values[:, 1:].mean(axis=1),
            "low": low,
            "high": high,
        }
    )
    quantiles = np.quantile(values[:, 1:], np.array(PERCENTS) / 100, axis=1).T
    spread = pd.DataFrame(
        {
            "metric": np.repeat(judged, len(PERCENTS)),
            "percent": np.tile(PERCENTS, len(judged)),
            "value": quantiles.ravel(),
        }
    )
    doubts = {
        "few-datasets": t.n_datasets < 10,
        **about_table(t),
        "mean-of-repeats": t.n_repeats > 1 and t.by_repeat is None,
    }
    held = notes.holding(doubts)
    return SubsetQuality(frame, spread, picked, times, t.n_datasets, start, held, "python", level)
