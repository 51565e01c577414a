"""Write tests/golden/tsfresh.json: tsfresh's columns and its values of two small series.

Run from the root of the repository: ``PYTHONPATH=. python tests/golden/make/tsfresh.py``.
"""

from __future__ import annotations

import json
import math
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FILE = Path(__file__).resolve().parent.parent / "tsfresh.json"
sys.path = [str(ROOT), *[p for p in sys.path if Path(p or ".").resolve() != FILE.parent / "make"]]

from tests.features.conftest import extracted  # noqa: E402
from tests.features.test_tsfresh import golden_series  # noqa: E402

if __name__ == "__main__":
    columns, values = extracted(golden_series())
    record = {
        "source": "tsfresh.extract_features with its default settings (comprehensive), n_jobs=0",
        "script": "tests/golden/make/tsfresh.py",
        "series": list(golden_series()),
        "tolerance": "1e-9 relative: the last bits of BLAS depend on the processor",
        "versions": {
            name: version(name) for name in ("tsfresh", "numpy", "scipy", "pandas", "statsmodels")
        },
        "values": {
            name: [None if math.isnan(v) else float(f"{v:.15g}") for v in row]
            for name, row in zip(columns, values.T.tolist(), strict=True)
        },
    }
    FILE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8", newline="\n")
