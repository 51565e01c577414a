"""Random choice: the baseline, a new subset for each size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import draw
from pybench.selection.pools import Pools


def random(pools: Pools, sizes: Sequence[int]) -> list[NDArray[np.int64]]:
    """Draw each size anew, without replacement; every subset is equally likely.

    Prefixes of one shuffle would have the same mean but a larger spread over sizes.
    """
    last = pools.first + pools.count
    return [
        draw(pools.size, size, last, pools.rules.seed, f"random selection of {size}")[pools.first :]
        for size in sizes
    ]
