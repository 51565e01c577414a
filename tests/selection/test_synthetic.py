"""The synthetic benchmark has what the paper says, and table 4 comes out."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def test_errors_follow_from_the_geometry_and_noise_changes_no_rank():
    made = pb.synthetic_benchmark(3, datasets=30, models=6, repeats=4)
    folds = made.table.by_repeat
    order = folds.argsort(axis=1)
    assert (order == order[:, :, :1]).all()
    shift = folds - folds[:, :1]
    np.testing.assert_allclose(shift[:, :, 0], shift[:, :, 3], atol=1e-12)
    assert np.std(made.latent) == pytest.approx(1, abs=0.2)
    # The oracle's columns are linear in the latent places but for 0.01; the broken one's hardly.
    for view, least, most in ((made.oracle, 0, 0.02), (made.broken, 0.7, 1.2)):
        x = view.to_numpy()
        rest = x - made.latent @ np.linalg.lstsq(made.latent, x, rcond=None)[0]
        assert least < rest.std() < most


def test_seeds_are_benchmarks_of_their_own():
    one, same, other = (pb.synthetic_benchmark(s, datasets=9, models=3).latent for s in (0, 0, 1))
    np.testing.assert_array_equal(one, same)
    assert (one != other).all()


def row(study, view, metric):
    return study.auc.query(f"view == '{view}' and metric == '{metric}'").iloc[0]


def test_a_few_benchmarks_are_near_table_4():
    study = pb.synthetic_study(range(6), 40)
    assert row(study, "oracle", "mae")["mean"] == pytest.approx(20.5, abs=1.5)
    assert row(study, "none", "mae")["mean"] == pytest.approx(39.2, abs=2.5)
    assert row(study, "broken", "mae")["mean"] > 33
    assert "6 synthetic benchmarks" in str(study)


@pytest.mark.slow
def test_table_4():
    """Targets of the specification for 100 benchmarks of 200 trials.

    They were read off other seeds, so a mean may be off by the standard error over benchmarks,
    here and there: .14 for the broken view's error, .02 for the oracle's rho. Bands are the
    specification's, widened by twice ours; how much of that is needed is on the page.
    """
    study = pb.synthetic_study(range(100), 200)
    assert row(study, "none", "mae")["mean"] == pytest.approx(39.2, abs=0.4)
    assert row(study, "none", "spearman")["mean"] == pytest.approx(15.84, abs=0.12)
    for view, metric, low, high in (
        ("oracle", "mae", 20.2, 20.9),
        ("oracle", "spearman", 17.2, 17.3),
        ("broken", "mae", 36.9, 37.2),
        ("broken", "spearman", 16.0, 16.0),
    ):
        found = row(study, view, metric)
        error = np.sqrt((found["sd"] ** 2 - found["sd_within"] ** 2) / 100)
        assert low - 2 * error <= found["mean"] <= high + 2 * error


def test_what_is_refused():
    for wrong in ({"datasets": 1}, {"models": 0}, {"latent": 0}):
        with pytest.raises(ArgumentError):
            pb.synthetic_benchmark(0, **wrong)
    for seeds in ([], 5):
        with pytest.raises(ArgumentError, match="`seeds` must be"):
            pb.synthetic_study(seeds, 10)
