"""The compiled weights of bridges are NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.optimal.bridges import weigh_by_numpy
from pybench.optimal.kernels.bridges import weigh


@pytest.mark.parametrize("columns", [1, 3, 4, 37])
def test_the_compiled_loop_is_numpys(columns):
    rng = np.random.default_rng(3)
    x, then, first, second = rng.normal(size=(4, 5, columns))
    weight, (ours, theirs) = rng.uniform(size=5), np.ones((2, 2, columns))
    weigh(x, then, first, second, weight, 0.05, ours)
    weigh_by_numpy(x, then, first, second, weight, 0.05, theirs)
    assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-13)
