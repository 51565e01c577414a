"""Missing scores under several policies, and the bounds of the verdicts."""

from __future__ import annotations

import json
from itertools import product

import numpy as np
import pytest

import pybench as pb

NAMES = ["a", "b", "c", "d"]


def read(scores, higher=True, missing="pairwise", names=NAMES):
    return pb.read_results(
        scores, higher_is_better=higher, missing=missing, classifiers=names[: len(scores[0])],
        datasets=[f"d{i}" for i in range(len(scores))],
    )  # fmt: skip


@pytest.fixture(scope="module")
def gaps():
    drawn = np.random.default_rng(3).normal(size=(14, 4)).round(1) + np.array([0, 0.7, 1.2, 2.4])
    drawn[[1, 4, 4, 7, 9, 10], [0, 1, 2, 3, 3, 1]] = np.nan
    return drawn


@pytest.mark.parametrize("test", ["wilcoxon", "sign_test"])
def test_each_policy_is_a_table_of_its_own(gaps, test):
    policies = ["drop", "pairwise", "worst", "impute:a"]
    gaps = gaps.copy()
    gaps[1, 0] = 0.25  # a method that can be imputed
    found = pb.missing_policies(read(gaps), policies, 0.1, test, "finner")
    for i, policy in enumerate(policies):
        t = read(gaps, missing=policy)
        alone = getattr(pb, test)(t, adjust="finner").at_level(0.1)
        for row, (one, other) in enumerate(found.pairs):
            assert found.pvalues[row, i] == alone.pvalues.loc[one, other]
            assert found.verdicts[row, i] == alone.verdicts.loc[one, other]
            common = t.n_datasets if alone.n_common is None else alone.n_common.loc[one, other]
            assert found.n_common[row, i] == common
        whole = pb.skillings_mack(t) if t.n_missing else pb.friedman(t)
        assert found.omnibus_pvalues[i] == whole.pvalue
    assert found.omnibus_tests == ("friedman", "skillings_mack", "friedman", "friedman")


def test_words_by_definition(gaps):
    found = pb.missing_policies(read(gaps), alpha=0.2, adjust="none")
    for verdicts, word in zip(found.verdicts.tolist(), found.agreement, strict=True):
        better, worse = 1 in verdicts, -1 in verdicts
        expected = (
            "opposite" if better and worse
            else "none" if not better and not worse
            else "some" if 0 in verdicts
            else "all"
        )  # fmt: skip
        assert word == expected


@pytest.mark.parametrize("adjust", ["none", "holm", "hommel", "BH"])
@pytest.mark.parametrize("higher", [True, False])
def test_no_assignment_is_outside_the_bounds(adjust, higher):
    """Every assignment of four missing scores from a grid; bounds that should be are attained."""
    rng = np.random.default_rng(11)
    scores = rng.integers(0, 9, (9, 3)).astype(float) + np.array([0, 2, 5])
    holes = [(0, 0), (2, 1), (2, 2), (5, 2)]
    t_scores = scores.copy()
    t_scores[tuple(zip(*holes, strict=True))] = np.nan
    found = pb.missing_policies(read(t_scores, higher), adjust=adjust, limits=(0, 14), alpha=0.1)
    wide = pb.missing_policies(read(t_scores, higher), adjust=adjust, alpha=0.1)
    low, high = np.full(3, 2), np.full(3, -2)
    for values in product((0.0, 4.0, 7.0, 14.0), repeat=len(holes)):
        filled = t_scores.copy()
        filled[tuple(zip(*holes, strict=True))] = values
        verdicts = pb.wilcoxon(read(filled, higher), adjust=adjust).at_level(0.1).verdicts
        row = verdicts.to_numpy()[np.triu_indices(3, 1)]
        low, high = np.minimum(low, row), np.maximum(high, row)
    assert (found.bounds[:, 0] <= low).all()
    assert (found.bounds[:, 1] >= high).all()
    assert (wide.bounds[:, 0] <= found.bounds[:, 0]).all()
    assert (wide.bounds[:, 1] >= found.bounds[:, 1]).all()
    sure = found.settled  # always, if no other pair matters
    assert sure.all() or adjust != "none"
    assert found.bounds[sure].T.tolist() == [low[sure].tolist(), high[sure].tolist()]


def test_a_pair_that_holds_and_one_that_does_not():
    """On 12 of 14 datasets a is better; one missing score turns nothing, six turn all."""
    scores = np.c_[np.arange(14.0) + 8, np.arange(14.0) + 5]
    one, six = scores.copy(), scores.copy()
    one[0, 0] = np.nan
    six[:6, 1] = np.nan
    assert pb.missing_policies(read(one)).bounds.tolist() == [[1, 1]]
    assert pb.missing_policies(read(six)).bounds.tolist() == [[0, 1]]
    half = scores.copy()
    half[2:, 0] = np.nan
    assert pb.missing_policies(read(half)).bounds.tolist() == [[-1, 1]]
    text = str(pb.missing_policies(read(half)))
    assert "  verdicts that missing scores of any size can lead to:" in text
    assert (
        "not always the same: 1 pair\n      a and b: a or b better, or no difference shown" in text
    )


def test_a_score_that_ties_leads_to_a_verdict_that_no_extreme_score_has():
    gaps = np.array([-1.0, 2, -3, 4, 5, 6, 7, np.nan])
    scores = np.c_[gaps, np.zeros(8)]
    found = pb.missing_policies(read(scores))
    assert (found.bounds.tolist(), found.settled.tolist()) == ([[0, 1]], [True])
    assert pb.missing_policies(read(scores), limits=(-3, 7)).bounds.tolist() == [[0, 1]]
    for fill, p in ((100, 14 / 256), (4, 12 / 256)):
        test = pb.wilcoxon(read(np.where(scores == scores, scores, fill)))
        assert test.pvalues.loc["a", "b"] == p


def test_within_limits_a_difference_of_zero_or_even_a_loss_can_favour_a_method():
    """Beside -7, a loss of less than all others makes p smaller: it raises all other ranks."""
    gaps = np.array([1.0, 2, 3, 4, 5, 6, -7, np.nan])
    scores = np.c_[np.where(gaps == gaps, np.minimum(gaps, 0), gaps), -np.maximum(gaps, 0)]
    scores[7, 1] = 0
    t = read(scores)
    p = [
        pb.wilcoxon(read(np.where(scores == scores, scores, fill))).pvalues.loc["a", "b"]
        for fill in (0, -0.5)
    ]
    assert p == [38 / 128, 32 / 128]
    found = [pb.missing_policies(t, limits=(-7, 0), alpha=a).bounds for a in (32 / 128, 31 / 128)]
    assert [high for _, high in np.vstack(found)] == [1, 0]


def test_bounds_of_many_missing_scores_are_not_always_attained():
    rng = np.random.default_rng(5)
    unsettled = 0
    for _ in range(30):
        scores = np.c_[rng.integers(-4, 9, 13), np.zeros(13)].astype(float)
        scores[:4, 0] = np.nan
        found = pb.missing_policies(read(scores), ["pairwise"], engine="python")
        seen = set()
        for fill in (-9.0, 0.5, 3.0, 9.0):
            scores[:4, 0] = fill
            test = pb.wilcoxon(read(scores), engine="python")
            seen.add(int(test.verdicts.loc["a", "b"]))
        assert found.bounds[0, 0] <= min(seen) <= max(seen) <= found.bounds[0, 1]
        if found.settled[0]:
            assert found.bounds.tolist() == [[min(seen), max(seen)]]
        else:
            unsettled += 1
            assert "not settled, at most these verdicts: 1 pair\n      a and b: " in str(found)
            assert "; not settled" in found.to_table().to_latex()
    assert 0 < unsettled < 10


def test_no_assignment_is_outside_the_bounds_of_a_sign_test():
    rng = np.random.default_rng(2)
    for _ in range(12):
        scores = rng.integers(0, 5, (7, 2)).astype(float)
        scores[:2, 0], scores[2, 1] = np.nan, np.nan
        found = pb.missing_policies(read(scores), ["pairwise"], 0.3, "sign_test", limits=(0, 4))
        holes = np.argwhere(np.isnan(scores))
        for values in product((0.0, 2.0, 4.0), repeat=len(holes)):
            filled = scores.copy()
            filled[tuple(holes.T)] = values
            test = pb.sign_test(read(filled), engine="python").at_level(0.3)
            assert found.bounds[0, 0] <= test.verdicts.loc["a", "b"] <= found.bounds[0, 1]


def test_a_complete_table_has_one_verdict(gaps):
    t = read(np.nan_to_num(gaps, nan=0.3))
    found = pb.missing_policies(t)
    alone = pb.wilcoxon(t).verdicts.to_numpy()[np.triu_indices(4, 1)]
    assert found.verdicts.T.tolist() == [alone.tolist()] * 3
    assert found.bounds.T.tolist() == [alone.tolist()] * 2
    assert found.settled.all()
    assert found.omnibus_tests == ("friedman",) * 3


def test_policies_by_default(gaps):
    assert pb.missing_policies(read(gaps)).policies == ("drop", "pairwise", "worst")
    few = gaps.copy()
    few[range(13), [i % 4 for i in range(13)]] = np.nan
    assert pb.missing_policies(read(few)).policies == ("pairwise", "worst")


def test_text_frame_table_and_file(gaps, tmp_path):
    found = pb.missing_policies(read(gaps))
    text = str(found)
    assert text.startswith("Verdicts under 3 policies for missing scores; engine")
    assert "  4 methods on 14 datasets, 6 of 56 scores missing\n" in text
    assert "  pairwise: Skillings-Mack test p = " in text
    frame = found.to_frame()
    assert len(frame) == 18
    assert frame["n_common"].tolist() == found.n_common.ravel().tolist()
    head = found.to_table().header
    assert "worst: p" in head
    assert "any scores" in head
    assert r"\begin{tabular}" in found.to_table().to_latex()
    path = tmp_path / "found.json"
    path.write_text(json.dumps(found.to_dict(), allow_nan=False))
    assert str(pb.load_result(path)) == text


def test_a_policy_that_cannot_reject_says_so(gaps):
    """Six pairs by Holm: with four common datasets, no p can be below 6 * 2/2^4."""
    few = gaps.copy()
    few[range(7), [i % 4 for i in range(7)]] = np.nan
    found = pb.missing_policies(read(few), ["drop", "pairwise"])
    unable = "on 4 datasets each, where no p can be below 0.75"
    assert [unable in line for line in str(found).splitlines()[3:5]] == [True, False]


def test_repeats_are_taken_as_their_means():
    frame = {"dataset": [], "method": [], "repeat": [], "score": []}
    for i, name, r in product(range(6), "ab", range(2)):
        if (i, name) != (3, "a"):
            row = (f"d{i}", name, r, i + (name == "a") * 2 + r / 2)
            for key, value in zip(frame, row, strict=True):
                frame[key].append(value)
    import pandas as pd

    t = pb.read_results(
        pd.DataFrame(frame), higher_is_better=True, missing="keep", repeats="keep",
    )  # fmt: skip
    assert t.by_repeat is not None
    assert pb.missing_policies(t).policies == ("drop", "pairwise", "worst")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"policies": ["error"]}, "`policies` must be policies"),
        ({"policies": []}, "`policies` must be policies"),
        ({"policies": ["drop", "drop"]}, "each once"),
        ({"policies": ["best"]}, "`missing` must be one of"),
        ({"policies": ["impute:z"]}, "must name a method of the table"),
        ({"limits": (1, 0)}, "`limits` must be two finite numbers"),
        ({"limits": (0, 1, 2)}, "`limits` must be two finite numbers"),
        ({"limits": (0, 0.5)}, "`limits` must include every score"),
        ({"adjust": "shaffer"}, "`adjust`"),
        ({"test": "nemenyi"}, "`test`"),
        ({"alpha": 2}, "`alpha`"),
    ],
)
def test_refusals(gaps, options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.missing_policies(read(gaps), **options)


@pytest.mark.r
@pytest.mark.parametrize("limits", [None, (-9, 9)])
def test_both_languages_agree(gaps, limits):
    policies = None if limits else ["pairwise", "worst"]
    found = pb.missing_policies(read(gaps), policies, 0.2, limits=limits, engine="both")
    assert found.engine == "both"
    alone = pb.missing_policies(read(gaps), policies, 0.2, limits=limits, engine="r")
    assert alone.engine == "r"
    assert str(alone) == str(found).replace("engine both", "engine r")
