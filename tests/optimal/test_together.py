"""Networks trained together are those trained alone."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal.resnet import ResNet
from pybench.optimal.together import fit_together


def data(k=3, each=20):
    """Return paths of k runs, and their labels."""
    seen = [pb.simulate("c-d2", each, seed=run) for run in range(k)]
    order = np.random.default_rng(0).permutation(2 * each)
    return np.stack([s.with_time()[order] for s in seen]), np.stack([s.label[order] for s in seen])


def networks(k=3, **given):
    return [ResNet(random_state=run, device="cpu", **given) for run in range(k)]


def test_a_step_of_many_is_the_step_of_each():
    """One step; over many, rounding grows: the loss has kinks, and Adam divides by small roots."""
    pytest.importorskip("torch")
    X, y = data()
    together = fit_together(networks(epochs=1, batch=40), X, y)
    for one, alone, paths, label in zip(together, networks(epochs=1, batch=40), X, y, strict=True):
        alone.fit(paths, label)
        assert one.losses_ == pytest.approx(alone.losses_, rel=1e-5)
        for name, weight in alone.network_.state_dict().items():
            if not name.endswith("num_batches_tracked"):
                found = one.network_.state_dict()[name].numpy()
                # Adam's first step is the sign of the slope, and a few slopes are rounding alone:
                # all of a bias before a norm, which is not looked at, and a weight here and there.
                near = np.isclose(found, weight.numpy(), rtol=1e-3, atol=1e-5)
                assert near.mean() > 0.999 or name.endswith("bias")


def test_batches_rates_and_losses_are_those_of_each_alone():
    """35 paths in batches of 16: the last has 3. A rate of 0 keeps rounding from growing."""
    pytest.importorskip("torch")
    X, y = data()
    X, y = X[:, :35], y[:, :35]
    given = {"epochs": 3, "rate": 0.0, "lowest": 0.0}
    together = fit_together(networks(**given), X, y)
    for one, alone, paths, label in zip(together, networks(**given), X, y, strict=True):
        alone.fit(paths, label)
        assert one.losses_ == pytest.approx(alone.losses_, rel=1e-5)
        assert one.predict_proba(paths) == pytest.approx(alone.predict_proba(paths), abs=1e-5)


def test_they_learn():
    pytest.importorskip("torch")
    X, y = data(each=40)
    for one in fit_together(networks(epochs=6), X, y):
        assert one.losses_[-1] < 0.8 * one.losses_[0]


@pytest.mark.parametrize(
    "wrong",
    [
        [ResNet(epochs=2), ResNet(epochs=3)],
        [ResNet(patience=2), ResNet(patience=2)],
    ],
)
def test_networks_that_differ_are_refused(wrong):
    pytest.importorskip("torch")
    X, y = data(k=2, each=4)
    with pytest.raises(ArgumentError, match="together"):
        fit_together(wrong, X, y)


def test_paths_of_each_network_are_needed():
    pytest.importorskip("torch")
    X, y = data(k=2, each=4)
    with pytest.raises(ArgumentError, match="labels"):
        fit_together(networks(k=3), X, y)
