"""The shape of every Bayesian answer: shares, mirrored matrices, frame, text."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.bayesian import (
    in_common_unit,
    mirrored,
    region_counts,
    standard_error,
    symmetric,
)


def test_counts_split_ties():
    better = np.array([[3.0, 1.0, 1.0, 0.0]])
    equal = np.array([[1.0, 1.0, 1.0, 0.0]])
    worse = np.array([[0.0, 0.0, 1.0, 2.0]])
    expected = [[1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3 + 1]]
    np.testing.assert_allclose(region_counts(better, equal, worse), expected, rtol=1e-15)
    np.testing.assert_array_equal(region_counts(*np.eye(3)), [1, 1, 1])


def test_mirrored():
    values = np.arange(9.0).reshape(3, 3)  # pairs (0, 1), (0, 2), (1, 2)
    better, equal, worse = mirrored(values, 3)
    assert better.tolist() == [[0, 0, 3], [2, 0, 6], [5, 8, 0]]
    assert equal.tolist() == [[1, 1, 4], [1, 1, 7], [4, 7, 1]]
    np.testing.assert_array_equal(worse, better.T)
    assert symmetric(np.array([1.0, 2.0, 3.0]), 3, 9.0).tolist() == [
        [9, 1, 2],
        [1, 9, 3],
        [2, 3, 9],
    ]


def test_standard_error_is_never_zero():
    """All of 100 draws alike: sqrt(p (1 - p) / 100) with p = 1/2 / 101."""
    certain = standard_error(np.array([[1.0, 0.0, 0.0]]), 100)
    p = 0.5 / 101
    assert certain[0] == pytest.approx((p * (1 - p) / 100) ** 0.5, rel=1e-12)
    half = standard_error(np.array([[0.5, 0.5, 0.0]]), 10_000)
    assert half[0] == pytest.approx(0.005, rel=1e-3)


@pytest.mark.parametrize("factor", [1.0, 2.0**-1000, 2.0**1000])
def test_incomplete_unit_is_exact(factor):
    scores = np.array([[3.0, -5.0], [0.5, 7.0]])
    turned, rope = in_common_unit(scores * factor, 0.25 * factor, higher_is_better=False)
    assert (turned / rope == -scores / 0.25).all()
    assert 1e-100 < np.abs(turned).max() < 1e100


def test_frame(make_table):
    t = make_table([[0.9, 0.8, 0.1], [0.8, 0.7, 0.2], [0.7, 0.6, 0.3]])
    result = pb.bayesian_signed_rank(t, samples=200)
    frame = result.to_frame()
    assert frame["classifier_1"].tolist() == ["c1", "c1", "c2"]
    assert frame["classifier_2"].tolist() == ["c2", "c3", "c3"]
    for column in ("better", "equal", "worse", "mean_better", "monte_carlo_error"):
        matrix = getattr(result, column)
        assert frame[column].tolist() == [
            matrix.loc[a, b] for a, b in (("c1", "c2"), ("c1", "c3"), ("c2", "c3"))
        ]
    assert result.to_dict()["schema"] == "pybench/bayesian-pairs/1"


def test_text_says_what_was_found(make_table):
    t = make_table([[0.9, 0.9, 0.1]] * 30)
    text = str(pb.bayesian_signed_rank(t, samples=1000, seed=5))
    assert text.splitlines()[0] == (
        "Bayesian comparison: bayesian_signed_rank, rope 0.01, 1000 draws, seed 5"
    )
    assert "P(c1 equivalent to c2) = 1 +- 0.0007" in text
    assert "P(c1 better than c3) = 1" in text
    exact = str(pb.bayesian_t(t))
    assert "exact" in exact
    assert "+-" not in exact


def test_text_counts_the_undecided_and_names_them_first(make_table):
    """Audit D10: pairs with P = 1 were listed and the undecided hidden."""
    scores = np.random.default_rng(3).normal(size=(40, 7)) * 0.05 + np.r_[0.0, 0:6]
    scores[:, 1] = scores[:, 0] + np.tile([0.05, -0.05], 20)
    text = str(pb.bayesian_t(make_table(np.round(scores, 6)), rope=0.001)).splitlines()
    counts = "one is better in 20, both are equivalent in 0 (P > 0.95); undecided: 1"
    assert text[2] == f"  of 21 pairs, {counts}"
    assert "c1" in text[3]
    assert "c2" in text[3]
    assert "  P(c3 better than c1) = 1" in text
    assert "  and 6 pairs more, see to_frame()" in text


def test_text_of_many_pairs_and_hostile_names(make_table):
    names = ["a\nb", "\x1b[31m", *"cdefg"]
    t = make_table(np.random.default_rng(1).normal(size=(10, 7)), classifiers=names)
    text = str(pb.bayesian_t(t))
    assert "and 6 pairs more" in text
    assert "\x1b" not in text
    assert "a\nb" not in text


@pytest.mark.r
def test_text_is_the_same_in_r(make_table):
    from pybench.bridge.call import call

    t = make_table(np.random.default_rng(1).normal(size=(10, 7)))
    for name, options in (("bayesian_signed_rank", {"samples": 500}), ("bayesian_t", {})):
        ours = str(getattr(pb, name)(t, **options))
        lines = call("bridge_eval", {"source": _r_text(t, name, options)})
        ours = ours.replace("engine python", "engine r").replace("to_frame", "as.data.frame")
        assert "\n".join(lines) == ours


def _r_text(t, name, options):
    numbers = ", ".join(repr(float(x)) for x in t.scores.ravel(order="F"))
    rows, columns = (", ".join(f'"{x}"' for x in names) for names in (t.datasets, t.classifiers))
    given = "".join(f", {key} = {value}" for key, value in options.items())
    return (
        f"format(pybench::pb_{name}(pybench::pb_read_results(matrix(c({numbers}), "
        f"{t.n_datasets}, dimnames = list(c({rows}), c({columns}))), "
        f"higher_is_better = TRUE){given}))"
    )


@pytest.mark.r
@pytest.mark.parametrize(
    "function", [pb.bayesian_signed_rank, pb.bayesian_sign, pb.bayesian_t], ids=lambda f: f.__name__
)
def test_r_result_has_the_same_types(make_table, function):
    t = make_table([[3, 2, 1], [1, 2, 3], [3, 1, 2], [3, 2, 1]])
    ours, theirs = function(t, engine="python"), function(t, engine="r")
    for name in type(ours).__dataclass_fields__:
        assert type(getattr(ours, name)) is type(getattr(theirs, name)), name
