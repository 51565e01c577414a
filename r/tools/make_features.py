"""Write inst/extdata/features.csv: tsfresh of three series of each of six bundled datasets.

Run as ``python r/tools/make_features.py``. The R vignette on features reads it, so that it needs no
Python; vignettes/features.py computes the same table on the spot, and a test compares the two.
"""

from __future__ import annotations

from pathlib import Path

import pybench as pb
from pybench.suite.bundled import few_series

TARGET = Path(__file__).resolve().parent.parent / "inst" / "extdata" / "features.csv"


def main() -> None:
    """Write the file."""
    features = pb.extract_features(few_series(3), "tsfresh", cache=False, filter=False)
    pb.write_features(features, TARGET)


if __name__ == "__main__":
    main()
