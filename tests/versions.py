"""Which versions of packages run: those of constraints.txt, or others (tools/platforms.py)."""

import os

import pytest

TESTED = "PYBENCH_CONSTRAINTS" not in os.environ

#: Marks comparisons with the last bit of what NumPy, SciPy, pandas, statsmodels or tsfresh compute.
PINNED = pytest.mark.skipif(not TESTED, reason="bits of the versions of constraints.txt (013)")

#: Marks tests of what other packages do themselves.
THEIRS = pytest.mark.skipif(not TESTED, reason="behaviour of the versions of constraints.txt")

#: Of processes that tests start. What other versions of packages warn about is not our fault.
WARNINGS = "error" if TESTED else "ignore"
