"""Swaps against brute force: every set, every replacement, by direct calls."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import pybench as pb


def states(t, pair, size, alpha, test, adjust):
    """Return set of others -> (sign of the first's lead, whether called different)."""
    found = {}
    rest = [name for name in t.classifiers if name not in pair]
    for others in itertools.combinations(rest, size):
        part = t.select(classifiers=[*pair, *others])
        if test == "nemenyi":
            p = pb.nemenyi(part, alpha, reference="limit").pvalues.loc[tuple(pair)]
        else:
            p = pb.wilcoxon(part, adjust).pvalues.loc[tuple(pair)]
        ranks = pb.ranks(part).sum()
        found[frozenset(others)] = (np.sign(ranks[pair[1]] - ranks[pair[0]]), bool(p <= alpha))
    return found


@pytest.mark.parametrize(("test", "adjust"), [("wilcoxon", "holm"), ("nemenyi", "holm")])
def test_every_swap_by_brute_force(random_tables, test, adjust):
    turned_somewhere = 0
    for i, t in enumerate(random_tables(150, seed=1, largest=7)):
        if t.n_classifiers < 4:
            continue
        # The two that are nearest in mean rank: their order turns most easily.
        by_rank = pb.ranks(t).mean().sort_values()
        at = int(np.argmin(np.diff(by_rank)))
        pair = list(by_rank.index[at : at + 2])[:: (-1) ** i]
        size = 1 + i % (t.n_classifiers - 3)
        # A level at which the verdict is likely to turn too.
        raw = pb.wilcoxon(t, "none").pvalues.loc[tuple(pair)]
        alpha = 0.97 if test == "nemenyi" else min(0.97, 2 * raw)
        result = pb.swaps(t, *pair, size, alpha, test, adjust, show=10**6)
        known = states(t, pair, size, alpha, test, adjust)
        both, order, verdict, examined = {}, 0, 0, 0
        for one, two in itertools.permutations(known, 2):
            if len(one & two) != size - 1:
                continue
            examined += 1
            turned = known[one][0] * known[two][0] == -1
            order += turned
            verdict += known[one][1] != known[two][1]
            if turned and not known[one][1] and known[two][1]:
                both[one, two] = (*(one - two), *(two - one))
        assert (result.n_sets, 2 * result.examined) == (len(known), examined)
        assert (2 * result.order_changes, 2 * result.verdict_changes) == (order, verdict)
        assert result.total == len(both) == len(result.out)
        listed = zip(result.out, result.into, result.kept, strict=True)
        found = {(frozenset((*k, x)), frozenset((*k, y))): (x, y) for x, y, k in listed}
        assert found == both
        for x, y in itertools.permutations(result.counts.index, 2):
            assert result.counts.loc[x, y] == list(both.values()).count((x, y))
        turned_somewhere += result.total
    assert turned_somewhere > 0


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_a_planted_swap_is_found(make_table, engine):
    """With x, a is ahead of b and Holm's p is 0.98; with y, b is ahead and it is 0.33."""
    rows = [
        [9, 10, 6, 3], [7, 5, 0, 4], [0, 2, 6, 3], [4, 5, 7, 5], [9, 5, 0, 2],
        [6, 9, 9, 8], [8, 2, 3, 0], [3, 4, 6, 6], [7, 4, 7, 1], [9, 5, 9, 4],
    ]  # fmt: skip
    t = make_table(rows, classifiers=["a", "b", "x", "y"])
    with_x, with_y = (t.select(classifiers=["a", "b", c]) for c in "xy")
    assert pb.wilcoxon(with_x).pvalues.loc["a", "b"] > 0.9
    assert pb.wilcoxon(with_y).pvalues.loc["a", "b"] < 0.4
    leads = [pb.ranks(part).mean() for part in (with_x, with_y)]
    assert leads[0]["a"] < leads[0]["b"]
    assert leads[1]["a"] > leads[1]["b"]
    result = pb.swaps(t, "a", "b", 1, 0.4, engine=engine)
    assert (result.total, result.examined) == (1, 1)
    assert (result.out, result.into, result.kept) == (("x",), ("y",), ((),))
    assert result.counts.loc["x", "y"] == 1
    assert "x replaced by y: they differ significantly, in the other order" in str(result)
    assert pb.swaps(t, "a", "b", 1, 0.3, engine=engine).total == 0


def test_the_list_is_limited_and_the_count_is_not(shared):
    path = shared / "data" / "results" / "multirocket_2021-09_ucr109_mean.csv"
    t = pb.read_results(path, higher_is_better=True, missing="drop")
    pair = ["DrCIF", "InceptionTime"]
    whole = pb.swaps(t, *pair, 3, show=10**6)
    some = pb.swaps(t, *pair, 3, show=4)
    assert whole.total == some.total == len(whole.out) > 4
    assert (some.out, some.into, some.kept) == (whole.out[:4], whole.into[:4], whole.kept[:4])
    assert whole.counts.to_numpy().sum() == whole.total
    frame = whole.to_frame()
    assert frame["sets"].sum() == whole.total
    assert (frame["sets"].diff().dropna() <= 0).all()
    assert f"{whole.out[0]} replaced by {whole.into[0]} beside" in str(whole)
    assert pb.swaps(t, *pair, 3, show=0).out == ()


def test_turning_the_pair_round_changes_nothing(random_tables):
    for t in random_tables(10, seed=3, largest=8):
        if t.n_classifiers < 4:
            continue
        one = pb.swaps(t, *t.classifiers[:2], 1, 0.4)
        two = pb.swaps(t, *t.classifiers[1::-1], 1, 0.4)
        np.testing.assert_array_equal(one.counts, two.counts)
        assert (one.out, one.into, one.kept) == (two.out, two.into, two.kept)
        assert one.examined == math.comb(t.n_classifiers - 2, 1) * (t.n_classifiers - 3) // 2


def test_default_size_leaves_out_one(make_table):
    t = make_table(np.random.default_rng(2).integers(0, 9, size=(9, 6)))
    result = pb.swaps(t, "c1", "c2")
    assert (result.size, result.n_sets, result.examined) == (3, 4, 6)


def test_sets_of_more_than_sixty_classifiers_are_found_again(make_table):
    t = make_table(np.random.default_rng(3).integers(0, 99, size=(8, 70)))
    result = pb.swaps(t, "c1", "c2", 2, 0.3, "nemenyi", show=0)
    assert result.examined == math.comb(68, 2) * 2 * 66 // 2


@pytest.mark.r
def test_both_languages_agree(random_tables):
    for i, t in enumerate(random_tables(25, seed=5, largest=8)):
        if t.n_classifiers < 4:
            continue
        size = 1 + i % (t.n_classifiers - 3)
        test = ("wilcoxon", "nemenyi")[i % 2]
        pair = t.classifiers[1::-1]
        result = pb.swaps(t, *pair, size, 0.5, test, "none", show=3, engine="both")
        assert result.engine == "both"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"first": ["c1"]}, r"`first` must be a method of the table, not \['c1'\]"),
        ({"second": "c9"}, "`second` must be a method of the table, not 'c9'"),
        ({"second": "c1"}, "`first` and `second` must be two different methods"),
        ({"size": 0}, "`size` must be a whole number >= 1, not 0"),
        ({"size": 2}, "`size` must be at most 1, the number of methods minus 3, not 2"),
        ({"test": "t"}, "`test` must be one of"),
        ({"show": -1}, "`show` must be a whole number >= 0, not -1"),
        ({"limit": 1}, "there are 2 sets of other methods, more than `limit` = 1"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.swaps(make_table([[1, 2, 3, 4]] * 3), **({"first": "c1", "second": "c2"} | arguments))


@pytest.mark.parametrize("k", [2, 3])
def test_too_few_to_swap(make_table, k):
    with pytest.raises(pb.ResultsTableError, match=f"expected at least 4 methods, found {k}"):
        pb.swaps(make_table(np.ones((3, k))), "c1", "c2")
