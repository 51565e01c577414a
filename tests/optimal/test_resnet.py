"""The residual network: its shape, its training, the same numbers twice."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ExtraMissing
from pybench.optimal.resnet import ResNet

NO_TORCH = "pybench-stats[torch] is not installed: its wheel is too large for CI (decision 007)"


def data():
    seen = pb.simulate("a-T8", 60, seed=1)
    return seen.with_time(), seen.label


def test_without_torch_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ExtraMissing, match="ResNet") as caught:
        ResNet().fit(*data())
    assert "pybench-stats[torch]" in str(caught.value)


def test_nine_convolutions_in_three_blocks():
    torch = pytest.importorskip("torch", reason=NO_TORCH)
    from pybench.optimal.resnet import network

    made = network(torch, 3)
    body = [
        (layer.out_channels, layer.kernel_size[0])
        for block in made.blocks
        for layer in block.body
        if isinstance(layer, torch.nn.Conv1d)
    ]
    assert body == [(f, w) for f in (64, 128, 128) for w in (8, 5, 3)]
    for length in (6, 21, 161):
        assert made(torch.zeros(2, 3, length)).shape == (2, 2)


def test_it_learns_and_repeats_itself():
    pytest.importorskip("torch", reason=NO_TORCH)
    X, y = data()
    first, second = (ResNet(epochs=3, random_state=5, device="cpu").fit(X, y) for _ in range(2))
    assert first.losses_ == second.losses_
    assert first.losses_[-1] < first.losses_[0]
    p = first.predict_proba(X)
    assert p.sum(axis=1) == pytest.approx(np.ones(len(X)), abs=1e-6)
    assert np.array_equal(p, second.predict_proba(X))


def test_patience_ends_training():
    pytest.importorskip("torch", reason=NO_TORCH)
    X, y = data()
    model = ResNet(epochs=50, rate=0.0, lowest=0.0, patience=2, device="cpu").fit(X, y)
    assert len(model.losses_) < 50
