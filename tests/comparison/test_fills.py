"""What missing scores can lead to in a signed-rank test, by brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import pybench as pb
from pybench.comparison import fills
from pybench.comparison.fills import reach

GRID = np.arange(-9, 10) / 2


def by_definition(gaps):
    """Return p and the direction of differences, from all signs of their ranks."""
    gaps = gaps[gaps != 0]
    if not len(gaps):
        return 1.0, 0
    sizes = np.abs(gaps)
    ranks = (sizes[:, None] > sizes).sum(1) + ((sizes[:, None] == sizes).sum(1) + 1) / 2
    signs = np.array(list(product([0, 1], repeat=len(gaps))))
    plus, total = ranks[gaps > 0].sum(), ranks.sum()
    tail = (signs @ ranks <= min(plus, total - plus)).mean()
    return min(1.0, 2 * tail), int(np.sign(2 * plus - total))


def tables(count, seed):
    """Yield differences of scores present, and bounds of one to three fills: whole numbers."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        m = int(rng.integers(1, 4))
        there = rng.integers(-2, 5, rng.integers(2, 8 - m)).astype(float)
        wide = rng.random() < 0.5
        high = np.full(m, 4.5) if wide else rng.integers(0, 5, m).astype(float)
        low = np.full(m, -4.5) if wide else -rng.integers(0, 5, m).astype(float)
        low[(low == 0) & (high == 0)] = -1
        yield there, low, high


@pytest.mark.parametrize("tried", [0, 5000])
def test_no_fill_is_outside(monkeypatch, tried):
    """Fills from a grid that ties with and lies between all differences: one by one, bounded."""
    monkeypatch.setattr(fills, "_TRIED", tried)
    for there, low, high in tables(60 if tried else 120, 5):
        found = reach(np.concatenate([there, low]), np.concatenate([there, high]))
        each = [GRID[(GRID >= a) & (GRID <= b)] for a, b in zip(low, high, strict=True)]
        all_of = {}
        for one in product(*each):
            gaps = np.concatenate([there, one])
            key = tuple(sorted(gaps))
            if key not in all_of:
                all_of[key] = by_definition(gaps)
        p, signs = map(np.array, zip(*all_of.values(), strict=True))
        slack = 1 + 1e-12
        assert found.first <= p[signs > 0].min(initial=np.inf) * slack
        assert found.second <= p[signs < 0].min(initial=np.inf) * slack
        assert found.most * slack >= p.max()
        assert found.low <= signs.min()
        assert found.high >= signs.max()
        if tried and len(low) == 1:  # attained
            assert found.first == pytest.approx(p[signs > 0].min(initial=np.inf))
            assert found.most == pytest.approx(p.max())


def test_a_tie_can_have_a_smaller_p_than_the_extremes():
    gaps = [-1.0, 2, -3, 4, 5, 6, 7]
    found = reach(np.array([*gaps, -100]), np.array([*gaps, 100]))
    assert found.first == 12 / 256
    assert by_definition(np.array([*gaps, 100]))[0] == 14 / 256
    assert by_definition(np.array([*gaps, 4]))[0] == 12 / 256


@pytest.mark.parametrize("n", [12, 30, 195, 260])
def test_bounds_of_many_fills_are_close_and_hold(n):
    rng = np.random.default_rng(n)
    there = rng.normal(0.4, 1, n).round(2)
    low, high = np.full(8, -20.0), np.full(8, 20.0)
    found = reach(np.concatenate([there, low]), np.concatenate([there, high]))
    names = {"classifiers": ["a", "b"], "datasets": [f"d{i}" for i in range(n + 8)]}
    for _ in range(150):
        sizes = rng.choice(np.abs(there), 8) + rng.choice([0, 0, 0.005, 20], 8)
        fill = sizes * rng.choice([-1, 1, 1, 0, 1], 8) if rng.random() < 0.3 else sizes
        fill = -fill if rng.random() < 0.5 else fill
        gaps = np.concatenate([there, fill])
        t = pb.read_results(
            np.c_[gaps, np.zeros(n + 8)].round(3), higher_is_better=True, **names
        )
        test = pb.wilcoxon(t, engine="python")
        p, sign = test.pvalues.loc["a", "b"], test.directions.loc["a", "b"]
        assert p <= found.most * (1 + 1e-9)
        assert sign <= found.high and sign >= found.low
        if sign:
            assert p >= (found.first if sign > 0 else found.second) * (1 - 1e-9)
