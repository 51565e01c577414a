"""What to run next: brute force on the joint normal distribution, laws, the stopping rule."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection.nextdataset import LENGTHS, RATIOS, posterior
from pybench.table import results_table

MEASURED = Path(__file__).parents[2] / "bench" / "next_dataset.csv"
FLAT = 1e6  # variance of a prior of the level that is as good as none


def example(seed, total=9, run=4, models=3):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(total, 2))
    apart = np.linalg.norm(x[:, None] - x[None], axis=2)
    ranks = rng.permuted(np.tile(np.arange(1.0, models + 1), (run, 1)), axis=1)
    order = rng.permutation(total)
    return apart, order[:run], np.sort(order[run:]), ranks


def joint(kernel, run, rest, ranks):
    """Condition the joint normal distribution, with a level of huge variance, on the results."""
    n, m = ranks.shape
    whole = kernel + FLAT
    gain = whole[np.ix_(rest, run)] @ np.linalg.inv(whole[np.ix_(run, run)])
    centre = ranks.mean()  # numbers near 0 keep digits beside the huge variance
    mean = centre + gain @ (ranks - centre)
    covariance = whole[np.ix_(rest, rest)] - gain @ whole[np.ix_(run, rest)]
    # Restricted: of contrasts of the datasets.
    contrasts = np.linalg.svd(np.ones((1, n)))[2][1:]
    inner = contrasts @ kernel[np.ix_(run, run)] @ contrasts.T
    seen = contrasts @ ranks
    noise = (seen * np.linalg.solve(inner, seen)).sum() / ((n - 1) * (m - 1))
    likelihood = np.linalg.slogdet(inner)[1] + (n - 1) * np.log(noise)
    return mean, noise * covariance, likelihood


@pytest.mark.parametrize("seed", range(4))
def test_all_numbers_are_those_of_the_joint_distribution(seed):
    apart, run, rest, ranks = example(seed)
    found = posterior(apart, run, rest, ranks)
    total = len(apart)
    values = np.linalg.eigvalsh(np.cov(ranks.T))
    alike = values.sum() ** 2 / (values**2).sum()
    median = np.median(apart[np.triu_indices(total, 1)])
    parts, weights = [], []
    for length in LENGTHS:
        for ratio in RATIOS:
            kernel = ratio * np.exp(-apart / length / median) + np.eye(total)
            mean, covariance, likelihood = joint(kernel, run, rest, ranks)
            weights.append(np.exp(-alike * likelihood / 2))
            variance = covariance.sum() / total**2
            less = [variance - after(covariance, at).sum() / total**2 for at in range(len(rest))]
            predicted = (ranks.sum(axis=0) + mean.sum(axis=0)) / total
            pairs = [(i, j) for i in range(3) for j in range(i)]
            gaps = np.abs([predicted[i] - predicted[j] for i, j in pairs])
            wrong = norm.cdf(-gaps / np.sqrt(2 * variance)).mean()
            parts.append(np.concatenate([predicted, [variance], less, [wrong]]))
    whole = np.average(parts, axis=0, weights=weights)
    assert found.predicted == pytest.approx(whole[:3], abs=1e-4)
    assert found.variance == pytest.approx(whole[3], rel=1e-4)
    assert found.reduction * found.variance == pytest.approx(whole[4:-1], rel=1e-3)
    assert found.wrong == pytest.approx(whole[-1], rel=1e-4)


def after(covariance, at):
    """Condition on one more result."""
    lead = covariance[:, [at]]
    return covariance - lead @ lead.T / covariance[at, at]


def test_the_last_candidate_takes_all_of_the_variance():
    apart, run, rest, ranks = example(1, total=5, run=4)
    assert posterior(apart, run, rest, ranks).reduction == pytest.approx([1.0])


def test_equal_places_gain_equally_and_the_first_by_name_is_next():
    place = pd.DataFrame({"x": [0.0, 1, 5, 5, 9, 9]}, list("abcdef"))
    t = results_table([[1, 2, 3], [3, 2, 1]], ["a", "b"], list("xyz"), higher_is_better=True)
    table = pb.next_dataset(t, place).table.set_index("dataset")
    assert table.loc["c", "reduction"] == pytest.approx(table.loc["d", "reduction"])
    assert list(table.index).index("c") < list(table.index).index("d")
    assert list(table.index).index("e") < list(table.index).index("f")
    assert table["reduction"].between(0, 1).all()


def test_costs_divide_gains_and_move_nothing_else(table, place):
    t = table(1)
    run, costs = t.select(t.datasets[:5]), dict.fromkeys(t.datasets, 2.0)
    plain = pb.next_dataset(run, place(1))
    double = pb.next_dataset(run, place(1), pd.Series(costs))
    assert double.table["gain"].to_numpy() == pytest.approx(plain.table["gain"].to_numpy() / 2)
    last = plain.table["dataset"].iloc[-1]
    cheap = pb.next_dataset(run, place(1), {**costs, last: 1e-6})
    assert cheap.name == last
    assert (cheap.wrong, cheap.deviation) == (plain.wrong, plain.deviation)


def test_the_stopping_rule(table, place):
    t = table(1)
    run = t.select(t.datasets[:5])
    found = pb.next_dataset(run, place(1), target=0.4)
    assert found.enough
    assert "the stopping rule is met: no further dataset is needed" in str(found)
    found = pb.next_dataset(run, place(1), target=found.wrong * 0.99)
    assert not found.enough
    assert f"run {found.name} next" in str(found)


def test_where_all_datasets_agree_nothing_is_wrong():
    place = pd.DataFrame({"x": np.arange(6.0)}, list("abcdef"))
    t = results_table([[1, 2, 3]] * 3, ["a", "b", "c"], list("xyz"), higher_is_better=True)
    found = pb.next_dataset(t, place)
    assert found.wrong == pytest.approx(0)
    assert found.models["predicted"].tolist() == pytest.approx([3, 2, 1])
    assert found.enough


def test_what_is_refused(table, place):
    t = table(1)
    run = t.select(t.datasets[:5])
    with pytest.raises(ArgumentError, match="have not been run"):
        pb.next_dataset(t, place(1))
    with pytest.raises(ArgumentError, match="every dataset of the table"):
        pb.next_dataset(run, place(1).iloc[1:])
    for wrong in ({}, 3, {"zz": 1.0}, [1.0], {"d05": 1.0}, dict.fromkeys(t.datasets, 0.0)):
        with pytest.raises(ArgumentError, match="cost"):
            pb.next_dataset(run, place(1), wrong)


def test_measured_savings_are_those_that_the_documentation_states():
    """What bench/next_dataset.py wrote of MTEB: fewer datasets than any other order needs."""
    with MEASURED.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["what"] == "datasets"]
    mine = [row for row in rows if row["table"] == "MTEB" and row["error"] == "true"]
    assert {row["against"] for row in mine} == {
        "farthest-first/cosine", "farthest-first/euclidean", "random"
    }  # fmt: skip
    assert all(float(row["saved_low"]) > 0 for row in mine)
