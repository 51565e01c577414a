"""Favourable sets against brute force: every set, by direct calls of the tests."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pybench as pb


def judged(t, pair, others, alpha, test, adjust):
    """Return verdict, lead and mean ranks of a pair beside these methods, by the public calls."""
    part = t.select(classifiers=[*pair, *others])
    means = pb.ranks(part).mean()
    if test == "nemenyi":
        p = pb.nemenyi(part, alpha, reference="limit").pvalues.loc[pair[0], pair[1]]
        side = np.sign(means[pair[1]] - means[pair[0]])
    else:
        found = pb.wilcoxon(part, adjust)
        p, side = (x.loc[pair[0], pair[1]] for x in (found.pvalues, found.directions))
    verdict = int(side) if p <= alpha else 0
    return verdict, round(float(means[pair[1]] - means[pair[0]]), 9), means


@pytest.mark.parametrize(
    ("test", "adjust"), [("wilcoxon", "holm"), ("wilcoxon", "hommel"), ("nemenyi", "holm")]
)
def test_every_set_by_brute_force(random_tables, test, adjust):
    decided = 0
    for i, t in enumerate(random_tables(25, seed=2, largest=7)):
        if t.n_classifiers < 3:
            continue
        pair = list(t.classifiers[1::-1])
        size = 1 + i % (t.n_classifiers - 2)
        raw = pb.wilcoxon(t, "none").pvalues.loc[pair[0], pair[1]]
        alpha = 0.9 if test == "nemenyi" else min(0.97, 2 * raw)
        found = pb.favourable_sets(t, *pair, size, alpha, test, adjust)
        sets = list(itertools.combinations([x for x in t.classifiers if x not in pair], size))
        known = [judged(t, pair, others, alpha, test, adjust) for others in sets]
        every = judged(t, pair, [x for x in t.classifiers if x not in pair], alpha, test, adjust)
        verdicts = [verdict for verdict, *_ in known]
        leads = [lead for _, lead, _ in known]
        assert found.n_sets == len(sets)
        counts = [verdicts.count(side) for side in (1, 0, -1)]
        assert [found.first_better, found.neither, found.second_better] == counts
        # max and min take the first of equals, as the definition does.
        best = max(range(len(sets)), key=lambda at: known[at][:2])
        worst = min(range(len(sets)), key=lambda at: known[at][:2])
        wanted = [known[best], every, known[worst]]
        assert (found.others[0], found.others[2]) == (sets[best], sets[worst])
        assert found.verdicts == tuple(verdict for verdict, *_ in wanted)
        assert found.leads == pytest.approx([lead for _, lead, _ in wanted])
        assert (found.largest_lead, found.least_lead) == pytest.approx((max(leads), min(leads)))
        for case, (*_, means) in zip(found.mean_ranks, wanted, strict=True):
            shown = found.mean_ranks[case].dropna()
            assert sorted(shown.index) == sorted(means.index)
            assert shown.to_numpy() == pytest.approx(means[shown.index].to_numpy())
        decided += found.verdicts[0] != found.verdicts[2]
    assert decided > 0


def test_turning_the_pair_round_turns_the_result_round(random_tables):
    """Verdicts, leads and counts; of equally favourable sets, both name the first."""
    for t in random_tables(12, seed=3, largest=8):
        if t.n_classifiers < 3:
            continue
        one = pb.favourable_sets(t, *t.classifiers[:2], 1, 0.4)
        two = pb.favourable_sets(t, *t.classifiers[1::-1], 1, 0.4)
        assert one.others == two.others[::-1]
        assert one.verdicts == tuple(-x for x in reversed(two.verdicts))
        assert one.leads == tuple(-x for x in reversed(two.leads))
        assert (one.first_better, one.neither) == (two.second_better, two.neither)
        assert one.largest_lead == -two.least_lead


def test_what_another_method_adds_to_the_lead(make_table):
    """The share of datasets on which it parts the pair, by the side; half for a tie."""
    rows = [[5, 1, 3, 9], [5, 1, 3, 0], [1, 5, 3, 9], [5, 1, 5, 9], [2, 1, 9, 0]]
    t = make_table(rows, classifiers=["a", "b", "x", "y"])
    alone = (4 - 1) / 5
    of_x = (1 + 1 - 1 + 0.5) / 5  # on d1 and d2 for a, on d3 for b, a tie with a on d4
    found = pb.favourable_sets(t, "a", "b", 1)
    assert found.leads[0] == pytest.approx(alone + of_x)
    assert found.others[0] == ("x",)
    assert found.leads[2] == pytest.approx(alone)  # y parts them on no dataset
    assert found.others[2] == ("y",)


def test_the_only_set_is_all_three_cases(make_table):
    t = make_table(np.random.default_rng(5).integers(0, 9, size=(9, 5)))
    found = pb.favourable_sets(t, "c1", "c2", 3)
    assert found.n_sets == 1
    assert found.others[0] == found.others[1] == found.others[2]
    assert len(set(found.leads)) == len(set(found.verdicts)) == 1


@pytest.mark.parametrize(("k", "size"), [(3, 1), (4, 1), (5, 2), (9, 4), (14, 4)])
def test_default_size_is_half_of_the_others_but_at_most_four(make_table, k, size):
    t = make_table(np.random.default_rng(k).integers(0, 9, size=(6, k)))
    assert pb.favourable_sets(t, "c1", "c2").size == size


@pytest.mark.r
def test_published_scores_depend_on_the_others_in_both_languages(shared):
    path = shared / "data" / "results" / "multirocket_2021-09_ucr109_mean.csv"
    t = pb.read_results(path, higher_is_better=True, missing="drop")
    found = pb.favourable_sets(t, "DrCIF", "InceptionTime", engine="both")
    assert (found.first_better, found.neither, found.second_better) == (0, 4825, 20)
    assert found.verdicts == (0, 0, -1)
    lines = str(found).split("\n")
    assert lines[1] == (
        "  of 4845 sets, DrCIF is significantly better in 0, InceptionTime in 20, neither in 4825"
    )
    assert lines[7] == (
        "  for InceptionTime: mean ranks DrCIF 3.181, InceptionTime 2.894; InceptionTime is "
        "significantly better"
    )
    frame = found.to_frame()
    assert frame["case"].tolist() == ["first", "all", "second"]
    assert frame["lead"].tolist() == list(found.leads)
    assert frame["others"][2] == "BOSS, HIVE-COTE 2.0, RISE, S-BOSS"


@pytest.mark.r
def test_both_languages_agree(random_tables):
    for i, t in enumerate(random_tables(10, seed=6, largest=8)):
        if t.n_classifiers < 3:
            continue
        size = 1 + i % (t.n_classifiers - 2)
        test = ("wilcoxon", "nemenyi")[i % 2]
        adjust = ("none", "hommel", "holm")[i % 3]
        found = pb.favourable_sets(t, *t.classifiers[1::-1], size, 0.5, test, adjust, engine="both")
        assert found.engine == "both"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"first": ["c1"]}, r"`first` must be a method of the table, not \['c1'\]"),
        ({"second": "c9"}, "`second` must be a method of the table, not 'c9'"),
        ({"second": "c1"}, "`first` and `second` must be two different methods"),
        ({"size": 0}, "`size` must be a whole number >= 1, not 0"),
        ({"size": 3}, "`size` must be at most 2, the number of other methods, not 3"),
        ({"test": "t"}, "`test` must be one of"),
        ({"alpha": 1}, "`alpha`"),
        ({"limit": 1}, "there are 2 sets of other methods, more than `limit` = 1"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    given = {"first": "c1", "second": "c2"} | arguments
    with pytest.raises(pb.ArgumentError, match=message):
        pb.favourable_sets(make_table([[1, 2, 3, 4]] * 3), **given)


def test_a_pair_alone_has_no_others(make_table):
    with pytest.raises(pb.ResultsTableError, match="expected at least 3 methods, found 2"):
        pb.favourable_sets(make_table(np.ones((3, 2))), "c1", "c2")
