"""The protocol: does a strategy choose datasets that keep the ranking on all datasets?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import require_comparable
from pybench.selection import preservation, ranking
from pybench.selection.pools import Rules, check_rules
from pybench.selection.preservation import RankPreservation
from pybench.selection.regional import in_r, is_landscape, region_rows
from pybench.selection.scoring import Method, TrialScorer
from pybench.selection.space import doubts, each_standardized, named, space
from pybench.selection.strategies import Own, engine_for, plan, several
from pybench.selection.trials import VARY, check_sizes, drawn, ranked

if TYPE_CHECKING:
    import distributed

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

STRATEGIES = (
    "random",
    "k-means",
    "farthest-first/cosine",
    "farthest-first/euclidean",
    "a-optimal",
    "d-optimal",
)
#: Fewest trials for which the ends of 95 % intervals do not depend on a few trials.
FEWEST = 100
TARGETS = {"mae": 1.5, "spearman": 0.9}
# Seconds of computation below which starting processes does not pay off.
_SOON = 10.0
# Numbers of one array held in memory at once.
_BLOCK = 2**23


def rank_preservation(
    t: ResultsTable,
    embeddings: Mapping[str, Any] | None,
    strategies: Sequence[str | Own] = STRATEGIES,
    sizes: Iterable[int] = range(2, 21),
    trials: int = 200,
    pool: float = 0.8,
    vary: str = "datasets",
    seed: int = 0,
    *,
    metrics: Sequence[str] = ranking.METRICS,
    targets: Mapping[str, float] | None = None,
    confidence: float = 0.95,
    standardize: str | Mapping[str, str] = "all",
    start: str = "mean",
    ridge: float = 1e-3,
    n_init: int = 10,
    missing: str = "error",
    workers: int | None = None,
    cluster: str | distributed.Client | None = None,
    engine: str | None = None,
) -> RankPreservation:
    r"""Judge strategies by how well their chosen datasets preserve the ranking on all datasets.

    Each trial draws a random part of the datasets. From this part, every strategy chooses k
    datasets, for each size k and each representation. The mean ranks of the models on the chosen
    datasets are compared with their mean ranks on all datasets. With ``vary="models"``, each trial
    draws a part of the models instead, and strategies choose from all datasets.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 2 models on N >= 2 datasets. If the table keeps the scores of single repeats
        or folds, as a table from `run` does, models are ranked within each repeat or fold, and
        ranks are averaged. If the table has only means, the means are ranked. The field ``ranked``
        of the result says which of the two were ranked.
    embeddings : mapping or None
        Embeddings by name. An embedding is a data frame with one row for every dataset of the table
        (from `dataset_embedding`, `metadata_embedding` or any numeric table); a `ResultsTable`,
        whose mean ranks of the models are then used; or a landscape, as in `select`, which only the
        strategy "landscape" uses. None if no strategy needs an embedding. Ranks of ``t`` itself
        show what the best embedding could give: they know the results.
    strategies : sequence of str or callable
        Names as in `select`, with the metric after "/" if the strategy has one; or functions
        (x, k, seed), as in `register_strategy`.
    sizes : iterable of int, >= 1
        Two or more numbers of chosen datasets; none above the number of datasets in a trial.
    trials : int, >= 2
    pool : float in (0, 1]
        Fraction of the datasets (or models) that each trial draws; their number is rounded down.
    vary : {"datasets", "models"}
        What is drawn in a trial. With "models", all ranks, including the reference ranks on all
        datasets, are ranks among the models of the trial.
    seed : int
        Seed of all random draws. All strategies see the same trials.
    metrics : sequence of str
        Any of "mae", "spearman", "kendall", "ndcg5", "mrr" and "mrr_reversed".
    targets : mapping, optional
        For the field ``sufficient``: the value of each metric, by name, that counts as sufficient.
        Default: 1.5 for "mae" and 0.9 for "spearman".
    confidence : float in (0, 1)
        Share of the trials between the values "low" and "high" of the curves; by default the middle
        95 %. This is the spread of trials, not a confidence interval of their mean.
    standardize, start, ridge, n_init, missing
        As in `select`, but ``standardize`` is "all", "pool" or "none". "all" computes means and
        standard deviations over all datasets of the table, "pool" over the datasets of the trial.
        "none" leaves columns unchanged. A mapping gives one of these to each embedding by its name;
        embeddings that it does not name have "all".
    workers, cluster
        Number of processes that compute the trials, or a Dask cluster (the address of its
        scheduler, or a client). If both are None, this process computes the trials, unless they are
        expected to take more than a few seconds; then one process per core is used. The results do
        not depend on these arguments.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results. R has only the built-in strategies.

    Returns
    -------
    RankPreservation

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or models, or missing scores.
    ArgumentError
        An argument out of its range; an embedding that lacks a dataset of the table, or has
        missing, infinite or non-numeric values; sizes above the number of datasets in a trial.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Let :math:`R_S(m)` be the mean rank of model m over repeats, then over the chosen datasets S.
    Let :math:`R_D(m)` be its mean rank over repeats, then over all datasets. M is the number of
    models. The metrics are:

    - *mae*: the mean over models of :math:`|R_S - R_D|`, where mean ranks are not ranked again;
    - *spearman*, *kendall* (:math:`\tau_b`): the correlation of :math:`R_S` and :math:`R_D`; 0 if
      all models tie in one of them;
    - *ndcg5*: the sum over the first five places in the order of :math:`R_S`, with the gain
      :math:`M + 1 - R_D(m)` and the discount :math:`1/\log_2(1 + place)`, divided by the largest
      possible sum;
    - *mrr*: 1 / place, where place is the place by :math:`R_S` of the model that is best by
      :math:`R_D`;
    - *mrr_reversed*: the same for the model that is last by :math:`R_D`, with places counted from
      the bottom. Table 1 of Gusev and Zaytsev (2026) has this metric in place of *mrr* for the time
      series (see the errata). This metric does not depend on the place of the best model.

    If models tie, the mean over all orders of the tied models is taken. The area under the curve of
    a metric over sizes is computed for each trial by the trapezoidal rule; "sd" is the standard
    deviation over single trials. For each metric, the best strategy is compared with each other
    strategy by the one-sided signed-rank test over trials, with Holm's correction within the
    metric. Trials share most of their datasets, so these p-values show how stable the order of
    strategies is between random trials, and not whether this order generalises to other benchmarks.
    The protocol is that of Gusev and Zaytsev (2026), *Benchmarking on tasks that matter*, arXiv
    2606.27997.

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
    >>> result = pb.rank_preservation(t, {"example": place}, sizes=range(2, 9), trials=20)
    >>> len(result.auc)  # random, and five strategies on the one representation; six metrics
    36
    """
    level = check.level("confidence", confidence)
    check.choice("missing", missing, ("error", "drop"))
    check.choice("vary", vary, VARY)
    rules = check_rules(start, ridge, n_init, seed)
    fraction = check.fraction("pool", pool)
    count = check.count("trials", trials, 2)
    listed = check_sizes_of(sizes)
    judged = check_metrics(metrics)
    goals = _targets(targets, judged)
    require_comparable(t)
    given = named(embeddings)
    scaled = each_standardized(standardize, given)
    strategies = several(strategies)
    chosen = engine_for(strategies, engine)
    asked = _Asked(
        strategies, listed, count, fraction, vary, rules, judged, goals, level, scaled, missing
    )
    options = {
        "strategies": strategies, "sizes": listed, "trials": count, "pool": fraction, "vary": vary,
        "seed": rules.seed, "metrics": judged, "targets": goals, "confidence": level,
        "standardize": standardize, "start": start, "ridge": rules.ridge, "n_init": rules.n_init,
        "missing": missing,
    }  # fmt: skip
    places = {name: in_r(given[name]) for name in given if chosen != "python"}
    return engines.answer(
        "rank_preservation",
        {"t": t, "embeddings": places or None, **options},
        engine=chosen,
        kind=RankPreservation,
        python=lambda: _judged(t, given, asked, workers, cluster),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """Arguments of the protocol, checked."""

    strategies: Sequence[str | Own]
    sizes: tuple[int, ...]
    trials: int
    pool: float
    vary: str
    rules: Rules
    metrics: tuple[str, ...]
    targets: Mapping[str, float]
    confidence: float
    standardize: Mapping[str, str]
    missing: str


def _judged(
    t: ResultsTable, embeddings: Mapping[str, Any], asked: _Asked, workers: int | None, cluster: Any
) -> RankPreservation:
    vary, listed, judged = asked.vary, asked.sizes, asked.metrics
    results = ranked(t, pairs=vary == "models")
    methods = methods_of(
        embeddings, asked.strategies, asked.standardize, asked.missing, results.datasets
    )
    whole = t.n_datasets if vary == "datasets" else t.n_classifiers
    room_for_trials(asked.trials, max(t.n_datasets, whole), methods, judged, listed)
    kept = drawn(whole, asked.pool, asked.trials, asked.rules.seed, vary)
    by_models = vary == "models"
    check_sizes(t.n_datasets if by_models else kept.shape[1], listed, part=not by_models)
    study = TrialScorer(results, methods, listed, judged, asked.rules, vary, kept)
    doubtful = _notes(t, methods, asked.trials)  # inner products are sent along, not computed again
    values = computed(study, workers, cluster)
    labels = [method.label for method in methods]
    by_trial = preservation.areas(values, listed)
    flat = by_trial.reshape(-1, by_trial.shape[-1])
    flat.flags.writeable = False
    frame = preservation.curves(values, labels, judged, listed, asked.confidence)
    return RankPreservation(
        auc=preservation.labelled(
            labels, judged, mean=by_trial.mean(axis=2), sd=by_trial.std(axis=2, ddof=1)
        ),
        curves=frame,
        sufficient=preservation.sufficient(frame, asked.targets),
        significance=preservation.significance(by_trial, labels, judged),
        by_trial=flat,
        sizes=listed,
        trials=asked.trials,
        pool=asked.pool,
        vary=vary,
        n_pool=int(kept.shape[1]),
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        n_repeats=results.ranked,
        confidence=asked.confidence,
        seed=asked.rules.seed,
        notes=doubtful,
        engine="python",
        ranked=preservation.RANKED[results.ranked > 1],
    )


def room_for_trials(
    trials: int, whole: int, methods: Sequence[Method], judged: Sequence[str], sizes: Sequence[int]
) -> None:
    """Refuse trials whose pools or values do not fit into memory."""
    check.room("trials", trials, max(whole, len(methods) * len(judged) * len(sizes)))


def computed(study: TrialScorer, workers: int | None, cluster: Any = None) -> Doubles:
    """Score all trials, block by block: (methods, metrics, trials, sizes)."""
    n, count = len(study.results.datasets), len(study.kept)
    if workers is None and study.seconds < _SOON:
        workers = 1
    held = max(n * n, n * study.results.sums.shape[1])
    length = max(1, min(count, _BLOCK // held))
    if workers != 1 or cluster is not None:
        length = max(1, min(length, -(-count // 8)))  # enough blocks for all workers
    blocks = [(at, min(at + length, count)) for at in range(0, count, length)]
    function: Callable[[tuple[int, int]], Doubles] = study
    scored = len(study.methods), len(study.metrics)

    def sound(place: int, part: Any) -> bool:
        shape = *scored, blocks[place][1] - blocks[place][0], len(study.sizes)
        return isinstance(part, np.ndarray) and (part.shape, part.dtype) == (shape, np.float64)

    parts = parallel.map(function, blocks, workers=workers, cluster=cluster, sound=sound)
    return np.concatenate(list(parts), axis=2)


def is_part(found: Any, columns: tuple[str, ...], trials: tuple[int, ...]) -> bool:
    """Return whether a worker answered with rows of a study and their areas; errors mean no."""
    frame, areas = found
    fits = tuple(frame.columns) == columns and areas.shape == (len(frame), *trials)
    return fits and bool(areas.dtype == np.float64)


def methods_of(
    embeddings: Mapping[str, Any],
    strategies: Sequence[str | Own],
    standardize: Mapping[str, str],
    missing: str,
    datasets: tuple[str, ...],
) -> tuple[Method, ...]:
    """Pair every strategy with every representation that it can use."""
    spaces, landscapes = {}, {}
    for name, given in embeddings.items():
        if is_landscape(given):
            landscapes[name] = region_rows(given, datasets)
        else:
            spaces[name] = space(given, standardize[name], missing, datasets=datasets)
    methods: list[Method] = []
    unfit = False  # whether some strategy has no usable representation
    for strategy in strategies:
        found = plan(strategy, "cosine")
        if found.needs in ("nothing", "results"):
            own = [Method(found, "")]
        elif found.needs == "landscape":
            own = [Method(found, name, None, rows) for name, rows in landscapes.items()]
        else:
            own = [Method(found, name, placed) for name, placed in spaces.items()]
        unfit |= not own
        methods += own
    labels = [method.label for method in methods]
    if not methods or unfit or len(set(labels)) < len(labels):
        raise ArgumentError(
            "`strategies` must name each strategy once, and `embeddings` must suit each of them",
            expected="one or more strategies, each once",
            found=", ".join(strategy for strategy, _ in labels) or "none",
            hint="The strategies random and oracle need no embedding, landscape needs a landscape, "
            "and all others need a table of numbers.",
        )
    return tuple(methods)


def check_sizes_of(sizes: Iterable[int], least: int = 2) -> tuple[int, ...]:
    """Return the sizes, ascending and each once."""
    listed = sizes if isinstance(sizes, Iterable) else [sizes]
    found = tuple(sorted({check.count("sizes", size, 1) for size in listed}))
    if len(found) < least:
        raise ArgumentError(
            "`sizes` must be at least two different numbers: the area under a curve needs two "
            "points",
            expected="two sizes or more",
            found=repr(found),
        )
    return found


def check_metrics(metrics: Sequence[str]) -> tuple[str, ...]:
    """Return the names of metrics, each once."""
    listed = check.listed("metrics", metrics, "names of metrics")
    found = tuple(check.choice("metrics", metric, ranking.METRICS) for metric in listed)
    if not found or len(set(found)) < len(found):
        raise ArgumentError(
            "`metrics` must name one metric or more, each once",
            expected=", ".join(ranking.METRICS),
            found=repr(listed),
        )
    return found


def _targets(targets: Any, judged: tuple[str, ...]) -> dict[str, float]:
    if targets is None:
        return {metric: value for metric, value in TARGETS.items() if metric in judged}
    check.mapping("targets", targets, "a mapping of metric to number")
    for metric, value in targets.items():
        check.choice("targets", metric, judged)
        check.number("targets", value, "a finite number", -np.inf, np.inf)
    return dict(targets)


def _notes(t: ResultsTable, methods: Sequence[Method], trials: int) -> tuple[str, ...]:
    found = {
        "few-datasets": t.n_datasets < 10,
        **about_table(t),
        "mean-of-repeats": t.n_repeats > 1 and t.by_repeat is None,
        "few-trials": trials < FEWEST,
        **method_doubts(methods),
    }
    return notes.holding(found)


def method_doubts(methods: Sequence[Method]) -> dict[str, bool]:
    """Return which notes apply to strategies and the embeddings that they use."""
    found = {"past-results": any(method.plan.needs == "results" for method in methods)}
    spaces = {id(method.space): method.space for method in methods if method.space is not None}
    for where in spaces.values():
        found |= {key: holds or found.get(key, False) for key, holds in doubts(where).items()}
    return found
