"""Choose k datasets: the public interface to the strategies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined
from pybench.bridge import engine as engines
from pybench.selection.farthest import radii, starts
from pybench.selection.pools import Pools, Rules, check_rules
from pybench.selection.regional import in_r, is_landscape, region_rows
from pybench.selection.space import (
    STANDARDIZE,
    Space,
    check_metric,
    distances,
    doubts,
    first_best,
    least_scale,
    space,
)
from pybench.selection.strategies import Own, StrategyPlan, engine_for, plan
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Selection(Result):
    """The chosen datasets, in order, and which datasets each represents."""

    names: tuple[str, ...]  #: (k,) in the order in which they were chosen
    distances: NDArray[np.float64]  #: (k,) to the nearest dataset chosen before; inf for the first
    radius: NDArray[np.float64]  #: (k,) distance of the farthest dataset from those chosen so far
    datasets: tuple[str, ...]  #: (n,) the candidates, sorted
    nearest: tuple[str, ...]  #: (n,) the chosen dataset nearest to each; if tied, the first chosen
    strategy: str  #: such as "farthest-first/cosine"
    metric: str  #: metric of the distances
    start: str  #: rule used for the first dataset: "mean" or "distance"; "" if not farthest-first
    n_features: int  #: columns that were used
    seed: int  #: seed of the random draws
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "selection/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per chosen dataset: order, distance, radius, how many it represents."""
        import pandas as pd

        return pd.DataFrame(
            {
                "dataset": self.names,
                "order": np.arange(1, len(self.names) + 1),
                "distance": self.distances,
                "radius": self.radius,
                "stands_for": [self.nearest.count(name) for name in self.names],
            }
        )

    def __str__(self) -> str:
        lines = [
            f"{len(self.names)} of {counted(len(self.datasets), 'dataset')} by {self.strategy}"
            + (f", start by {self.start}" if self.start else "")
            + (f", on {counted(self.n_features, 'feature')}" if self.n_features else "")
            + f"; engine {self.engine}"
        ]
        width = max(len(clipped(name)) for name in self.names)
        for place, (name, away) in enumerate(zip(self.names, self.distances, strict=True), 1):
            far = f"  {away:.4g} from those before" if np.isfinite(away) else ""
            count = self.nearest.count(name)
            lines.append(f"  {place:>3}  {clipped(name):{width}}  represents {count:>4}{far}")
        if self.radius.size and not np.isnan(self.radius[-1]):
            lines.append(f"  no dataset is farther than {self.radius[-1]:.4g} ({self.metric})")
        return lined([*lines, *notes.lines(self.notes)])


def select(
    embedding: Any,
    k: int,
    strategy: str | Own = "farthest-first",
    metric: str = "cosine",
    seed: int = 0,
    *,
    start: str = "mean",
    standardize: bool = True,
    ridge: float = 1e-3,
    n_init: int = 10,
    missing: str = "error",
    engine: str | None = None,
) -> Selection:
    r"""Choose k datasets that represent all datasets.

    Parameters
    ----------
    embedding : data frame, Arrow table, ResultsTable or landscape
        Description of the datasets. One of:

        * A table of finite numbers, such as the output of `dataset_embedding` or
          `metadata_embedding`: one row per dataset, named by the index or by a column ``dataset``.
        * A `ResultsTable`: the mean ranks of the models on each dataset are then used. The strategy
          "oracle" requires it.
        * A landscape, as in `bootstrap`, in which each dataset represents at most one region. The
          strategy "landscape" requires a landscape; no other strategy uses one. If the landscape
          has a method ``representatives(threshold)``, this method is called with the threshold 90.
    k : int, 1 to n
        Number of datasets to choose.
    strategy : str or callable
        "random"; "farthest-first"; "k-means"; "a-optimal", "d-optimal"; "a-optimal-greedy",
        "d-optimal-greedy"; "k-medoids"; "facility-location"; "oracle" (from a ResultsTable);
        "landscape"; a registered name; or a function (x, k, seed) -> rows, as in
        `register_strategy`. A metric can be given after a slash, as in "farthest-first/euclidean".
    metric : {"cosine", "euclidean"}
        Metric of the strategies farthest-first, k-medoids and facility location, and of the
        reported distances. A metric in the name of the strategy takes precedence.
    seed : int
        Seed of the random draws of "random", "k-means" and "landscape".
    start : {"mean", "distance"}
        First dataset of farthest-first. "mean": the dataset farthest from the mean (Algorithm 2 of
        the paper, see Notes). "distance": the dataset with the largest mean distance to all
        datasets (section 4.1 of the paper). If the mean is the zero vector, as with
        ``standardize=True``, it has no direction; then the metric "cosine" always uses "distance".
    standardize : bool
        Whether to scale columns to mean 0 and variance 1 (divisor n) first; a constant column
        becomes 0.
    ridge : float, > 0
        Number added to the diagonal of the information matrix of A- and D-optimality. It must be at
        least 1e-9 times the largest squared length of a vector; otherwise rounding would decide the
        choice.
    n_init : int, >= 1
        Number of starts of k-means (by k-means++); the result with the smallest sum of squares is
        used.
    missing : {"error", "drop"}
        How to treat columns with missing values: "error" raises an error, "drop" leaves them out.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results. R has only the built-in strategies.

    Returns
    -------
    Selection

    Raises
    ------
    ArgumentError
        An argument out of its range; k above the number of datasets; an embedding that is not a
        table of finite numbers with unique names; a strategy that the embedding does not allow.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Rows are sorted by name first. Values that differ only by rounding (1e-9; for the criteria of A-
    and D-optimality 1e-6) count as equal, and ties are decided by name. So neither the order of
    rows nor the machine affects the choice.

    - *random*: every subset is equally likely.
    - *farthest-first*: each step chooses the dataset with the largest distance to the nearest
      dataset chosen before.
    - *k-means*: the dataset nearest to the centre of each cluster, the largest cluster first.
    - *a-optimal*, *d-optimal*: with the matrix :math:`X_S` of the chosen rows, and with
      :math:`I = X_S^\top X_S` plus `ridge` on the diagonal, minimise the trace of the inverse of I
      (*a-optimal*) or maximise the determinant of I (*d-optimal*). Datasets are first chosen
      greedily. Then the best swap of a chosen dataset for another dataset is made repeatedly, until
      no swap improves the criterion (at most 10 k swaps).
    - *a-optimal-greedy*, *d-optimal-greedy*: the same, without swaps.
    - *facility-location*, *k-medoids*: minimise the sum of distances to the nearest chosen dataset,
      greedily; k-medoids then improves the choice by swaps.
    - *oracle*: choose datasets greedily, so that the mean ranks of the models on the chosen
      datasets are nearest to their mean ranks on all datasets.
    - *landscape*: the regions take turns, the region with the most datasets first; at its turn, a
      region contributes one of its datasets, chosen at random.

    A dataset whose vector is 0 is at cosine distance 1 from every other. Among datasets with equal
    vectors, the first by name is chosen first. "The paper" is Gusev and Zaytsev (2026), arXiv
    2606.27997.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> place = pd.DataFrame({"x": [0, 0.1, 5, 5.2, 9], "y": [1, 0.9, 3, 3.1, 0]}, list("abcde"))
    >>> pb.select(place, 3, metric="euclidean").names
    ('e', 'a', 'd')
    """
    rules = check_rules(start, ridge, n_init, seed)
    check.choice("missing", missing, ("error", "drop"))
    check.flag("standardize", standardize)
    found = plan(strategy, check_metric(metric))
    options = {"start": start, "standardize": standardize, "ridge": rules.ridge,
               "n_init": rules.n_init, "missing": missing}  # fmt: skip
    chosen = engine_for(strategy, engine)
    embedding = as_frame(embedding)
    place = None if chosen == "python" else in_r(embedding)
    return engines.answer(
        "select",
        {"embedding": place, "k": k, "strategy": strategy, "metric": metric, "seed": rules.seed,
         **options},
        engine=chosen,
        kind=Selection,
        python=lambda: _select(embedding, k, found, metric, rules, standardize, missing),
    )  # fmt: skip


def _select(
    embedding: Any,
    k: int,
    found: StrategyPlan,
    metric: str,
    rules: Rules,
    standardize: bool,
    missing: str,
) -> Selection:
    scaled = STANDARDIZE[0] if standardize else STANDARDIZE[-1]
    if found.needs == "landscape" or is_landscape(embedding):
        return _regional(found, embedding, k, metric, rules)
    where = _space(found, embedding, scaled, missing)
    size = require_enough(k, len(where.datasets))
    rows = np.arange(len(where.datasets))[None]
    past = goal = None
    if found.needs == "results":
        past = where.values[None]  # mean ranks
        goal = past.mean(axis=1)
    pools = Pools(rows, where, found.metric or metric, rules, 0, past, goal)
    chosen = found.run(pools, (size,))[0][0]
    begun = ""
    if found.name.startswith("farthest-first"):
        replaced = starts(pools.grams, pools.apart, pools.metric, rules.start)[1][0]
        begun = "distance" if replaced else rules.start
    return Selection(
        **_places(pools, chosen, where.datasets),
        strategy=found.name,
        metric=pools.metric,
        start=begun,
        n_features=len(where.columns),
        seed=rules.seed,
        notes=notes.holding(doubts(where)),
        engine="python",
    )


def _space(found: StrategyPlan, embedding: Any, standardize: str, missing: str) -> Space:
    if found.needs == "results" and not isinstance(embedding, ResultsTable):
        raise ArgumentError(
            f"`embedding` must be a ResultsTable for the strategy {found.name}, not "
            f"{type(embedding).__name__}",
            expected="a ResultsTable",
            found=type(embedding).__name__,
            hint="Make one: pybench.read_results(source, higher_is_better=...).",
        )
    return space(embedding, standardize, missing)


def require_enough(k: object, n: int) -> int:
    """Return k, a number of datasets to choose from n."""
    size = check.count("k", k, 1)
    if size > n:
        raise ArgumentError(
            f"`k` must be at most {n}, the number of datasets to choose from, not {size}",
            expected=f"a whole number from 1 to {n}",
            found=str(size),
        )
    return size


def _places(pools: Pools, chosen: Ints, datasets: tuple[str, ...]) -> dict[str, Any]:
    """Return distances, radii and nearest chosen datasets."""
    apart = distances(pools.grams, pools.metric)[0]
    before = np.full(len(chosen), np.inf)
    for place in range(1, len(chosen)):
        before[place] = apart[chosen[place], chosen[:place]].min()
    noisy = max(float(apart.max()), least_scale(pools.metric))
    home = chosen[first_best(-apart[:, chosen], noisy)]  # if tied, the first chosen
    home[chosen] = chosen  # a chosen dataset represents itself, even if another equals it
    radius = radii(apart, chosen)
    for values in (before, radius):
        values.flags.writeable = False
    return {
        "names": tuple(datasets[i] for i in chosen),
        "distances": before,
        "radius": radius,
        "datasets": datasets,
        "nearest": tuple(datasets[i] for i in home),
    }


def _regional(
    found: StrategyPlan, landscape: Any, k: object, metric: str, rules: Rules
) -> Selection:
    if found.needs != "landscape" or not is_landscape(landscape):
        raise ArgumentError(
            'the strategy "landscape" requires a landscape; all others require a table of numbers',
            expected="a mapping, region -> names, with the strategy landscape",
            found=f"{type(landscape).__name__} and {found.name}",
        )
    names = _region_names(landscape)
    regions = region_rows(landscape, names)
    size = require_enough(k, len(names))
    chosen = found.run(
        Pools(np.arange(len(names))[None], None, "", rules, 0, regions=regions), (size,)
    )[0][0]
    unknown = np.full(size, np.nan)
    unknown.flags.writeable = False
    home = [""] * len(names)
    for region in regions:
        first = next((names[i] for i in chosen if i in region), "")
        for row in region:
            home[row] = first
    for row in chosen:
        home[row] = names[row]
    return Selection(
        names=tuple(names[i] for i in chosen),
        distances=unknown,
        radius=unknown,
        datasets=names,
        nearest=tuple(home),
        strategy=found.name,
        metric="",
        start="",
        n_features=0,
        seed=rules.seed,
        notes=(),
        engine="python",
    )


def _region_names(landscape: Any) -> tuple[str, ...]:
    from pybench.selection.regional import members

    return tuple(sorted(name for names in members(landscape).values() for name in names))
