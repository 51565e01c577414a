"""The oracle: what a choice with knowledge of all results would achieve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.selection.pools import Pools, prefixes
from pybench.selection.space import first_best

Ints = NDArray[np.int64]


def oracle(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Add in each step the dataset that brings the mean ranks nearest to those on all datasets.

    The oracle needs past results and is evaluated on the same results, so it is a limit and not a
    method. The gap between a strategy and the oracle shows how much better representations may
    still gain.
    """
    assert pools.past is not None
    assert pools.goal is not None
    pool = np.arange(pools.count)
    order = np.empty((pools.count, max(sizes)), np.int64)
    sums = np.zeros((pools.count, 1, pools.past.shape[2]))
    for step in range(max(sizes)):
        errors = np.abs((sums + pools.past) / (step + 1) - pools.goal[:, None]).sum(axis=2)
        np.put_along_axis(errors, order[:, :step], np.inf, axis=1)
        order[:, step] = first_best(-errors, pools.goal.max(axis=1))
        sums = sums + pools.past[pool, order[:, step]][:, None]
    return prefixes(order, sizes)
