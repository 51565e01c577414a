"""Which versions of packages run: those of constraints.txt, or others (tools/platforms.py)."""

import os

TESTED = "PYBENCH_CONSTRAINTS" not in os.environ

#: Of processes that tests start. What other versions of packages warn about is not our fault.
WARNINGS = "error" if TESTED else "ignore"
