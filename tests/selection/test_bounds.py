"""Theorems 4.1 and 4.2: where their assumptions hold they hold, and where they do not it shows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def gaussian(seed, n=60, m=6, p=3, sigma=0.1):
    """Make a benchmark that is what the theorems assume: a Gaussian process with cosine kernel."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, p))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    scores = x @ rng.normal(size=(p, m)) + sigma * rng.normal(size=(n, m))
    names = [f"d{i:02d}" for i in range(n)]
    t = pb.read_results(
        scores, higher_is_better=False, datasets=names, classifiers=[f"m{j}" for j in range(m)]
    )
    return t, pd.DataFrame(x, index=names)


@pytest.mark.parametrize("seed", range(4))
def test_where_scores_are_such_a_process_the_bounds_hold(seed):
    t, x = gaussian(seed)
    found = pb.ranking_bounds(t, x, (2, 5, 10, 20), sigma=0.5, standardize=False).table
    assert (found["variance"] <= found["measured"] + 1e-12).all()  # lemma A.1
    assert (found["measured"] <= found["stated"] + 1e-12).all()  # lemma A.3
    assert (found["mse"] <= found["mse_bound"]).all()  # theorem 4.1
    assert (found["wrong"] <= found["wrong_bound"]).all()  # theorem 4.2
    assert (found["wrong_bound"] <= found["wrong_stated"] + 1e-12).all()
    assert (found["variance"].diff()[1:] <= 1e-12).all()


def test_posterior_by_direct_conditioning(place, table):
    t, frame = table(1, repeats=1), place(1)
    row = pb.ranking_bounds(t, frame, (4,), sigma=0.3).table.iloc[0]
    x = frame.to_numpy()
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    kernel = x @ x.T
    rows = [frame.index.get_loc(name) for name in pb.select(frame, 4).names]
    inverse = np.linalg.inv(kernel[np.ix_(rows, rows)] + 0.09 * np.eye(4))
    posterior = kernel - kernel[:, rows] @ inverse @ kernel[rows]
    assert row["variance"] == pytest.approx(np.diag(posterior).mean())
    f = pb.ranks(t).to_numpy() - 3
    f /= f.std()
    mean = kernel[:, rows] @ inverse @ f[rows]
    assert row["mse"] == pytest.approx(((f - mean) ** 2).mean())
    wrong = [(mean[d, i] - mean[d, j]) * (f[d, i] - f[d, j]) < 0
             for d in range(14) for i in range(5) for j in range(i)]  # fmt: skip
    assert row["wrong"] == pytest.approx(np.mean(wrong))


def test_where_they_are_not_the_bound_is_broken():
    """Squared distances are not linear in the directions: the kernel is too sure of itself."""
    made = pb.synthetic_benchmark(0)
    found = pb.ranking_bounds(made.table, made.oracle)
    assert (found.table["wrong"] > found.table["wrong_bound"]).any()
    assert "is broken" in str(found)
    assert (found.table["stated"] > 1).all()


def test_a_table_of_ties_is_refused(place, make_table):
    t = pb.read_results(
        np.ones((14, 3)),
        higher_is_better=True,
        datasets=list(place(0).index),
        classifiers=["a", "b", "c"],
    )
    with pytest.raises(ArgumentError, match="no model"):
        pb.ranking_bounds(t, place(0), (2,))


@pytest.mark.parametrize("sigma", [1e-9, 1e160])
def test_a_sigma_that_makes_the_system_singular_or_overflow_is_refused(place, sigma):
    frame = place(0)
    frame.iloc[1] = frame.iloc[0]
    scores = np.arange(len(frame) * 3.0).reshape(-1, 3) % 7
    names = {"datasets": list(frame.index), "classifiers": ["a", "b", "c"]}
    t = pb.read_results(scores, higher_is_better=True, **names)
    with pytest.raises(ArgumentError, match="`sigma` must be a number between 1e-6 and 1e6"):
        pb.ranking_bounds(t, frame, (len(frame),), sigma=sigma)


def test_predictions_that_are_equal_but_for_rounding_order_no_pair_wrongly():
    names = [f"d{i}" for i in range(1, 8)]
    scores = np.array([[7, 8, 9], [8, 5, 8], [8, 9, 6], [8, 9, 3], [5, 8, 6], [2, 6, 8], [5, 2, 7]])
    t = pb.read_results(
        scores.astype(float), datasets=names, classifiers=list("abc"), higher_is_better=True
    )
    e = pd.DataFrame({"f": [0.0, 3, 0, -2, -1, 3, 0]}, index=names)
    assert pb.ranking_bounds(t, e, (7,)).table["wrong"].item() == pytest.approx(4 / 21)
