"""Laws of comparison: what the numbers must do when the table is changed, whatever its scores.

Two implementations that share a fault agree with each other; they cannot agree with a law. Every
public statistic is asked every question of `questions` and names its laws in `LAWS`: one that names
none fails here.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.result import Result
from pybench.comparison.questions import questions
from pybench.table import results_table

NAMES = ("a", "b", "c", "d")
ROUNDING = {"rtol": 1e-9, "atol": 1e-12}  # sums of a dozen doubles in another order


def changed(t, function=None, **new):
    """Return a table with other scores, and other fields if given."""
    fields = {"datasets": t.datasets, "classifiers": t.classifiers, "by_repeat": t.by_repeat}
    fields |= {"scores": t.scores, "higher_is_better": t.higher_is_better}
    for name in ("scores", "by_repeat") if function else ():
        fields[name] = function(fields[name])
    return results_table(**fields | new)


@cache
def table(number):
    """Return a table: 0 of few datasets, with many ties; 1 of more, without, lower is better."""
    rng, n = np.random.default_rng(number), (5, 11)[number]
    scores = rng.integers((-2, -8)[number], (3, 9)[number], (n, len(NAMES))) / 8
    scores += rng.random(scores.shape) / 4 * number
    repeats = scores[..., None] + np.array([-1, 0, 1]) / 8
    names = [f"d{i}" for i in range(n)]
    return results_table(scores, names, NAMES, higher_is_better=not number, by_repeat=repeats)


def by_dataset(values, like):
    """Return one value per dataset in the shape that goes with scores, repeats or not."""
    return np.reshape(values, (-1,) + (1,) * (like.ndim - 1))


def shuffled(t):
    order = np.random.default_rng(7).permutation(t.n_datasets)
    return t.select(datasets=[t.datasets[i] for i in order])


def reordered(t):
    return t.select(classifiers=["c", "a", "d", "b"])


def mirrored(t):
    """Turn scores and direction round, in another unit with another zero."""
    return changed(t, lambda x: 2 - 4 * x, higher_is_better=not t.higher_is_better)


def shifted(t):
    """Move every dataset by a number of its own."""
    return changed(t, lambda x: x + by_dataset(np.arange(t.n_datasets) * 5 % 7 / 8, x))


def stretched(t):
    """Apply an increasing function of its own to every dataset."""
    return changed(t, lambda x: np.exp(by_dataset(1 + np.arange(t.n_datasets) % 3, x) * x))


def doubled(t):
    """Have every dataset twice."""
    names = [f"d{i}" for i in range(2 * t.n_datasets)]
    parts = {name: np.concatenate([getattr(t, name)] * 2) for name in ("scores", "by_repeat")}
    return changed(t, datasets=names, **parts)


def joined(t):
    """Add a method that is last everywhere."""
    last = -99.0 if t.higher_is_better else 99.0
    parts = {
        name: np.insert(getattr(t, name), t.n_classifiers, last, axis=1)
        for name in ("scores", "by_repeat")
    }
    return changed(t, classifiers=(*t.classifiers, "z"), **parts)


def alone(t):
    """Leave two methods."""
    return t.select(classifiers=["a", "b"])


@dataclass(frozen=True)
class Law:
    """What a change of the table does to a result."""

    change: Callable[[Any], Any]
    factors: Mapping[str, Any]  #: field -> factor, a number or a function of the table
    only: bool = False  #: say nothing of other fields; else they stay as they are
    free: tuple[str, ...] = ()  #: fields that may change
    when: Mapping[str, Any] = field(default_factory=dict)  #: options that it is for


def law(change, *free, when=None, **factors):
    return Law(change, factors, False, free, when or {})


def only(change, when=None, **factors):
    return Law(change, factors, True, (), when or {})


TOLD = ("notes", "rope", "higher_is_better")  # what is said of the scores themselves
ORDER = (law(shuffled), law(reordered))
SPACING = (*ORDER, law(mirrored, *TOLD), law(shifted, *TOLD))  # depends on differences of scores
RANKING = (*SPACING, law(stretched, *TOLD))  # depends on ranks


def drawn(*fields):
    """Return the laws of differences where draws go to datasets in the order of the table."""
    return law(shuffled, *fields), law(reordered), *SPACING[2:]


def t_ratio(t):
    """Return how much Student's t grows with every dataset twice."""
    return math.sqrt((2 * t.n_datasets - 1) / (t.n_datasets - 1))


def d_ratio(t):
    return t_ratio(t) / ROOT


ROOT = math.sqrt(2)
Z_BESIDE = math.sqrt(4 / 6)  # k / (k + 2): one more method widens differences of mean ranks
CHI = {"method": "chi-square"}
STANDARD = {"convention": "standard"}
PAIR = only(alone, pvalues_raw=1, statistics=1)
ENDS = ("", "_low", "_high")
BOUNDED = {f"{name}{end}": 1 for name in ("rank_biserial", "superiority", "d_z")
           for end in ENDS}  # fmt: skip
LENGTHS = {f"{name}{end}": 4 for name in ("hodges_lehmann", "mean_difference")
           for end in ENDS}  # fmt: skip
REGIONS = ("better", "equal", "worse", "monte_carlo_error")
BELIEF = only(alone, **dict.fromkeys((*REGIONS, "mean_better", "mean_equal", "mean_worse"), 1))
CHAIN = (*REGIONS, "mean_better", "mean_equal", "mean_worse", "r_hat", "effective_samples")
RESAMPLED = ("single", "family", "needed_single", "needed")
CELLS = {"wins": 1, "draws": 1, "losses": 1, "mean_difference": 1}
UNITS = law(mirrored, "mean_scores", *TOLD, mean_difference=-4)
LISTED = ("pairs", "full", "over_sets", "over_datasets", "over_resamples", "smallest", "nearest",
          "carriers")  # fmt: skip
TESTED = ("differences", "statistics", "pvalues_raw", "pvalues", "verdicts", "repeats")
COUNTS = ("better", "worse", "not_shown")
SAME_RANKS = only(joined, mean_ranks=1)

#: A statistic that names no law fails; so does a law that its statistic does not keep.
LAWS: dict[str, tuple[Law, ...]] = {
    "ranks": RANKING,
    "friedman": (
        *RANKING, only(doubled, CHI, statistic=2, mean_ranks=1),
        only(joined, CHI, mean_ranks=1),
    ),
    "kendall_w": (*drawn("low", "high"), RANKING[-1], only(doubled, w=1)),
    "nemenyi": (
        *RANKING, only(doubled, STANDARD, critical_difference=1 / ROOT, mean_ranks=1), SAME_RANKS
    ),
    "siegel": (
        *RANKING, only(doubled, statistics=ROOT), only(joined, statistics=Z_BESIDE), SAME_RANKS
    ),
    "miller": (*RANKING, only(doubled, statistics=2), only(joined, statistics=Z_BESIDE**2)),
    "eisinga": (*RANKING, only(doubled, statistics=2), only(joined, statistics=1), SAME_RANKS),
    "conover": (*RANKING, only(doubled, mean_ranks=1), SAME_RANKS),
    "page": (*RANKING, only(doubled, statistic=2, z=ROOT), SAME_RANKS),
    "durbin": (*RANKING, only(doubled, CHI, statistic=2, mean_ranks=1), SAME_RANKS),
    "durbin_pairs": (*RANKING, only(doubled, mean_ranks=1), SAME_RANKS),
    "skillings_mack": (*drawn("pvalue"), RANKING[-1], only(doubled, statistic=2), SAME_RANKS),
    "aligned_ranks": (*SPACING, only(doubled, STANDARD, statistic=2)),
    "aligned_ranks_pairs": (*SPACING, only(doubled, STANDARD, statistics=ROOT)),
    "quade": SPACING,
    "quade_pairs": SPACING,
    "wilcoxon": (*SPACING, PAIR),
    "sign_test": (*RANKING, PAIR, only(joined, pvalues_raw=1, statistics=1)),
    "paired_t": (*SPACING, PAIR, only(doubled, statistics=t_ratio)),
    "corrected_t": (*SPACING, PAIR),
    "within_datasets": (
        law(shuffled, "datasets", *TESTED), law(reordered, "pairs", *TESTED, *COUNTS),
        law(mirrored, *TOLD, differences=4), law(shifted, *TOLD),
    ),
    "contrasts": (
        *ORDER, law(mirrored, *TOLD, estimates=4, effects=4), law(shifted, *TOLD),
        only(doubled, estimates=1, effects=1),
    ),
    "effects": (
        *ORDER, law(mirrored, *TOLD, **LENGTHS), law(shifted, *TOLD),
        only(doubled, mean_difference=1, superiority=1, d_z=d_ratio),
        only(alone, **BOUNDED, **dict.fromkeys(LENGTHS, 1)),
    ),
    "multi_comparison": (
        law(shuffled, "better", "equal", "worse"), law(reordered, "rows", "columns"), UNITS,
        law(shifted, "mean_scores", "rows", "columns", *TOLD),
        only(doubled, wins=2, draws=2, losses=2, mean_difference=1, mean_scores=1),
        only(alone, {"rows": None, "bayesian": None}, pvalues_raw=1, mean_scores=1, **CELLS),
        only(alone, {"bayesian": True}, better=1, equal=1, worse=1),
        only(alone, {"effect": "superiority"}, **{f"effect_size{end}": 1 for end in ENDS}),
    ),
    "critical_difference": (
        *SPACING, *(law(stretched, *TOLD, when={"test": test}) for test in
                    (None, "sign_test", "siegel", "conover", "bonferroni-dunn")),
        only(doubled, {"test": None, **STANDARD}, critical_difference=1 / ROOT),
    ),
    "critical_differences": (*ORDER, only(mirrored, mean_ranks=1), only(stretched, mean_ranks=1)),
    "compare_metrics": (
        law(shuffled), law(reordered, "pairs", "pvalues", "verdicts", "agreement", "tests"),
        only(mirrored, pvalues=1, verdicts=1, agreement=1),
        only(shifted, pvalues=1, verdicts=1, agreement=1),
    ),
    "missing_policies": (
        law(shuffled),
        law(reordered, "pairs", "pvalues", "verdicts", "agreement", "bounds", "settled"),
        law(mirrored, *TOLD), law(shifted, *TOLD), only(doubled, n_common=2, n_datasets=2),
    ),
    "compare": (
        law(shuffled, "table"), law(reordered, "table"), only(mirrored, conclusions=1),
        only(shifted, conclusions=1),
    ),
    "rank_intervals": (
        *drawn("low", "high", "best", "better"), RANKING[-1], only(doubled, mean_ranks=1),
        SAME_RANKS,
    ),
    "pareto": (
        law(shuffled, "shares", "dominates", "verdicts"), law(reordered),
        law(mirrored, "values", *TOLD), law(shifted, "values", *TOLD),
        law(stretched, *TOLD, when={"of": "ranks"}), only(doubled, values=1, costs=1, front=1),
    ),
    "datasets_needed": drawn(*RESAMPLED),
    "bayesian_sign": (*drawn(*REGIONS), BELIEF),
    "bayesian_signed_rank": (*drawn(*REGIONS), BELIEF),
    "bayesian_t": (*SPACING, BELIEF),
    "bayesian_hierarchical": (law(shuffled, *CHAIN), law(reordered, *CHAIN), *SPACING[2:], BELIEF),
    "posterior": (*drawn("draws", *REGIONS), only(alone, draws=1, better=1, equal=1, worse=1)),
    "stability": (
        law(shuffled, "over_resamples", "carriers"), law(reordered, *LISTED), *SPACING[2:],
    ),
    "core_patterns": SPACING,
    "swaps": SPACING,
    "favourable_sets": SPACING,
}  # fmt: skip

#: These compute no statistic of a table.
OTHERS = {"adjust", "register_adjustment", "validate"}


def test_every_public_statistic_names_its_laws():
    public = {
        name for name in pb.__all__
        if inspect.isfunction(function := getattr(pb, name))
        and function.__module__.startswith("pybench.comparison.")
    }  # fmt: skip
    assert set(LAWS) == public - OTHERS


@cache
def asked(name):
    """Return the options of all questions to a public function, or none where none is asked."""
    every = _questions()
    return tuple(q.options for q in every if q.name == name) or ({},)


@cache
def _questions():
    return tuple(questions(table(0), 0.05, "decimal"))


def answer(name, t, options):
    if name in ("critical_differences", "compare_metrics"):
        return getattr(pb, name)({"one": t, "two": t}, **options)
    if name == "pareto":
        options = {"cost": {one: 1.0 + ord(one) % 3 for one in t.classifiers}, **options}
    return getattr(pb, name)(t, **options)


@cache
def usual(name, number, which):
    return answer(name, table(number), asked(name)[which])


def fitted(name, options, change):
    """Return the options for the changed table: the rope in its unit, an order of all names."""
    new = dict(options)
    if change is mirrored and "rope" in inspect.signature(getattr(pb, name)).parameters:
        new["rope"] = 4 * new.get("rope", 0.01)
    if change is joined and "order" in new:
        new["order"] = [*new["order"], "z"]
    return new


def same(old, new, factor=1.0):
    """Tell whether two values are the same; of frames, what both name."""
    if isinstance(old, (pd.Series, pd.DataFrame)):
        axes = [sorted(set(a) & set(b)) for a, b in zip(old.axes, new.axes, strict=True)]
        assert all(axes)
        old, new = (x.loc[tuple(axes)].to_numpy() for x in (old, new))
    elif isinstance(old, Mapping):
        return set(old) == set(new) and all(same(old[key], new[key]) for key in old)
    if isinstance(old, tuple) and any(isinstance(item, Result) for item in old):
        return all(map(same, old, new))
    if isinstance(old, Result):
        return not differing(old, new)
    try:
        wanted, found = np.asarray(old, float) * factor, np.asarray(new, float)
    except (TypeError, ValueError):
        return bool(np.all(old == new))
    return wanted.shape == found.shape and np.allclose(found, wanted, equal_nan=True, **ROUNDING)


def differing(old, new, factors=(), free=()):
    """Return the fields that are not as they should be."""
    factors = dict(factors)
    names = [item.name for item in dataclasses.fields(old) if item.name not in free]
    return [
        name for name in names
        if not same(getattr(old, name), getattr(new, name), factors.get(name, 1))
    ]  # fmt: skip


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    ("name", "one"),
    [pytest.param(n, x, id=f"{n}-{x.change.__name__}") for n, laws in LAWS.items() for x in laws],
)
def test_law(name, one, number):
    t, held, every = table(number), 0, list(enumerate(asked(name)))
    for which, options in every if len(every) < 10 or one.when else every[number::2]:
        if any(options.get(key) != value for key, value in one.when.items()):
            continue
        old = usual(name, number, which)
        new = answer(name, one.change(t), fitted(name, options, one.change))
        factors = {key: x(t) if callable(x) else x for key, x in one.factors.items()}
        if isinstance(old, pd.DataFrame):
            assert same(old, new)
        else:
            others = [x.name for x in dataclasses.fields(old) if x.name not in factors]
            assert differing(old, new, factors, others if one.only else one.free) == [], options
        held += 1
    assert held, "no question has these options"
