"""Number of items needed to find a difference, from the variance of paired differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import clipped, counted, lined
from pybench.bridge import engine as engines
from pybench.items.clustered import design, estimates
from pybench.items.compare import FEW_CLUSTERS, for_r, require_pairs
from pybench.items.power import detectable, items_for, power_of
from pybench.items.table import ItemTable

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]

_SHOWN = 10


@dataclass(frozen=True, slots=True, eq=False)
class ItemsNeeded(Result):
    """Number of items with which a test finds a given difference of each pair."""

    pairs: tuple[tuple[str, str], ...]  #: the m = k(k - 1)/2 pairs, in table order
    needed: npt.NDArray[np.float64]  #: (m,) whole numbers of items, at least 2; NaN: unknown
    detectable: npt.NDArray[np.float64]  #: (m,) difference found with the items of the table
    present: npt.NDArray[np.float64]  #: (m,) power for `difference` with the items of the table
    variances: npt.NDArray[np.float64]  #: (m,) n SE^2: of the difference of one item
    design_effects: npt.NDArray[np.float64]  #: (m,) SE^2 with clusters over SE^2 without
    run_shares: npt.NDArray[np.float64] | None  #: (m,) share of SE^2 from runs; None with one run
    difference: float  #: difference to be found, in the unit of the scores
    power: float  #: wanted power, in (0, 1)
    alpha: float  #: level of the two-sided test of one pair, in (0, 1)
    runs: int  #: planned runs per item
    dataset: str | None  #: the dataset whose items are the pilot study; None: all items
    n_items: int  #: n of the table
    n_clusters: int  #: clusters of the table; without clusters, n
    n_runs: int  #: runs of the table
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "items-needed/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: methods, items needed, detectable difference, power now."""
        import pandas as pd

        return pd.DataFrame(
            {
                "classifier_1": [pair[0] for pair in self.pairs],
                "classifier_2": [pair[1] for pair in self.pairs],
                "needed": self.needed,
                "detectable": self.detectable,
                "present": self.present,
                "variance": self.variances,
                "design_effect": self.design_effects,
            }
        )

    def __str__(self) -> str:
        runs = counted(self.runs, "run")
        clusters = counted(self.n_clusters, "cluster")
        groups = f" in {clusters}" if self.n_clusters < self.n_items else ""
        lines = [
            f"Items needed to find a difference of {self.difference:g} with power {self.power:g}, "
            f"two-sided t-test of each pair alone at alpha = {self.alpha:g}",
            f"  planned from {counted(self.n_items, 'item')}{groups}, {runs} per item; "
            f"engine {self.engine}",
            "  items needed; difference found with the present items; design effect:",
            *self._pairs(),
        ]
        return lined([*lines, *notes.lines(self.notes)])

    def _pairs(self) -> Iterator[str]:
        order = np.argsort(-self.needed, kind="stable")[:_SHOWN]
        for place in order:
            first, second = map(clipped, self.pairs[place])
            needed, gap = self.needed[place], self.detectable[place]
            if np.isnan(needed):
                yield f"    {first} against {second}: unknown, the difference does not vary"
                continue
            clusters = np.ceil(needed * self.n_clusters / self.n_items * (1 - 1e-9))
            groups = f" in {clusters:.0f} clusters" if self.n_clusters < self.n_items else ""
            yield (
                f"    {first} against {second}: {needed:.0f}{groups}; {gap:.4g}; "
                f"{self.design_effects[place]:.3g}"
            )
        if len(self.pairs) > _SHOWN:
            yield f"    and {counted(len(self.pairs) - _SHOWN, 'pair')} more, see to_frame()"


def items_needed(
    items: ItemTable,
    difference: float,
    power: float = 0.8,
    alpha: float = 0.05,
    runs: int | None = None,
    dataset: str | None = None,
    *,
    engine: str | None = None,
) -> ItemsNeeded:
    r"""Plan how many items find a given difference of two methods, from a table of items.

    Parameters
    ----------
    items : ItemTable
        Scores of k >= 2 methods, from `read_items`: the pilot study. Its clusters and their sizes
        are taken as those of the planned items.
    difference : float > 0
        Mean difference to be found, in the unit of the scores, such as 0.01 for one percentage
        point of a share of right answers.
    power : float in (0, 1)
        Wanted probability that the test finds such a difference.
    alpha : float in (0, 1)
        Level of the two-sided test. For m pairs and Holm's correction, alpha / m is on the safe
        side.
    runs : int, >= 1, optional
        Planned runs per item. By default as many as the table has; for another number the table
        must have at least 2.
    dataset : str, optional
        Plan from the items of this dataset only.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    ItemsNeeded
        If the difference of a pair does not vary on the items, its numbers are NaN: the pilot study
        does not show how much it varies.

    Raises
    ------
    ResultsTableError
        Fewer than 2 methods, or fewer than 2 clusters.
    ArgumentError
        A difference, power, level or number of runs out of its range, an unknown dataset, or
        another number of runs for a table with one run.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Let SE be the standard error "CR2" of `compare_items` for the n items of the table, and df its
    degrees of freedom. With n' items, the statistic of a true difference :math:`\delta` has a
    noncentral t distribution with noncentrality :math:`\delta / SE \sqrt{n' / n}` and
    :math:`(df + 1) n' / n - 1` degrees of freedom, since there are n'/n times as many clusters. The
    number of items is the smallest n' for which the two-sided test rejects with the wanted power,
    and with at least 1 degree of freedom. For large n' it is
    :math:`n SE^2 (z_{1 - \alpha / 2} + z_{power})^2 / \delta^2` with quantiles z of the normal
    distribution (Miller 2024, arXiv 2411.00640, section 5). It includes the *design effect*, the
    ratio of :math:`SE^2` to its value if each item were a cluster. For another number of runs, the
    part of :math:`SE^2` that is due to runs is estimated by their variance within items, and scaled
    by the ratio of the numbers of runs. Runs count as independent for each item: the effect of a
    run on all items, such as that of the seed of a training, is in neither part. If clusters have
    very unequal weights, `compare_items` takes "CR3" unless told otherwise: its power then is
    smaller.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> rows = pd.DataFrame({"item": list("abcdef"), "A": [1, 1, 1, 0, 1, 1],
    ...     "B": [0, 1, 0, 0, 0, 1]})
    >>> items = pb.read_items(rows, higher_is_better=True)
    >>> pb.items_needed(items, difference=0.1).needed.tolist()
    [238.0]
    """
    check.kind("items", items, ItemTable, "read_items")
    delta = check.number("difference", difference, "a number > 0", 0.0, np.inf)
    wanted, level = check.level("power", power), check.level("alpha", alpha)
    chosen = items.select(dataset)
    require_pairs(chosen)
    planned = chosen.n_runs if runs is None else check.count("runs", runs)
    if planned != chosen.n_runs == 1:
        raise ArgumentError(
            "`runs` can be another number than 1 only if the table has at least 2 runs",
            expected="1",
            found=str(planned),
            hint="The variance between runs is not known.",
        )
    options = {
        "difference": delta,
        "power": wanted,
        "alpha": level,
        "runs": None if runs is None else planned,
        "dataset": dataset,
    }
    return engines.answer(
        "items_needed",
        {"items": for_r(items), **options},
        engine=engine,
        kind=ItemsNeeded,
        python=lambda: _planned(chosen, delta, wanted, level, planned, dataset),
    )


def _planned(
    items: ItemTable, delta: float, power: float, alpha: float, runs: int, dataset: str | None
) -> ItemsNeeded:
    plan, single = design(items, "CR2"), design(items, "CR2", clustered=False)
    errors, alone = (estimates(items, one).errors for one in (plan, single))
    squares, shares = errors**2, None
    if items.by_run is not None:
        between = _between_runs(items) / items.n_runs
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.where(squares > 0, np.minimum(1.0, between / squares), 0.0)
        if runs != items.n_runs:
            squares = np.maximum(0.0, squares - between) + between * items.n_runs / runs
    with np.errstate(divide="ignore", invalid="ignore"):
        effects = np.where(alone > 0, (errors / alone) ** 2, 1.0)
    varies = squares > 0
    known = np.sqrt(squares[varies])
    several = items.datasets is not None and len(set(items.datasets)) > 1
    return ItemsNeeded(
        pairs=tuple(combinations(items.classifiers, 2)),
        needed=_of_varying(
            varies,
            [
                items_for(delta, items.n_items * square, items.n_items, plan.df, alpha, power)
                for square in squares[varies].tolist()
            ],
        ),
        detectable=_of_varying(varies, detectable(plan.df, alpha, power) * known),
        present=_of_varying(varies, power_of(delta / known, plan.df, alpha)),
        variances=items.n_items * squares,
        design_effects=effects,
        run_shares=shares,
        difference=delta,
        power=power,
        alpha=alpha,
        runs=runs,
        dataset=dataset,
        n_items=items.n_items,
        n_clusters=plan.n_clusters,
        n_runs=items.n_runs,
        notes=notes.holding(
            {
                "few-in-pilot": plan.n_clusters < FEW_CLUSTERS,
                "constant-in-pilot": not varies.all(),
                "several-datasets": several,
                "several-runs": items.n_runs > 1,
            }
        ),
        engine="python",
    )


def _of_varying(varies: npt.NDArray[np.bool_], values: npt.ArrayLike) -> Floats:
    """Return the values of the pairs whose differences vary; NaN for the others."""
    found = np.full(varies.shape, np.nan)
    found[varies] = values
    return found


def _between_runs(items: ItemTable) -> Floats:
    """Return the variance of the mean difference that one run causes, for each pair."""
    assert items.by_run is not None
    weights = np.ones(items.n_items) if items.weights is None else items.weights
    spread = weights**2 @ items.by_run.var(axis=2, ddof=1) / weights.sum() ** 2
    first, second = np.triu_indices(items.n_classifiers, 1)
    return np.asarray(spread[first] + spread[second])
