"""Which representation fits? Chosen on some models, judged on others that it did not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.progress import Progress
from pybench.base.result import Result, format_p
from pybench.base.stream import draw
from pybench.base.text import counted, lined, shown
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import require_comparable
from pybench.selection import nested
from pybench.selection.pools import Rules, check_rules
from pybench.selection.preservation import RANKED
from pybench.selection.protocol import check_sizes_of
from pybench.selection.ranking import LESS, METRICS
from pybench.selection.regional import in_r
from pybench.selection.scoring import Method
from pybench.selection.space import STANDARDIZE, doubts, named
from pybench.selection.strategies import Own, engine_for, several
from pybench.selection.trials import check_sizes, drawn, ranked
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import distributed
    import pandas as pd

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

STRATEGIES = (
    "farthest-first/cosine",
    "k-means",
    "k-medoids/cosine",
    "facility-location/cosine",
    "a-optimal",
    "d-optimal",
)
WAYS = ("all", "none")
COLUMNS = ("representation", "standardize", "strategy")


@dataclass(frozen=True, slots=True, eq=False)
class FoundRepresentation(Result):
    """The representation that fits best, and what it gains on models that did not choose it."""

    table: pd.DataFrame  #: representation, standardize, strategy: area, gain, chosen (folds)
    folds: pd.DataFrame  #: by fold: what the other models choose, and its gain on these models
    models: pd.DataFrame  #: model, fold
    representation: str  #: best on all models; "" for a strategy without one
    standardize: str  #: of the best: "all", "pool" or "none"; "" for a strategy without it
    strategy: str  #: of the best
    gain: float  #: mean over folds of what is gained over random
    shuffled: NDArray[np.float64]  #: (permutations,) the gain if vectors are shuffled over datasets
    pvalue: float  #: one-sided: share of shuffles, the identity included, that gain as much
    metric: str  #: whose area is judged
    alpha: float  #: level at which a gain is claimed
    permutations: int  #: number of shuffles
    sizes: tuple[int, ...]  #: numbers of datasets chosen, ascending
    trials: int  #: T
    pool: float  #: fraction of the datasets available in a trial
    n_datasets: int  #: N
    n_classifiers: int  #: models, M
    ranked: str  #: "folds", ranked separately, or "means": one score per dataset
    seed: int  #: seed of all random draws
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "found-representation/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per combination."""
        return self.table.copy()

    def __str__(self) -> str:
        count = len(self.table)
        lines = [
            f"Which representation fits? {counted(count, 'combination')} on "
            f"{counted(self.n_datasets, 'dataset')}, {self.n_classifiers} models in "
            f"{len(self.folds)} folds: area of {self.metric} for {self.sizes[0]} to "
            f"{self.sizes[-1]} datasets, {self.trials} trials",
            f"  {self.sentence()}",
            f"  Best on all models: {self.best()}",
            f"  area ({'less' if self.metric in LESS else 'more'} is better), gain over random, "
            "and in how many folds it was chosen:",
        ]
        areas = self.table["area"].to_numpy() * (1 if self.metric in LESS else -1)
        for place in np.argsort(np.round(areas, 9), kind="stable")[:5]:
            row = self.table.iloc[place]
            lines.append(
                f"    {row['area']:8.3f} {row['gain']:+8.3f} {row['chosen']:2d} {label(row)}"
            )
        lines.append("  These gains are those of the best of many, and so tend to be too large.")
        return lined([*lines, *notes.lines(self.notes)])

    def best(self) -> str:
        """Return the combination that is best on all models, in words."""
        return label(
            {"representation": self.representation, "standardize": self.standardize,
             "strategy": self.strategy}
        )  # fmt: skip

    @property
    def shown(self) -> bool:
        """Whether a gain over random is shown at the level `alpha`."""
        return self.gain > 0 and self.pvalue <= self.alpha

    def sentence(self) -> str:
        """Say in one sentence whether a representation is shown to beat random choice."""
        chance = float(np.mean(self.shuffled))
        better = "smaller" if self.metric in LESS else "larger"
        random = float(self.folds["random"].mean())
        test = (
            f"{self.permutations} shuffles of the vectors over the datasets gain {chance:.3f} on "
            f"average, one-sided p {format_p(self.pvalue)}"
        )
        if self.shown:
            return (
                "A representation is shown to beat random: chosen on some models, it has on the "
                f"others an area of {self.metric} that is {self.gain:.3f} {better} than random's "
                f"{random:.3f} ({test}, level {self.alpha:g})."
            )
        return (
            f"No representation is shown to beat random at level {self.alpha:g}: chosen on some "
            f"models, the gain in the area of {self.metric} on the others is {self.gain:.3f} of "
            f"random's {random:.3f} ({test}). This does not show that none does."
        )


def label(row: Mapping[str, Any] | pd.Series[Any]) -> str:
    """Return a combination in words."""
    on = f" on {row['representation']}" if row["representation"] else ""
    how = f" (standardize={row['standardize']})" if row["standardize"] else ""
    return f"{row['strategy']}{on}{how}"


def find_representation(
    t: ResultsTable,
    embeddings: Mapping[str, Any],
    strategies: Sequence[str | Own] = STRATEGIES,
    standardize: Sequence[str] = WAYS,
    sizes: Iterable[int] = range(2, 21),
    trials: int = 50,
    pool: float = 0.8,
    seed: int = 0,
    *,
    metric: str = "mae",
    folds: int = 4,
    permutations: int = 199,
    alpha: float = 0.05,
    start: str = "mean",
    ridge: float = 1e-3,
    n_init: int = 10,
    missing: str = "error",
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    progress: Callable[[Progress], object] | None = None,
    engine: str | None = None,
) -> FoundRepresentation:
    r"""Find the representation, its scaling and the strategy that choose datasets best.

    All combinations are judged as by `rank_preservation`. The best of many combinations looks
    better than it is, if it is judged by the models that chose it. So the models are dealt into
    folds. For each fold, the combination with the best area on the other folds is judged on the
    models of this fold, which are ranked among themselves.

    Parameters
    ----------
    t : ResultsTable
        As in `rank_preservation`, with at least twice as many models as `folds`.
    embeddings : mapping
        Embeddings by name, as in `rank_preservation`. From a `ResultsTable`, the models of a fold
        are left out before it is judged on them. So give past results as a `ResultsTable`, with the
        same names of models as in ``t``, and not as a frame.
    strategies : sequence of str or callable
        As in `rank_preservation`, without "random", with which all are compared. "oracle" chooses
        by the results of the models that it is not judged by.
    standardize : sequence of {"all", "pool", "none"}
        The ways of scaling to try, as in `rank_preservation`.
    sizes, trials, pool, seed, start, ridge, n_init, missing, workers, cluster
        As in `rank_preservation`.
    metric : str
        The metric whose area over the sizes counts, as in `rank_preservation`.
    folds : int
        Number of folds, at least 2; at least 3 if a choice depends on the results of models in
        ``t``, that is, with "oracle" or with a `ResultsTable` that has such models.
    permutations : int
        Number of random shuffles. The smallest possible p-value is 1 / (permutations + 1), which
        must not be above `alpha`.
    alpha : float in (0, 1)
        Level at which the result says that a representation is shown to beat random.
    progress : callable, optional
        Called with a `Progress` at the start and after each step that Python computes.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results. R has only the built-in strategies.

    Returns
    -------
    FoundRepresentation
        ``table`` has one row per combination: its "area" (the mean over folds), its "gain" over
        random subsets (positive if better), and the number of folds for which it was "chosen".
        ``folds`` has one row per fold: what was chosen for it, its area on the other models
        ("inner") and on the models of the fold ("area"), the area of random subsets ("random") and
        the "gain". ``gain`` is the mean of the latter. The attribute ``shown`` says whether a gain
        is claimed, and ``sentence()`` says what the result means.

    Raises
    ------
    ResultsTableError, ArgumentError
        For the same reasons as `rank_preservation`; or too few models for the folds, too few
        permutations for the level, an embedding with a column that is named like a model. Also if
        one combination cannot be computed, such as a design on columns of huge numbers that are not
        scaled: then leave out this way of scaling or this strategy.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    All models are judged on the same datasets. A few datasets that happen to suit some models
    suit similar models as well, so that even a meaningless representation can have a gain on models
    that did not choose it. Folds are also dependent, since each of them chooses for the others.
    Therefore the test does not take models or folds as independent. It shuffles the datasets: the
    vectors of all embeddings are given to other datasets, by the same permutation, and the whole
    search is done again. p is the share of the permutations, including the identity, whose gain is
    at least as large as the observed one. If the embeddings say nothing about the results, every
    permutation is equally likely, so that p <= alpha has at most the probability alpha, whatever
    the models, the strategies and the number of combinations. The test is one-sided. It is about
    the models and datasets of ``t``: it says that the vectors belong to these datasets for a
    reason, and not how much is gained on another benchmark.

    For choices from results ("oracle", or a `ResultsTable`) this argument does not hold exactly. On
    three tables in which the scores of each model were shuffled by themselves, so that there was
    nothing to find, 4 to 6 % of 200 searches with such choices claimed a gain at level 0.05
    (bench/find_representation.csv).

    If several models of ``t`` are variants of one, the gain is that on models which resemble those
    that chose. Random subsets are 1000 for each size, drawn from all datasets.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(1, datasets=30, models=8, repeats=1, latent=2, dimensions=4)
    >>> found = pb.find_representation(made.table, {"noise": made.broken, "true": made.oracle},
    ...     ["k-medoids/euclidean"], sizes=range(2, 8), trials=10, permutations=19)
    >>> found.representation, found.shown
    ('true', True)
    """
    rules = check_rules(start, ridge, n_init, seed)
    check.choice("missing", missing, ("error", "drop"))
    listed = check_sizes_of(sizes)
    judged_by = check.choice("metric", metric, METRICS)
    count = check.count("trials", trials, 2)
    fraction = check.fraction("pool", pool)
    level = check.level("alpha", alpha)
    times = _permutations(permutations, level)
    ways = _ways(standardize)
    require_comparable(t)
    given = named(embeddings)
    parts = _folds(folds, t.n_classifiers)
    check.room("trials", count, t.n_datasets)
    check.room("permutations", times, t.n_datasets)
    _refuse_results(given, t)
    listed_strategies = _without_random(strategies)
    chosen = engine_for(listed_strategies, engine)
    asked = _Asked(
        listed_strategies, ways, listed, count, fraction, rules, judged_by, parts, times, level,
        missing,
    )  # fmt: skip
    options = {
        "strategies": listed_strategies, "standardize": ways, "sizes": listed, "trials": count,
        "pool": fraction, "seed": rules.seed, "metric": judged_by, "folds": parts,
        "permutations": times, "alpha": level, "start": start, "ridge": rules.ridge,
        "n_init": rules.n_init, "missing": missing,
    }  # fmt: skip
    places = {name: in_r(given[name]) for name in given if chosen != "python"}
    return engines.answer(
        "find_representation",
        {"t": t, "embeddings": places or None, **options},
        engine=chosen,
        kind=FoundRepresentation,
        python=lambda: _found(t, given, asked, workers, cluster, progress),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """Arguments, checked."""

    strategies: list[str | Own]
    ways: tuple[str, ...]
    sizes: tuple[int, ...]
    trials: int
    pool: float
    rules: Rules
    metric: str
    folds: int
    permutations: int
    alpha: float
    missing: str


def _permutations(permutations: object, level: float) -> int:
    times = check.count("permutations", permutations, 1)
    if (times + 1) * level < 1 - 1e-12:
        least = int(np.ceil(1 / level - 1e-9)) - 1
        raise ArgumentError(
            f"`permutations` must be at least {least} for alpha = {level:g}, not {times}: no "
            "p-value could be that small",
            expected=f"a whole number >= {least}",
            found=str(times),
        )
    return times


def _ways(standardize: object) -> tuple[str, ...]:
    listed = check.listed("standardize", standardize, "ways of scaling")
    ways = tuple(check.choice("standardize", way, STANDARDIZE) for way in listed)
    if not ways or len(set(ways)) < len(ways):
        raise ArgumentError(
            "`standardize` must name one way of scaling or more, each once",
            expected=", ".join(STANDARDIZE),
            found=repr(listed),
        )
    return ways


def _folds(folds: object, models: int) -> int:
    parts = check.count("folds", folds, 2)
    if 2 * parts > models:
        raise ArgumentError(
            f"`folds` must be at most {models // 2}, so that each has 2 of the {models} models or "
            f"more, not {parts}",
            expected=f"a whole number from 2 to {models // 2}",
            found=str(parts),
            hint="A fold needs models to rank: give fewer folds, or a table of more models.",
        )
    return parts


def _without_random(strategies: Any) -> list[str | Own]:
    listed = several(strategies)
    if "random" in listed:
        raise ArgumentError(
            '`strategies` must not contain "random": all strategies are compared with it anyway',
            expected="strategies other than random",
            found="random",
        )
    return listed


def _refuse_results(given: Mapping[str, Any], t: ResultsTable) -> None:
    """Refuse frames of results: of them no models can be left out."""
    if not given:
        raise ArgumentError("`embeddings` is empty", expected="one embedding or more", found="none")
    for name, one in given.items():
        columns = [str(column) for column in getattr(one, "columns", ())]
        if known := [column for column in columns if column in t.classifiers]:
            raise ArgumentError(
                f"the embedding {shown(str(name))} has a column {shown(known[0])}, which is a "
                "model of the table: models must not be judged by a choice from their own results",
                expected="columns that are no models of the table",
                found=known[0],
                hint="Give results as a ResultsTable, from which models can be left out: "
                "pybench.read_results(source, higher_is_better=...).",
            )


def _found(
    t: ResultsTable, embeddings: Mapping[str, Any], asked: _Asked, workers: int | None,
    cluster: Any, progress: Callable[[Progress], object] | None,
) -> FoundRepresentation:  # fmt: skip
    results = ranked(t, pairs=True)
    kept = drawn(t.n_datasets, asked.pool, asked.trials, asked.rules.seed, "datasets")
    check_sizes(kept.shape[1], asked.sizes, part=True)
    methods, labels = nested.combinations(
        embeddings, asked.strategies, asked.ways, asked.missing, results.datasets
    )
    chosen = len(methods) * asked.trials * sum(asked.sizes)
    check.room("trials", asked.trials, max(t.n_datasets, chosen // asked.trials))
    folds = nested.dealt(t.classifiers, asked.folds, asked.rules.seed)
    groups = tuple(nested.groups(t, results, embeddings, asked.missing, methods, labels, folds))
    chooser = nested.Chooser(groups, kept, asked.sizes, asked.rules)
    orders = draw(
        t.n_datasets, t.n_datasets, asked.permutations, asked.rules.seed, "find representation"
    )
    judged, shuffled = nested.judged(
        results, folds, chooser, len(methods), asked.metric, orders, workers, cluster, progress
    )
    gain = float(judged.gains.mean())
    shuffled.flags.writeable = False
    table, by_fold, models = _tables(t, asked.metric, labels, judged, folds)
    sign = -1.0 if asked.metric in LESS else 1.0
    best = labels[int(nested.first_of(sign * table["area"].to_numpy()[:, None])[0])]
    return FoundRepresentation(
        table=table,
        folds=by_fold,
        models=models,
        **dict(zip(COLUMNS, best, strict=True)),
        gain=gain,
        shuffled=shuffled,
        pvalue=nested.share_reaching(shuffled, gain),
        metric=asked.metric,
        alpha=asked.alpha,
        permutations=asked.permutations,
        sizes=asked.sizes,
        trials=asked.trials,
        pool=asked.pool,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        ranked=RANKED[results.ranked > 1],
        seed=asked.rules.seed,
        notes=_notes(t, methods),
        engine="python",
    )


def _tables(
    t: ResultsTable, metric: str, labels: list[tuple[str, str, str]], judged: nested.Judged,
    folds: tuple[Ints, ...],
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:  # fmt: skip
    """Return the table of combinations, that of folds, and that of models."""
    import pandas as pd

    sign = -1.0 if metric in LESS else 1.0
    area = judged.outer.mean(axis=1)
    times = np.bincount(judged.chosen, minlength=len(labels))
    every = pd.DataFrame(labels, columns=list(COLUMNS)).assign(
        area=area, gain=sign * (area - judged.random.mean()), chosen=times
    )
    at = np.arange(len(folds))
    chosen = pd.DataFrame([labels[place] for place in judged.chosen], columns=list(COLUMNS))
    by_fold = chosen.assign(
        inner=judged.inner[judged.chosen, at], area=judged.outer[judged.chosen, at],
        random=judged.random, gain=judged.gains,
    )  # fmt: skip
    by_fold.insert(0, "fold", at + 1)
    by_fold.insert(1, "models", [len(fold) for fold in folds])
    home = {t.classifiers[model]: fold + 1 for fold, models in enumerate(folds) for model in models}
    names = sorted(home)
    models = pd.DataFrame({"model": names, "fold": [home[name] for name in names]})
    return every, by_fold, models


def _notes(t: ResultsTable, methods: Sequence[Method]) -> tuple[str, ...]:
    found = {
        "few-datasets": t.n_datasets < 10,
        **about_table(t),
        "mean-of-repeats": t.n_repeats > 1 and t.by_repeat is None,
    }
    spaces = {id(method.space): method.space for method in methods if method.space is not None}
    for where in spaces.values():
        for key, holds in doubts(where).items():
            found[key] = found.get(key, False) or holds
    return notes.holding(found)
