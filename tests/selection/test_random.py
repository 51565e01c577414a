"""Random choice: fresh subsets, all alike likely, dependent on nothing else."""

from __future__ import annotations

from collections import Counter

import numpy as np

from pybench.selection.random import random


def test_subsets_are_distinct_and_uniform(place, pools):
    found = random(pools(place(0, n=5), count=6000), (2,))[0]
    assert (found[:, 0] != found[:, 1]).all()
    seen = Counter(map(frozenset, found.tolist()))
    assert len(seen) == 10
    assert max(abs(count - 600) for count in seen.values()) < 5 * np.sqrt(600 * 0.9)


def test_sizes_are_drawn_afresh_and_by_trial(place, pools):
    many = pools(place(0), count=50)
    two, three = random(many, (2, 3))
    assert (two != three[:, :2]).any()
    np.testing.assert_array_equal(random(many, (3,))[0], three)
    later = type(many)(many.rows[20:], many.space, "cosine", many.rules, 20)
    np.testing.assert_array_equal(random(later, (3,))[0], three[20:])
