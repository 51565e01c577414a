"""The z test of mean ranks: by hand, laws, refusals; the numbers of R's packages: test_cases.py."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.adjust import ADJUSTMENTS


def test_by_hand(make_table):
    """Mean ranks 1, 2, 3 of k = 3 on N = 8: scale sqrt(12 / 48) = 1/2, so z = 2 and 4."""
    result = pb.siegel(make_table([[3, 2, 1]] * 8), "none")
    assert result.statistics.loc["c1"].tolist() == pytest.approx([0, 2, 4], rel=1e-15)
    expected = [1, math.erfc(2 / math.sqrt(2)), math.erfc(4 / math.sqrt(2))]
    assert result.pvalues.loc["c1"].tolist() == pytest.approx(expected, rel=1e-13, abs=0)
    assert (result.test, result.statistic, result.method, result.df) == (
        "siegel",
        "z",
        "normal",
        (),
    )


def test_alternatives_look_the_same_way(make_table):
    t = make_table([[3, 2, 1]] * 8)
    greater, less = (pb.siegel(t, "none", a).pvalues for a in ("greater", "less"))
    assert greater.loc["c1", "c3"] < 1e-4 < 0.999 < less.loc["c1", "c3"]
    np.testing.assert_allclose(greater, less.T, rtol=1e-15)
    off = ~np.eye(3, dtype=bool)
    np.testing.assert_allclose((greater + less).to_numpy()[off], 1, rtol=1e-15)


def test_laws(random_tables):
    rng = np.random.default_rng(1)
    for t in random_tables(40, seed=3, largest=20):
        result = pb.siegel(t, "hommel")
        z, p = result.statistics.to_numpy(), result.pvalues.to_numpy()
        np.testing.assert_array_equal(z, -z.T)
        np.testing.assert_array_equal(p, p.T)
        rows, columns = rng.permutation(t.n_datasets), rng.permutation(t.n_classifiers)
        moved = pb.read_results(
            -3 * t.scores[np.ix_(rows, columns)],  # a falling map, the other direction
            datasets=[t.datasets[i] for i in rows],
            classifiers=[t.classifiers[j] for j in columns],
            higher_is_better=not t.higher_is_better,
        )
        np.testing.assert_array_equal(
            pb.siegel(moved, "hommel").pvalues, p[np.ix_(columns, columns)]
        )


@pytest.mark.r
def test_both_engines(random_tables):
    for t in random_tables(5, seed=5, largest=9):
        for method in ADJUSTMENTS:
            assert pb.siegel(t, method, engine="both").engine == "both"
        for alternative, control in itertools.product(("greater", "less"), (None, "c2")):
            pb.siegel(t, "rom", alternative, control, tie_tol="auto", engine="both")


def test_identical_classifiers(make_table):
    result = pb.siegel(make_table([[1, 1, 2], [2, 2, 1], [3, 3, 5]]))
    assert result.pvalues.loc["c1", "c2"] == 1
    assert result.statistics.loc["c1", "c2"] == 0
    constant = pb.siegel(make_table(np.ones((4, 3))))
    assert (constant.pvalues.to_numpy() == 1).all()
    assert "degenerate" in constant.notes


def test_the_far_tail_keeps_its_digits(make_table):
    result = pb.siegel(make_table([[3, 2, 1]] * 200), "none")
    p = result.pvalues.loc["c1", "c3"]
    assert p == pytest.approx(math.erfc(math.sqrt(200)), rel=1e-12, abs=0)
    assert p < 1e-80
    assert "floor" in result.notes


def test_notes(make_table):
    near = make_table([[0.3, 0.1 + 0.2]] * 5)
    assert {"near-ties", "few-datasets", "two-classifiers"} <= set(
        pb.siegel(near, reference="limit").notes
    )
    assert "near-ties" not in pb.siegel(near, tie_tol="auto", reference="limit").notes


def test_refusals(make_table):
    t = make_table([[1, 2], [2, 1]])
    with pytest.raises(pb.ArgumentError, match="`control` must be a method"):
        pb.siegel(t, control="nobody")
    with pytest.raises(pb.ArgumentError, match="`alternative` must be one of"):
        pb.siegel(t, alternative="larger")
    with pytest.raises(pb.ArgumentError, match="`adjust` must be one of"):
        pb.siegel(t, "tukey")
    with pytest.raises(pb.ResultsTableError, match="at least 2 datasets"):
        pb.siegel(make_table([[1, 2]]))
    with pytest.raises(pb.ArgumentError, match="`t` must be a ResultsTable"):
        pb.siegel([[1, 2]])
