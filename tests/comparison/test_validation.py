"""Python against R on tables of every kind (R25)."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from originals import available, table_of

import pybench as pb
from pybench.comparison import logical

pytestmark = pytest.mark.r
PUBLISHED = 12  # tables of mean scores in the shared data


def of_tukey(row):
    return row.quantity.startswith(("nemenyi.", "critical_difference."))


@pytest.fixture
def validated(record_property):
    """Return a function that asks every statistic in both languages, and keeps the largest gap.

    What R's ptukey and qtukey give is left out: with the conventions of other packages R has
    their inexact numbers, Python exact ones. tolerances.csv says how far they are off.
    """
    gaps = [(0.0, "none")]

    def ask(t, **options):
        result = pb.validate(t, **options)
        assert result.agrees, str(result)
        gaps.extend(
            (row.difference, row.quantity)
            for settings, row in result.rows
            if row.relative and not (of_tukey(row) and settings.startswith(("scmamp", "pmcmr")))
        )
        return result

    yield ask
    largest, where = max(gaps)
    record_property("relative_difference", largest)
    record_property("relative_difference_in", where)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 41))]
)
def test_random_tables(random_tables, seed):
    """R25: 1,000 random tables with ties, N and k from 3 to 60, within tolerances.csv.

    Ten more at every run, all in `make nightly`.
    """
    for t in random_tables(25 if seed else 10, seed=seed):
        pb.compare(t, engine="both")


def test_every_statistic(random_tables, validated):
    """Everything that `questions` asks; `make nightly` has 200 tables."""
    for t in random_tables(1, seed=26, largest=12):
        result = validated(t)
        settings = set(result.to_frame()["settings"])
        assert {"chi-square, standard", "pratt, exact", "pmcmr-4.3, single-step"} <= settings


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_every_statistic_on_many_tables(random_tables, validated, seed):
    for t in random_tables(10, seed=2026 + seed, largest=20):
        validated(t)


# The smallest that have ties, zeros, a constant row, identical methods, two methods.
QUICK = ("all_constant_k4_N10", "k2_N20", "demsar2006_printed", "dupcol_k4_N20")


@pytest.mark.parametrize("name", available())
def test_a_comparison_of_every_table_of_the_originals(name):
    pb.compare(table_of(name), engine="both", tie_tol="auto")


@pytest.mark.parametrize("name", QUICK)
def test_every_statistic_on_small_tables(validated, name):
    validated(table_of(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*available(), "na_k4_N20"])
def test_every_statistic_on_every_table_of_the_originals(name, validated):
    """Missing scores are kept: one statistic takes them, both languages refuse the others."""
    validated(table_of(name, missing="keep"), tie_tol="auto")


@pytest.mark.slow
@pytest.mark.parametrize("place", range(PUBLISHED))
@pytest.mark.parametrize("missing", ["keep", "drop"])
def test_every_statistic_on_real_tables(place, missing, shared, validated):
    """Mean scores of published studies; a table with gaps as it is and without them."""
    paths = sorted((shared / "data" / "results").glob("*_mean.csv"))
    assert len(paths) == PUBLISHED
    path = paths[place]
    lower = any(word in path.name for word in ("rmse", "logloss"))
    validated(pb.read_results(path, higher_is_better=not lower, missing=missing))


def test_gaps_leave_statistics_of_pairs(make_table):
    scores = np.random.default_rng(5).random((8, 4))
    scores[2, 1] = np.nan
    names = [f"d{i}" for i in range(8)]
    t = pb.read_results(
        scores, datasets=names, classifiers=list("abcd"), higher_is_better=True, missing="keep"
    )
    result = pb.validate(t)
    assert result.agrees
    assert {"skillings_mack", "wilcoxon", "effects", "bayesian_t"} < set(result.functions())
    assert not {"friedman", "nemenyi", "conover", "quade"} & set(result.functions())
    ((why, _),) = [x for x in result.reasons() if len(x[1]) > 50]
    assert "1 missing" in why


def test_what_both_refuse_is_listed_with_the_reason(make_table):
    t = make_table(np.random.default_rng(3).random((12, 10)))
    result = pb.validate(t)
    assert result.agrees
    reasons = dict(result.refused)
    assert "at most 9 methods" in reasons["wilcoxon [bergmann]"]
    assert "at least 2 repeats" in reasons["bayesian_hierarchical [defaults]"]
    assert "not compared: wilcoxon [bergmann]: " in str(result)


def test_a_refusal_of_one_language_alone_is_a_disagreement(make_table, monkeypatch):
    t = make_table(np.random.default_rng(3).random((12, 3)))
    logical.exhaustive_sets.cache_clear()  # other tests may have asked for three methods
    monkeypatch.setattr(logical, "MOST_FOR_BERGMANN", 2)
    result = pb.validate(t)
    apart = {row.quantity for _, row in result.rows if not row.agrees}
    assert apart == {"wilcoxon.refusal"}


def test_repeats_bring_the_hierarchical_model(make_table):
    rng = np.random.default_rng(8)
    cells = pd.DataFrame(
        [(f"d{i}", f"c{j}", r) for i in range(6) for j in range(3) for r in range(4)],
        columns=["dataset", "classifier", "resample"],
    )
    long = cells.assign(score=rng.normal(0.8, 0.02, len(cells)).round(3))
    t = pb.read_results(long, higher_is_better=True, repeats="keep", layout="long")
    result = pb.validate(t)
    assert result.agrees, str(result)
    assert "bayesian_hierarchical" in result.functions()


@pytest.mark.parametrize("alpha", [1e-6, 0.01, 0.5])
def test_levels(make_table, alpha):
    t = make_table(np.random.default_rng(3).random((20, 6)))
    pb.compare(t, alpha, engine="both")


def test_awkward_names_cross_unchanged(make_table):
    names = ["a b", "NA", "=1+1", "é", "𝕏", 'q"uote', "back\\slash", "TRUE"]
    t = make_table(np.random.default_rng(3).random((12, 8)), classifiers=names)
    assert list(pb.nemenyi(t, engine="r").pvalues.columns) == names
    assert pb.validate(t).agrees


def test_text_says_agree(make_table):
    result = pb.validate(make_table(np.random.default_rng(3).random((12, 3))))
    assert str(result).startswith("Python and R agree on 3 methods on 12 datasets")
