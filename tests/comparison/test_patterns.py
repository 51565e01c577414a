"""Patterns of verdicts within a core against direct calls on every table of core and others."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

import pybench as pb


def different(t, names, pairs, alpha, test, adjust, zero_method="wilcox"):
    """Return which pairs are called different among some methods, by direct calls."""
    part = t.select(classifiers=names)
    if test == "nemenyi":
        pvalues = pb.nemenyi(part, alpha, reference="limit").pvalues
    else:
        pvalues = pb.wilcoxon(part, adjust, zero_method).pvalues
    return tuple(bool(pvalues.loc[pair] <= alpha) for pair in pairs)


def by_brute_force(t, core, extra, *arguments):
    """Return set of others -> pattern, sets in the order of the table."""
    pairs = list(itertools.combinations(core, 2))
    rest = [name for name in t.classifiers if name not in core]
    return {
        others: different(t, [*core, *others], pairs, *arguments)
        for others in itertools.combinations(rest, extra)
    }


@pytest.mark.parametrize(
    ("test", "adjust"),
    [
        ("wilcoxon", "holm"),
        ("wilcoxon", "none"),
        ("wilcoxon", "bonferroni"),
        ("wilcoxon", "hochberg"),
        ("wilcoxon", "BH"),
        ("wilcoxon", "shaffer"),
        ("wilcoxon", "bergmann"),
        ("nemenyi", "holm"),
    ],
)
def test_counts_by_brute_force(random_tables, test, adjust):
    for i, t in enumerate(random_tables(12, seed=1, largest=7)):
        k = t.n_classifiers
        core = [t.classifiers[j] for j in np.random.default_rng(i).permutation(k)[: 2 + i % 2]]
        for extra in range(k - len(core) + 1):
            result = pb.core_patterns(t, core, extra, 0.15, test, adjust, examples=1000)
            expected = by_brute_force(t, core, extra, 0.15, test, adjust)
            rows = [tuple(row > 0) for row in result.patterns.to_numpy()[:, 1:]]
            counts = result.patterns["sets"].tolist()
            assert dict(zip(rows, counts, strict=True)) == Counter(expected.values())
            assert sum(counts) == result.n_sets == math.comb(k - len(core), extra)
            assert len(result.examples) == result.n_sets
            for others, number in zip(result.examples, result.example_pattern, strict=True):
                assert expected[others] == rows[number - 1]


def test_patterns_are_ordered_by_their_differences(random_tables):
    for t in random_tables(10, seed=2, largest=8):
        if t.n_classifiers < 4:
            continue
        rows = pb.core_patterns(t, t.classifiers[:3], 1, 0.2).patterns.to_numpy()[:, 1:]
        keys = [(-row.sum(), tuple(-row)) for row in rows]
        assert keys == sorted(keys)


def test_patterns_with_as_many_differences_start_with_the_first_pair(make_table):
    scores = np.random.default_rng(5).normal(size=(14, 10)) + np.linspace(0, 4, 10)
    result = pb.core_patterns(make_table(scores), ["c1", "c4", "c7", "c10"], 2, 0.05, "nemenyi")
    rows = result.patterns.to_numpy()[:, 1:]
    assert rows.sum(axis=1).tolist() == [4, 4, 3]
    assert tuple(rows[0]) > tuple(rows[1])


def test_without_correction_the_others_do_not_matter(random_tables):
    """The raw signed-rank p of a pair is the same in every set."""
    for t in random_tables(5, seed=3, largest=8):
        result = pb.core_patterns(t, t.classifiers[:2], t.n_classifiers - 2, adjust="none")
        every = pb.core_patterns(t, t.classifiers[:2], (t.n_classifiers - 2) // 2, adjust="none")
        assert len(result.patterns) == len(every.patterns) == 1
        assert (result.patterns.iloc[0, 1:] == every.patterns.iloc[0, 1:]).all()


def test_examples_are_drawn_by_the_seed(make_table):
    t = make_table(np.random.default_rng(0).integers(0, 9, size=(12, 10)))

    def shown(seed, count=5):
        result = pb.core_patterns(t, ["c1", "c2"], 4, 0.3, seed=seed, examples=count)
        numbers = np.bincount(result.example_pattern)[1:] if count else []
        sets = result.patterns["sets"]
        np.testing.assert_array_equal(numbers, np.minimum(count, sets)[: len(numbers)])
        return result.examples

    assert shown(1) == shown(1)
    assert shown(1) != shown(2)
    assert shown(1, 0) == ()


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_no_others(make_table, engine):
    t = make_table([[3, 2]] * 8)
    result = pb.core_patterns(t, ["c2", "c1"], 0, engine=engine)
    assert result.core == ("c2", "c1")
    assert result.patterns.to_numpy().tolist() == [[1, 1]]
    assert list(result.patterns.columns) == ["sets", "c2 vs c1"]
    assert result.examples == ((),)
    assert "1: 1 set; not shown to differ: none" in str(result)


def test_frame_and_text(make_table):
    """p = 0.0078 alone; among three pairs 3 p = 0.0234."""
    t = make_table([[0.5 + i / 100, 0.4, 0.9 if i % 2 else 0.1] for i in range(8)])
    result = pb.core_patterns(t, ["c1", "c2"], 1, 0.02)
    frame = result.to_frame()
    assert frame.to_dict("records") == [
        {"pattern": "1", "sets": 1, "share": 1.0, "c1 vs c2": False},
    ]
    assert "1: 1 set; not shown to differ: c1 vs c2\n     for example with c3" in str(result)
    assert pb.core_patterns(t, ["c1", "c2"], 0, 0.02).to_frame()["c1 vs c2"].tolist() == [True]


@pytest.mark.r
def test_both_languages_agree(random_tables):
    adjustments = ("holm", "none", "bonferroni", "hommel", "shaffer")
    for i, t in enumerate(random_tables(15, seed=5, largest=8)):
        core = t.classifiers[:3][::-1]
        extra = min(2, t.n_classifiers - 3)
        test = ("wilcoxon", "nemenyi")[i % 2]
        result = pb.core_patterns(
            t, core, extra, 0.2, test, adjustments[i % 5], seed=i, engine="both"
        )
        assert result.engine == "both"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"core": ["c1"]}, "`core` must be at least 2 different methods of the table"),
        ({"core": ["c1", "c1"]}, "`core` must be at least 2 different methods"),
        ({"core": ["c1", "x"]}, "`core` must be at least 2 different methods"),
        ({"core": "c1"}, "`core` must be at least 2 different methods"),
        ({"extra": 3}, "`extra` must be at most 2, the number of methods outside `core`, not 3"),
        ({"extra": -1}, "`extra` must be a whole number >= 0, not -1"),
        ({"alpha": 1}, "`alpha` must be a number between 0 and 1"),
        ({"test": "t"}, '`test` must be one of "wilcoxon", "nemenyi"'),
        ({"adjust": "h"}, "`adjust` must be one of"),
        ({"zero_method": "z"}, "`zero_method` must be one of"),
        ({"examples": 0.5}, "`examples` must be a whole number"),
        ({"limit": 1}, "there are 2 sets of other methods, more than `limit` = 1"),
        ({"seed": "a"}, "`seed` must be an integer"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    given = {"core": ["c1", "c2"], "extra": 1} | arguments
    with pytest.raises(pb.ArgumentError, match=message):
        pb.core_patterns(make_table([[1, 2, 3, 4]] * 3), **given)


def test_shares_of_the_frame_are_those_of_all_sets(make_table):
    scores = np.random.default_rng(5).normal(size=(14, 6)) + np.linspace(0, 2, 6)
    result = pb.core_patterns(make_table(scores), ["c1", "c3", "c6"], 1)
    frame = result.to_frame()
    assert frame["share"].sum() == pytest.approx(1.0)
    assert (frame["share"] * result.n_sets).tolist() == pytest.approx(frame["sets"].tolist())
