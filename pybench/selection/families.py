"""Leave one family out: does a selection hold for kinds of datasets excluded from the choice?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.frame import by_dataset
from pybench.base.result import Result
from pybench.base.text import counted, lined, shown
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import require_comparable
from pybench.selection import ranking
from pybench.selection.pools import Rules, check_rules
from pybench.selection.preservation import labelled
from pybench.selection.protocol import (
    STRATEGIES,
    check_metrics,
    check_sizes_of,
    computed,
    method_doubts,
    methods_of,
    room_for_trials,
)
from pybench.selection.regional import in_r
from pybench.selection.scoring import TrialScorer
from pybench.selection.space import STANDARDIZE, each_standardized, named
from pybench.selection.strategies import Own, engine_for, several
from pybench.selection.trials import check_sizes, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class FamiliesOut(Result):
    """How well selections from all but one family keep the ranking on all datasets."""

    table: pd.DataFrame  #: family, strategy, representation, metric, size: without, whole, loss
    families: tuple[str, ...]  #: those that were left out, sorted
    counts: tuple[int, ...]  #: number of datasets of each family
    trials: int  #: number of draws of strategies that choose at random
    seed: int  #: seed of the random draws
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "families-out/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per family, strategy, representation, metric and size."""
        return self.table.copy()

    def __str__(self) -> str:
        lines = [f"Selection without one of {len(self.families)} families at a time:"]
        worst = self.table.loc[
            self.table.groupby(["strategy", "representation", "metric"], sort=False)[
                "loss"
            ].idxmax()
        ]
        for _, row in worst.iterrows():
            on = f" on {row['representation']}" if row["representation"] else ""
            lines.append(
                f"  {row['strategy']}{on}, {row['metric']}: worst without {row['family']} at "
                f"{row['size']} datasets: {row['without']:.3f} for {row['whole']:.3f}"
            )
        return lined([*lines, *notes.lines(self.notes)])


def leave_one_family_out(
    t: ResultsTable,
    embeddings: Mapping[str, Any] | None,
    families: Mapping[str, str] | pd.Series[Any] | Any,
    strategies: Sequence[str | Own] = STRATEGIES,
    sizes: Iterable[int] = (5, 10, 20),
    trials: int = 100,
    seed: int = 0,
    *,
    metrics: Sequence[str] = ("mae", "spearman"),
    start: str = "mean",
    ridge: float = 1e-3,
    n_init: int = 10,
    missing: str = "error",
    engine: str | None = None,
) -> FamiliesOut:
    """Leave out one family of datasets at a time, and choose datasets from the other families.

    The ranking of the models on the chosen datasets is compared with their ranking on all datasets
    of the table.

    Parameters
    ----------
    t, embeddings, strategies, sizes, seed, metrics, start, ridge, n_init, missing
        As in `rank_preservation`.
    families : mapping, Series or table
        The family of every dataset of the table: a mapping or Series from datasets to families, or
        a table with a column ``dataset`` and one other column.
    trials : int
        Number of selections by each strategy that chooses at random; the metrics are averaged over
        these selections.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    FamiliesOut
        In ``table``, "without" and "whole" are values of the metric: "without" if the family is not
        among the candidates, "whole" if all datasets are candidates. "loss" says how much worse
        "without" is than "whole" (negative if better).

    Raises
    ------
    ResultsTableError, ArgumentError
        For the same reasons as `rank_preservation`; or a dataset without a family, fewer than two
        families, or a size above the number of datasets that remain when a family is left out.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import pybench as pb
    >>> rng = np.random.default_rng(0)
    >>> names = [f"d{i:02d}" for i in range(20)]
    >>> t = pb.read_results(rng.normal(size=(20, 4)) + np.arange(4), datasets=names,
    ...     classifiers=list("abcd"), higher_is_better=True)
    >>> place = pd.DataFrame(rng.normal(size=(20, 3)), index=names)
    >>> kinds = {name: "odd" if i % 2 else "even" for i, name in enumerate(names)}
    >>> found = pb.leave_one_family_out(t, {"example": place}, kinds, sizes=(3, 5), trials=5)
    >>> found.families, found.counts
    (('even', 'odd'), (10, 10))
    """
    rules = check_rules(start, ridge, n_init, seed)
    times = check.count("trials", trials, 1)
    check.choice("missing", missing, ("error", "drop"))
    listed, judged = check_sizes_of(sizes, least=1), check_metrics(metrics)
    require_comparable(t)
    given, strategies = named(embeddings), several(strategies)
    chosen = engine_for(strategies, engine)
    home = _families(families, sorted(t.datasets))
    options = {
        "strategies": strategies, "sizes": listed, "trials": times, "seed": rules.seed,
        "metrics": judged, "start": start, "ridge": rules.ridge, "n_init": rules.n_init,
        "missing": missing,
    }  # fmt: skip
    places = {name: in_r(one) for name, one in given.items() if chosen != "python"}
    return engines.answer(
        "leave_one_family_out",
        {"t": t, "embeddings": places or None,
         "families": dict(zip(sorted(t.datasets), home, strict=True)), **options},
        engine=chosen,
        kind=FamiliesOut,
        python=lambda: _without(
            t, given, home, strategies, listed, judged, times, rules, missing
        ),
    )  # fmt: skip


def _without(
    t: ResultsTable,
    embeddings: Mapping[str, Any],
    home: list[str],
    strategies: Sequence[str | Own],
    listed: tuple[int, ...],
    judged: tuple[str, ...],
    times: int,
    rules: Rules,
    missing: str,
) -> FamiliesOut:
    import pandas as pd

    results = ranked(t, pairs=False)
    scaled = each_standardized(STANDARDIZE[0], embeddings)
    methods = methods_of(embeddings, strategies, scaled, missing, results.datasets)
    room_for_trials(times, len(home), methods, judged, listed)
    kinds = sorted(set(home))
    sign = np.where([metric in ranking.LESS for metric in judged], 1.0, -1.0)[None, :, None]

    def scored(rows: Ints) -> Doubles:
        check_sizes(len(rows), listed)
        kept = np.tile(rows, (times, 1))
        study = TrialScorer(results, methods, listed, judged, rules, "datasets", kept)
        return np.asarray(computed(study, workers=1).mean(axis=2))  # (methods, metrics, sizes)

    whole = scored(np.arange(len(home)))
    parts = []
    for kind in kinds:
        without = scored(np.flatnonzero(np.array(home) != kind))
        loss = sign * (without - whole)
        frame = labelled([method.label for method in methods], judged)
        frame = frame.loc[frame.index.repeat(len(listed))].reset_index(drop=True)
        frame.insert(0, "family", kind)
        frame["size"] = np.tile(np.asarray(listed), len(methods) * len(judged))
        parts.append(frame.assign(without=without.ravel(), whole=whole.ravel(), loss=loss.ravel()))
    doubts = {"few-datasets": t.n_datasets < 10, **about_table(t), **method_doubts(methods)}
    return FamiliesOut(
        pd.concat(parts, ignore_index=True), tuple(kinds), tuple(map(home.count, kinds)), times,
        rules.seed, notes.holding(doubts), "python",
    )  # fmt: skip


def _families(families: Any, datasets: Sequence[str]) -> list[str]:
    import pandas as pd

    families = by_dataset(families)
    if isinstance(families, pd.DataFrame) and len(families.columns) == 1:
        families = families.iloc[:, 0]
    if not isinstance(families, Mapping | pd.Series):
        check.mapping("families", families, "a mapping of dataset to family")
    known = {str(name): family for name, family in families.items()}
    if len(known) < len(families):
        raise ArgumentError(
            "`families` contains a dataset twice",
            expected="each dataset once",
            found="one twice",
            hint="Give one family for each dataset.",
        )
    said = {name for name, one in known.items() if pd.api.types.is_scalar(one) and not pd.isna(one)}
    absent = [name for name in datasets if name not in said]
    if absent:
        raise ArgumentError(
            f"`families` gives no family for {counted(len(absent), 'dataset')}; the first is "
            f"{shown(absent[0])}",
            expected="a family for every dataset of the table",
            found=f"{len(absent)} without",
        )
    home = [str(known[name]) for name in datasets]
    if len(set(home)) < 2:
        raise ArgumentError(
            "`families` has one family only", expected="two families or more", found=home[0]
        )
    return home
