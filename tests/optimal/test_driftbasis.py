"""Drift functions: which a family has, and how distances are binned."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import pybench as pb
from pybench.optimal import driftbasis
from pybench.optimal.girsanovlearner import girsanov
from tests.optimal.given import paths


@pytest.mark.parametrize(
    ("name", "functions"),
    [("a-T1", 1), ("b-T2", 4), ("c-d4", 4), ("d-d6", 6), ("e-L5", 3)],
)
def test_each_family_has_its_functions(name, functions):
    seen = pb.simulate(name, 3, seed=1)
    process = pb.optimal.process(name)
    basis = driftbasis.basis_of(process, None, 3, 6, 2, seen.paths)
    values = basis(0.5, seen.paths[:, :, 1].T)
    assert [value.shape for value in values] == [(process.dimension, 6)] * functions


def test_attraction_of_three_agents_by_hand():
    """At 0, 1 and 3 on a line, the distances are 1, 3 and 2; bins are apart at 1.5 and 2.5."""
    x = np.array([[0.0], [1.0], [3.0]])
    values = driftbasis.Distances((1.5, 2.5), 1)(0.0, x)
    wanted = [[1, -1, 0], [0, 2, -2], [3, 0, -3]]
    assert np.array(values)[:, :, 0] * 3 == pytest.approx(np.array(wanted, float))


def test_a_hamiltonian_moves_by_its_positions():
    pair = pb.optimal.Hamiltonian((lambda q: q, lambda q: 3 * q), degrees=2)
    one = pb.optimal.own_setting("springs", pair, np.linspace(0, 2, 41))
    X, y = paths(one, 200)
    new, label = paths(one, 300, seed=2)
    model = girsanov(one).fit(X, y)
    assert roc_auc_score(label, model.decision_function(new)) > 0.8
    assert {term[0] for term in model.basis_.terms} == {2, 3}


def test_coordinates_without_noise_have_no_functions():
    pair = pb.optimal.Diffusion(
        (lambda t, x: [x[1], -x[1]], lambda t, x: [x[1], x[1]]), dimension=2, diffusion=[0, 1]
    )
    X, y = paths(pb.optimal.own_setting("half", pair, [0, 1, 2]), 20)
    assert {term[0] for term in girsanov(pair).fit(X, y).basis_.terms} == {1}


def test_bins_hold_equally_many_distances():
    X, y = paths("d-d12", 50)
    model = girsanov("d-d12", bins=4).fit(X, y)
    places = X[:, :-1].reshape(len(X), 6, 2, -1)
    apart = [places[:, i] - places[:, j] for i in range(6) for j in range(i)]
    lengths = np.sqrt((np.array(apart) ** 2).sum(axis=2)).ravel()
    shares = np.diff([0, *np.searchsorted(np.sort(lengths), model.basis_.edges), len(lengths)])
    assert shares / len(lengths) == pytest.approx([0.25] * 4, abs=1e-3)
    assert model.statistics(X).shape == (100, 4 + 10)
    chosen = girsanov(basis="distances", bins=4).fit(X, y)
    assert np.array_equal(chosen.statistics(X), model.statistics(X))  # sigma is 1
