"""Contrast estimation: the definition and its laws; scmamp's numbers: test_cases.py."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb


def test_definition(random_tables):
    for t in random_tables(10, seed=6, largest=20):
        scores = t.scores if t.higher_is_better else -t.scores
        medians = np.median(scores[:, :, None] - scores[:, None, :], axis=0)
        effects = medians.mean(axis=1)
        result = pb.contrasts(t)
        np.testing.assert_allclose(result.effects, effects, rtol=0, atol=1e-14)
        expected = effects[:, None] - effects[None, :]
        np.testing.assert_allclose(result.estimates, expected, rtol=0, atol=1e-14)


def test_two_classifiers_are_their_median_difference(make_table):
    t = make_table([[1, 0.5], [2, 0.5], [4, 0.25]])
    assert pb.contrasts(t).estimates.loc["c1", "c2"] == 1.5
    lower = make_table([[1, 0.5], [2, 0.5], [4, 0.25]], higher_is_better=False)
    assert pb.contrasts(lower).estimates.loc["c1", "c2"] == -1.5


def test_laws(random_tables, make_table):
    for t in random_tables(5, seed=9, largest=12):
        scores = np.round(t.scores * 64) / 64  # exact under shifts
        columns = np.random.default_rng(1).permutation(t.n_classifiers)
        first = pb.contrasts(make_table(scores)).estimates.to_numpy()
        shifted = make_table(scores[::-1][:, columns] + np.arange(len(scores))[:, None])
        moved = pb.contrasts(shifted).estimates.to_numpy()
        np.testing.assert_array_equal(moved, first[np.ix_(columns, columns)])
        np.testing.assert_array_equal(first, -first.T)
        np.testing.assert_allclose(first[0, 1] + first[1, 2], first[0, 2], atol=1e-14)
        doubled = pb.contrasts(make_table(2 * scores)).estimates.to_numpy()
        np.testing.assert_array_equal(doubled, 2 * first)


def test_identical_classifiers(make_table):
    result = pb.contrasts(make_table([[1, 1, 2], [3, 3, 1]]))
    assert result.estimates.loc["c1", "c2"] == 0


def test_overflow_is_refused(make_table):
    with pytest.raises(pb.ResultsTableError, match="within the range of doubles"):
        pb.contrasts(make_table([[1.7e308, -1.7e308, 0]] * 3))
    half = pb.contrasts(make_table([[1e308, 0.5e308]] * 4))
    assert half.estimates.loc["c1", "c2"] == 0.5e308


def test_notes_are_those_of_an_estimate(make_table):
    assert pb.contrasts(make_table([[1, 1]] * 3)).notes == ()


def test_result_reads_well_and_is_json_safe(make_table):
    result = pb.contrasts(make_table([[1, 2, 6], [1, 2, 6]]))
    assert str(result).splitlines()[2:] == [
        "           3  c3",
        "          -1  c2",
        "          -2  c1",
    ]
    stored = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert stored["estimates"]["values"][0] == [0, -1, -5]


@pytest.mark.r
def test_both_languages(random_tables, make_table):
    for t in random_tables(8, seed=24, largest=30):
        assert pb.contrasts(t, engine="both").engine == "both"
    huge = make_table([[1.7e308, -1.7e308, 0]] * 3)
    for engine in ("python", "r"):
        with pytest.raises(pb.ResultsTableError, match="within the range of doubles"):
            pb.contrasts(huge, engine=engine)
