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


KERNELS = {
    "rbf": lambda d: np.exp(-(d**2) / 2),
    "matern12": lambda d: np.exp(-d),
    "matern32": lambda d: (1 + 3**0.5 * d) * np.exp(-(3**0.5) * d),
    "matern52": lambda d: (1 + 5**0.5 * d + 5 * d**2 / 3) * np.exp(-(5**0.5) * d),
}


@pytest.mark.parametrize("kernel", KERNELS)
def test_bounds_of_other_kernels_by_their_formulas(place, table, kernel):
    t, frame = table(1, repeats=1), place(1)
    found = pb.ranking_bounds(t, frame, (4,), sigma=0.3, kernel=kernel)
    x = frame.to_numpy()
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    apart = np.linalg.norm(x[:, None] - x, axis=2)
    pairs = np.triu_indices(len(x), 1)
    assert found.length_scale == pytest.approx(np.median(apart[pairs]))
    k = KERNELS[kernel](apart / found.length_scale)
    assert found.constant == pytest.approx((2 * (1 - k[pairs]) / apart[pairs]).max())
    assert found.diameter == pytest.approx(apart.max())
    row = found.table.iloc[0]
    chosen = pb.select(frame, 4, metric="euclidean").names
    rows = [frame.index.get_loc(name) for name in chosen]
    inverse = np.linalg.inv(k[np.ix_(rows, rows)] + 0.09 * np.eye(4))
    posterior = k - k[:, rows] @ inverse @ k[rows]
    assert row["variance"] == pytest.approx(np.diag(posterior).mean())
    assert row["measured"] == pytest.approx((2 * (1 - k[rows].max(axis=0)) + 0.09).mean())
    assert row["variance"] <= row["measured"]
    assert f"kernel {kernel} with length scale" in str(found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kernel", ["rbf", "matern32"])
def test_where_scores_are_a_process_of_that_kernel_the_bounds_hold(seed, kernel):
    rng = np.random.default_rng(seed)
    x = rng.uniform(size=(60, 2))
    k = KERNELS[kernel](np.linalg.norm(x[:, None] - x, axis=2) / 0.5)
    scores = np.linalg.cholesky(k + 1e-8 * np.eye(60)) @ rng.normal(size=(60, 8))
    names = [f"d{i:02d}" for i in range(60)]
    t = pb.read_results(
        scores, higher_is_better=False, datasets=names, classifiers=list("abcdefgh")
    )
    frame = pd.DataFrame(x, index=names)
    found = pb.ranking_bounds(
        t, frame, (5, 10, 20), sigma=0.5, kernel=kernel, length_scale=0.5, standardize=False
    ).table
    assert (found["measured"] <= found["stated"] + 1e-12).all()
    assert (found["mse"] <= found["mse_bound"]).all()
    assert (found["wrong"] <= found["wrong_bound"]).all()


def test_the_length_scale_is_that_of_the_standardised_columns(place, table):
    """Another unit of a column changes nothing."""
    t, frame = table(1, repeats=1), place(1)
    other = frame.copy()
    other.iloc[:, 0] *= 1000
    one, two = (pb.ranking_bounds(t, x, (3,), kernel="rbf") for x in (frame, other))
    assert one.length_scale == pytest.approx(two.length_scale)
    assert one.table["mse"].item() == pytest.approx(two.table["mse"].item())


def test_which_length_scales_are_refused(place, table):
    t, frame = table(1, repeats=1), place(1)
    with pytest.raises(ArgumentError, match="`length_scale` must be None for the kernel cosine"):
        pb.ranking_bounds(t, frame, (2,), length_scale=1.0)
    for wrong in (0, -1, float("nan")):
        with pytest.raises(ArgumentError, match="`length_scale` must be a number > 0"):
            pb.ranking_bounds(t, frame, (2,), kernel="rbf", length_scale=wrong)
    frame.iloc[1:] = frame.iloc[1].to_numpy()
    with pytest.raises(ArgumentError, match="`length_scale` is needed"):
        pb.ranking_bounds(t, frame, (2,), kernel="rbf")
    with pytest.raises(ArgumentError, match="`kernel` must be one of"):
        pb.ranking_bounds(t, frame, (2,), kernel="linear")
