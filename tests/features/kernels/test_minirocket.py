"""The convolutions against a plain sum, and the shares against aeon's transform."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels.minirocket import KERNELS, convolution, shares_above
from pybench.features.minirocket import dilation_slots, fitted_biases, quantile_slots


def by_hand(x, dilation, kernel):
    weights = np.full(9, -1.0)
    weights[KERNELS[kernel]] = 2
    padded = np.r_[np.zeros(4 * dilation), x, np.zeros(4 * dilation)]
    return np.array([padded[i : i + 8 * dilation + 1 : dilation] @ weights for i in range(len(x))])


@pytest.mark.parametrize(("length", "dilation"), [(9, 1), (20, 2), (20, 1), (50, 6), (33, 4)])
def test_convolutions_are_the_plain_sum(length, dilation):
    x = np.random.default_rng(length).normal(size=length)
    for kernel in (0, 17, 41, 83):
        found = convolution(x.astype(np.float32), dilation, kernel)
        np.testing.assert_allclose(found, by_hand(x, dilation, kernel), atol=1e-5)


def test_whole_numbers_convolve_exactly():
    x = np.random.default_rng(0).integers(-50, 50, 40).astype(float)
    for kernel in range(84):
        found = convolution(x.astype(np.float32), 3, kernel)
        np.testing.assert_array_equal(found, by_hand(x, 3, kernel))


def test_shares_are_counts():
    x = np.random.default_rng(0).integers(-50, 50, 40).astype(float)
    dilations = np.array([1, 3], np.int32)
    biases = np.random.default_rng(1).integers(-99, 99, (2, 84, 3)).astype(np.float32)
    found = shares_above(x.astype(np.float32), dilations, biases)
    for slot, kernel, q in np.ndindex(found.shape):
        values = by_hand(x, dilations[slot], kernel)
        if (slot + kernel) % 2:
            values = values[4 * dilations[slot] : -4 * dilations[slot]]
        assert found[slot, kernel, q] == np.float32(np.mean(values > biases[slot, kernel, q]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["GunPoint", "ECG200", "OSULeaf", "Chinatown"])
def test_transform_is_aeons(ucr, name):
    """Every share of every series, where no two slots have the same dilation."""
    aeon = pytest.importorskip("aeon.transformations.collection.convolution_based")
    cases = ucr(name).to_numpy()[:200]
    for slots, quantiles in ((1, 2), (2, 3), (3, 4)):
        dilations = dilation_slots(cases.shape[2], slots)
        if len(set(dilations)) < slots:
            continue
        theirs = aeon.MiniRocket(84 * slots * quantiles, slots, random_state=0).fit(cases[:1])
        shape = (slots, 84, quantiles)
        biases = theirs.parameters[4].reshape(shape).astype(np.float32)
        np.testing.assert_array_equal(dilations, theirs.parameters[2])
        # Fitted to one series there is nothing to draw; quantiles round in single precision.
        drawn = np.random.default_rng(0)
        ours = fitted_biases(
            cases[:1, 0].astype(np.float32), dilations, quantile_slots(shape), drawn
        )
        np.testing.assert_allclose(ours, biases, rtol=1e-6, atol=4e-6)
        found = [shares_above(x, dilations, biases) for x in cases[:, 0].astype(np.float32)]
        np.testing.assert_array_equal(np.reshape(found, (len(cases), -1)), theirs.transform(cases))
